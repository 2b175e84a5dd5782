import { settings } from '../../../app/settings.svelte.js';
import { sound } from '../../../app/signals/sounds.js';
import { speech } from '../../../app/speech.svelte.js';
import { sentenceOf } from '../../../game/sentences.js';
import type { Replay } from '../../../wire/types.js';
import { framesOf, type Frame } from './frames.js';

export const speeds = [0.5, 1, 2, 4] as const;
export type Speed = (typeof speeds)[number];

const STEP_MS = 1500;
const ROUND_MS = 3000;

/** What a review makes of a decision that was not good. */
export type Mark = 'doubtful' | 'mistake';

/** Where a replay stands, and how it moves on. */
export class Player {
  readonly frames: readonly Frame[];
  at = $state(0);
  speed = $state<Speed>(1);
  playing = $state(false);
  /** From whose seat it is seen. */
  seat = $state(0);
  /** Whether all hands lie open, or only the one it is seen from. */
  open = $state(true);
  /** The frames in which a decision was to be taken that a review marks, with the mark in words. */
  marks = $state.raw<ReadonlyMap<number, { mark: Mark; label: string }>>(new Map());
  readonly frame: Frame = $derived.by(() => this.frames[this.at] as Frame);

  constructor(replay: Replay) {
    this.frames = framesOf(replay);
    $effect(() => this.#run());
  }

  get first(): boolean {
    return this.at === 0;
  }

  get last(): boolean {
    return this.at === this.frames.length - 1;
  }

  go(at: number, { aloud = true } = {}): void {
    const next = Math.min(this.frames.length - 1, Math.max(0, at));
    if (next === this.at) return;
    const onward = next === this.at + 1;
    this.at = next;
    const words = this.frame.facts.map((fact) => sentenceOf(fact, this.frame.table, null)).filter(Boolean);
    if (aloud) speech.say(words.join(' '));
    if (!onward) return;
    for (const fact of this.frame.facts) {
      if (fact.type === 'played') sound(fact.kind === 'gang' ? 'gang' : 'card');
      if (fact.type === 'passed') sound('knock');
      if (fact.type === 'trick_taken') sound('trick');
    }
  }

  step(by: number): void {
    this.playing = false;
    this.go(this.at + by);
  }

  /** To the deal of a round, from 0. */
  round(number: number): void {
    this.playing = false;
    this.go(this.frames.findIndex((frame) => frame.round === number));
  }

  /** To the first card of the trick before or after this one. */
  trick(by: 1 | -1): void {
    this.playing = false;
    const leads = this.frames.flatMap((frame, i) =>
      frame.step === 0 || frame.facts.some((fact) => fact.type === 'played' && fact.lead) ? [i] : [],
    );
    const next = by === 1 ? leads.find((i) => i > this.at) : leads.findLast((i) => i < this.at);
    this.go(next ?? (by === 1 ? this.frames.length - 1 : 0));
  }

  toggle(): void {
    if (this.last) this.at = 0;
    this.playing = !this.playing;
  }

  #run(): (() => void) | undefined {
    if (!this.playing) return undefined;
    if (this.last) {
      this.playing = false;
      return undefined;
    }
    const ended = this.frame.facts.some(
      (fact) => fact.type === 'round_ended' || fact.type === 'card_taken' || fact.type === 'card_given',
    );
    const wait = (ended ? ROUND_MS : STEP_MS) / this.speed;
    const timer = setTimeout(() => this.go(this.at + 1, { aloud: !settings.still || this.speed <= 1 }), wait);
    return () => clearTimeout(timer);
  }
}
