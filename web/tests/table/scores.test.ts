import { describe, expect, test } from 'vitest';
import { sheetPicture } from '../../src/table/scores/sheet_picture.js';
import { sheetText, statisticsOf } from '../../src/table/scores/statistics.js';
import { drawnBy } from '../pen.js';
import { match, publicTable, result } from './scenery.js';

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
