import { afterEach, expect, test, vi } from 'vitest';
import { costliestOf, reviewOf } from '../../src/game/match_review.js';
import type { MarkedDecision } from '../../src/wire/types.js';

const fetched = globalThis.fetch;

const marked = (seat: number, cost: number, mark: MarkedDecision['mark'] = 'doubtful'): MarkedDecision => ({
  round: 1,
  move: 0,
  seat,
  played: {},
  best: {},
  best_kind: null,
  cost,
  for_match: false,
  mark,
  reasons: [],
});

afterEach(() => {
  vi.useRealTimers();
  vi.stubGlobal('fetch', fetched);
});

test('at most three moves are the costliest, mistakes first, and as many as there are', () => {
  const all = [marked(0, 2), marked(1, 9), marked(0, 1, 'mistake'), marked(0, 5), marked(0, 3)];
  expect(costliestOf(all, 0).map((one) => one.cost)).toEqual([1, 5, 3]);
  expect(costliestOf(all, 1)).toHaveLength(1);
  expect(costliestOf(all, 2)).toEqual([]);
});

test('a review is asked for until it is there, or nobody wants it any more', async () => {
  vi.useFakeTimers();
  const review = { rounds: 1, seats: [], marked: [marked(0, 2)], turning_points: [] };
  // The server itself is played: modules are shared by all tests, so one that another test has loaded keeps its parts.
  const answers = [{ done: 0, rounds: null }, { done: 1, rounds: 2 }, review];
  const answered = { ok: true, status: 200, json: () => Promise.resolve(answers.shift()) };
  const asked = vi.fn((_path: string) => Promise.resolve(answered));
  vi.stubGlobal('fetch', asked);
  const told: number[] = [];
  const found = reviewOf(
    'a match',
    () => true,
    ({ done }) => told.push(done),
  );
  await vi.runAllTimersAsync();
  expect(await found).toEqual(review);
  expect(told).toEqual([0, 1]);
  expect(asked.mock.calls.map(([path]) => path)).toEqual(Array(3).fill('/api/matches/a%20match/review'));
  expect(await reviewOf('another', () => false)).toBeNull();
  expect(asked).toHaveBeenCalledTimes(3);
});
