/** A row of a hand: what stands apart in it, as the places of cards in the sorted hand. */
export type Row = readonly (readonly number[])[];

export interface Space {
  width: number;
  /** Between what stands apart. */
  apart: number;
  /** From one card to the next, so that a finger hits each. */
  target: number;
}

/** What a row comes to: how many cards, in how many pieces that stand apart. */
interface Tally {
  cards: number;
  pieces: number;
}

const run = (from: number, length: number) => Array.from({ length }, (_, at) => from + at);
const tally = (row: Row): Tally => ({ cards: row.reduce((sum, group) => sum + group.length, 0), pieces: row.length });

/** From one card to the next, where all rows fit. */
export const stepOf = (rows: readonly Row[], space: Space): number => stepFor(rows.map(tally), space);

function stepFor(tallies: readonly Tally[], { width, apart }: Space): number {
  return Math.min(...tallies.map(({ cards, pieces }) => (width - apart * (pieces - 1)) / cards));
}

/** Rows of equal length; the last one may be shorter. */
export function evenRows(n: number, rows: number): Row[] {
  const columns = Math.ceil(n / rows);
  return run(0, Math.ceil(n / columns)).map((row) => [run(row * columns, Math.min(columns, n - row * columns))]);
}

/**
 * Rows between which no group is divided. Of all ways to share them out, the one that leaves a finger enough, has the
 * shortest rows, the fewest pieces, even rows, and keeps the groups' order. The last `alone` cards fill what is left.
 */
export function groupedRows(rows: number, groups: readonly number[], alone: number, space: Space): Row[] {
  const several = alone ? groups.slice(0, -1) : groups;
  const tallies = run(0, rows).map(() => tally([]));
  const chosen: number[] = [];
  const known = new Map<number, number>();
  let best: { chosen: readonly number[]; costs: readonly number[] } = { chosen: [], costs: [Infinity] };
  /** Tries all rows for the next group. What another way has come to already, at no more, need not be gone on with. */
  const go = (back: number): void => {
    const so = signature(tallies, chosen.at(-1));
    if ((known.get(so) ?? Infinity) <= back) return;
    known.set(so, back);
    const size = several[chosen.length];
    if (!size) {
      const costs = costsOf(filled(tallies, alone), back, space);
      if (lower(costs, best.costs)) best = { chosen: [...chosen], costs };
      return;
    }
    const before = chosen.at(-1);
    // The first group is in the first row.
    for (const [row, one] of (before === undefined ? tallies.slice(0, 1) : tallies).entries()) {
      one.cards += size;
      one.pieces += 1;
      chosen.push(row);
      go(back + (row < (before ?? 0) ? 1 : 0));
      chosen.pop();
      one.cards -= size;
      one.pieces -= 1;
    }
  };
  go(0);
  return shared(rows, several, best.chosen, alone);
}

/** A number that tells apart what the rest of a way depends on. */
const signature = (tallies: readonly Tally[], before = 0): number =>
  tallies.reduce((sum, { cards, pieces }) => sum * 1024 + cards * 32 + pieces, before);

/** What speaks against rows of which `back` groups come before one that was before them; what weighs most, first. */
function costsOf(tallies: readonly Tally[], back: number, space: Space): number[] {
  return [
    Math.max(0, space.target - stepFor(tallies, space)),
    Math.max(...tallies.map(({ cards }) => cards)),
    tallies.reduce((sum, { pieces }) => sum + pieces, 0),
    tallies.reduce((sum, { cards }) => sum + cards ** 2, 0),
    back,
  ];
}

/** The cards that are alone, where there is room. */
function filled(tallies: readonly Tally[], alone: number): Tally[] {
  const all = tallies.reduce((sum, { cards }) => sum + cards, alone);
  const columns = Math.max(Math.ceil(all / tallies.length), ...tallies.map(({ cards }) => cards));
  let left = alone;
  return tallies.map(({ cards, pieces }) => {
    const filling = Math.min(left, columns - cards);
    left -= filling;
    return { cards: cards + filling, pieces: pieces + (filling ? 1 : 0) };
  });
}

/** The groups in the rows chosen for them, and the cards that are alone where there is room. */
function shared(rows: number, groups: readonly number[], chosen: readonly number[], alone: number): Row[] {
  const found: number[][][] = run(0, rows).map(() => []);
  let at = 0;
  const add = (row: number, size: number) => {
    if (size) found[row]?.push(run(at, size));
    at += size;
  };
  groups.forEach((size, group) => add(chosen[group] ?? 0, size));
  const before = found.map(tally);
  filled(before, alone).forEach(({ cards }, row) => add(row, cards - (before[row]?.cards ?? 0)));
  return found.filter((row) => row.length);
}

/** Whether the first difference is in favour of `one`. */
function lower(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((cost, i) => cost !== other[i]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}
