import { heights, pixels } from '../../style/breakpoints.js';

/** How a hand lies: rows of whole cards on an upright screen, one overlapping fan on a wide one. */
export interface HandLayout {
  fan: boolean;
  rows: number;
  columns: number;
  /** Width of a card, and from one card to the next. */
  card: number;
  step: number;
  gap: number;
}

const RATIO = 1.4;
const NARROW = 620;
/** From here on, a tablet stands upright: there is room for rows of whole cards. */
const TALL = 900;
/** Below this, a phone lies on its side. */
const LOW = pixels(heights.low);

/** The largest cards that fit: the fewer there are, the larger they get. */
export function handLayout(count: number, width: number, windowHeight: number): HandLayout {
  const n = Math.max(1, count);
  const lying = windowHeight < LOW && width > windowHeight;
  const upright = windowHeight >= TALL && windowHeight > width * 1.2;
  if ((width >= NARROW && !upright) || lying) {
    const card = lying ? windowHeight / 6 : Math.min(132, Math.max(64, (windowHeight * 0.2) / RATIO), width / 7);
    const step = n > 1 ? Math.min(card + 8, (width - card - 16) / (n - 1)) : card;
    return { fan: true, rows: 1, columns: n, card, step, gap: 0 };
  }
  const gap = 8;
  const tall = Math.min(270, Math.max(134, windowHeight * 0.25));
  let best: HandLayout | null = null;
  for (const rows of [1, 2, 3]) {
    const columns = Math.ceil(n / rows);
    const across = Math.floor((width / columns) * 2) / 2;
    const down = (tall - gap * (rows - 1)) / rows / RATIO;
    const card = Math.min(across - 3, down, upright ? 124 : 104);
    const step = Math.min(across, card + 10);
    if (!best || card > best.card + 2) best = { fan: false, rows, columns, card, step, gap };
  }
  return best as HandLayout;
}
