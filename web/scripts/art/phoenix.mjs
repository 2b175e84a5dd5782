// The two phoenixes on cards of 100 × 140: the green one rises on spread wings, the yellow one stands under its tail.
import { curve, feather, normals, numbers, path, profile, ribbon, sample } from './pen.mjs';
import { green, gold, red, ink, paper } from './palette.mjs';

const line = (width) => `stroke="${ink}" stroke-width="${width}"`;
const thin = (colour, width) => `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"`;

/** A long tail plume along the points: a barbed shaft that ends in the plume's eye. */
function plume(points, width, tones) {
  const dense = sample(points, 61);
  const n = normals(dense);
  const reach = (width / 4) * 10;
  let eye = 60;
  while (Math.hypot(dense[eye][0] - dense[60][0], dense[eye][1] - dense[60][1]) < reach) eye--;
  const shaft = profile([
    [0, 0.7],
    [0.6, width * 0.36],
    [1, width * 0.44],
  ]);
  let barbs = '';
  for (let i = 8; i < eye - 10; i += 3) {
    const w = shaft((i + 2) / 60) * 0.85;
    for (const side of [w, -w])
      barbs +=
        `M${numbers(...dense[i])}` +
        `L${numbers(dense[i + 2][0] + n[i + 2][0] * side, dense[i + 2][1] + n[i + 2][1] * side)}`;
  }
  const [x, y] = dense[eye];
  const angle = Math.round(
    (Math.atan2(dense[60][1] - dense[eye - 3][1], dense[60][0] - dense[eye - 3][0]) * 180) / Math.PI,
  );
  const along = dense.slice(0, eye - 1);
  return (
    path(ribbon(sample(along, 12), shaft), `fill="${tones.mid}" ${line(1.1)}`) +
    path(barbs + curve(sample(along, 8)), thin(tones.barb, 0.5)) +
    `<use href="#plume-eye-${tones.name}" ` +
    `transform="translate(${numbers(x, y)})rotate(${angle})scale(${numbers(width / 4)})"/>`
  );
}

/** The eye of a plume, drawn once and used for each. */
export const plumeEye = (tones) =>
  `<g id="plume-eye-${tones.name}">` +
  path(
    'M-6.5 0C-6.5-2.5-3.5-4.7-.5-4.7 4.5-4.7 6.5-1.5 11 .5 7 1.8 4.5 4.7-.5 4.7-3.5 4.7-6.5 2.5-6.5 0z',
    `fill="${tones.mid}" ${line(1.1)}`,
  ) +
  path('M-4.5 0C-4.5-1.8-2.5-3-.5-3 3-3 4.5-1.2 7 .2 4.5 1.4 3 3-.5 3-2.5 3-4.5 1.8-4.5 0z', `fill="${tones.eye}"`) +
  path(
    'M-2.6 0C-2.6-1-1.5-1.7-.3-1.7 1.5-1.7 2.5-.6 4 .1 2.5.8 1.5 1.7-.3 1.7-1.5 1.7-2.6 1-2.6 0z',
    `fill="${tones.pupil}"`,
  ) +
  '</g>';

/** Feathers from the roots along an arm to their tips, each with its shaft. */
function fan(roots, tips, width, bend, fill, shaft, stroke = 1.1) {
  const from = sample(roots, tips.length);
  const blades = tips.map((tip, i) => feather(from[i], tip, width, bend, 0.68)).join('');
  const shafts = tips
    .map(
      (tip, i) =>
        `M${numbers(...from[i])}` +
        `L${numbers(from[i][0] + (tip[0] - from[i][0]) * 0.8, from[i][1] + (tip[1] - from[i][1]) * 0.8)}`,
    )
    .join('');
  return path(blades, `fill="${fill}" ${line(stroke)}`) + path(shafts, thin(shaft, 0.5));
}

export const greenTones = { name: 'green', mid: green.mid, barb: green.pale, eye: gold.light, pupil: green.deep };
export const yellowTones = { name: 'yellow', mid: gold.mid, barb: gold.deep, eye: gold.pale, pupil: red.dark };

