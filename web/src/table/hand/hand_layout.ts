import { heights, pixels } from '../../style/breakpoints.js';
import { evenRows, groupedRows, stepOf, type Row } from './hand_rows.js';

/** How a hand lies: rows of whole cards on an upright screen, one overlapping fan on a wide one. */
export interface HandLayout {
  fan: boolean;
  rows: number;
  columns: number;
  /** The cards by their place in the sorted hand: in rows, groups may change places so that all have room. */
  order: readonly number[];
  /** Which card of that order begins each row. */
  starts: readonly number[];
  /** Width of a card, and from one card to the next. */
  card: number;
  step: number;
  /** Between rows; less than nothing where they overlap. */
  gap: number;
  /** How far each card of that order lies beside its regular place, so that groups stand apart. */
  shift: readonly number[];
}

const RATIO = 1.4;
/** As many as anybody holds: a fan is as high before and after an exchange. */
const FULL = 17;
const NARROW = 620;
/** From here on, a tablet stands upright: there is room for rows of whole cards. */
const TALL = 900;
/** Below this, a phone lies on its side. */
const LOW = pixels(heights.low);
const GAP = 8;
/** What a finger hits. */
const TARGET = 44;
/** Cards of rows that overlap, and the least of a card in a fan whose groups stand apart. */
const OVERLAPPING = 46;
const LEAST = 64;
/** How much of a card must be seen of each in a fan whose groups stand apart, and how far apart groups stand. */
const SEEN = 0.45;
const APART = 8;
/** In rows, where a phone has little to give. */
const APART_IN_ROWS = { phone: 6, tablet: 16 };
const FAR_APART = 20;

/**
 * The largest cards that fit: the fewer there are, the larger they get. `groups` are the sizes of what stands apart;
 * the last `alone` cards are no combination, and may stand in several rows.
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
  if ((width >= NARROW && !upright) || lying) {
    const fan = fanned(n, width, windowHeight, lying, groups);
    if (fan) return fan;
  }
  const phone = width < NARROW;
  const tall = Math.min(270, Math.max(134, windowHeight * (phone || upright ? 0.25 : 0.28)));
  let best: HandLayout | null = null;
  // Sixteen cards are twice eight on a phone; a third row comes where groups would leave a finger too little.
  for (const rows of phone || upright ? [1, 2, 3] : [1, 2]) {
    if (phone && rows > 2 && (!groups.length || !best || best.step >= TARGET)) break;
    const layout = inRows(n, width, rows, tall, upright ? 124 : 104, groups, alone);
    if (!best || (phone && rows > 2 ? reach(layout) >= TARGET : layout.card > best.card + 2)) best = layout;
  }
  return best as HandLayout;
}

/** What a finger can hit of each card. */
const reach = ({ step, card, gap }: HandLayout) => Math.min(step, card * RATIO + Math.min(0, gap));

function inRows(
  n: number,
  width: number,
  wanted: number,
  tall: number,
  most: number,
  groups: readonly number[],
  alone: number,
): HandLayout {
  const apart = width < NARROW ? APART_IN_ROWS.phone : APART_IN_ROWS.tablet;
  const space = { width, apart, target: TARGET };
  const rows: Row[] = groups.length ? groupedRows(wanted, groups, alone, space) : evenRows(n, wanted);
  const lengths = rows.map((row) => row.flat().length);
  const columns = Math.max(...lengths);
  const across = Math.floor(stepOf(rows, space) * 2) / 2;
  const whole = (tall - GAP * (rows.length - 1)) / rows.length / RATIO;
  const overlap = rows.length > 2 && whole < TARGET;
  const between = groups.length ? 1 : 3;
  const card = Math.min(across - between, overlap ? OVERLAPPING : whole, most);
  const step = Math.min(across, card + (groups.length ? 2 : 10));
  const gap = overlap ? (tall - card * RATIO) / (rows.length - 1) - card * RATIO : GAP;
  const order = rows.flat(2);
  const starts = lengths.map((_, row) => lengths.slice(0, row).reduce((sum, length) => sum + length, 0));
  const shift = groups.length ? shifts(rows, columns, step, width) : [];
  return { fan: false, rows: rows.length, columns, order, starts, card, step, gap, shift };
}

/** Each row lies in the middle, with the table seen between its groups. */
function shifts(rows: readonly Row[], columns: number, step: number, width: number): number[] {
  const room = rows.map((row) => (row.length > 1 ? (width - row.flat().length * step) / (row.length - 1) : Infinity));
  const apart = Math.min(FAR_APART, ...room);
  return rows.flatMap((row) => {
    const aside = ((columns - row.flat().length) * step - apart * (row.length - 1)) / 2;
    return row.flatMap((group, at) => group.map(() => aside + apart * at));
  });
}

/** Nothing where groups cannot stand apart with enough to be seen of each card, and rows can do it. */
function fanned(
  n: number,
  width: number,
  windowHeight: number,
  lying: boolean,
  groups: readonly number[],
): HandLayout | null {
  const largest = lying ? windowHeight / 6 : Math.min(132, Math.max(LEAST, (windowHeight * 0.2) / RATIO), width / 7);
  const borders = Math.max(0, groups.length - 1);
  const room = width - 16;
  const within = n - 1 - borders;
  // Where there is width, the cards of a group overlap so far that the table is seen between groups.
  const seen = (room - APART * borders) / (1 + borders + SEEN * within);
  const hit = lying ? Infinity : (room - APART * borders - TARGET * within) / (1 + borders);
  const clear = Math.min(largest, seen, hit);
  const apartAll = borders > 0 && clear >= (lying ? largest * 0.8 : LEAST);
  if (borders && !apartAll && !lying) return null;
  const card = apartAll ? clear : Math.min(largest, room / (1 + SEEN * (FULL - 1)));
  const crowded = apartAll || !borders ? 0 : Math.min(card * 0.3, ((room - card) * 0.25) / borders);
  const free = room - card - (apartAll ? card + APART : crowded) * borders;
  const steps = Math.max(1, apartAll ? within : n - 1);
  const step = n > 1 ? Math.min(card + (borders ? 0 : APART), free / steps) : card;
  const most = Math.max(card + APART - step, card * 0.3);
  const apart = apartAll ? Math.min(most, (room - card - step * (n - 1)) / borders) : crowded;
  const shift = groups.flatMap((size, at) => Array.from({ length: size }, () => apart * (at - borders / 2)));
  const order = Array.from({ length: n }, (_, at) => at);
  return { fan: true, rows: 1, columns: n, order, starts: [0], card, step, gap: 0, shift };
}
