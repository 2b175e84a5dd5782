import { Refused } from '../../wire/refused.js';
import type { LiveTable } from '../live/live_table.svelte.js';
import type { Play } from '../../game/legal_plays.js';
import { Confirmation } from './confirmation.svelte.js';
import type { Selection } from './selection.svelte.js';

/** What a player sends to the table: plays, passes, calls and cards given away. */
export class Moves {
  readonly #table: LiveTable;
  readonly #selection: Selection;
  readonly #confirmation: Confirmation;
  /** Something is on its way to the server. */
  sending = $state(false);
  /** The call of the last card goes along with the next play. */
  callWithPlay = $state(false);

  /** A bot plays for this seat: there is nothing to do, and nothing to plan. */
  readonly stoodIn: boolean = $derived.by(() => {
    const { public: now, own } = this.#table;
    return !!own && !!now?.seats[own.seat]?.stand_in;
  });
  readonly myTurn: boolean = $derived.by(() => {
    const { public: now, own } = this.#table;
    return !!own && now?.phase === 'playing' && now.match?.turn === own.seat && !this.stoodIn;
  });

  constructor(table: LiveTable, selection: Selection) {
    this.#table = table;
    this.#selection = selection;
    this.#confirmation = new Confirmation(selection);
  }

  /** Whether what is chosen may be played and leaves one card, where that has to be called by hand (R5.1). */
  get leavesOne(): boolean {
    const exact = this.#selection.exact;
    const calls = this.#table.public?.options.last_card === 'call';
    return calls && this.myTurn && !!exact && this.#selection.cards.length - exact.cards.length === 1;
  }

  get confirming(): boolean {
    return this.#confirmation.asking;
  }

  /** Plays what is chosen, if it may be played: the button's only yes. */
  async play(): Promise<void> {
    const exact = this.#selection.exact;
    if (!exact || !this.myTurn || this.sending) return this.explain();
    if (this.#confirmation.asksFirst(exact.cards)) return;
    await this.lay(exact, this.callWithPlay && this.#selection.cards.length - exact.cards.length === 1);
  }

  /** Lays a legal play. */
  async lay({ cards }: Play, call = false): Promise<void> {
    await this.#send(() =>
      this.#table.do({ do: 'play', cards, version: this.#table.version, ...(call ? { call } : {}) }),
    );
  }

  async pass(): Promise<void> {
    if (!this.#table.own?.may_pass || this.sending) return;
    await this.#send(() => this.#table.do({ do: 'pass', version: this.#table.version }));
  }

  async call(): Promise<void> {
    await this.#send(() => this.#table.do({ do: 'call' }));
  }

  async give(): Promise<void> {
    const { codes } = this.#selection;
    const [card] = codes;
    if (!card || codes.length !== 1) return;
    await this.#send(() => this.#table.do({ do: 'give', card, version: this.#table.version }));
  }

  /** Says why the chosen cards cannot be played now, with the rule. */
  explain(): void {
    const error = this.#selection.checked?.error;
    if (error && this.#selection.codes.length) this.#table.complain(new Refused(error));
  }

  async #send(ask: () => Promise<unknown>): Promise<void> {
    this.sending = true;
    try {
      await ask();
      this.callWithPlay = false;
    } catch (error) {
      this.#table.complain(error);
    } finally {
      this.sending = false;
      this.#confirmation.forget();
    }
  }
}
