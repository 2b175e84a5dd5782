import { describe, expect, test } from 'vitest';
import { sheetPicture } from '../../src/table/scores/sheet_picture.js';
import { cheerCards, highlightsOf, turningPoint } from '../../src/table/scores/highlights.js';
import { reckoned } from '../../src/table/scores/reckoning.js';
import { otherLevel } from '../../src/table/scores/ways_on.js';
import { sheetText } from '../../src/table/scores/sheet_text.js';
import { statisticsOf } from '../../src/table/scores/statistics.js';
import { drawnBy } from '../pen.js';
import { match, publicTable, result, seat } from './scenery.js';

const played = match({
  totals: [16, 3, 36, 2],
  results: [
    result(),
    result({ round: 2, direction: -1, winner: 1, loser: 2, left: [8, 0, 9, 1], points: [16, 0, 18, 1] }),
  ],
});
const names = ['Ada', 'Crane 1', 'Bo', 'Crane 2'];

test('statistics of each seat', () => {
  const [ada, , bo] = statisticsOf(played);
  expect(ada).toEqual({ won: 1, lost: 0, averageLeft: 4, worst: 16 });
  expect(bo).toEqual({ won: 0, lost: 2, averageLeft: 9, worst: 18 });
  expect(statisticsOf(match())[0]).toEqual({ won: 0, lost: 0, averageLeft: 0, worst: 0 });
});

test('the sheet as text', () => {
  expect(sheetText(played, names, 'Gang of Four').split('\n')).toEqual([
    'Gang of Four',
    'Ada · Crane 1 · Bo · Crane 2',
    '1 ↺  0 · 3 · 18 · 1',
    '2 ↻  16 · 0 · 18 · 1',
    'Σ  16 · 3 · 36 · 2',
  ]);
});

describe('the sheet as a picture', () => {
  const words = { title: 'Gang of Four', names, total: 'Total', gave: () => 'gave', got: 'got' };
  const draw = () => drawnBy(() => sheetPicture(publicTable({ match: played }), {}, words));

  test('grows by a row for each round', async () => {
    expect(await draw()).toMatchObject({ width: 1080, height: 250 + 2 * 96 + 150 + 60 });
  });

  test('has every number in its column, in order down', async () => {
    const { texts } = await draw();
    const column = texts.find((one) => one.text === 'Bo')?.x;
    const below = texts.filter((one) => one.x === column).map((one) => one.text);
    expect(below).toEqual(['Bo', '18', '18', '36']);
  });

  test('encircles the loser, and the lowest total is golden', async () => {
    const { texts, ellipses } = await draw();
    const bo = texts.find((one) => one.text === 'Bo')?.x;
    expect(ellipses.map((one) => one.x)).toEqual([bo, bo]);
    expect(texts.filter((one) => one.fill === '#7a5200').map((one) => one.text)).toEqual(['0', '0', '2']);
  });

  test('there is none without a match', async () => {
    await expect(drawnBy(() => sheetPicture(publicTable({ match: null }), {}, words))).rejects.toThrow();
  });
});

test('a round is reckoned: cards left, what each counts, the new total; the winner first', () => {
  const hands = [['G3', 'Y3'], [], ['RD'], ['G5', 'G6', 'G7']];
  const last = result({ winner: 1, loser: 0, left: [16, 0, 1, 3], points: [80, 0, 1, 3], totals: [90, 4, 1, 13] });
  const lines = reckoned({ results: [last], leftover: hands });
  expect(lines.map((line) => line.seat)).toEqual([1, 2, 3, 0]);
  expect(lines.at(-1)).toMatchObject({ left: 16, each: 5, points: 80, total: 90, cards: ['G3', 'Y3'] });
  expect(reckoned({ results: [], leftover: [] })).toEqual([]);
});

describe('three facts of a match', () => {
  const gang = (seat: number, ...cards: string[]) => ({
    events: [{ type: 'played' as const, seat, cards, kind: 'gang', call: false, lead: false }],
  });
  const round = (number: number, hands: string[], steps: object[], totals: number[]) =>
    ({ round: number, hands, steps, result: result({ round: number, totals }) }) as never;

  test('the largest gang, the highest cards, the round after which the winner stayed ahead', () => {
    const told = highlightsOf({
      winners: [0],
      rounds: [
        round(1, ['G2 G3', 'YP RD'], [gang(1, 'G9', 'G9', 'Y9', 'R9')], [9, 2]),
        round(2, ['G4 G5', 'G6 G7'], [gang(0, 'G3', 'G3', 'Y3', 'Y3', 'R3')], [9, 30]),
      ],
    });
    expect(told.gang).toMatchObject({ seat: 0, round: 2 });
    expect(told.deal).toMatchObject({ seat: 1, round: 1 });
    expect(told.turning).toEqual({ seat: 0, round: 2 });
  });

  test('no round turned it for whoever was always ahead, and nothing did where the win is shared', () => {
    const always = turningPoint([result({ totals: [0, 3] }), result({ totals: [1, 9] })], [0]);
    expect(always).toEqual({ seat: 0, round: null });
    expect(turningPoint([result({ totals: [5, 5] })], [0, 1])).toBeNull();
  });
});

test('after a match against bots of one level, the next one up or down', () => {
  const against = (...bots: string[]) => publicTable({ seats: [seat('Ada'), ...bots.map((bot) => seat('', bot))] });
  expect(otherLevel(against('sparrow', 'sparrow', 'sparrow'), true)).toBe(3);
  expect(otherLevel(against('sparrow', 'sparrow', 'sparrow'), false)).toBe(1);
  expect(otherLevel(against('dumpling', 'dumpling'), false)).toBeNull();
  expect(otherLevel(against('sparrow', 'crane'), true)).toBeNull();
});

test('the picture at the end has the whole of the best gang', () => {
  const gang = ['G3', 'G3', 'Y3', 'Y3', 'R3'] as const;
  expect(cheerCards(false, [...gang])).toEqual(gang);
  expect(cheerCards(false, null)).toEqual([]);
  expect(cheerCards(false, [])).toEqual(['G10', 'Y10', 'R10']);
  expect(cheerCards(true, [...gang])).toEqual(['GP', 'RD', 'YP']);
});
