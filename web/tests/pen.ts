/** A canvas that writes down what is drawn on it, as far as tests ask. Letters are ten pixels wide. */
import { vi } from 'vitest';

export interface Drawn {
  width: number;
  height: number;
  texts: { text: string; x: number; y: number; font: string; fill: string }[];
  ellipses: { x: number; y: number }[];
}

/** Runs something that draws, and returns what it drew. */
export async function drawnBy(draw: () => Promise<unknown>): Promise<Drawn> {
  const drawn: Drawn = { width: 0, height: 0, texts: [], ellipses: [] };
  const pen: Record<string, unknown> = {
    font: '',
    fillStyle: '',
    measureText: (text: string) => ({ width: text.length * 10 }),
    fillText: (text: string, x: number, y: number) =>
      drawn.texts.push({ text, x, y, font: String(pen['font']), fill: String(pen['fillStyle']) }),
    ellipse: (x: number, y: number) => drawn.ellipses.push({ x, y }),
    createRadialGradient: () => ({ addColorStop: () => undefined }),
  };
  const nothing = () => undefined;
  const context = new Proxy(pen, { get: (target, key: string) => target[key] ?? nothing });
  const canvas = { getContext: () => context, toBlob: (done: (blob: Blob) => void) => done(new Blob(['picture'])) };
  const made = Object.defineProperties(canvas, {
    width: { get: () => drawn.width, set: (width: number) => (drawn.width = width) },
    height: { get: () => drawn.height, set: (height: number) => (drawn.height = height) },
  });
  vi.stubGlobal('document', Object.assign(document, { createElement: () => made }));
  await draw();
  return drawn;
}
