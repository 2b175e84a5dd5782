import { beforeEach, expect, test, vi } from 'vitest';
import { sha256 } from '../../src/wire/sha256.js';
import { Contribution } from '../../src/table/live/contribution.js';
import { keep, kept } from '../../src/wire/promised_contribution.js';
import type { Do, Public } from '../../src/wire/types.js';
import { publicTable } from './scenery.js';

const waiting = (promise: string | null): Public => ({ ...publicTable(), phase: 'waiting', promises: [promise, null] });
const dealing = (promise: string): Public => ({
  ...publicTable(),
  phase: 'dealing',
  deal: { commitment: '', promises: [promise, null], contributions: [null, null], replaced: [], seed: null },
});

let asked: Do['ask'][];
const hand = (): Contribution => new Contribution('t', (ask) => Promise.resolve(asked.push(ask)));

beforeEach(() => {
  asked = [];
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

test('a number is promised once, kept over a reload, and told when the match begins', () => {
  const one = hand();
  one.see(waiting(null), 0);
  one.see(waiting(null), 0);
  expect(asked).toHaveLength(1);
  const [promise] = asked as [{ do: 'promise'; promise: string }];
  const reloaded = hand();
  reloaded.see(waiting(promise.promise), 0);
  expect(asked).toHaveLength(1);
  reloaded.see(dealing(promise.promise), 0);
  const told = asked[1] as { do: 'contribute'; contribution: string };
  expect(told.do).toBe('contribute');
  expect(sha256(told.contribution)).toBe(promise.promise);
});

test('what another browser promised is not told, and spectators have no hand in it', () => {
  hand().see(waiting(null), null);
  hand().see(dealing('0'.repeat(64)), 0);
  expect(asked).toHaveLength(0);
});

test('two browsers of one person do not outbid each other for ever', () => {
  const one = hand();
  one.see(waiting('0'.repeat(64)), 0);
  expect(asked).toHaveLength(1);
  one.see(waiting('1'.repeat(64)), 0);
  one.see(waiting('2'.repeat(64)), 0);
  expect(asked).toHaveLength(1);
  one.see({ ...publicTable(), phase: 'playing' }, 0);
  one.see(waiting(null), 0);
  expect(asked).toHaveLength(2);
});

test('what was promised with the wish for a quick match is told at its table', () => {
  keep('t', 'f'.repeat(64));
  hand().see(dealing(sha256('f'.repeat(64))), 0);
  expect(asked).toEqual([{ do: 'contribute', contribution: 'f'.repeat(64) }]);
});

test('only the last promises are kept', () => {
  for (let table = 0; table < 30; table++) keep(`${table}`, `${table}`);
  keep('29', 'anew');
  expect(['0', '9', '10', '29'].map(kept)).toEqual(['', '', '10', 'anew']);
});
