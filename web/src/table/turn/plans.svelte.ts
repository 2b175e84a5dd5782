import { toasts } from '../../app/toasts.svelte.js';
import { m } from '../../paraglide/messages.js';
import type { LiveTable } from '../live/live_table.svelte.js';
import { exactly } from '../../game/legal_plays.js';
import type { Moves } from './moves.svelte.js';
import type { Selection } from './selection.svelte.js';

/** What a player has planned for when their turn comes: cards, or a pass. */
export type Planned = { cards: string[]; kind: string } | 'pass';

const CARRIED_OUT_AFTER_MS = 450;

/** A move planned ahead. When the turn has come it is made if it may be, else forgotten with a word. */
export class Plans {
  readonly #table: LiveTable;
  readonly #selection: Selection;
  readonly #moves: Moves;
  planned = $state.raw<Planned | null>(null);

  constructor(table: LiveTable, selection: Selection, moves: Moves) {
    this.#table = table;
    this.#selection = selection;
    this.#moves = moves;
    const hand = $derived(`${table.public?.match?.round ?? 0} ${table.own?.seat ?? ''}`);
    $effect(() => {
      void hand;
      this.planned = null; // it was about cards of another round, or of another person
    });
    $effect(() => this.#carryOut());
  }

  /** Plans the chosen cards, or a pass, for the coming turn; null takes the plan back. */
  plan(what: 'cards' | 'pass' | null): void {
    const kind = this.#selection.checked?.kind;
    if (what === 'pass') this.planned = 'pass';
    else if (what === 'cards' && kind) this.planned = { cards: this.#selection.codes, kind };
    else this.planned = null;
  }

  #carryOut(): (() => void) | undefined {
    if (!this.#moves.myTurn || !this.planned || this.#moves.sending) return undefined;
    const planned = this.planned;
    const timer = setTimeout(() => {
      this.planned = null;
      if (planned === 'pass') {
        if (this.#table.own?.may_pass) void this.#moves.pass();
        else toasts.say(m.plan_failed());
        return;
      }
      const play = exactly(this.#selection.plays, planned.cards);
      this.#selection.choose(planned.cards);
      if (play) void this.#moves.lay(play);
      else toasts.say(m.plan_failed());
    }, CARRIED_OUT_AFTER_MS);
    return () => clearTimeout(timer);
  }
}
