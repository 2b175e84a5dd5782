import { untrack } from 'svelte';
import { speech } from '../../app/speech.svelte.js';
import { settings } from '../../app/settings.svelte.js';
import { toasts } from '../../app/toasts.svelte.js';
import { m } from '../../paraglide/messages.js';
import { Refused } from '../../wire/refused.js';
import type { Checked, HintPlay } from '../../wire/types.js';
import { cardNames } from '../../game/play_name.js';
import { held, keysOf, sorted, stillChosen, type HeldCard } from './held_cards.js';
import type { LiveTable } from '../live/live_table.svelte.js';
import { reasonText } from '../../game/reasons.js';
import { completions, exactly, inOrder, keyOf, playsOf, type Play } from './legal_plays.js';

/** What a player has planned for when their turn comes: cards, or a pass. */
export type Planned = { cards: string[]; kind: string } | 'pass';

const CHECK_AFTER_MS = 90;
const AUTO_PASS_MS = 4_000;
const PLANNED_AFTER_MS = 450;

/** What a player is about to do: the cards chosen, what they are, what is planned ahead. It judges nothing. */
export class Choice {
  readonly #table: LiveTable;
  /** Keys of chosen cards. They stay chosen until they leave the hand or are tapped again. */
  keys = $state.raw<ReadonlySet<string>>(new Set());
  checked = $state.raw<{ cards: string; answer: Checked } | null>(null);
  planned = $state.raw<Planned | null>(null);
  sending = $state(false);
  callWithPlay = $state(false);
  confirming = $state(false);
  hinted = $state.raw<string[] | null>(null);
  /** What the last hint says, until something else is chosen. */
  advised = $state.raw<string[]>([]);
  /** When a pass by itself is coming. */
  autoPassAt = $state(0);
  #anchor: readonly string[] = [];
  #cycle = new Map<string, number>();

  /** The combinations that the server sees in the hand, for those who sort by them. */
  #groups = $state.raw<readonly (readonly string[])[]>([]);

