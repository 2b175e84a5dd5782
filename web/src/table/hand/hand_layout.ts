import { heights, pixels } from '../../style/breakpoints.js';

/** How a hand lies: rows of whole cards on an upright screen, one overlapping fan on a wide one. */
export interface HandLayout {
  fan: boolean;
  rows: number;
  columns: number;
  /** Which card begins each row. */
  starts: readonly number[];
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
/** How much longer than the others a row may be, so that none breaks within a group. */
const LONGER = 2;
/** How much of a card must be seen of each in a fan whose groups stand apart, and how far apart they stand. */
const SEEN = 0.45;
const APART = 8;

/**
 * The largest cards that fit: the fewer there are, the larger they get. `groups` are the sizes of what stands apart;
 * the last `alone` cards are no combination, and may stand in two rows.
 */
export function handLayout(
  count: number,
  width: number,
  windowHeight: number,
  groups: readonly number[] = [],
  alone = 0,
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
    const starts = begun(n, rows, groups, alone);
    const columns = Math.max(...starts.map((start, row) => (starts[row + 1] ?? n) - start));
    const across = Math.floor((width / columns) * 2) / 2;
    const down = (tall - gap * (rows - 1)) / rows / RATIO;
    const card = Math.min(across - 3, down, upright ? 124 : 104);
    const step = Math.min(across, card + 10);
    const shift = together(groups, starts, columns, step);
    if (!best || card > best.card + 2)
      best = { fan: false, rows: starts.length, columns, starts, card, step, gap, shift };
  }
  return best as HandLayout;
}

function fanned(n: number, width: number, windowHeight: number, lying: boolean, groups: readonly number[]): HandLayout {
  const card = lying ? windowHeight / 6 : Math.min(132, Math.max(64, (windowHeight * 0.2) / RATIO), width / 7);
  const borders = Math.max(0, groups.length - 1);
  const room = width - card - 16;
  // Where there is width, the cards of a group overlap so far that the table is seen between groups.
  const within = borders && n - 1 > borders ? (room - (card + APART) * borders) / (n - 1 - borders) : 0;
  const clear = within >= card * SEEN;
  const crowded = borders ? Math.min(card * 0.3, (room * 0.25) / borders) : 0;
  const most = card + (borders ? 0 : APART);
  const step = n > 1 ? Math.min(most, clear ? within : (room - crowded * borders) / (n - 1)) : card;
  const apart = clear ? Math.max(crowded, card + APART - step) : crowded;
  const shift = groups.flatMap((size, at) => Array.from({ length: size }, () => apart * (at - borders / 2)));
  return { fan: true, rows: 1, columns: n, starts: [0], card, step, gap: 0, shift };
}

/** Where rows begin: of equal length, unless a border between groups is near. */
function begun(n: number, rows: number, groups: readonly number[], alone: number): number[] {
  const borders: number[] = [];
  let at = 0;
  for (const size of groups) borders.push((at += size));
  const free = (card: number) => !groups.length || card > n - alone || borders.includes(card);
  const even = Math.ceil(n / rows);
  const starts = [0];
  for (let row = 1; row < rows; row++) {
    const wanted = Math.min(row * even, n);
    const near = [0, 1, -1, 2, -2].filter((off) => Math.abs(off) <= LONGER).map((off) => wanted + off);
    const found = near.find((card) => free(card) && card < n && card > (starts.at(-1) ?? 0)) ?? wanted;
    if (found < n) starts.push(found);
  }
  return starts;
}

/** The cards of a group move towards its middle, row by row; a shorter row is spread over the width of the others. */
function together(groups: readonly number[], starts: readonly number[], columns: number, step: number): number[] {
  const shift: number[] = [];
  const rowOf = (card: number) => starts.findLastIndex((start) => start <= card);
  for (const size of groups) {
    for (let left = size; left > 0;) {
      const end = starts[rowOf(shift.length) + 1] ?? Infinity;
      const run = Math.min(left, end - shift.length);
      for (let i = 0; i < run; i++) shift.push(((run - 1) / 2 - i) * TOGETHER);
      left -= run;
    }
  }
  const all = groups.reduce((sum, size) => sum + size, 0);
  return shift.map((by, card) => {
    const [row, last] = [rowOf(card), starts.length - 1];
    const length = (starts[row + 1] ?? all) - (starts[row] ?? 0);
    // Of equal rows the last one may be a card short: it begins where the others do.
    return row === last && columns - length < 2 ? by : by + ((columns - length) * step) / 2;
  });
}
