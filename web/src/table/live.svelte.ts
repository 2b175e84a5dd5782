import { toasts } from '../app/toasts.svelte.js';
import { connection, type Connection } from '../wire/connection.svelte.js';
import { Refused } from '../wire/refused.js';
import type { Do, Done, Error as Facts, ExchangeSight, Happening, Own, Public, Saying, TableState, Update } from '../wire/types.js';
import { factOf, type Fact } from './happening.js';

/** The cards that changed hands before a round. */
export type Exchanges = Record<number, ExchangeSight>;

/** What has just been believed: the facts that led to it, for sounds, words and effects. */
export interface Change {
  facts: Fact[];
  before: Public | null;
  after: Public;
}

/** What a table is followed and asked over: the one connection, or a lesson that answers in its place. */
export type Line = Pick<Connection, 'state' | 'start' | 'on' | 'ask' | 'do'>;

const BETWEEN_PLAYS_MS = 320;
const ROUND_END_MS = 1_500;
const HURRY_ABOVE = 6;

/**
 * One table as this connection may see it. Updates are believed one after the other, with a moment between plays so
 * that each can be seen; a hidden window and a long queue do not wait.
 */
export class LiveTable {
  readonly id: string;
  readonly line: Line;
  /** Tells the player what was refused. */
  readonly complain: (error: unknown) => void;
  code = $state('');
  public = $state.raw<Public | null>(null);
  own = $state.raw<Own | null>(null);
  chat = $state.raw<Saying[]>([]);
  watching = $state(0);
  /** Why this table cannot be seen. */
  refused = $state.raw<Facts | null>(null);
  exchanges = $state.raw<Exchanges>({});
  /** When the state arrived: clocks count down from there. */
  at = $state(0);
  /** True while the last play of a round lies there for all to see. */
  lingering = $state(false);

  #queue: { update: Update; at: number }[] = [];
  #busy = false;
  #ended = false;
  #listeners = new Set<(change: Change) => void>();
  #stops: (() => void)[];

  constructor(id: string, line: Line = connection, complain = (error: unknown) => toasts.refuse(error)) {
    this.id = id;
    this.line = line;
    this.complain = complain;
    this.#stops = [
      line.on('table', (state) => state.id === id && this.#replace(state)),
      line.on('update', (update) => update.table === id && this.#enqueue(update)),
      line.on('welcome', () => this.#watch()),
    ];
    if (line.state === 'open') this.#watch();
    else line.start();
  }

  /** Stops following the table. */
  close(): void {
    this.#ended = true;
    for (const stop of this.#stops) stop();
    if (this.line.state === 'open') void this.line.ask({ type: 'unwatch', table: this.id }).catch(() => undefined);
  }

  /** Hears of every change, just before it is believed. */
  onchange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  do(ask: Do['ask']): Promise<Done> {
    return this.line.do(this.id, ask);
  }

  /** A newcomer asks from the beginning, to learn which cards were exchanged. */
  #watch(): void {
    const last = this.#queue.at(-1)?.update.seq ?? this.public?.seq ?? 1;
    this.line.ask({ type: 'watch', table: this.id, seq: last }).then(
      () => (this.refused = null),
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        if (!this.#ended) this.refused = error.facts;
      },
    );
  }

  #replace(state: TableState): void {
    const before = this.public;
    this.#queue = [];
    this.code = state.code;
    this.watching = state.watching;
    this.chat = state.chat;
    this.#remember(state.events, state.public);
    // What happened while the connection was gone is told, but not played out.
    const missed = before ? state.events.map(factOf) : [];
    this.#believe(missed, state.public, state.own, performance.now());
  }

  #enqueue(update: Update): void {
    this.#queue.push({ update, at: performance.now() });
    if (!this.#busy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    for (let next = this.#queue.shift(); next && !this.#ended; next = this.#queue.shift()) {
      const { update, at } = next;
      if (this.public && update.seq <= this.public.seq) continue;
      const facts = update.events.map(factOf);
      this.#hear(facts, update.seq);
      this.#remember(update.events, update.public);
      const ended = facts.some((fact) => fact.type === 'round_ended');
      if (ended && this.public?.match && !document.hidden) await this.#linger(facts);
      this.#believe(ended ? facts.filter((fact) => fact.type !== 'played') : facts, update.public, update.own, at);
      if (facts.some((fact) => fact.type === 'played' || fact.type === 'passed')) await this.#pause(BETWEEN_PLAYS_MS);
    }
    this.#busy = false;
  }

  #pause(ms: number): Promise<void> {
    if (document.hidden || this.#queue.length > HURRY_ABOVE) return Promise.resolve();
    return new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** The play that ends a round stays in sight for a moment before the score sheet comes. */
  async #linger(facts: Fact[]): Promise<void> {
    const now = this.public;
    const last = facts.find((fact) => fact.type === 'played');
    if (!now?.match || !last || last.type !== 'played') return;
    const match = {
      ...now.match,
      table: last.cards,
      table_kind: last.kind,
      table_by: last.seat,
      turn: null,
      counts: now.match.counts.map((count, seat) => (seat === last.seat ? 0 : count)),
      trick: [...(last.lead ? [] : now.match.trick), { seat: last.seat, play: last.cards, kind: last.kind }],
    };
    const left = [...last.cards];
    const hand = this.own?.seat === last.seat ? this.own.hand.filter((code) => !(left.includes(code) && left.splice(left.indexOf(code), 1))) : this.own?.hand;
    const own = this.own && { ...this.own, hand: hand ?? [], plays: {}, may_pass: false, may_call: false, must_block: false };
    this.lingering = true;
    this.#believe([last], { ...now, clock: null, match }, own, performance.now());
    await this.#pause(ROUND_END_MS);
    this.lingering = false;
  }

  #believe(facts: Fact[], after: Public, own: Own | null, at: number): void {
    const change: Change = { facts, before: this.public, after };
    for (const listener of this.#listeners) listener(change);
    this.public = after;
    this.own = own;
    this.at = at;
  }

  #hear(facts: Fact[], seq: number): void {
    for (const fact of facts) {
      if (fact.type === 'said') this.chat = [...this.chat, { seq, person: fact.person, name: fact.name, text: fact.text, phrase: null }];
      if (fact.type === 'phrased') this.chat = [...this.chat, { seq, person: fact.person, name: fact.name, text: null, phrase: fact.phrase }];
    }
  }

  /** Keeps who gave what to whom, round by round: the state itself holds the present exchange only. */
  #remember(events: Happening[], state: Public): void {
    let known = { ...this.exchanges };
    let round = 1;
    for (const fact of events.map(factOf)) {
      if (fact.type === 'started') known = {};
      if (fact.type === 'dealt') round = fact.round;
      if (fact.type === 'card_taken') known[round] = { giver: fact.giver, taker: fact.taker, card: fact.card, back: null };
      if (fact.type === 'card_given') {
        const open = Object.values(known).find((one) => one.taker === fact.seat && one.back === null);
        if (open) open.back = fact.card;
      }
    }
    if (state.match?.exchange) known[state.match.round] = state.match.exchange;
    this.exchanges = known;
  }
}
