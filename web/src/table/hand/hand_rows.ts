/** A row of a hand: what stands apart in it, as the places of cards in the sorted hand. */
export type Row = readonly (readonly number[])[];

export interface Space {
  width: number;
  /** Between what stands apart. */
  apart: number;
  /** From one card to the next, so that a finger hits each. */
  target: number;
}

const run = (from: number, length: number) => Array.from({ length }, (_, at) => from + at);
const lengthOf = (row: Row) => row.reduce((sum, group) => sum + group.length, 0);

/** From one card to the next, where all rows fit. */
export function stepOf(rows: readonly Row[], { width, apart }: Space): number {
  return Math.min(...rows.map((row) => (width - apart * (row.length - 1)) / lengthOf(row)));
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
  let best: { rows: Row[]; costs: readonly number[] } | null = null;
  // The first group is in the first row: as digits, a way says in which rows the others are.
  for (let way = 0; way < rows ** Math.max(0, several.length - 1); way++) {
    const chosen = several.map((_, at) => (at ? Math.floor(way / rows ** (several.length - 1 - at)) % rows : 0));
    const found = shared(rows, several, chosen, alone);
    const costs = [
      Math.max(0, space.target - stepOf(found, space)),
      Math.max(...found.map(lengthOf)),
      found.reduce((sum, row) => sum + row.length, 0),
      found.reduce((sum, row) => sum + lengthOf(row) ** 2, 0),
      chosen.filter((row, at) => row < (chosen[at - 1] ?? 0)).length,
    ];
    if (!best || lower(costs, best.costs)) best = { rows: found, costs };
  }
  return best?.rows ?? evenRows(alone, rows);
}

/** The groups in the rows chosen for them, and the cards that are alone where there is room. */
function shared(rows: number, groups: readonly number[], chosen: readonly number[], alone: number): Row[] {
  const found: number[][][] = run(0, rows).map(() => []);
  let at = 0;
  groups.forEach((size, group) => {
    found[chosen[group] ?? 0]?.push(run(at, size));
    at += size;
  });
  const columns = Math.max(Math.ceil((at + alone) / rows), ...found.map(lengthOf));
  let left = alone;
  for (const row of found) {
    const filling = Math.min(left, columns - lengthOf(row));
    if (filling) row.push(run(at, filling));
    at += filling;
    left -= filling;
  }
  return found.filter((row) => row.length);
}

/** Whether the first difference is in favour of `one`. */
function lower(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((cost, i) => cost !== other[i]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}
