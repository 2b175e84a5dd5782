import { expect, test } from 'vitest';
import { framesOf } from '../../src/pages/replay/player/frames.js';
import type { PlayerLine, Replay } from '../../src/wire/types.js';
import { result } from '../table/scenery.js';

const step = { turn: null, table_kind: null, table_by: null, passed: [], called: [], barred: [] };
const unknown = { total: null, place: null, won: null, finished: null, rounds: null, rounds_won: null, gangs: null };
const player = (seat: number): PlayerLine => ({
  ...unknown,
  seat,
  person: `p${seat}`,
  name: `p${seat}`,
  bot: null,
  karma: null,
  rating_before: null,
  rating_after: null,
  avatar: '',
});
const replay: Replay = {
  match: {
    id: 'm',
    table: 't',
    number: 1,
    state: 'over',
    rated: false,
    seats: 2,
    edition: 'official',
    clock: 'none',
    due_at: null,
    round: 1,
    started_at: 0,
    ended_at: 1,
    carried: false,
    players: [player(0), player(1)],
  },
  seed: 's',
  commitment: 'c',
  winners: [0],
  deal: null,
  rounds: [
    {
      round: 1,
      direction: 1,
      dealer: 0,
      hands: ['G3 RD', 'Y3'],
      dead: '',
      result: result({ totals: [0, 1] }),
      steps: [
        {
          ...step,
          events: [{ type: 'played', seat: 0, cards: ['G3'], kind: 'single', call: false, lead: true }],
          hands: ['RD', null],
          table: 'G3',
        },
        { ...step, events: [{ type: 'passed', seat: 1 }], hands: [null, null], table: 'G3' },
        {
          ...step,
          events: [{ type: 'played', seat: 0, cards: ['RD'], kind: 'single', call: false, lead: true }],
          hands: ['', null],
          table: 'RD',
        },
      ],
    },
  ],
};
const frames = framesOf(replay);

test('the deal, then a frame for each step', () => {
  expect(frames.map((frame) => frame.facts[0]?.type)).toEqual(['dealt', 'played', 'passed', 'played']);
});

test('whoever led to the first trick is to move when the cards are dealt', () => {
  expect(frames[0]?.table.match.turn).toBe(0);
});

test('hands change only where the server says so', () => {
  expect(frames.map((frame) => frame.table.match.counts)).toEqual([
    [2, 1],
    [1, 1],
    [1, 1],
    [0, 1],
  ]);
});

test('a lead begins a trick', () => {
  expect(frames.map((frame) => frame.trick)).toEqual([0, 1, 1, 2]);
  expect(frames[2]?.table.match.trick).toHaveLength(2);
  expect(frames[3]?.table.match.trick).toHaveLength(1);
});

test('the last frame has the result and the winners', () => {
  expect(frames[2]?.table.match).toMatchObject({ results: [], winners: [], totals: [0, 0] });
  expect(frames[3]?.table.match).toMatchObject({ winners: [0], totals: [0, 1], phase: 'match_over' });
});
