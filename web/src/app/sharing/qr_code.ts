/**
 * QR codes for short texts: byte mode, error correction L, versions 1 to 5 (up to 106 bytes), one block each.
 * Enough for a table's address; everything larger is refused.
 */
const versions = [
  { size: 21, data: 19, check: 7 },
  { size: 25, data: 34, check: 10 },
  { size: 29, data: 55, check: 15 },
  { size: 33, data: 80, check: 20 },
  { size: 37, data: 108, check: 26 },
];

const exp = new Uint8Array(512);
const log = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  exp[i] = exp[i + 255] = x;
  log[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const times = (a: number, b: number): number => (a && b ? (exp[(log[a] ?? 0) + (log[b] ?? 0)] ?? 0) : 0);

/** Reed–Solomon check bytes. */
function checkBytes(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = new Array<number>(generator.length + 1).fill(0);
    generator.forEach((g, j) => {
      next[j] = (next[j] ?? 0) ^ g;
      next[j + 1] = (next[j + 1] ?? 0) ^ times(g, exp[i] ?? 0);
    });
    generator = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i] ?? 0;
    if (lead) generator.forEach((g, j) => (rest[i + j] = (rest[i + j] ?? 0) ^ times(g, lead)));
  }
  return rest.slice(data.length);
}

function bitsOf(bytes: Uint8Array, capacity: number): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, 8);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < capacity * 8; pad ^= 0xec ^ 0x11) put(pad, 8);
  return bits;
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The code as rows of dark (true) and light squares, without the quiet border. */
export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const index = versions.findIndex((one) => bytes.length <= one.data - 2);
  const version = versions[index];
  if (!version) throw new RangeError(`too long for a QR code: ${bytes.length} bytes`);
  const { size } = version;
  const bits = bitsOf(bytes, version.data);
  const data = Array.from({ length: version.data }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2));
  const stream = [...data, ...checkBytes(data, version.check)].flatMap((byte) =>
    Array.from({ length: 8 }, (_, i) => (byte >> (7 - i)) & 1),
  );

  const grid: (boolean | null)[][] = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  const set = (x: number, y: number, dark: boolean) => {
    const row = grid[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  const target = (cx: number, cy: number, radius: number) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
  };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    target(x, y, 4);
  if (index > 0) target(size - 7, size - 7, 2);
  for (let i = 8; i < size - 8; i++) {
    set(i, 6, i % 2 === 0);
    set(6, i, i % 2 === 0);
  }
  const format = (bits: number) => {
    for (let i = 0; i < 15; i++) {
      const dark = ((bits >> i) & 1) === 1;
      if (i < 6) set(8, i, dark);
      else if (i < 8) set(8, i + 1, dark);
      else if (i === 8) set(7, 8, dark);
      else set(14 - i, 8, dark);
      if (i < 8) set(size - 1 - i, 8, dark);
      else set(8, size - 15 + i, dark);
    }
    set(8, size - 8, true);
  };
  format(0);
  const fixed = grid.map((row) => row.map((cell) => cell !== null));

  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (!fixed[y]?.[x]) set(x, y, stream[at++] === 1);
      }
    }
  }
  // One mask does for short texts as well as another; this one never leaves large areas plain.
  const mask = 2;
  const flip = masks[mask] ?? (() => false);
  const shown = grid.map((row, y) =>
    row.map((cell, x) => (fixed[y]?.[x] ? cell === true : (cell === true) !== flip(x, y))),
  );
  let remainder = (1 << 3) | mask; // level L is 01
  const head = remainder;
  for (let i = 0; i < 10; i++) remainder = (remainder << 1) ^ ((remainder >> 9) * 0x537);
  grid.forEach((row, y) => (shown[y] ?? []).forEach((dark, x) => (row[x] = dark)));
  format(((head << 10) | remainder) ^ 0x5412);
  return grid.map((row) => row.map((cell) => cell === true));
}
