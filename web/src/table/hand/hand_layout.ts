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
  /** How far each card lies beside its regular place, so that groups stand apart. */
  shift: readonly number[];
}

const RATIO = 1.4;
const NARROW = 620;
/** From here on, a tablet stands upright: there is room for rows of whole cards. */
const TALL = 900;
/** Below this, a phone lies on its side. */
const LOW = pixels(heights.low);
/** How far the cards of a group move together where there is no room between groups. */
const TOGETHER = 6;

/** The largest cards that fit: the fewer there are, the larger they get. `groups` are the sizes of what is apart. */
export function handLayout(
  count: number,
  width: number,
  windowHeight: number,
  groups: readonly number[] = [],
): HandLayout {
  const n = Math.max(1, count);
  const lying = windowHeight < LOW && width > windowHeight;
  const upright = windowHeight >= TALL && windowHeight > width * 1.2;
  if ((width >= NARROW && !upright) || lying) return fanned(n, width, windowHeight, lying, groups);
  const gap = 8;
  const tall = Math.min(270, Math.max(134, windowHeight * 0.25));
  let best: HandLayout | null = null;
  // A phone has two rows at most: a hand of sixteen is twice eight.
  for (const rows of width >= NARROW ? [1, 2, 3] : [1, 2]) {
    const columns = Math.ceil(n / rows);
    const across = Math.floor((width / columns) * 2) / 2;
    const down = (tall - gap * (rows - 1)) / rows / RATIO;
    const card = Math.min(across - 3, down, upright ? 124 : 104);
    const step = Math.min(across, card + 10);
    const shift = together(groups, columns);
    if (!best || card > best.card + 2) best = { fan: false, rows, columns, card, step, gap, shift };
  }
  return best as HandLayout;
}

function fanned(n: number, width: number, windowHeight: number, lying: boolean, groups: readonly number[]): HandLayout {
  const card = lying ? windowHeight / 6 : Math.min(132, Math.max(64, (windowHeight * 0.2) / RATIO), width / 7);
  const borders = Math.max(0, groups.length - 1);
  const room = width - card - 16;
  const apart = borders ? Math.min(card * 0.3, (room * 0.25) / borders) : 0;
  const step = n > 1 ? Math.min(card + 8, (room - apart * borders) / (n - 1)) : card;
  const shift = groups.flatMap((size, at) => Array.from({ length: size }, () => apart * (at - borders / 2)));
  return { fan: true, rows: 1, columns: n, card, step, gap: 0, shift };
}

/** The cards of a group move towards its middle, row by row: what is between groups grows without any room. */
function together(groups: readonly number[], columns: number): number[] {
  const shift: number[] = [];
  for (const size of groups) {
    for (let left = size; left > 0;) {
      const run = Math.min(left, columns - (shift.length % columns));
      for (let i = 0; i < run; i++) shift.push(((run - 1) / 2 - i) * TOGETHER);
      left -= run;
    }
  }
  return shift;
}
