// Geometry for drawing: smooth curves through points, ribbons of changing width, feathers. Points are [x, y].

const round = (value, digits = 1) => {
  const text = (Math.round(value * 10 ** digits) / 10 ** digits || 0).toString();
  return text.replace(/^(-?)0\./, '$1.');
};

/** Numbers joined as SVG wants them, with no byte to spare. */
export const numbers = (...values) =>
  values
    .map((value) => round(value))
    .reduce((all, next) => all + (all === '' || next.startsWith('-') ? '' : ' ') + next, '');

const lerp = (a, b, t) => a + (b - a) * t;
const mix = (p, q, t) => [lerp(p[0], q[0], t), lerp(p[1], q[1], t)];

/** Catmull–Rom curve through the points, sampled evenly by arc length. */
export function sample(points, count) {
  const dense = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [p0, p1, p2, p3] = [points[i - 1] ?? points[i], points[i], points[i + 1], points[i + 2] ?? points[i + 1]];
    for (let k = 0; k < 40; k++) {
      const t = k / 40;
      dense.push(
        [0, 1].map((axis) => {
          const [a, b, c, d] = [p0[axis], p1[axis], p2[axis], p3[axis]];
          return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3);
        }),
      );
    }
  }
  dense.push(points.at(-1));
  const lengths = [0];
  for (let i = 1; i < dense.length; i++) {
    lengths.push(lengths[i - 1] + Math.hypot(dense[i][0] - dense[i - 1][0], dense[i][1] - dense[i - 1][1]));
  }
  const total = lengths.at(-1);
  const result = [];
  for (let n = 0, i = 0; n < count; n++) {
    const target = (total * n) / (count - 1);
    while (i < lengths.length - 2 && lengths[i + 1] < target) i++;
    const span = lengths[i + 1] - lengths[i] || 1;
    result.push(mix(dense[i], dense[i + 1], Math.min(1, (target - lengths[i]) / span)));
  }
  return result;
}

/** Smooth path data through the points; `start` is the command that reaches the first one. */
export function curve(points, start = 'M') {
  let data = start + numbers(...points[0]);
  let [cx, cy] = points[0];
  for (let i = 0; i < points.length - 1; i++) {
    const [p0, p1, p2, p3] = [points[i - 1] ?? points[i], points[i], points[i + 1], points[i + 2] ?? points[i + 1]];
    const c2 = [p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6];
    const c1 = [p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6];
    const rel = (p) => [p[0] - cx, p[1] - cy];
    data += i === 0 ? 'c' + numbers(...rel(c1), ...rel(c2), ...rel(p2)) : 's' + numbers(...rel(c2), ...rel(p2));
    // Relative steps are rounded, so follow the pen's true position to keep errors from adding up.
    cx += Number(round(p2[0] - cx));
    cy += Number(round(p2[1] - cy));
  }
  return data;
}

/** Points with unit normals (to the left of travel). */
export function normals(points) {
  return points.map((p, i) => {
    const a = points[i - 1] ?? p;
    const b = points[i + 1] ?? p;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [(b[1] - a[1]) / length, -(b[0] - a[0]) / length];
  });
}

/** The value at t (0..1) of a width profile given as [t, width] pairs. */
export function profile(stops) {
  return (t) => {
    let i = 0;
    while (i < stops.length - 2 && stops[i + 1][0] < t) i++;
    const [a, b] = [stops[i], stops[i + 1]];
    const u = Math.min(1, Math.max(0, (t - a[0]) / (b[0] - a[0])));
    return lerp(a[1], b[1], u * u * (3 - 2 * u));
  };
}

/** Moves each point sideways by offset(t): positive is left of travel. */
export function sideways(points, offset) {
  const n = normals(points);
  return points.map((p, i) => {
    const d = offset(i / (points.length - 1));
    return [p[0] + n[i][0] * d, p[1] + n[i][1] * d];
  });
}

/** Closed outline between two offsets from a centre line. */
export function band(points, left, right) {
  return curve(sideways(points, left)) + curve(sideways(points, right).reverse(), 'L') + 'z';
}

/** Closed outline of a ribbon whose half width at t is given by `half`. */
export const ribbon = (points, half) => band(points, half, (t) => -half(t));

/** A leaf-shaped feather from a to b, `width` wide, bent sideways by `bend`; `tip` is where it is widest (0..1). */
export function feather(a, b, width, bend = 0, tip = 0.62) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy);
  const n = [dy / length, -dx / length];
  const at = (t, side) => [a[0] + dx * t + n[0] * side, a[1] + dy * t + n[1] * side];
  const h = width / 2;
  const [l1, l2] = [at(tip * 0.45, bend + h * 0.9), at(tip + 0.2, bend + h * 1.25)];
  const [r1, r2] = [at(tip * 0.45, bend - h * 0.9), at(tip + 0.2, bend - h * 1.25)];
  return `M${numbers(...a)}C${numbers(...l1, ...l2, ...b)}C${numbers(...r2, ...r1, ...a)}z`;
}

/** A flame lock: from root a to root b with its tip at c, hooked by `hook`. */
export function lock(a, b, c, hook = 0.35) {
  const ca = [lerp(a[0], c[0], 0.55) + (c[1] - a[1]) * hook, lerp(a[1], c[1], 0.55) - (c[0] - a[0]) * hook];
  const cb = [lerp(b[0], c[0], 0.5) + (c[1] - b[1]) * hook, lerp(b[1], c[1], 0.5) - (c[0] - b[0]) * hook];
  return `M${numbers(...a)}Q${numbers(...ca, ...c)}Q${numbers(...cb, ...b)}z`;
}

/** Markup of one path. */
export const path = (d, attributes = '') => `<path d="${d}"${attributes && ' ' + attributes}/>`;
