import { settings } from '../../app/settings.svelte.js';
import { keyOf } from '../../game/legal_plays.js';
import type { Selection } from './selection.svelte.js';

/** Nobody has read a question that came less than so long ago: a second tap is of the first one's. */
export const READ_MS = 400;

/** For those who want it: before cards are played, the player is asked once whether they mean it. */
export class Confirmation {
  readonly #selection: Selection;
  /** The cards that are asked about. */
  #asked = $state('');
  #askedAt = 0;

  constructor(selection: Selection) {
    this.#selection = selection;
    selection.onchange(() => this.forget());
  }

  /** Whether the chosen cards are asked about now. */
  get asking(): boolean {
    return this.#asked !== '' && this.#asked === keyOf(this.#selection.codes);
  }

  /** Asks about the chosen cards, unless that was done or nobody wants it; whether it asks. */
  asksFirst(cards: readonly string[]): boolean {
    if (!settings.chosen.confirm) return false;
    if (this.asking) return performance.now() - this.#askedAt < READ_MS;
    this.#asked = keyOf(cards);
    this.#askedAt = performance.now();
    return true;
  }

  forget(): void {
    this.#asked = '';
  }
}
