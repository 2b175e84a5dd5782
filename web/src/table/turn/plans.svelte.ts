import { toasts } from '../../app/toasts.svelte.js';
import { m } from '../../paraglide/messages.js';
import { http } from '../../wire/http.js';
import { Refused } from '../../wire/refused.js';
import type { PlanAnswer } from '../../wire/types.js';
import type { LiveTable } from '../live/live_table.svelte.js';
import { exactly } from '../../game/legal_plays.js';
import type { Moves } from './moves.svelte.js';
import type { Selection } from './selection.svelte.js';

/** What a player has planned for when their turn comes: cards, or a pass. */
export type Planned = { cards: string[]; kind: string } | 'pass';

const CARRIED_OUT_AFTER_MS = 450;

/**
 * A move planned ahead. When the turn has come it is made if it may be, else forgotten with a word. Where a move may
 * take days the server keeps the plan and makes the move, though no browser is open; a pass holds for the whole trick.
 */
export class Plans {
  readonly #table: LiveTable;
  readonly #selection: Selection;
  readonly #moves: Moves;
  #asked = 0;
  planned = $state.raw<Planned | null>(null);

  constructor(table: LiveTable, selection: Selection, moves: Moves) {
    this.#table = table;
    this.#selection = selection;
    this.#moves = moves;
    const hand = $derived(`${table.public?.match?.round ?? 0} ${table.own?.seat ?? ''} ${moves.stoodIn}`);
    const version = $derived(`${hand} ${table.public?.match?.version ?? ''}`);
    $effect(() => {
      void hand;
      this.planned = null; // it was about cards of another round, or another plays them
    });
    $effect(() => {
      void version;
      if (this.kept && table.own && table.public?.phase === 'playing') void this.#ask('GET');
    });
    $effect(() => (this.kept ? undefined : this.#carryOut()));
  }

  /** Whether the server keeps what is planned. */
  get kept(): boolean {
    const now = this.#table.public;
    return now?.options.clock === 'days' && now.seats.filter((seat) => seat.kind === 'person').length > 1;
  }

  /** Plans the chosen cards, or a pass, for the coming turn; null takes the plan back. */
  plan(what: 'cards' | 'pass' | null): void {
    const kind = this.#selection.checked?.kind;
    if (what === 'pass') this.planned = 'pass';
    else if (what === 'cards' && kind) this.planned = { cards: this.#selection.codes, kind };
    else this.planned = null;
    if (!this.kept) return;
    if (this.planned === 'pass') void this.#ask('PUT', { until: 'trick' });
    else if (this.planned) void this.#ask('PUT', { cards: this.planned.cards });
    else void this.#ask('DELETE');
  }

  /** What the server keeps is what holds; of several answers, the one to the last question. */
  async #ask(method: 'GET' | 'PUT' | 'DELETE', body?: object): Promise<void> {
    const number = ++this.#asked;
    let planned: Planned | null = null;
    try {
      const answer = await http<PlanAnswer | undefined>(method, `/api/tables/${this.#table.id}/plan`, body);
      const plan = answer?.plan;
      if (plan) planned = plan.cards.length ? { cards: plan.cards, kind: plan.kind ?? '' } : 'pass';
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (method !== 'GET') toasts.refuse(error);
    }
    if (number === this.#asked) this.planned = planned;
  }

  #carryOut(): (() => void) | undefined {
    if (!this.#moves.myTurn || !this.planned || this.#moves.sending) return undefined;
    const planned = this.planned;
    const timer = setTimeout(() => {
      this.planned = null;
      if (planned === 'pass') {
        if (this.#table.own?.may_pass) void this.#moves.pass();
        else toasts.say(m.plan_pass_failed());
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
