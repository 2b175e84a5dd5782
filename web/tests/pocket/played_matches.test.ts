import { expect, test } from 'vitest';
import { matchesIn } from '../../src/pocket/played_matches.js';

const log = (...events: Record<string, unknown>[]) => events.map((one) => ({ body: JSON.stringify(one) }));
const acted = (seat: number, action: Record<string, unknown>) => ({ event: 'acted', seat, action });
const seated = [
  { event: 'opened', options: { seats: 3 } },
  { event: 'sat', seat: 0 },
  { event: 'bot_sat', seat: 1, bot: 'crane' },
  { event: 'bot_sat', seat: 2, bot: 'tiger' },
];

test('every match of a table is found, with who sat there then', () => {
  const found = matchesIn(
    log(
      ...seated,
      { event: 'started', match: 1, seed: 'a' },
      acted(0, { play: ['G1'] }),
      { event: 'said', text: 'Hello' },
      acted(1, { pass: true }),
      { event: 'bot_sat', seat: 2, bot: 'lantern' },
      { event: 'started', match: 2, seed: 'b' },
      acted(2, { play: ['R9'] }),
    ),
  );
  expect(found).toEqual([
    {
      options: { seats: 3 },
      bots: [null, 'crane', 'tiger'],
      seed: 'a',
      contributions: [],
      actions: [
        [0, { play: ['G1'] }],
        [1, { pass: true }],
      ],
    },
    {
      options: { seats: 3 },
      bots: [null, 'crane', 'lantern'],
      seed: 'b',
      contributions: [],
      actions: [[2, { play: ['R9'] }]],
    },
  ]);
});

test('a promise stands for a contribution that did not come; what was given up or never begun is none', () => {
  const [match, ...others] = matchesIn(
    log(
      ...seated,
      { event: 'started', match: 1, seed: 'gone' },
      acted(0, { pass: true }),
      { event: 'voided', reason: 'given_up' },
      { event: 'started', match: 2, seed: 'a', promises: ['p0', null, 'p2'] },
      { event: 'contributed', seat: 0, contribution: 'c0' },
      { event: 'shuffled', replaced: [2] },
      acted(0, { play: ['G1'] }),
      { event: 'started', match: 3, seed: 'b' },
    ),
  );
  expect(match?.contributions).toEqual(['c0', null, 'p2']);
  expect(others).toEqual([]);
});
