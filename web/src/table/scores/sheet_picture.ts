import type { CardCode } from '../../cards/card_code.js';
import { faceImage } from '../../cards/faces.js';
import type { Public } from '../../wire/types.js';
import type { Exchanges } from '../live/live_table.svelte.js';

/** What the picture of a score sheet says, in the reader's language. */
export interface SheetWords {
  title: string;
  names: string[];
  total: string;
  gave: (giver: string, taker: string) => string;
  got: string;
}

const WIDTH = 1080;
const MARGIN = 60;
const ROW = 96;
const NOTE = 72;
const HEAD = 250;
const FOOT = 150;
const FIRST = 150;
const INK = '#2a1c14';
const SOFT = '#5d4d3d';
const GOLD = '#7a5200';
const RED = '#9c1a1c';
const title = (size: number): string => `400 ${size}px 'Young Serif', Georgia, serif`;
const text = (size: number, style = ''): string =>
  `${style} ${size}px system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif`;

/** A word as large as fits. */
function fitted(
  pen: CanvasRenderingContext2D,
  word: string,
  x: number,
  y: number,
  room: number,
  size: number,
  font: (size: number) => string,
): void {
  pen.font = font(size);
  const wide = pen.measureText(word).width;
  if (wide > room) pen.font = font(Math.max(16, Math.floor((size * room) / wide)));
  pen.fillText(word, x, y, room);
}

/** Which way round: most of a circle with an arrow's head. */
function way(pen: CanvasRenderingContext2D, x: number, y: number, direction: number): void {
  const [from, to] = direction === 1 ? [-0.6 * Math.PI, 0.95 * Math.PI] : [-0.4 * Math.PI, -1.95 * Math.PI];
  pen.beginPath();
  pen.arc(x, y, 15, from, to, direction === -1);
  pen.stroke();
  const [tx, ty] = [x + 15 * Math.cos(from), y + 15 * Math.sin(from)];
  pen.beginPath();
  pen.moveTo(tx - 9 * direction, ty - 3);
  pen.lineTo(tx + 3 * direction, ty - 9);
  pen.lineTo(tx + 3 * direction, ty + 9);
  pen.fill();
}

/** Who won the round. */
function crown(pen: CanvasRenderingContext2D, x: number, y: number): void {
  pen.beginPath();
  for (const [dx, dy] of [
    [-18, 12],
    [-20, -10],
    [-9, 0],
    [0, -14],
    [9, 0],
    [20, -10],
    [18, 12],
  ] as const)
    pen.lineTo(x + dx, y + dy);
  pen.closePath();
  pen.fill();
}

/** The faces of the exchanged cards, ready to be drawn. */
async function facesOf(exchanges: Exchanges): Promise<Map<string, HTMLImageElement>> {
  const codes = new Set(Object.values(exchanges).flatMap(({ card, back }) => (back ? [card, back] : [card])));
  const found = new Map<string, HTMLImageElement>();
  for (const code of codes) {
    const image = new Image();
    image.src = faceImage(code as CardCode, 'small').slice(4, -1);
    await image.decode();
    found.set(code, image);
  }
  return found;
}

function card(pen: CanvasRenderingContext2D, face: HTMLImageElement | undefined, x: number, y: number): void {
  pen.fillStyle = '#fffaf0';
  pen.strokeStyle = '#c9b68d';
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.roundRect(x, y - 28, 40, 56, 4);
  pen.fill();
  pen.stroke();
  if (face) pen.drawImage(face, x, y - 28, 40, 56);
}

