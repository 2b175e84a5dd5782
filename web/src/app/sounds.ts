import { settings } from './settings.svelte.js';

/** Sounds made on the spot: wood, paper, a gong. Nothing is loaded. */
export type Sound =
  'card' | 'knock' | 'turn' | 'gang' | 'last-card' | 'trick' | 'deal' | 'win' | 'lose' | 'chat' | 'hurry';

/** What sounds are made with: where they go, and a stretch of noise. */
interface Studio {
  context: AudioContext;
  out: GainNode;
  hiss: AudioBuffer;
}

let studio: Studio | null = null;

/** Browsers allow sound only after the first touch or key. Getting ready is slow: it is done when nobody waits. */
const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200));
for (const gesture of ['pointerup', 'keydown'])
  addEventListener(gesture, () => idle(() => settings.chosen.muted || ready()), { once: true });

function ready(): Studio | null {
  if (!studio) {
    if (typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return null;
    const context = new AudioContext();
    const out = context.createGain();
    out.connect(context.destination);
    const hiss = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    studio = { context, out, hiss };
  }
  if (studio.context.state === 'suspended') void studio.context.resume();
  return studio;
}

interface Tone {
  pitch: number;
  at?: number;
  length?: number;
  loud?: number;
  wave?: OscillatorType;
  to?: number;
}

function tone(
  { context, out }: Studio,
  { pitch, at = 0, length = 0.3, loud = 0.3, wave = 'sine', to = pitch }: Tone,
): void {
  const start = context.currentTime + at;
  const voice = context.createOscillator();
  const gain = context.createGain();
  voice.type = wave;
  voice.frequency.setValueAtTime(pitch, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(gain).connect(out);
  voice.start(start);
  voice.stop(start + length + 0.02);
}

/** A breath of filtered noise: paper on lacquer, knuckles on wood. */
function brush({ context, out, hiss }: Studio, { at = 0, length = 0.08, loud = 0.4, around = 2500, narrow = 1 }): void {
  const start = context.currentTime + at;
  const source = context.createBufferSource();
  source.buffer = hiss;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = around;
  filter.Q.value = narrow;
  const gain = context.createGain();
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(filter).connect(gain).connect(out);
  source.start(start, Math.random() * 0.3, length + 0.02);
}

const score: Record<Sound, (studio: Studio) => void> = {
  card: (c) => {
    brush(c, { length: 0.07, loud: 0.5, around: 2600 });
    tone(c, { pitch: 190, to: 120, length: 0.07, loud: 0.16, wave: 'triangle' });
  },
  knock: (c) => {
    for (const at of [0, 0.13]) {
      tone(c, { pitch: 170, to: 80, at, length: 0.09, loud: 0.42, wave: 'triangle' });
      brush(c, { at, length: 0.03, loud: 0.3, around: 900 });
    }
  },
  turn: (c) => {
    tone(c, { pitch: 660, length: 0.5, loud: 0.14 });
    tone(c, { pitch: 990, at: 0.11, length: 0.7, loud: 0.12 });
  },
  gang: (c) => {
    for (const [pitch, loud] of [
      [98, 0.5],
      [147.3, 0.22],
      [231, 0.16],
      [311, 0.1],
      [523, 0.05],
    ] as const)
      tone(c, { pitch, to: pitch * 0.985, length: 1.8, loud });
    brush(c, { length: 0.5, loud: 0.25, around: 5200, narrow: 0.4 });
  },
  'last-card': (c) => {
    for (const [i, pitch] of [880, 880, 1174].entries())
      tone(c, { pitch, at: i * 0.13, length: 0.28, loud: 0.15, wave: 'triangle' });
  },
  trick: (c) => {
    for (const at of [0, 0.05, 0.1]) brush(c, { at, length: 0.06, loud: 0.28, around: 1700 });
  },
  deal: (c) => {
    for (let i = 0; i < 8; i++) brush(c, { at: i * 0.06, length: 0.05, loud: 0.3, around: 2300 + i * 60 });
  },
  win: (c) => {
    for (const [i, pitch] of [523, 659, 784, 1046].entries()) tone(c, { pitch, at: i * 0.12, length: 0.6, loud: 0.13 });
  },
  lose: (c) => {
    for (const [i, pitch] of [392, 349, 294].entries()) tone(c, { pitch, at: i * 0.16, length: 0.5, loud: 0.12 });
  },
  chat: (c) => tone(c, { pitch: 740, to: 830, length: 0.12, loud: 0.09 }),
  hurry: (c) => {
    for (const at of [0, 0.2]) tone(c, { pitch: 520, at, length: 0.1, loud: 0.14, wave: 'triangle' });
  },
};

/** Plays a sound as loudly as the player likes it, after what is to be seen with it. */
export function sound(name: Sound): void {
  const { volume, muted } = settings.chosen;
  if (muted || volume <= 0) return;
  setTimeout(() => {
    const made = ready();
    if (!made) return;
    made.out.gain.value = volume * volume;
    score[name](made);
  });
}

export function vibrate(pattern: number | number[]): void {
  if (settings.chosen.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
