import { disc, dots, INK, line, PAPER, shape } from './strokes.js';

import type { Character, Mood } from './moods.js';

/** How a mood shows: in the eyes, in the mouth, and in what is around the head. */
type Drawn = Record<Mood, string>;

/** Round eyes at two places: dots, arcs of joy, or wide open with small pupils; tears for a loss. */
function eyes(left: readonly [number, number], right: readonly [number, number], ink = INK): Drawn {
  const at = [left, right];
  return {
    neutral: dots(ink, 3.2, left, right),
    glad: line(ink, 2.8, at.map(([x, y]) => `M${x - 4} ${y + 1}q4-6 8 0`).join('')),
    shocked:
      dots(PAPER, 5.6, left, right) +
      line(ink, 1.6, at.map(([x, y]) => `M${x - 5.6} ${y}a5.6 5.6 0 1 1 11.2 0a5.6 5.6 0 1 1-11.2 0`).join('')) +
      dots(ink, 2, left, right),
    sad:
      line(ink, 2.8, at.map(([x, y]) => `M${x - 4} ${y}q4 5 8 0`).join('')) +
      shape('#6db6e8', `M${right[0]} ${right[1] + 5}q4 6 0 8-4-2 0-8z`),
  };
}

/** A mouth around a place. */
const mouth = (x: number, y: number, ink = INK): Drawn => ({
  neutral: line(ink, 2.4, `M${x - 4} ${y}q4 3 8 0`),
  glad:
    shape(ink, `M${x - 7} ${y - 2}h14q-1 9-7 9t-7-9z`) + shape('#e8606a', `M${x - 4} ${y + 4}q4-3 8 0-1 3-4 3t-4-3z`),
  shocked: shape(ink, `M${x} ${y - 3}q5 0 5 6t-5 6-5-6 5-6z`),
  sad: line(ink, 2.4, `M${x - 5} ${y + 3}q5-5 10 0`),
});

const same = (drawing: string): Drawn => ({ neutral: drawing, glad: drawing, shocked: drawing, sad: drawing });