/** Head at the origin, beak to the left: what lies behind the neck, and what lies before it. */
function head(fill, crest) {
  const curl = 'M1-3C1-10 6-15 16-15 12.5-13.5 12-11.5 14-9 9.5-10 6-7 5-2z';
  return {
    back:
      [
        [-34, 1.15],
        [-4, 1.1],
        [24, 0.9],
      ]
        .map(([turn, size]) => path(curl, `transform="rotate(${turn})scale(${size})" fill="${crest}" ${line(0.9)}`))
        .join('') +
      path('M-3-2C-7-2.4-10-.8-11 3.2-8.5 1.8-6 2.4-2.5 2.6z', `fill="${gold.light}" ${line(0.9)}`) +
      `<ellipse rx="4.5" ry="4" fill="${fill}" ${line(2.4)}/>`,
    front:
      `<ellipse rx="4.5" ry="3.9" fill="${fill}"/>` +
      path('M-3.2-.6C-1.5-2.6 1-2.8 6-1.6 2 .4-.8 1.2-3.2-.6z', `fill="${paper}" ${line(0.7)}`) +
      `<circle cx="-.6" cy="-.9" r="1" fill="${ink}"/>` +
      path('M-1.5 2.4Q.5 3.4 2.5 1.8', thin(red.mid, 1.1)),
  };
}

/** Rows of breast scallops at the given places. */
const scallops = (places, size, colour) =>
  path(
    places.map(([x, y]) => `M${numbers(x - size, y)}q${numbers(size, size * 1.3, size * 2, 0)}`).join(''),
    thin(colour, 0.8),
  );

const place = (x, y, turn, markup) => `<g transform="translate(${x} ${y})rotate(${turn})">${markup}</g>`;

export function greenPhoenix() {
  const t = greenTones;
  const body = sample(
    [
      [55, 30],
      [59, 31.5],
      [62, 37],
      [60, 45],
      [60, 54],
      [65, 65],
      [71, 73],
      [76, 81],
    ],
    16,
  );
  const girth = profile([
    [0, 3.4],
    [0.2, 2.7],
    [0.36, 3.2],
    [0.58, 7.6],
    [0.75, 6.8],
    [1, 2],
  ]);
  const { back, front } = head(green.mid, red.mid);
  return [
    `<circle cx="66" cy="50" r="29" fill="${green.pale}"/>`,
    plume(
      [
        [73, 76],
        [86, 88],
        [90, 106],
        [84, 120],
        [73, 130],
      ],
      4.4,
      t,
    ),
    plume(
      [
        [72, 76],
        [64, 92],
        [44, 95],
        [24, 101],
        [12, 117],
      ],
      4.6,
      t,
    ),
    plume(
      [
        [73, 77],
        [79, 97],
        [75, 113],
        [63, 122],
        [60, 135],
      ],
      4.6,
      t,
    ),
    plume(
      [
        [72, 77],
        [68, 98],
        [50, 105],
        [34, 113],
        [26, 131],
      ],
      4.6,
      t,
    ),
    plume(
      [
        [73, 77],
        [72, 100],
        [62, 112],
        [48, 119],
        [43, 135],
      ],
      4.8,
      t,
    ),
    fan(
      [
        [62, 50],
        [56, 56],
      ],
      [
        [36, 76],
        [40, 84],
        [46, 89],
        [53, 91],
        [60, 89],
      ],
      6.5,
      1.8,
      green.dark,
      green.light,
    ),
    fan(
      [
        [84, 20],
        [80, 32],
        [71, 54],
      ],
      [
        [84, 4],
        [91, 7],
        [96.5, 15],
        [97.5, 26],
        [97, 37],
        [95.5, 48],
        [92, 58],
        [87, 66],
        [80, 72],
      ],
      9,
      -3,
      green.mid,
      green.pale,
    ),
    fan(
      [
        [83, 20],
        [77, 34],
        [70, 54],
      ],
      [
        [88, 17],
        [90, 25],
        [90, 34],
        [88.5, 43],
        [86, 51],
        [82, 58],
        [76, 63],
      ],
      7,
      -2,
      green.light,
      green.dark,
      0.9,
    ),
    path(
      'M63 56C61 46 68 38 75 31 80 25 82 15 84 4 88 12 88 21 85 28 81 38 79 50 70 60z',
      `fill="${green.dark}" ${line(1.1)}`,
    ),
    scallops(
      [
        [82.5, 17],
        [80, 25],
        [84, 25],
        [76, 32],
        [80, 33],
        [72, 38],
        [77, 40],
        [69, 44],
        [74, 47],
        [66, 50],
        [71, 53],
      ],
      1.7,
      green.light,
    ),
    place(55, 28, 6, back),
    path(
      feather([74, 76], [64, 96], 7, 1) + feather([74, 76], [86, 95], 7, -1) + feather([73, 74], [75, 98], 7, 0),
      `fill="${green.dark}" ${line(1)}`,
    ),
    path(ribbon(body, girth), `fill="${green.mid}" ${line(1.3)}`),
    scallops(
      [
        [58, 52],
        [63, 52],
        [60, 57],
        [65, 57],
        [62, 62],
        [67, 62],
        [65, 67],
        [70, 67],
      ],
      2,
      green.pale,
    ),
    path(
      'M58 37C57 41 55 44 53 46 56 46 58 45 59 44 59 47 60 49 61 51 63 49 64 47 64 45 66 46 68 47 70 46 67 ' +
        '44 66 41 66 37 63 39 60 39 58 37z',
      `fill="${gold.light}" ${line(0.9)}`,
    ),
    place(55, 28, 6, front),
  ].join('');
}

