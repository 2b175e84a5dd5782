import { settings } from '../settings.svelte.js';
import { scores, type Brush, type Sound, type Tone } from './sound_recipes.js';

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

/**
 * A page cannot ask whether a system is silent: there is no such query, and wanting less motion is another wish. What
 * it can do is say that its sounds are an accompaniment: where the system knows that (iOS), its silent switch mutes
 * them, and they do not interrupt music. Elsewhere the system mutes a browser by itself.
 */
function obeySilentSwitch(): void {
  const { audioSession } = navigator as { audioSession?: { type: string } };
  if (audioSession) audioSession.type = 'ambient';
}

function ready(): Studio | null {
  if (!studio) {
    if (typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return null;
    obeySilentSwitch();
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

function tone(
  { context }: Studio,
  out: AudioNode,
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

function brush(
  { context, hiss }: Studio,
  out: AudioNode,
  { around, at = 0, length = 0.08, loud = 0.4, narrow = 1 }: Brush,
): void {
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

/** Plays a sound as loudly as the player likes it, after what is to be seen with it. */
export function sound(name: Sound): void {
  const { volume, muted } = settings.chosen;
  if (muted || volume <= 0) return;
  setTimeout(() => {
    const made = ready();
    if (!made) return;
    made.out.gain.value = volume * volume;
    const mixed = made.context.createGain();
    mixed.gain.value = scores[name].mix;
    mixed.connect(made.out);
    for (const one of scores[name].brushes ?? []) brush(made, mixed, one);
    for (const one of scores[name].tones ?? []) tone(made, mixed, one);
  });
}
