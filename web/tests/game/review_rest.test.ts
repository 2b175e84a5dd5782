import { afterEach, expect, test } from 'vitest';
import { restMs } from '../../src/game/match_review.js';
import { pocket } from '../../src/pocket/pocket.svelte.js';

afterEach(() => {
  pocket.inUse = false;
});

test('a server is asked less and less often', () => {
  const rests = [0, 1, 20].map((asked) => restMs({ done: 1, rounds: 9 }, asked));
  expect(rests).toEqual([600, 720, 10_000]);
});

test('where a round is judged whenever somebody asks, nobody rests, but for weights that are still loaded', () => {
  pocket.inUse = true;
  expect(restMs({ done: 1, rounds: 9 }, 8)).toBe(0);
  expect(restMs({ done: 0, rounds: null }, 0)).toBe(600);
});
