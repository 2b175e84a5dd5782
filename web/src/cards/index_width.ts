import type { Rank } from './card_code.js';

/** Width of each corner index at its height of 36. */
const widths: Readonly<Record<Rank, number>> = {
  1: 20.4,
  2: 30.1,
  3: 28.5,
  4: 28.0,
  5: 26.9,
  6: 26.6,
  7: 26.8,
  8: 23.7,
  9: 26.6,
  10: 35.6,
  P: 32,
  D: 32,
};

/** Half the width of an index: how far left of its column's middle it begins. */
export const indexOffset = (rank: Rank): number => widths[rank] / 2;
