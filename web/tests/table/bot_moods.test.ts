import { describe, expect, it } from 'vitest';
import { reactionTo } from '../../src/table/seats/bot_moods.js';
import type { Fact, Public } from '../../src/wire/types.js';

const seat = (bot: string | null) => ({ kind: bot ? 'bot' : 'person', bot, person: bot ? null : 'ann' });
const table = (by: number | null, id = 'a1'): Public =>
  ({
    id,
    seats: [seat(null), seat('tiger'), seat('crane'), seat('somebody-else')],
    match: { number: 1, table: by === null ? null : ['G7'], table_by: by },
  }) as never;
const gang = (by: number, rank = 4): Fact =>
  ({ type: 'played', seat: by, cards: [`G${rank}`, `Y${rank}`, `R${rank}`, `R${rank}`], kind: 'gang' }) as Fact;
const round: Fact = { type: 'round_ended', round: 2, winner: 1, loser: 2, left: [], points: [], totals: [] } as never;
const over: Fact = { type: 'match_ended', winners: [0], totals: [10, 70, 120, 90] };

describe('how bots take what everybody sees', () => {
  it('a gang shocks whom it beats and gladdens who played it', () => {
    expect(reactionTo(gang(0), table(1), table(0))?.moods).toEqual({ 1: 'shocked' });
    expect(reactionTo(gang(2), table(1), table(2))?.moods).toEqual({ 1: 'shocked', 2: 'glad' });
    expect(reactionTo(gang(2), table(null), table(2))?.moods).toEqual({ 2: 'glad' });
  });
  it('a round and a match have a winner and a loser', () => {
    expect(reactionTo(round, table(1), table(1))?.moods).toEqual({ 1: 'glad', 2: 'sad' });
    expect(reactionTo(over, table(1), table(1))?.moods).toEqual({ 2: 'sad' });
  });
  it('people, strangers and quiet plays cause nothing', () => {
    expect(reactionTo(gang(0), table(3), table(0))).toBeNull();
    expect(reactionTo({ type: 'passed', seat: 1 }, table(0), table(0))).toBeNull();
  });
  it('everybody hears the same, at most one speaks, and not every time', () => {
    const all = Array.from({ length: 300 }, (_, i) => reactionTo(gang(2, i), table(1), table(2)));
    expect(all).toEqual(Array.from({ length: 300 }, (_, i) => reactionTo(gang(2, i), table(1), table(2))));
    const spoke = all.filter((one) => one?.speaker != null);
    expect(spoke.length).toBeGreaterThan(100);
    expect(spoke.length).toBeLessThan(230);
    expect(new Set(spoke.map((one) => one?.speaker))).toEqual(new Set([1, 2]));
    expect(new Set(spoke.map((one) => Math.floor((one?.pick ?? 0) * 3)))).toEqual(new Set([0, 1, 2]));
  });
});