export function yellowPhoenix() {
  const t = yellowTones;
  const body = sample(
    [
      [46, 60],
      [50, 61.5],
      [53, 67],
      [50, 76],
      [44, 86],
      [45, 97],
      [53, 105],
      [66, 108],
    ],
    16,
  );
  const girth = profile([
    [0, 3.4],
    [0.2, 2.6],
    [0.36, 3],
    [0.62, 7.4],
    [0.8, 6.6],
    [1, 2],
  ]);
  const { back, front } = head(gold.mid, red.mid);
  return [
    `<circle cx="68" cy="62" r="28" fill="${gold.pale}"/>`,
    path(
      'M8 137C7 131 15 128 20 131 24 124 36 125 40 130 46 126 56 127 60 132 66 129 74 131 76 137z',
      `fill="${paper}" ${line(1.1)}`,
    ),
    path('M14 137C13 133 18 132 20 135M30 137C28 131 36 129 39 134M50 137C49 132 56 131 58 135', thin(gold.dark, 0.8)),
    plume(
      [
        [64, 108],
        [82, 109],
        [93, 94],
        [94, 62],
        [88, 34],
        [68, 11],
      ],
      4.6,
      t,
    ),
    plume(
      [
        [64, 108],
        [82, 103],
        [87, 82],
        [85, 58],
        [74, 38],
        [53, 28],
      ],
      4.5,
      t,
    ),
    plume(
      [
        [64, 107],
        [75, 98],
        [78, 84],
        [73, 70],
        [61, 60],
      ],
      4,
      t,
    ),
    plume(
      [
        [64, 109],
        [82, 117],
        [92, 114],
        [94, 99],
        [87, 84],
      ],
      3.8,
      t,
    ),
    plume(
      [
        [62, 110],
        [72, 123],
        [84, 129],
        [93, 124],
        [92, 110],
      ],
      3.8,
      t,
    ),
    path(
      'M48 108L46 130L39 131M46 130L42 134.5M46 130L53 133M56 110L63 117 55 121L51 118.5M55 121L50.5 123' +
        'M55 121L54.5 126',
      thin(ink, 2),
    ),
    path('M48 108L46 130M56 110L63 117 55 121', thin(gold.light, 1)),
    place(46, 58, 0, back),
    path(ribbon(body, girth), `fill="${gold.mid}" ${line(1.3)}`),
    scallops(
      [
        [40, 88],
        [44, 92],
        [40, 95],
        [44, 99],
        [43, 104],
        [48, 105],
      ],
      1.9,
      gold.deep,
    ),
    fan(
      [
        [52, 88],
        [50, 102],
      ],
      [
        [80, 94],
        [82, 100],
        [80, 106],
        [74, 111],
        [66, 115],
      ],
      7,
      -2,
      gold.light,
      gold.dark,
    ),
    fan(
      [
        [51, 88],
        [48, 101],
      ],
      [
        [69, 92],
        [70, 98],
        [67, 104],
        [62, 108],
        [56, 111],
      ],
      6.5,
      -1.6,
      red.mid,
      gold.light,
      0.9,
    ),
    path('M50 84C58 86 61 92 57 100 52 105 46 103 45 97 45 91 47 87 50 84z', `fill="${gold.light}" ${line(1.1)}`),
    scallops(
      [
        [51, 90],
        [55, 92],
        [49, 94.5],
        [53, 97],
        [50, 100],
      ],
      1.8,
      gold.dark,
    ),
    path(
      'M47 72C46 76 43 80 40 82 43 82 46 81 47 80 46 83 46 86 47 88 49 86 51 84 51 81 53 83 55 84 58 84 56 ' +
        '81 55 77 56 73 53 75 50 75 47 72z',
      `fill="${red.mid}" ${line(0.9)}`,
    ),
    place(46, 58, 0, front),
  ].join('');
}