  /** The hand as text: what does not change it need not draw it anew. */
  readonly #hand: string = $derived.by(() => (this.#table.own?.hand ?? []).join(' '));
  readonly cards: HeldCard[] = $derived.by(() =>
    sorted(held(this.#hand ? this.#hand.split(' ') : []), settings.chosen.sort, this.#groups),
  );
  readonly chosen: HeldCard[] = $derived.by(() => this.cards.filter((card) => this.keys.has(card.key)));
  readonly codes: string[] = $derived.by(() => inOrder(this.chosen.map((card) => card.code)));
  readonly plays: Play[] = $derived.by(() => playsOf(this.#table.own?.plays ?? {}));
  readonly exact: Play | undefined = $derived.by(() =>
    this.codes.length ? exactly(this.plays, this.codes) : undefined,
  );
  readonly completions: Map<string, Play[]> = $derived.by(() => completions(this.plays, this.#anchored));
  readonly myTurn: boolean = $derived.by(() => {
    const { public: now, own } = this.#table;
    return !!own && now?.phase === 'playing' && now.match?.turn === own.seat && !now.seats[own.seat]?.stand_in;
  });

  constructor(table: LiveTable) {
    this.#table = table;
    $effect(() => {
      if (!this.myTurn) this.advised = [];
    });
    $effect(() => this.#keepHeld());
    $effect(() => this.#check());
    $effect(() => this.#arrange());
    $effect(() => this.#carryOut());
    $effect(() => this.#autoPass());
  }

  /** The cards that suggestions start from: those chosen by hand, not those a suggestion added. */
  get #anchored(): readonly string[] {
    const chosen = keyOf(this.codes);
    return this.#suggested === chosen ? this.#anchor : this.codes;
  }
  #suggested = $state('');

  toggle(key: string): void {
    const keys = new Set(this.keys);
    if (!keys.delete(key)) keys.add(key);
    this.#choose(keys);
  }

  set(key: string, chosen: boolean): void {
    if (this.keys.has(key) !== chosen) this.toggle(key);
  }

  clear(): void {
    this.#choose(new Set());
  }

  #choose(keys: ReadonlySet<string>): void {
    this.keys = keys;
    this.confirming = false;
    this.advised = [];
    this.hinted = null;
    this.#suggested = '';
    if (keys.size === 0) this.#cycle.clear();
  }

  /** Chooses these cards of the hand. */
  choose(codes: readonly string[]): void {
    this.#choose(keysOf(codes, this.cards, this.keys));
  }

  /** Completes the chosen cards to a play of this kind; again, to the next one. */
  suggest(kind: string): void {
    const anchor = this.#anchored;
    const all = this.completions.get(kind);
    if (!all?.length) return;
    const at = this.#cycle.get(kind) ?? 0;
    const next = all[at % all.length];
    if (!next) return;
    this.#cycle.set(kind, at + 1);
    this.keys = keysOf(next.cards, this.cards, this.keys);
    this.#anchor = anchor;
    this.#suggested = keyOf(next.cards);
    this.confirming = false;
  }

  /** Which of the plays of a kind is chosen now, from 1; 0 if none. */
  at(kind: string): number {
    const chosen = keyOf(this.codes);
    return (this.completions.get(kind)?.findIndex((play) => keyOf(play.cards) === chosen) ?? -1) + 1;
  }

  /** Plays what is chosen, if it may be played: the button's only yes. */
  async play(): Promise<void> {
    const exact = this.exact;
    if (!exact || !this.myTurn || this.sending) return this.explain();
    if (settings.chosen.confirm && !this.confirming) {
      this.confirming = true;
      return;
    }
    const call = this.callWithPlay && this.cards.length - exact.cards.length === 1;
    await this.#send(() =>
      this.#table.do({ do: 'play', cards: exact.cards, version: this.#version, ...(call ? { call } : {}) }),
    );
  }

  async pass(): Promise<void> {
    if (!this.#table.own?.may_pass || this.sending) return;
    await this.#send(() => this.#table.do({ do: 'pass', version: this.#version }));
  }

  async call(): Promise<void> {
    await this.#send(() => this.#table.do({ do: 'call' }));
  }

  async give(): Promise<void> {
    const [card] = this.codes;
    if (!card || this.codes.length !== 1) return;
    await this.#send(() => this.#table.do({ do: 'give', card, version: this.#version }));
  }

  /** Asks for advice and chooses the best; again, the next best. */
  async hint(): Promise<void> {
    const version = this.#version;
    if (this.#advice.version !== version) {
      try {
        const { plays } = await this.#table.line.ask({ type: 'hint', table: this.#table.id });
        if (version !== this.#version) return; // too late: it is about another moment
        this.#advice = { version, plays, at: 0 };
      } catch (error) {
        return this.#table.complain(error);
      }
    }
    const advised = this.#advice.plays[this.#advice.at++ % Math.max(1, this.#advice.plays.length)];
    if (!advised) return;
    const { play, give } = advised.action;
    const cards = Array.isArray(play) ? (play as string[]) : typeof give === 'string' ? [give] : [];
    if (cards.length) this.choose(cards);
    else this.clear();
    this.hinted = cards.length ? cards : null;
    const reasons = advised.reasons.map(reasonText).filter(Boolean);
    this.advised = (
      cards.length && reasons.length ? reasons : [cards.length ? m.hint_play() : m.hint_pass(), ...reasons]
    ).slice(0, 2);
    speech.say(`${cards.length ? cardNames(cards) : ''}. ${this.advised.join(' ')}`);
  }
  #advice: { version: number; plays: HintPlay[]; at: number } = { version: -1, plays: [], at: 0 };

  /** Says why the chosen cards cannot be played now, with the rule. */
  explain(): void {
    const error = this.checked?.cards === keyOf(this.codes) ? this.checked.answer.error : null;
    if (error && this.codes.length) this.#table.complain(new Refused(error));
  }

  /** Plans the chosen cards, or a pass, for the coming turn; null takes the plan back. */
  plan(what: 'cards' | 'pass' | null): void {
    if (what === 'pass') this.planned = 'pass';
    else if (what === 'cards' && this.checked?.answer.kind)
      this.planned = { cards: this.codes, kind: this.checked.answer.kind };
    else this.planned = null;
  }

  get #version(): number {
    return this.#table.public?.match?.version ?? 0;
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
      this.confirming = false;
    }
  }

  /** Cards that have left the hand are no longer chosen; all others stay. */
  #keepHeld(): void {
    const hand = this.#hand.split(' ');
    const round = this.#table.public?.match?.round ?? 0;
    untrack(() => {
      if (round !== this.#before.round) {
        this.clear();
        this.planned = null; // it was about cards of another round
      } else if (this.keys.size) this.keys = stillChosen(this.keys, this.#before.hand, hand);
    });
    this.#before = { round, hand };
  }
  #before: { round: number; hand: string[] } = { round: 0, hand: [] };

  /** Asks the server what the chosen cards are, where the list of plays does not tell. */
  #check(): (() => void) | void {
    const cards = keyOf(this.codes);
    const version = this.#table.public?.match?.version;
    if (!cards || this.exact || version === undefined || this.#table.own?.must_give) return;
    const timer = setTimeout(() => {
      this.#table.line.ask({ type: 'check', table: this.#table.id, cards: cards.split(' ') }).then(
        (answer) => (this.checked = { cards, answer }),
        () => undefined,
      );
    }, CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }

  /** Asks how the hand can be laid out in combinations, when it is sorted by them. */
  #arrange(): void {
    if (settings.chosen.sort !== 'combinations' || !this.#hand) return;
    const hand = this.#hand;
    this.#table.line.ask({ type: 'arrange', table: this.#table.id }).then(
      ({ groups }) => {
        if (hand === this.#hand) this.#groups = groups;
      },
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      },
    );
  }

  /** The turn has come: what was planned is done if it may be, else forgotten with a word. */
  #carryOut(): (() => void) | void {
    if (!this.myTurn || !this.planned || this.sending) return;
    const planned = this.planned;
    const timer = setTimeout(() => {
      this.planned = null;
      if (planned === 'pass') {
        if (this.#table.own?.may_pass) void this.pass();
        else toasts.say(m.plan_failed());
        return;
      }
      const play = exactly(this.plays, planned.cards);
      this.choose(planned.cards);
      if (play) void this.#send(() => this.#table.do({ do: 'play', cards: play.cards, version: this.#version }));
      else toasts.say(m.plan_failed());
    }, PLANNED_AFTER_MS);
    return () => clearTimeout(timer);
  }

  /** Opt-in: pass after a while when there is nothing to play. */
  #autoPass(): (() => void) | void {
    if (!this.#nothing) this.#thinking = false;
    if (!this.#nothing || this.#thinking || this.planned || !settings.chosen.autoPass) return;
    const wait = AUTO_PASS_MS * (0.7 + 0.6 * Math.random());
    this.autoPassAt = performance.now() + wait;
    const timer = setTimeout(() => void this.pass(), wait);
    return () => {
      clearTimeout(timer);
      this.autoPassAt = 0;
    };
  }
  readonly #nothing: boolean = $derived.by(() => this.myTurn && !!this.#table.own?.may_pass && this.plays.length === 0);
  #thinking = $state(false);

  /** The player would rather think, this time. */
  stopAutoPass(): void {
    this.#thinking = true;
  }
}
