/** SHA-256 of a text, in hexadecimal digits; the browser's own is missing over plain http in a home network. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const words = padded(bytes);
  const state = [...START];
  for (let block = 0; block < words.length; block += 16) mix(state, words.subarray(block, block + 16));
  return state.map((one) => (one >>> 0).toString(16).padStart(8, '0')).join('');
}

const PRIMES = firstPrimes(64);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}

/** The first 32 bits behind the point. */
function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0;
}

/** The text's bytes, a one, zeros, and the length in bits, as words of 32 bits. */
function padded(bytes: Uint8Array): Int32Array {
  const all = new DataView(new ArrayBuffer(((bytes.length + 8) >> 6) * 64 + 64));
  for (const [index, byte] of [...bytes, 0x80].entries()) all.setUint8(index, byte);
  all.setUint32(all.byteLength - 4, bytes.length * 8);
  return Int32Array.from({ length: all.byteLength / 4 }, (_, index) => all.getInt32(4 * index));
}

const word = (words: number[], at: number): number => words[at] ?? 0;
const turned = (bits: number, by: number): number => (bits >>> by) | (bits << (32 - by));

function mix(state: number[], block: Int32Array): void {
  const w = [...block];
  for (let at = 16; at < 64; at++) {
    const [old, last] = [word(w, at - 15), word(w, at - 2)];
    const small = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3);
    const large = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10);
    w.push((word(w, at - 16) + small + word(w, at - 7) + large) | 0);
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at++) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + word(ROUNDS, at) + word(w, at)) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [at, more] of [a, b, c, d, e, f, g, h].entries()) state[at] = (word(state, at) + more) | 0;
}