/** Draws the sheet as the paper pad has it: rounds down, players across. */
export async function sheetPicture(table: Public, exchanges: Exchanges, words: SheetWords): Promise<Blob> {
  await document.fonts.load(title(40), 'A1').catch(() => []);
  const faces = await facesOf(exchanges);
  const match = table.match;
  const results = match?.results ?? [];
  const notes = results.filter((result) => exchanges[result.round]).length;
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEAD + results.length * ROW + notes * NOTE + FOOT + MARGIN;
  const pen = canvas.getContext('2d');
  if (!pen || !match) throw new Error('no picture can be drawn here');
  const lamp = pen.createRadialGradient(
    WIDTH / 2,
    canvas.height * 0.35,
    60,
    WIDTH / 2,
    canvas.height * 0.35,
    canvas.height * 0.8,
  );
  lamp.addColorStop(0, '#1a5a50');
  lamp.addColorStop(1, '#071f1d');
  pen.fillStyle = lamp;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = 'middle';
  pen.textAlign = 'center';
  pen.fillStyle = '#ffd778';
  fitted(pen, words.title, WIDTH / 2, 80, WIDTH - 2 * MARGIN, 60, title);

  const [left, right, top] = [MARGIN, WIDTH - MARGIN, 140];
  const bottom = canvas.height - MARGIN;
  pen.fillStyle = '#fbf4e2';
  pen.beginPath();
  pen.roundRect(left, top, right - left, bottom - top, 18);
  pen.fill();
  const column = (right - left - FIRST) / words.names.length;
  const middle = (seat: number): number => left + FIRST + (seat + 0.5) * column;
  const line = (y: number, colour: string, thick: number): void => {
    pen.fillStyle = colour;
    pen.fillRect(left, y, right - left, thick);
  };
  words.names.forEach((name, seat) => {
    pen.fillStyle = INK;
    fitted(pen, name, middle(seat), top + 58, column - 16, 38, title);
  });
  let y = HEAD;
  line(y, 'rgb(20 97 60 / 0.4)', 2);
  for (const result of results) {
    const exchange = exchanges[result.round];
    if (exchange) {
      pen.textAlign = 'left';
      pen.fillStyle = SOFT;
      const said = words.gave(words.names[exchange.giver] ?? '', words.names[exchange.taker] ?? '');
      pen.font = text(28, 'italic');
      pen.fillText(said, left + 30, y + NOTE / 2, 480);
      let x = left + 44 + Math.min(480, pen.measureText(said).width);
      card(pen, faces.get(exchange.card), x, y + NOTE / 2);
      x += 58;
      if (exchange.back) {
        pen.fillStyle = SOFT;
        pen.font = text(28, 'italic');
        pen.fillText(words.got, x, y + NOTE / 2);
        card(pen, faces.get(exchange.back), x + pen.measureText(words.got).width + 14, y + NOTE / 2);
      }
      pen.textAlign = 'center';
      y += NOTE;
      line(y, 'rgb(20 97 60 / 0.28)', 1.5);
    }
    pen.fillStyle = SOFT;
    pen.strokeStyle = SOFT;
    pen.lineWidth = 3;
    pen.font = title(36);
    pen.fillText(String(result.round), left + 50, y + ROW / 2);
    way(pen, left + 104, y + ROW / 2, result.direction);
    words.names.forEach((_, seat) => {
      pen.font = title(46);
      pen.fillStyle = seat === result.winner ? GOLD : INK;
      pen.fillText(String(result.points[seat] ?? 0), middle(seat), y + ROW / 2);
      if (seat === result.winner) crown(pen, middle(seat) - 48, y + ROW / 2);
      if (seat === result.loser) {
        pen.strokeStyle = RED;
        pen.beginPath();
        pen.ellipse(middle(seat), y + ROW / 2 - 3, 56, 37, -0.07, 0, 2 * Math.PI);
        pen.stroke();
      }
    });
    y += ROW;
    line(y, 'rgb(20 97 60 / 0.28)', 1.5);
  }
  pen.fillStyle = 'rgb(156 26 28 / 0.45)';
  pen.fillRect(left + FIRST, top, 2, bottom - top);
  line(y, INK, 4);
  pen.fillStyle = SOFT;
  fitted(pen, words.total, left + FIRST / 2, y + FOOT / 2, FIRST - 24, 34, title);
  const best = Math.min(...match.totals);
  words.names.forEach((_, seat) => {
    const total = match.totals[seat] ?? 0;
    pen.font = title(60);
    pen.fillStyle = total === best ? GOLD : INK;
    pen.fillText(String(total), middle(seat), y + FOOT / 2);
    if (total === best) for (const down of [36, 44]) pen.fillRect(middle(seat) - 40, y + FOOT / 2 + down, 80, 4);
  });
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png'),
  );
}
