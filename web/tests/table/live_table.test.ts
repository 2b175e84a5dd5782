import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sentenceOf } from '../../src/game/sentences.js';
import { announce } from '../../src/table/live/announce.js';
import { comingAndGoingTexts } from '../../src/table/live/comings_and_goings.js';
import { clockText } from '../../src/table/live/clock.svelte.js';
import { attention } from '../../src/app/signals/attention.js';
import { dealMs, dealtNow, restAfter } from '../../src/table/live/pace.js';
import { connection } from '../../src/wire/connection.svelte.js';
import type { MatchView, Own } from '../../src/wire/types.js';
import { speech } from '../../src/app/speech.svelte.js';
import { match, own, publicTable, result, tableOn, TestLine } from './scenery.js';

const played = { type: 'played', seat: 1, cards: ['G5'], kind: 'single', call: false, lead: true };

function open() {
  const line = new TestLine();
  const { table } = tableOn(line);
  line.show();
  return { line, table };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a followed table', () => {
  test('asks to watch it, and takes the whole state', () => {
    const { line, table } = open();
    expect(line.asked[0]).toMatchObject({ type: 'watch', table: 't', seq: 0 });
    expect(table.code).toBe('ABCDE');
    expect(table.match.version).toBe(7);
  });

  test('a change leaves what it does not name as it was', async () => {
    const { line, table } = open();
    line.tell('update', { table: 't', seq: 2, events: [], public: { seq: 2, match: { turn: 3 } } });
    await vi.advanceTimersByTimeAsync(0);
    expect(table.shown.match).toMatchObject({ turn: 3, round: 1, totals: [0, 0, 0, 0] });
    expect(table.own?.hand).toHaveLength(5);
  });

  test('hears how many watch now', () => {
    const { line, table } = open();
    line.tell('watching', { table: 'elsewhere', watching: 5 });
    expect(table.watching).toBe(0);
    line.tell('watching', { table: 't', watching: 2 });
    expect(table.watching).toBe(2);
  });

  test('plays are shown one after the other', async () => {
    const { line, table } = open();
    for (const seq of [2, 3]) {
      const what = { ...played, seat: seq };
      line.tell('update', { table: 't', seq, events: [{ seq, what }], public: { seq, match: { turn: seq } } });
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(table.match.turn).toBe(2);
    await vi.advanceTimersByTimeAsync(330);
    expect(table.match.turn).toBe(3);
  });

  test('the play that ends a round stays in sight before the sheet comes', async () => {
    const { line, table } = open();
    const ended = { type: 'round_ended', ...result() };
    const after = { seq: 2, phase: 'between', match: { results: [result()] } };
    const events = [played, ended].map((what) => ({ seq: 2, what }));
    line.tell('update', { table: 't', seq: 2, events, public: after, own: own({ plays: {} }) });
    await vi.advanceTimersByTimeAsync(1);
    expect(table.lingering).toBe(true);
    expect(table.match).toMatchObject({ table: ['G5'], table_by: 1, turn: null });
    expect(table.match.counts[1]).toBe(0);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(table.lingering).toBe(false);
    expect(table.shown.phase).toBe('between');
    expect(table.counts).toEqual(result().left);
  });

  test.each(['moves', 'skips'])('whoever %s does not wait until what was shown has been looked at', async (does) => {
    const { line, table } = open();
    const given = { type: 'card_given', seat: 1, to: 0, card: 'RD' };
    line.tell('update', { table: 't', seq: 2, events: [{ seq: 2, what: given }], public: { seq: 2 } });
    await vi.advanceTimersByTimeAsync(10);
    const mine = { seq: 3, what: { ...played, seat: 0 } };
    const laid = { table: 't', seq: 3, events: [mine], public: { seq: 3, match: { turn: 1 } } };
    if (does === 'moves') void table.do({ do: 'play', cards: ['G5'], version: 7 });
    else table.goOn();
    line.tell('update', laid);
    await vi.advanceTimersByTimeAsync(0);
    expect(table.match.turn).toBe(1);
  });

  test('a deal is one when the cards are there, not when they are promised', () => {
    const over = publicTable({ phase: 'dealing' });
    expect(dealtNow([{ type: 'started', match: 2 }], over)).toBe(false);
    expect(dealtNow([{ type: 'shuffled', replaced: [] }], publicTable())).toBe(true);
    expect(dealtNow([{ type: 'round_began' }], publicTable())).toBe(true);
  });

  test('first the deal, then the card of who lost, and only then the answer to it', () => {
    const exchange = { giver: 2, taker: 1, card: 'RD', back: null };
    const began = (over: object) => restAfter([{ type: 'round_began' }], publicTable({ match: match(over) }));
    expect(began({})).toBe(dealMs(4, null));
    expect(began({ exchange })).toBeGreaterThan(dealMs(4, null) + 500);
  });

  test('what is said is heard at once', async () => {
    const { line, table } = open();
    const what = { type: 'said', person: 'Bo', name: 'Bo', text: 'hello' };
    line.tell('update', { table: 't', seq: 2, events: [{ seq: 2, what }], public: { seq: 2 } });
    await vi.advanceTimersByTimeAsync(0);
    expect(table.chat).toMatchObject([{ seq: 2, name: 'Bo', text: 'hello', phrase: null }]);
  });
});

