// The red dragon: coiled through its frame, on a card of 100 × 140.
import { band, curve, lock, normals, numbers, path, profile, ribbon, sample, sideways } from './pen.mjs';
import { ink, red, gold, paper } from './palette.mjs';

const line = (width) => `stroke="${ink}" stroke-width="${width}"`;
const spine = [
  [72, 43],
  [78, 36],
  [85, 36],
  [90, 44],
  [89, 57],
  [78, 67],
  [58, 73],
  [36, 79],
  [17, 88],
  [10.5, 101],
  [19, 112],
  [38, 114],
  [58, 107.5],
  [75, 101],
  [87, 104],
  [90, 116],
  [82, 125.5],
  [69, 126],
  [58, 119.5],
  [48, 118],
  [39, 122],
  [36, 128.5],
  [42, 133.5],
  [53, 132],
];
const half = profile([
  [0, 5.4],
  [0.1, 6.4],
  [0.4, 7.7],
  [0.6, 6.9],
  [0.82, 4],
  [1, 0.7],
]);

function body() {
  const points = sample(spine, 50);
  const fine = sample(spine, 140);
  const last = 139;
  const n = normals(fine);
  const beside = (i, d) => [fine[i][0] + n[i][0] * d, fine[i][1] + n[i][1] * d];
  // Dorsal flames stand on the left of travel; belly plates lie on the right.
  let fins = '';
  let plates = '';
  let before = [0, 0];
  for (let i = 6; i < 126; i += 4) {
    const h = half(i / last);
    const [a, b, tip] = [beside(i, h - 0.6), beside(i + 4, h - 0.6), beside(i + 5, h + 1 + h * 0.38)];
    // Inside a tight bend the flames would crowd: leave those out.
    if (Math.hypot(tip[0] - before[0], tip[1] - before[1]) > 2.9) {
      fins += lock(a, b, tip, 0.12);
      before = tip;
    }
  }
  for (let i = 6; i < 128; i += 2) {
    const h = half(i / last);
    plates += `M${numbers(...beside(i, -h))}L${numbers(...beside(i - 1, -h * 0.42))}`;
  }
  let scales = '';
  for (const [row, offset] of [
    [0.64, 0],
    [0.28, 2],
    [-0.1, 0],
  ]) {
    for (let i = 8 + offset; i < 122; i += 4) {
      const h = half(i / last);
      const s = h * 0.24;
      const p = beside(i, h * row);
      const t = [-n[i][1], n[i][0]];
      const q = (u, v) => numbers(p[0] + t[0] * u + n[i][0] * v, p[1] + t[1] * u + n[i][1] * v);
      scales += `M${q(0.2, s)}Q${q(-s * 2.2, 0)} ${q(0.2, -s)}`;
    }
  }
  const tail = 'M47 133C51 126 59 123 68 126 65 127 63 128 63 130 68 129 74 131 78 135 72 138 56 138.5 47 133z';
  return [
    path(fins, `fill="${gold.mid}" ${line(0.8)}`),
    path(ribbon(points, half), `fill="${red.mid}" ${line(1.5)}`),
    path(
      band(
        points,
        (t) => -half(t) * 0.42,
        (t) => -half(t) + 0.4,
      ),
      `fill="${gold.light}"`,
    ),
    path(plates, `stroke="${gold.dark}" stroke-width=".6"`),
    path(scales, `fill="none" stroke="${red.dark}" stroke-width=".8" stroke-linecap="round"`),
    path(
      curve(sideways(points, (t) => half(t) * 0.84).slice(2, -8)),
      `fill="none" stroke="${red.light}" stroke-width=".8"`,
    ),
    path(tail, `fill="${gold.mid}" ${line(0.9)}`),
  ].join('');
}

