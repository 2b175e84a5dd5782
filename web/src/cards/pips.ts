/** Where the pips of a number card stand, on a card of 100 × 140 to the right of its index. */
export interface Pip {
  x: number;
  y: number;
  /** Degrees that a leaf leans; coins and lanterns hang straight. */
  lean: number;
}

export interface PipLayout {
  scale: number;
  pips: readonly Pip[];
}

const [left, middle, right] = [53, 67.5, 82];

function layout(scale: number, pairs: readonly number[], singles: readonly number[]): PipLayout {
  const pips = [
    ...singles.map((y) => ({ x: middle, y, lean: 0 })),
    ...pairs.flatMap((y) => [
      { x: left, y, lean: -34 },
      { x: right, y, lean: 26 },
    ]),
  ];
  return { scale, pips };
}

/** Number cards from 2 to 10; a 1 has a picture of its own. */
export const pipLayouts: Readonly<Record<number, PipLayout>> = {
  2: layout(1.75, [], [40, 100]),
  3: layout(1.4, [], [29, 70, 111]),
  4: layout(1.1, [42, 98], []),
  5: layout(1.06, [34, 106], [70]),
  6: layout(1.06, [30, 70, 110], []),
  7: layout(0.96, [28, 70, 112], [49]),
  8: layout(0.96, [28, 70, 112], [49, 91]),
  9: layout(0.84, [24, 55, 86, 117], [70.5]),
  10: layout(0.8, [24, 55, 86, 117], [39.5, 101.5]),
};
