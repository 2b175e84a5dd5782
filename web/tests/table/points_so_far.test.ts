import { expect, test } from 'vitest';
import { soFar } from '../../src/table/scores/points_so_far.js';
import type { MyDeals } from '../../src/wire/types.js';

const mine = (means: (number | null)[]): MyDeals => ({
  table: 'here',
  rounds: means.map((mean, at) => ({ number: at + 1, match: `m${at}`, points: at * 5, cost: null, mean })),
  through: false,
  counts: true,
  points: 0,
  cost: null,
  rank: null,
  percentile: null,
});

test('points add up, also while the server has not stored the round that is just over', () => {
  expect(soFar(mine([4, 6]), 'here', 3, 7)).toEqual({ points: 12, mean: null });
  expect(soFar(mine([4, 6, 2]), 'here', 3, 10)).toEqual({ points: 15, mean: 12 });
  expect(soFar(mine([4, null, 2]), 'here', 3, 10)?.mean).toBeNull();
});

test('nothing is told after the first round, of another table, or with a gap', () => {
  expect(soFar(mine([4]), 'here', 1, 0)).toBeNull();
  expect(soFar(mine([4, 6]), 'elsewhere', 3, 7)).toBeNull();
  expect(soFar(mine([4]), 'here', 3, 7)).toBeNull();
  expect(soFar(null, 'here', 3, 7)).toBeNull();
});