describe('announcements', () => {
  const table = publicTable();

  test('who else goes and comes back is told, also before a match; nobody is told of themselves', () => {
    const waits = publicTable({ phase: 'waiting', match: null });
    const facts = [0, 2].flatMap((seat) => [
      { type: 'dropped' as const, seat },
      { type: 'back' as const, seat },
    ]);
    connection.me = { id: 'Ada', name: 'Ada', kind: 'guest', karma: 50, rating: 1500, avatar: '' };
    const told = comingAndGoingTexts({ facts, before: waits, after: waits, own: null });
    connection.me = null;
    expect(told).toEqual(['Bo has lost their connection.', 'Bo is back.']);
    const gone = { ...waits, seats: waits.seats.map((one) => ({ ...one, stand_in: 'sparrow' })) };
    const dropped = [{ type: 'dropped' as const, seat: 2 }];
    expect(comingAndGoingTexts({ facts: dropped, before: gone, after: gone, own: null })).toEqual([]);
  });

  test('a fact as a sentence', () => {
    expect(sentenceOf({ ...played, type: 'played' }, table, 0)).toContain('Green 5');
    expect(sentenceOf({ type: 'passed', seat: 0 }, table, 0)).toBe('You pass.');
    expect(sentenceOf({ type: 'passed', seat: 2 }, table, 0)).toBe('Bo passes.');
    expect(sentenceOf({ type: 'paused' }, table, 0)).not.toBe('');
    expect(sentenceOf({ type: 'recovered' }, table, 0)).toBe('');
    const ended = sentenceOf({ ...result(), type: 'round_ended' }, table, 0);
    expect(ended).toContain('18 points');
  });

  test('whose turn it is wants the window looked at, until it is over', () => {
    const { table: live } = open();
    const want = vi.spyOn(attention, 'want');
    const before = publicTable({ match: match({ turn: 1 }) });
    announce(live, { facts: [], before, after: publicTable(), own: own() });
    expect(want).toHaveBeenLastCalledWith('Your turn');
    announce(live, { facts: [], before: publicTable(), after: before, own: own() });
    expect(want).toHaveBeenLastCalledWith('');
  });
});

test('what is asked at one’s turn is said: a card to give, a duty to block, what lies there, a lead', () => {
  const { table: live } = open();
  const said = (now: Partial<MatchView>, mine: Partial<Own> = {}) => {
    const before = publicTable({ match: match({ turn: 1 }) });
    announce(live, { facts: [], before, after: publicTable({ match: match(now) }), own: own(mine) });
    return speech.urgent;
  };
  const exchange = { giver: 1, taker: 0, card: 'RD', back: null };
  expect(said({ exchange }, { must_give: true, plays: {} })).toBe('Your turn. You won: give Hara any card.');
  expect(said({}, { must_block: true })).toContain('you must block');
  expect(said({ table: ['G5'], table_kind: 'single' })).toBe('Your turn. Beat “Green 5”.');
  expect(said({ exchange: { ...exchange, back: 'G3' } })).toBe('Your turn. Lead any combination.');
});

test('a clock shows minutes, hours or days', () => {
  expect(clockText(41_200)).toBe('0:42');
  expect(clockText(725_000)).toBe('12:05');
  expect(clockText(-5)).toBe('0:00');
  expect(clockText(2 * 3_600_000)).toBe('2 hr');
  expect(clockText(3 * 86_400_000)).toBe('3 days');
  expect(clockText(2 * 86_400_000 - 900)).toBe('2 days');
});
