/** SHA-256 of a text, in hexadecimal digits; the browser's own is missing over plain http in a home network. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const words = padded(bytes);
  const state = [...START];
  for (let block = 0; block < words.length; block += 16) mix(state, words.subarray(block, block + 16));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
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
  const words = new Int32Array(((bytes.length + 8) >> 6) * 16 + 16);
  for (const [index, byte] of [...bytes, 0x80].entries()) words[index >> 2]! |= byte << (24 - 8 * (index & 3));
  words[words.length - 1] = bytes.length * 8;
  return words;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function mix(state: number[], block: Int32Array): void {
  const w = [...block];
  for (let at = 16; at < 64; at++) {
    const [old, last] = [w[at - 15]!, w[at - 2]!];
    const small = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3);
    const large = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10);
    w.push((w[at - 16]! + small + w[at - 7]! + large) | 0);
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at++) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS[at]! + w[at]!) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at]! + word) | 0;
}
