import { describe, expect, test } from 'vitest';
import { isBeside, placeAt } from '../../src/table/trick/ring.js';

const rounded = (angle: number, direction: 1 | -1) => {
  const { x, y, turn } = placeAt(angle, direction, 400, 200);
  return [Math.round(x), Math.round(y), Math.round(((turn % 360) + 360) % 360)];
};

describe('the ring of arrows', () => {
  test('touches the middle of each side, and points along it', () => {
    expect([0, 90, 180, 270].map((angle) => rounded(angle, 1))).toEqual([
      [200, 190, 0],
      [390, 100, 270],
      [200, 10, 180],
      [10, 100, 90],
    ]);
    expect(rounded(0, -1)).toEqual([200, 190, 180]);
    expect(rounded(-90, 1)).toEqual(rounded(270, 1));
  });

  test('has the same on either side', () => {
    for (const angle of [18, 36, 54, 72]) {
      const [right, left] = [placeAt(angle, 1, 400, 200), placeAt(-angle, 1, 400, 200)];
      expect(right.x + left.x).toBeCloseTo(400);
      expect(right.y).toBeCloseTo(left.y);
    }
  });

  test('runs beside words, not behind them', () => {
    const at = placeAt(0, 1, 400, 200);
    const words = (bottom: number) => ({ left: 100, right: 300, top: bottom - 30, bottom });
    expect(isBeside(at, words(182))).toBe(true);
    expect(isBeside(at, words(183))).toBe(false);
    expect(isBeside(placeAt(90, 1, 400, 200), words(183))).toBe(true);
  });
});
