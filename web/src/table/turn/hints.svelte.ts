import { speech } from '../../app/speech.svelte.js';
import { cardNames } from '../../game/play_name.js';
import { keyOf } from '../../game/legal_plays.js';
import { reasonText } from '../../game/reason_text.js';
import { m } from '../../paraglide/messages.js';
import type { HintPlay } from '../../wire/types.js';
import type { LiveTable } from '../live/live_table.svelte.js';
import type { Moves } from './moves.svelte.js';
import type { Selection } from './selection.svelte.js';

/** No hints where it counts: at rated tables, and with deals that everybody gets. */
export const hintsAllowed = ({ public: now }: LiveTable): boolean => !now?.options.rated && !now?.purpose;

/** Advice that the player asked for: its cards are chosen, its reasons shown until something else is. */
export class Hints {
  readonly #table: LiveTable;
  readonly #selection: Selection;
  readonly #moves: Moves;
  /** The cards of the last hint. */
  hinted = $state.raw<string[] | null>(null);
  /** What the last hint says. */
  advised = $state.raw<string[]>([]);
  #advice: { moment: string; plays: HintPlay[]; at: number } = { moment: '', plays: [], at: 0 };

  constructor(table: LiveTable, selection: Selection, moves: Moves) {
    this.#table = table;
    this.#selection = selection;
    selection.onchange(() => {
      this.advised = [];
      this.hinted = null;
    });
    // Advice is about one moment: after the next action, one's own as well, it is about nothing.
    const moment = $derived(moves.myTurn ? table.moment : '');
    $effect(() => {
      void moment;
      this.advised = [];
    });
    this.#moves = moves;
  }

  /** Whether the last hint says to pass. */
  get passing(): boolean {
    return this.advised.length > 0 && this.hinted === null;
  }

  /** Asks for advice and chooses the best; again, the next best. */
  async hint(): Promise<void> {
    const { moment } = this.#table;
    const chosen = keyOf(this.#selection.codes);
    /** The moment it is about has gone, or goes with the move on its way, or the player chose meanwhile. */
    const late = () =>
      this.#table.closed ||
      this.#moves.sending ||
      moment !== this.#table.moment ||
      chosen !== keyOf(this.#selection.codes);
    if (late()) return;
    if (this.#advice.moment !== moment) {
      try {
        const { plays } = await this.#table.line.ask({ type: 'hint', table: this.#table.id });
        if (late()) return;
        this.#advice = { moment, plays, at: 0 };
      } catch (error) {
        if (!late()) this.#table.complain(error);
        return;
      }
    }
    const advised = this.#advice.plays[this.#advice.at++ % Math.max(1, this.#advice.plays.length)];
    if (advised) this.#show(advised);
  }

  #show({ action, reasons: codes }: HintPlay): void {
    const cards = cardsOf(action);
    if (cards.length) this.#selection.choose(cards);
    else this.#selection.clear();
    this.hinted = cards.length ? cards : null;
    // Where the last card is called by hand, whoever follows advice does not forget to.
    this.#moves.callWithPlay = this.#moves.leavesOne;
    const reasons = codes.map(reasonText).filter(Boolean);
    const advised =
      cards.length && reasons.length ? reasons : [cards.length ? m.hint_play() : m.hint_pass(), ...reasons];
    this.advised = advised.slice(0, 2);
    speech.say([...(cards.length ? [`${cardNames(cards)}.`] : []), ...this.advised].join(' '));
  }
}

/** The cards that an action is about; none for a pass. */
export function cardsOf({ play, give }: HintPlay['action']): string[] {
  if (Array.isArray(play)) return play.filter((card) => typeof card === 'string');
  return typeof give === 'string' ? [give] : [];
}
