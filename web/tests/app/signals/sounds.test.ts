import { expect, test } from 'vitest';
import { scores, type Brush, type Score, type Sound, type Tone } from '../../../src/app/signals/sound_recipes.js';

const RATE = 48_000;
type Filter = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

function filtered(samples: Float64Array, [b0, b1, b2, a1, a2]: Filter): Float64Array {
  const out = new Float64Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i] ?? 0;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    out[i] = y;
  }
  return out;
}

/** The two filters of ITU-R BS.1770 at 48 kHz: how an ear weighs what it hears. */
const SHELF: Filter = [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585];
const HIGH_PASS: Filter = [1, -2, 1, -1.99004745483398, 0.99007225036621];

function bandpass(around: number, narrow: number): Filter {
  const w = (2 * Math.PI * around) / RATE;
  const alpha = Math.sin(w) / (2 * narrow);
  return [alpha / (1 + alpha), 0, -alpha / (1 + alpha), (-2 * Math.cos(w)) / (1 + alpha), (1 - alpha) / (1 + alpha)];
}

function addTone(
  out: Float64Array,
  { pitch, to = pitch, at = 0, length = 0.3, loud = 0.3, wave = 'sine' }: Tone,
): void {
  let phase = 0;
  for (let i = 0; i < length * RATE; i++) {
    const t = i / RATE;
    phase += (pitch * (to / pitch) ** (t / length)) / RATE;
    const level =
      t < 0.008 ? 0.0001 * (loud / 0.0001) ** (t / 0.008) : loud * (0.0001 / loud) ** ((t - 0.008) / (length - 0.008));
    const shape =
      wave === 'sine' ? Math.sin(2 * Math.PI * phase) : (2 / Math.PI) * Math.asin(Math.sin(2 * Math.PI * phase));
    out[Math.floor(at * RATE) + i] = (out[Math.floor(at * RATE) + i] ?? 0) + level * shape;
  }
}

function addBrush(out: Float64Array, { around, narrow = 1, at = 0, length = 0.08, loud = 0.4 }: Brush): void {
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 1_073_741_823.5 - 1;
  const noise = filtered(
    Float64Array.from({ length: Math.floor(length * RATE) }, random),
    bandpass(around, 10 ** (narrow / 20)),
  );
  noise.forEach((x, i) => {
    const level = loud * (0.0001 / loud) ** (i / RATE / length);
    out[Math.floor(at * RATE) + i] = (out[Math.floor(at * RATE) + i] ?? 0) + level * x;
  });
}

function rendered({ tones = [], brushes = [], mix }: Score): Float64Array {
  const out = new Float64Array(RATE * 3);
  for (const one of tones) addTone(out, one);
  for (const one of brushes) addBrush(out, one);
  return out.map((x) => x * mix);
}

/** The loudest 400 ms, in LUFS. */
function loudness(samples: Float64Array): number {
  const heard = filtered(filtered(samples, SHELF), HIGH_PASS);
  let most = 0;
  for (let from = 0; from + 0.4 * RATE <= heard.length; from += 0.1 * RATE) {
    const block = heard.subarray(from, from + 0.4 * RATE);
    most = Math.max(most, block.reduce((sum, x) => sum + x * x, 0) / block.length);
  }
  return -0.691 + 10 * Math.log10(most);
}

const names = Object.keys(scores) as Sound[];
const sounding = Object.fromEntries(names.map((name) => [name, rendered(scores[name])])) as Record<Sound, Float64Array>;
const measured = Object.fromEntries(names.map((name) => [name, loudness(sounding[name])])) as Record<Sound, number>;

test('all sounds are equally loud to the ear, within four decibels', () => {
  const heard = Object.values(measured);
  expect(Math.max(...heard) - Math.min(...heard), JSON.stringify(measured)).toBeLessThan(4);
});

test.each(names)('%s is heard from a phone, whose speaker has nothing below 300 Hz', (name) => {
  const low = 1 / (1 + (2 * Math.PI * 300) / RATE);
  // Two simple high passes, as a small speaker is one.
  let left = sounding[name];
  for (let pass = 0; pass < 2; pass++) {
    const out = new Float64Array(left.length);
    for (let i = 1; i < left.length; i++) out[i] = low * ((out[i - 1] ?? 0) + (left[i] ?? 0) - (left[i - 1] ?? 0));
    left = out;
  }
  expect(measured[name] - loudness(left)).toBeLessThan(6);
});
