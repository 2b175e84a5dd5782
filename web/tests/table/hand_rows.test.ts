import { expect, test } from 'vitest';
import { evenRows, groupedRows, stepOf, type Row, type Space } from '../../src/table/hand/hand_rows.js';

const PHONE: Space = { width: 389, apart: 6, target: 44 };
const WIDE: Space = { width: 804, apart: 16, target: 44 };
const lengthOf = (row: Row) => row.flat().length;

/** All ways to share groups out, one after the other: what is looked for, by the longest way to it. */
function plainly(rows: number, groups: readonly number[], alone: number, space: Space): Row[] {
  const several = alone ? groups.slice(0, -1) : groups;
  let best: { rows: Row[]; costs: number[] } | null = null;
  for (let way = 0; way < rows ** Math.max(0, several.length - 1); way++) {
    const chosen = several.map((_, at) => (at ? Math.floor(way / rows ** (several.length - 1 - at)) % rows : 0));
    const found = laid(rows, several, chosen, alone);
    const costs = [
      Math.max(0, space.target - stepOf(found, space)),
      Math.max(...found.map(lengthOf)),
      found.flat().length,
      found.reduce((sum, row) => sum + lengthOf(row) ** 2, 0),
      chosen.filter((row, at) => row < (chosen[at - 1] ?? 0)).length,
    ];
    const differs = costs.findIndex((cost, at) => cost !== best?.costs[at]);
    if (!best || (differs >= 0 && (costs[differs] ?? 0) < (best.costs[differs] ?? 0))) best = { rows: found, costs };
  }
  return best?.rows ?? evenRows(alone, rows);
}

function laid(rows: number, groups: readonly number[], chosen: readonly number[], alone: number): Row[] {
  const found = Array.from({ length: rows }, (): number[][] => []);
  let next = 0;
  const cards = (size: number) => Array.from({ length: size }, () => next++);
  groups.forEach((size, group) => found[chosen[group] ?? 0]?.push(cards(size)));
  const columns = Math.max(Math.ceil((next + alone) / rows), ...found.map(lengthOf));
  let left = alone;
  for (const row of found) {
    const filling = Math.min(left, columns - lengthOf(row));
    if (filling) row.push(cards(filling));
    left -= filling;
  }
  return found.filter((row) => row.length);
}

/** A hand of up to seventeen cards in groups, of which the last may be alone; the same ones in every run. */
function* hands(many: number): Generator<{ groups: number[]; alone: number }> {
  let seed = 7;
  const upTo = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * most) + 1;
  };
  while (many--) {
    let left = upTo(16) + 1;
    const largest = upTo(6);
    const alone = upTo(2) > 1 ? upTo(left) : 0;
    const groups = [];
    for (left -= alone; left > 0; left -= groups.at(-1) ?? 0) groups.push(Math.min(left, 1 + upTo(largest)));
    yield { groups: alone ? [...groups, alone] : groups, alone };
  }
}

test('of all ways to share groups out, the best one is found, without a look at each', () => {
  for (const { groups, alone } of hands(250))
    for (const rows of [1, 2, 3])
      for (const space of [PHONE, WIDE]) {
        const found = groupedRows(rows, groups, alone, space);
        expect(found, `${String(groups)}, ${alone} alone`).toEqual(plainly(rows, groups, alone, space));
      }
});
