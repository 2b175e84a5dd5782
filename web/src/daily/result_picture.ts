import type { DealtRound } from '../wire/types.js';
import { markOf, type Mark } from './marks.js';

/** What the picture of a result says, in the reader's language. */
export interface ResultWords {
  title: string;
  name: string;
  cost: string;
  points: string;
}

const [WIDTH, HEIGHT] = [1080, 620];
const COLOURS: Record<Mark, string> = { best: '#e8b33c', good: '#2e8b57', fair: '#c98a1b', poor: '#b3282a' };
const font = (size: number): string => `400 ${size}px 'Young Serif', Georgia, serif`;

function star(pen: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  pen.beginPath();
  for (let point = 0; point < 10; point += 1) {
    const far = point % 2 ? size * 0.45 : size;
    const angle = (point * Math.PI) / 5 - Math.PI / 2;
    pen.lineTo(x + far * Math.cos(angle), y + far * Math.sin(angle));
  }
  pen.closePath();
  pen.fill();
}

/** A round's mark, by form and colour. */
function drawMark(pen: CanvasRenderingContext2D, mark: Mark | null, x: number, y: number): void {
  pen.fillStyle = pen.strokeStyle = mark ? COLOURS[mark] : '#b9a98a';
  pen.lineWidth = 14;
  if (mark === 'best') return star(pen, x, y, 70);
  pen.beginPath();
  pen.arc(x, y, 54, 0, 2 * Math.PI);
  pen.stroke();
  if (mark === 'good') pen.fill();
  if (mark !== 'fair') return;
  pen.beginPath();
  pen.arc(x, y, 54, -Math.PI / 2, Math.PI / 2);
  pen.fill();
}

/** Draws a result without any card: a mark for each round, what they cost, the points. */
export async function resultPicture(rounds: readonly DealtRound[], words: ResultWords): Promise<Blob> {
  await document.fonts.load(font(40), 'A1').catch(() => []);
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no picture can be drawn here');
  const lamp = pen.createRadialGradient(WIDTH / 2, 220, 60, WIDTH / 2, 220, 800);
  lamp.addColorStop(0, '#1a5a50');
  lamp.addColorStop(1, '#071f1d');
  pen.fillStyle = lamp;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = '#ffd778';
  pen.font = font(64);
  pen.fillText(words.title, WIDTH / 2, 84, WIDTH - 120);
  pen.fillStyle = '#fbf4e2';
  pen.beginPath();
  pen.roundRect(60, 150, WIDTH - 120, HEIGHT - 210, 18);
  pen.fill();
  pen.fillStyle = '#5d4d3d';
  pen.font = font(40);
  pen.fillText(words.name, WIDTH / 2, 206, WIDTH - 200);
  const step = (WIDTH - 240) / Math.max(1, rounds.length);
  rounds.forEach((round, at) => drawMark(pen, markOf(round.cost), 120 + (at + 0.5) * step, 326));
  pen.fillStyle = '#2a1c14';
  pen.font = font(56);
  pen.fillText(words.cost, WIDTH / 2, 450, WIDTH - 200);
  pen.fillStyle = '#5d4d3d';
  pen.font = font(36);
  pen.fillText(words.points, WIDTH / 2, 516, WIDTH - 200);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png'),
  );
}