/** The bots' characters, layer by layer. */
const layers: Record<Character, readonly Drawn[]> = {
  dumpling: [
    same(
      disc('#8a3f2d') +
        line('#e8d3b0', 2.4, 'M22 9q-4-4 0-8M42 9q4-4 0-8') +
        shape('#f3e3c3', 'M4 44c0-16 9-22 14-24q3-8 14-10 11 2 14 10c5 2 14 8 14 24q0 14-28 14T4 44z') +
        line('#b8925c', 2.4, 'M32 11v11M23 15l3 10M41 15l-3 10M15 22l5 8M49 22l-5 8'),
    ),
    same(dots('#f0a58c', 4, [15, 46], [49, 46])),
    eyes([23, 39], [41, 39]),
    mouth(32, 46),
  ],
  sparrow: [
    same(
      disc('#bfe0ee') +
        shape('#8a5733', 'M32 8c15 0 24 11 24 27S46 62 32 62 8 51 8 35 17 8 32 8z') +
        shape(PAPER, 'M10 38q10-8 22 2 12-10 22-2 2 24-22 24T10 38z') +
        shape('#5b3520', 'M32 8q-6-6-11-5 1 5 6 7-8 1-12 6 8 4 17 4t17-4q-4-5-12-6 5-2 6-7-5-1-11 5z'),
    ),
    eyes([20, 32], [44, 32]),
    {
      neutral: shape('#f0a02c', 'M24 39q8-5 16 0l-8 9z'),
      glad: shape('#f0a02c', 'M22 37q10-5 20 0l-10 5z') + shape('#c65a1c', 'M24 40l8 3 8-3q-2 11-8 11t-8-11z'),
      shocked:
        shape('#f0a02c', 'M24 36q8-5 16 0l-2 4H26z') +
        shape('#7a2a14', 'M27 40h10q2 6-5 9-7-3-5-9z') +
        shape('#f0a02c', 'M26 48q6 5 12 0l-6 6z'),
      sad: shape('#f0a02c', 'M25 42q7-6 14 0l-7 5z'),
    },
  ],
  lantern: [
    same(
      disc('#24304f') +
        line('#e6b64a', 3, 'M32 0v9') +
        shape('#c5352c', 'M32 9c17 0 26 9 26 22S49 54 32 54 6 44 6 31 15 9 32 9z') +
        line('#8e1f1d', 2, 'M32 10v44M20 12q-9 20 0 40M44 12q9 20 0 40') +
        shape('#e6b64a', 'M20 6h24v7H20zM20 50h24v7H20z') +
        line('#e6b64a', 2.4, 'M27 57v7M32 57v7M37 57v7'),
    ),
    {
      neutral: '',
      glad: dots('#ffdf8a', 4.5, [14, 38], [50, 38]),
      shocked: line('#ffdf8a', 2.4, 'M3 14l5 3M61 14l-5 3M2 50l6-3M62 50l-6-3'),
      sad: shape('#24304f66', 'M32 9c17 0 26 9 26 22S49 54 32 54 6 44 6 31 15 9 32 9z'),
    },
    eyes([22, 29], [42, 29], '#2a0d0c'),
    mouth(32, 38, '#2a0d0c'),
  ],
  crane: [
    same(
      disc('#2f6d5f') +
        shape(PAPER, 'M22 64q-2-16 2-24-6-6-4-17 3-13 15-13 13 1 15 12 1 9-6 15-4 4-3 12 1 8 5 15z') +
        shape('#c5352c', 'M22 17q4-9 13-9 9 1 12 8-6-3-12-3-7 0-13 4z') +
        shape(INK, 'M24 41q4 6 3 23h-9q0-14 6-23z'),
    ),
    {
      neutral: shape('#d9a441', 'M44 24 64 29 45 33z'),
      glad: shape('#d9a441', 'M44 22 64 21 46 29zM46 30l16 5-18 0z'),
      shocked: shape('#d9a441', 'M44 20 62 12 47 27zM46 30l15 12-18-6z'),
      sad: shape('#d9a441', 'M44 25 60 38 43 34z'),
    },
    {
      neutral: dots(INK, 3.2, [35, 25]) + line(INK, 2, 'M29 19q5-3 10 0'),
      glad: line(INK, 2.8, 'M30 26q5-7 10 0'),
      shocked:
        dots('#fff', 6, [35, 24]) + line(INK, 1.6, 'M29 24a6 6 0 1 1 12 0a6 6 0 1 1-12 0') + dots(INK, 2.2, [36, 24]),
      sad: line(INK, 2.8, 'M30 24q5 5 10 0') + shape('#6db6e8', 'M34 29q4 6 0 8-4-2 0-8z'),
    },
  ],
  tiger: [
    same(
      disc('#3b5d34') +
        shape('#e0902e', 'M8 8q10 0 15 8 9-3 18 0 5-8 15-8 1 9-4 16 6 8 5 17-2 19-25 19T7 41q-1-9 5-17Q7 17 8 8z') +
        shape('#6e2f10', 'M13 13q5 1 7 5l-6 4q-2-4-1-9zM51 13q-5 1-7 5l6 4q2-4 1-9z') +
        shape(
          INK,
          'M29 14h6l-3 11zM21 17l5 1 0 8zM43 17l-5 1 0 8zM7 36l11 1-11 4zM57 36l-11 1 11 4zM9 46l10-1-7 5zM55 46l-10-1 7 5z',
        ) +
        shape(PAPER, 'M32 39q4-2 9 1 4 4 2 10-3 8-11 8t-11-8q-2-6 2-10 5-3 9-1z') +
        shape('#c6535a', 'M27.500 40h9L32 45z'),
    ),
    eyes([22, 33], [42, 33]),
    {
      neutral: line(INK, 2.2, 'M32 45v3q-4 4-7 1m7-1q4 4 7 1'),
      glad: shape(INK, 'M24 47h16q-1 9-8 9t-8-9z') + shape('#fff', 'M26 47h4l-2 4zM34 47h4l-2 4z'),
      shocked: shape(INK, 'M32 46q6 0 5 6-1 5-5 5t-5-5q-1-6 5-6z'),
      sad: line(INK, 2.2, 'M32 45v3m-6 4q6-6 12 0'),
    },
  ],
  typhoon: [
    same(
      disc('#d9dfe8') +
        shape('#41567f', 'M8 30Q8 6 34 6q24 0 24 22 0 9-6 15l8 1q-6 6-14 6l6 4q-8 4-15 1l2 6q-8 0-11-7-20-2-20-24z') +
        line('#8fa6cc', 3, 'M16 30Q17 14 34 14q15 1 15 14') +
        line('#8fa6cc', 2.4, 'M3 12q6-6 12-6M2 54q5 4 11 3M61 10q-3-5-8-6'),
    ),
    {
      neutral: line(PAPER, 2.6, 'M18 25l8 3M46 25l-8 3'),
      glad: line(PAPER, 2.6, 'M18 24q4-3 8 0M46 24q-4-3-8 0'),
      shocked: line(PAPER, 2.6, 'M18 20q4-3 8-1M46 20q-4-3-8-1'),
      sad: line(PAPER, 2.6, 'M18 27l8-4M46 27l-8-4'),
    },
    eyes([24, 33], [40, 33], '#0f1a33'),
    mouth(32, 42, '#0f1a33'),
  ],
};

/** A bot's face in a mood. */
export const characterDrawing = (bot: Character, mood: Mood): string => layers[bot].map((one) => one[mood]).join('');