/** A leg from the shoulder over the elbow to the wrist; toes point at the given angles (degrees). */
function leg(shoulder, elbow, wrist, angles) {
  let toes = '';
  let talons = '';
  for (const angle of angles) {
    const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const at = (r, d) => [wrist[0] + c * r - s * d, wrist[1] + s * r + c * d];
    toes += `M${numbers(...wrist)}L${numbers(...at(2.6, 0))}`;
    talons +=
      `M${numbers(...at(2.6, -1.4))}` +
      `Q${numbers(...at(6.2, -2), ...at(8, 2.4))}Q${numbers(...at(5.4, 0.8), ...at(3, 1.6))}z`;
  }
  // The outline of the thigh begins below the shoulder, so that the leg grows out of the body; flames stream from
  // the elbow.
  const along = (t) => [shoulder[0] + (elbow[0] - shoulder[0]) * t, shoulder[1] + (elbow[1] - shoulder[1]) * t];
  const out = [elbow[0] * 2 - (shoulder[0] + wrist[0]) / 2, elbow[1] * 2 - (shoulder[1] + wrist[1]) / 2];
  const reach = (far, turn) => [
    elbow[0] + (out[0] - elbow[0]) * far - (out[1] - elbow[1]) * turn,
    elbow[1] + (out[1] - elbow[1]) * far + (out[0] - elbow[0]) * turn,
  ];
  const tuft = lock(elbow, shoulder, reach(1.5, 0.7), 0.1) + lock(wrist, elbow, reach(1.7, -0.1), 0.1);
  const arm = (widen, root) =>
    path(`M${numbers(...along(root))}L${numbers(...elbow)}`, `stroke-width="${7.6 + widen}"`) +
    path(`M${numbers(...elbow)}L${numbers(...wrist)}`, `stroke-width="${4.6 + widen}"`) +
    path(toes, `stroke-width="${2.6 + widen}"`);
  const [mx, my] = [(shoulder[0] + elbow[0]) / 2, (shoulder[1] + elbow[1]) / 2];
  return (
    path(tuft, `fill="${gold.mid}" ${line(0.9)}`) +
    path(talons, `fill="${paper}" ${line(0.8)}`) +
    `<g fill="none" stroke-linecap="round"><g stroke="${ink}">${arm(2.4, 0.42)}</g>` +
    `<g stroke="${red.mid}">${arm(0, 0.1)}</g></g>` +
    path(
      `M${numbers(shoulder[0] - 2.4, shoulder[1] - 0.5)}q2.4 2.4 4.8 0` +
        `M${numbers(mx - 3.4, my - 1.2)}q2 2.2 4 0m-1 1.6q2 2.2 4 0`,
      `fill="none" stroke="${red.dark}" stroke-width=".8" stroke-linecap="round"`,
    )
  );
}

function pearl([x, y]) {
  const flame = 'M0-5C-1-9 2-11 1-15 5-12 6-9 5-6 8-7 9-9 9-12 12-7 11-1 8 3 3 8-5 7-7 1-8-3-4-5-3-9-1-8 0-7 0-5z';
  return (
    `<g transform="translate(${x} ${y})">` +
    path(flame, `fill="${red.light}" ${line(0.9)}`) +
    `<circle r="5" fill="${paper}" ${line(1)}/>` +
    path('M-2.5-1C-2-3 0-3.5 1.5-2.5', `fill="none" stroke="${gold.mid}" stroke-width="1.2" stroke-linecap="round"`) +
    '</g>'
  );
}

const frame = 'M44 10H83V133H44z';
const over = 'M83 54V75M44 67V86M83 114V131';
const lattice = (d) =>
  path(d, `fill="none" stroke="${ink}" stroke-width="3.6"`) +
  path(d, `fill="none" stroke="${gold.mid}" stroke-width="1.9"`);

export function dragon() {
  return (
    '<g stroke-linejoin="round">' +
    path(frame, `fill="${gold.pale}"`) +
    lattice(frame) +
    leg([28, 111], [22, 123], [13, 127], [95, 140, 185, 240]) +
    pearl([67, 89]) +
    body() +
    lattice(over) +
    leg([56, 73], [49, 86], [59, 90], [-62, -18, 26, 75]) +
    '<use href="#gof-dragon-head" transform="translate(40.5 11.5)scale(.435)"/></g>'
  );
}

/** The dragon where a card is small: its head, and the neck that leads to it. */
export function smallDragon() {
  const neck = sample(
    [
      [74, 104],
      [86, 90],
      [92, 104],
      [84, 122],
      [62, 130],
      [40, 130],
      [22, 136],
      [12, 150],
    ],
    24,
  );
  const girth = profile([
    [0, 8],
    [0.3, 11],
    [1, 12],
  ]);
  return (
    '<g stroke-linejoin="round">' +
    path(ribbon(neck, girth), `fill="${red.mid}" ${line(2)}`) +
    path(
      band(
        neck,
        (t) => girth(t) * 0.5,
        (t) => girth(t) - 0.6,
      ),
      `fill="${gold.mid}"`,
    ) +
    '<use href="#gof-dragon-head" transform="translate(33 62)scale(.6)"/></g>'
  );
}
