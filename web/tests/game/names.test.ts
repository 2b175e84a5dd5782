import { describe, expect, test } from 'vitest';
import { playName, cardNames, kindName, shortName } from '../../src/game/play_name.js';
import { playerName } from '../../src/game/player_name.js';
import { reasonText } from '../../src/game/reason_text.js';
import { ceremonyText, exchangeReason, gaveText } from '../../src/game/sentences.js';
import { angleOf, placeOf } from '../../src/game/seating.js';
import { botName, seatName, seatNames } from '../../src/game/seat_name.js';
import { wayWord } from '../../src/game/direction.js';
import type { MatchLine, PlayerLine } from '../../src/wire/types.js';
import { match, publicTable, result, seat } from '../table/scenery.js';

describe('plays in words', () => {
  test('beside its cards a gang is called by its size, all else by its kind', () => {
    expect(shortName('gang', ['G5', 'Y5', 'Y5', 'R5', 'R5'])).toBe('Gang of Five 5s');
    expect(shortName('flush', ['G1', 'G2', 'G4', 'G7', 'G8'])).toBe('Flush');
  });
  test.each([
    ['single', 'RD', 'Red dragon'],
    ['pair', 'G7 Y7', 'Pair of 7'],
    ['pair', 'GP YP', 'Pair of phoenixes'],
    ['straight', 'G3 Y4 G5 R6 G7', 'Straight 3 to 7'],
    ['full_house', 'G3 Y3 R9 G9 Y9', 'Full house of 9'],
    ['gang', 'G4 Y4 R4 R4', 'Gang of four'],
  ])('%s %s', (kind, cards, name) => {
    expect(playName(kind, cards.split(' ')).toLowerCase()).toContain(name.toLowerCase().slice(0, 8));
    expect(playName(kind, cards.split(' '))).not.toMatch(/[{}_]/);
  });

  test('a kind that is not known stays as it is', () => {
    expect(kindName('martian')).toBe('martian');
    expect(playName(null, [])).toBe('');
  });

  test('cards one by one', () => {
    expect(cardNames(['G7', 'M1'])).toBe('green 7, multicoloured 1');
  });
});

describe('names', () => {
  test('bots of one level have names of their own', () => {
    expect(seatNames(publicTable())).toEqual(['Ada', 'Hara', 'Bo', 'Liang']);
    expect(seatName(publicTable({ seats: [seat('', 'crane')] }), 0)).toBe('Crane');
    expect(seatName(publicTable(), 9)).toBe('');
    expect(botName('stranger')).toBe('stranger');
  });

  test('whoever has deleted their data is somebody', () => {
    const player = (over: Partial<PlayerLine>) => ({ seat: 0, bot: null, name: 'Ada', ...over }) as PlayerLine;
    const line = { players: [player({}), player({ bot: 'tiger' })] } as MatchLine;
    expect(playerName(line, player({}))).toBe('Ada');
    expect(playerName(line, player({ name: 'somebody' }))).toBe('Somebody');
    expect(playerName(line, line.players[1] ?? player({}))).toBe('Tiger');
  });

  test('which way round', () => {
    expect([wayWord(1), wayWord(-1)]).toEqual(['to the right', 'to the left']);
  });
});

describe('reasons', () => {
  test('a reason that is not known says nothing', () => {
    expect(reasonText('martian')).toBe('');
  });

  test('why somebody gives the best card: the most cards, or a tie', () => {
    const exchange = { giver: 2, taker: 0, card: 'RD', back: null };
    const table = (left: number[]) => publicTable({ match: match({ results: [result({ left })] }) });
    const most = exchangeReason(table([0, 3, 9, 1]), exchange, 0);
    const tie = exchangeReason(table([0, 9, 9, 1]), exchange, 0);
    expect(most).toContain('9');
    expect(tie).not.toBe(most);
    expect(exchangeReason(publicTable(), exchange, 0)).toBe('');
    const tied = (totals: number[], options = {}) =>
      publicTable({ options, match: match({ results: [result({ left: [0, 9, 9, 1], totals })] }) });
    const reason = (totals: number[], options = {}) => exchangeReason(tied(totals, options), exchange, 0);
    expect(reason([0, 20, 30, 1])).toContain('the higher total decides.');
    expect(reason([0, 30, 30, 1])).toContain('the seat decides, counting to the right from the winner.');
    expect(reason([0, 20, 30, 1], { edition: 'riva' })).toContain('the highest card decides, and then the seat.');
    expect(reason([0, 20, 30, 1], { rules: { loser_tie: 'highest_card' } })).toContain(
      'the highest card decides, and then the seat.',
    );
    expect(exchangeReason(table([0, 3, 9, 1]), exchange, 2)).toMatch(/^You have/);
    expect(exchangeReason(table([0, 9, 9, 1]), exchange, 2)).toMatch(/^You are/);
  });

  test('the reader is spoken to, whichever part is the reader’s', () => {
    const told = [0, 2, null].map((me) => gaveText(publicTable(), 2, 0, 'G7', me));
    expect(told).toEqual(['Bo gives you the green 7.', 'You give Ada the green 7.', 'Bo gives Ada the green 7.']);
    const ceremony = { cutter: 0, shown: ['R6'], first: 2 };
    expect(ceremonyText(ceremony, 2, publicTable(), 0)).toBe(
      'You cut. Bo deals and turns up: red 6. Bo gets the first card.',
    );
    expect(ceremonyText(ceremony, 2, publicTable(), 2)).toBe(
      'Ada cuts. You deal and turn up: red 6. You get the first card.',
    );
  });
});

test('seats are numbered to the right (R4.1)', () => {
  expect([0, 1, 2, 3].map((one) => placeOf(one, 0, 4))).toEqual(['near', 'right', 'far', 'left']);
  expect([0, 1, 2].map((one) => placeOf(one, 1, 3))).toEqual(['left', 'near', 'right']);
  expect(angleOf(3, 2, 4)).toBe(90);
});
