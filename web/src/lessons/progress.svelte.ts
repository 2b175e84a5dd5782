import type { Asked } from './actions.js';

/** How far somebody is in one lesson: what they did right so far. */
export interface Begun {
  actions: Asked[];
  step: number;
  done: boolean;
}

/** So many lessons there are. */
export const LESSONS = 8;
const key = 'gangoffour.lessons';
const offerKey = 'gangoffour.lessons.offer';

function stored(): Record<string, Begun> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return kept && typeof kept === 'object' ? (kept as Record<string, Begun>) : {};
  } catch {
    return {};
  }
}

/** The lessons somebody has begun, kept on this device. */
class Progress {
  #lessons = $state<Record<string, Begun>>(stored());
  #declined = $state(localStorage.getItem(offerKey) === 'no');

  of(lesson: string): Begun {
    const kept = this.#lessons[lesson];
    return {
      actions: Array.isArray(kept?.actions) ? kept.actions : [],
      step: Number(kept?.step) || 0,
      done: kept?.done === true,
    };
  }

  keep(lesson: string, actions: Asked[], step: number, done: boolean): void {
    this.#lessons[lesson] = { actions, step, done: done || this.of(lesson).done };
    localStorage.setItem(key, JSON.stringify(this.#lessons));
  }

  /** Back to the first step; that it was done once stays true. */
  restart(lesson: string): void {
    this.keep(lesson, [], 0, false);
  }

  get any(): boolean {
    return Object.keys(this.#lessons).length > 0;
  }

  get done(): number {
    return Object.keys(this.#lessons).filter((one) => this.of(one).done).length;
  }

  /** Whether the lessons should be offered: to newcomers who have not said no, until they know all. */
  get offered(): boolean {
    return !this.#declined && this.done < LESSONS;
  }

  decline(): void {
    this.#declined = true;
    localStorage.setItem(offerKey, 'no');
  }
}

export const progress = new Progress();
