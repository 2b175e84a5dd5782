/** The sheet as a picture: paper, ink, rounds down and players across. */
import { m } from '../../paraglide/messages.js';
import { score, type Told } from '../scoring/scoring.js';
import { wonBy } from '../scoring/sheet_words.js';
import { dayText } from '../../app/language/format.js';

const WIDTH = 1080;
const MARGIN = 48;
const FIRST = 150;
const ROW = 74;
const HEAD = 150;
const ink = {
  paper: '#fbf4e2',
  text: '#2a1c14',
  soft: '#5d4d3d',
  line: '#b9d0c0',
  margin: '#d39a93',
  red: '#9c1a1c',
  gold: '#7a5200',
};
const serif = (size: number) => `${size}px 'Young Serif', Georgia, serif`;
const plain = (size: number) => `${size}px system-ui, sans-serif`;

/** Text that fits its column. */
function fitted(pen: CanvasRenderingContext2D, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && pen.measureText(`${letters.join('')}…`).width > width) letters.pop();
  return `${letters.join('')}…`;
}

function line(
  pen: CanvasRenderingContext2D,
  colour: string,
  thickness: number,
  ...[x, y, toX, toY]: [number, number, number, number]
): void {
  pen.strokeStyle = colour;
  pen.lineWidth = thickness;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(toX, toY);
  pen.stroke();
}

/** A PNG of the sheet. */
export async function pictureOf(told: Told, begun: number): Promise<Blob> {
  await document.fonts.load(serif(40));
  const { results, totals, winners } = score(told);
  const height = HEAD + ROW * (results.length + 2) + (winners.length ? 150 : 90);
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  const column = (WIDTH - 2 * MARGIN - FIRST) / told.names.length;
  const middle = (seat: number) => MARGIN + FIRST + column * (seat + 0.5);

  pen.fillStyle = ink.paper;
  pen.fillRect(0, 0, WIDTH, height);
  pen.textBaseline = 'middle';
  pen.fillStyle = ink.text;
  pen.font = serif(52);
  pen.fillText(m.app_name(), MARGIN, 76);
  pen.textAlign = 'right';
  pen.font = plain(30);
  pen.fillStyle = ink.soft;
  pen.fillText(dayText(begun), WIDTH - MARGIN, 80);

  const write = (y: number, first: string, cells: string[], font: string, paint: (seat: number) => string) => {
    pen.textAlign = 'left';
    pen.font = plain(30);
    pen.fillStyle = ink.soft;
    pen.fillText(fitted(pen, first, FIRST - 20), MARGIN, y);
    pen.textAlign = 'center';
    pen.font = font;
    for (const [seat, cell] of cells.entries()) {
      pen.fillStyle = paint(seat);
      pen.fillText(fitted(pen, cell, column - 16), middle(seat), y);
    }
  };
  let y = HEAD + ROW / 2;
  write(y, '', told.names, serif(36), () => ink.text);
  for (const result of results) {
    line(pen, ink.line, 2, MARGIN, y + ROW / 2, WIDTH - MARGIN, y + ROW / 2);
    y += ROW;
    const cells = result.points.map(
      (points, seat) => `${seat === result.winner ? '★ ' : ''}${points}${result.barred.includes(seat) ? ' !' : ''}`,
    );
    write(y, `${result.round}  ${result.direction === 1 ? '↺' : '↻'}`, cells, serif(40), (seat) =>
      seat === result.winner ? ink.gold : ink.text,
    );
    pen.strokeStyle = ink.red;
    pen.lineWidth = 3;
    pen.beginPath();
    pen.ellipse(middle(result.loser), y, Math.min(58, column / 2 - 4), 28, -0.06, 0, 2 * Math.PI);
    pen.stroke();
  }
  line(pen, ink.text, 4, MARGIN, y + ROW / 2, WIDTH - MARGIN, y + ROW / 2);
  y += ROW;
  write(y, m.sheet_total(), totals.map(String), serif(52), (seat) =>
    totals[seat] === Math.min(...totals) ? ink.gold : ink.text,
  );
  line(pen, ink.margin, 2, MARGIN + FIRST - 10, HEAD, MARGIN + FIRST - 10, y + ROW / 2);
  if (winners.length) {
    pen.font = serif(44);
    pen.fillStyle = ink.text;
    pen.textAlign = 'center';
    pen.fillText(fitted(pen, wonBy(winners, told.names, totals), WIDTH - 2 * MARGIN), WIDTH / 2, y + ROW + 20);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png'),
  );
}
