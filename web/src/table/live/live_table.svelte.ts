import { toasts } from '../../app/toasts.svelte.js';
import { asPlayed } from './as_played.js';
import { pocket } from '../../pocket/pocket.svelte.js';
import { dealMs, HURRY_ABOVE, restAfter, ROUND_END_MS, untouched } from './pace.js';
import { takenTrick, type TakenTrick } from './taken_trick.js';
import { connection, type Connection } from '../../wire/connection.svelte.js';
import { Refused } from '../../wire/refused.js';
import { Contribution } from './contribution.js';
import type {
  Fact,
  Do,
  Done,
  Error as Facts,
  ExchangeView,
  MatchView,
  Own,
  Public,
  PublicChange,
  Saying,
  TableState,
  Update,
} from '../../wire/types.js';

/** The cards that changed hands before a round. */
export type Exchanges = Record<number, ExchangeView>;

/** What has just been believed: the facts that led to it, for sounds, words and effects. */
export interface Change {
  facts: Fact[];
  before: Public | null;
  after: Public;
  /** What only this seat is told. */
  own: Own | null;
}

/** What a table is followed and asked over: the one connection, or a lesson that answers in its place. */
export type Line = Pick<Connection, 'state' | 'start' | 'on' | 'ask' | 'do'>;

const MOVES: ReadonlySet<string> = new Set<Do['ask']['do']>(['play', 'pass', 'give']);

/** Where this person sits, also before there is a match. */
export function seatOf(table: Public): number | null {
  const seat = table.seats.findIndex((one) => one.person !== null && one.person === connection.me?.id);
  return seat < 0 ? null : seat;
}

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
  /** When the state arrived: clocks count down from there. */
  at = $state(0);
  /** True while the last play of a round lies there for all to see. */
  lingering = $state(false);
  /** The last trick of this round that was taken, as far as it was seen from here. */
  lastTrick = $state.raw<TakenTrick | null>(null);

  readonly #shown = $derived(this.public && asPlayed(this.public));
  /** The last state the server told of; what is shown may still be on its way there. */
  #known: { public: Public; own: Own | null } | null = null;
  #queue: { seq: number; facts: Fact[]; public: Public; own: Own | null; at: number }[] = [];
  /** The deal of which the server knows that it is on this screen. */
  #seen = '';
  #busy = false;
  /** Ends the moment for which what was last shown is looked at. */
  #goOn = (): void => undefined;
  #ended = false;
  readonly #contribution: Contribution | null;
  #listeners = new Set<(change: Change) => void>();
  #stops: (() => void)[];

  constructor(id: string, line: Line = connection, complain = (error: unknown) => toasts.refuse(error)) {
    this.id = id;
    this.line = line;
    this.complain = complain;
    this.#contribution = line === connection ? new Contribution(id, (ask) => this.do(ask)) : null;
    this.#stops = [
      line.on('table', (state) => state.id === id && this.#replace(state)),
      line.on('update', (update) => update.table === id && this.#enqueue(update)),
      line.on('watching', ({ table, watching }) => {
        if (table === id) this.watching = watching;
      }),
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

  /** Whether nobody looks at it any more: what comes now comes too late. */
  get closed(): boolean {
    return this.#ended;
  }

  /** Hears of every change, just before it is believed. */
  onchange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Whoever has seen enough does not wait for what follows. */
  goOn(): void {
    this.#goOn();
  }

  do(ask: Do['ask']): Promise<Done> {
    if (MOVES.has(ask.do)) this.goOn(); // whoever moves has seen enough, and wants to see their move
    return this.line.do(this.id, ask);
  }

  /** Whether several people sit round this one device: it goes from hand to hand. */
  get goesRound(): boolean {
    const people = this.public?.seats.filter((seat) => seat.kind === 'person').length ?? 0;
    return pocket.inUse && this.line === connection && people > 1;
  }

  /** Whether it is the match of one person, or of one device: it waits for them. */
  get solo(): boolean {
    return this.goesRound || this.public?.seats.filter((seat) => seat.kind === 'person').length === 1;
  }

  /** The state that is shown, where there is one; a match that is over stays its players’. */
  get shown(): Public {
    if (!this.#shown) throw new Error(`table ${this.id} has not been told of yet`);
    return this.#shown;
  }

  /** The match that is shown, for whoever is only there during one. */
  get match(): MatchView {
    if (!this.public?.match) throw new Error(`no match at table ${this.id}`);
    return this.public.match;
  }

  /** The round that is told of: while one is reckoned it is that one, though the next is dealt already. */
  get told(): { round: number; direction: 1 | -1 } {
    const last = this.shown.phase === 'between' ? this.match.results.at(-1) : undefined;
    return last ?? this.match;
  }

  /** How many cards everybody has; while a round is reckoned, what they were left with. */
  get counts(): readonly number[] {
    const last = this.shown.phase === 'between' ? this.match.results.at(-1) : undefined;
    return last?.left ?? this.match.counts;
  }

  /** Grows with every action of a match. */
  get version(): number {
    return this.public?.match?.version ?? 0;
  }

  /** Grows with every action, and is another in another match. */
  get moment(): string {
    return `${this.public?.match?.number ?? 0}/${this.version}`;
  }

  /** The cards that changed hands, round by round. */
  get exchanges(): Exchanges {
    const match = this.public?.match;
    const all = [...(match?.results ?? []), ...(match && match.phase !== 'match_over' ? [match] : [])];
    return Object.fromEntries(all.flatMap((one) => (one.exchange ? [[one.round, one.exchange]] : [])));
  }

  #watch(): void {
    this.#seen = '';
    this.line.ask({ type: 'watch', table: this.id, seq: this.#known?.public.seq ?? 0, screen: true }).then(
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
    this.#known = { public: state.public, own: state.own };
    this.#contribution?.see(state.public, seatOf(state.public));
    this.code = state.code;
    this.watching = state.watching;
    this.chat = state.chat;
    // What happened while the connection was gone is told, but not played out.
    const missed = before ? state.events.map((one) => one.what) : [];
    this.#believe(missed, state.public, state.own, performance.now());
    const match = state.public.match;
    if (!before && match && untouched(state.public)) void this.#rest(dealMs(match.counts.length, match.ceremony));
  }

  /** Believes nothing more for a while. */
  async #rest(ms: number): Promise<void> {
    this.#busy = true;
    await this.#pause(ms);
    await this.#work();
  }

  #enqueue(update: Update): void {
    if (!this.#known) return; // the whole state is on its way
    this.#known = {
      public: merged(this.#known.public, update.public),
      own: update.own === undefined ? this.#known.own : update.own,
    };
    this.#contribution?.see(this.#known.public, seatOf(this.#known.public));
    this.#queue.push({
      seq: update.seq,
      facts: update.events.map((one) => one.what),
      ...this.#known,
      at: performance.now(),
    });
    if (!this.#busy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    for (let next = this.#queue.shift(); next && !this.#ended; next = this.#queue.shift()) {
      const { facts, at } = next;
      if (this.public && next.seq <= this.public.seq) continue;
      this.#hear(facts, next.seq);
      const ended = facts.some((fact) => fact.type === 'round_ended');
      if (ended && this.public?.match && !document.hidden) await this.#linger(facts);
      if (this.#ended) return;
      this.#believe(ended ? facts.filter((fact) => fact.type !== 'played') : facts, next.public, next.own, at);
      if (this.lingering) {
        await new Promise((resolve) => setTimeout(resolve)); // the table first, then the sheet that covers it
        this.lingering = false;
      }
      await this.#pause(restAfter(facts, next.public));
    }
    this.#busy = false;
  }

  #pause(ms: number): Promise<void> {
    if (ms <= 0 || document.hidden || this.#queue.length > HURRY_ABOVE) return Promise.resolve();
    return new Promise((resolve) => {
      this.#goOn = resolve;
      setTimeout(resolve, ms);
    });
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
    const hand =
      this.own?.seat === last.seat
        ? this.own.hand.filter((code) => !(left.includes(code) && left.splice(left.indexOf(code), 1)))
        : this.own?.hand;
    const own = this.own && {
      ...this.own,
      hand: hand ?? [],
      plays: {},
      may_pass: false,
      may_call: false,
      must_block: false,
    };
    this.lingering = true;
    this.#believe([last], { ...now, clock: null, match }, own, performance.now());
    await this.#pause(ROUND_END_MS);
  }

  #believe(facts: Fact[], after: Public, own: Own | null, at: number): void {
    const change: Change = { facts, before: this.public, after, own };
    this.lastTrick = takenTrick(this.lastTrick, this.public?.match, after.match);
    for (const listener of this.#listeners) listener(change);
    this.public = after;
    this.own = own;
    this.at = at;
    this.#tellSeen();
  }

  /** Tells the server once a deal is painted: bots begin when everybody sees it. */
  #tellSeen(): void {
    const match = this.public?.phase === 'playing' && this.own ? this.public.match : null;
    const deal = match && !this.lingering ? `${match.number}-${match.round}` : this.#seen;
    if (!match || deal === this.#seen) return;
    this.#seen = deal;
    const tell = () => {
      if (this.#ended || this.line.state !== 'open') return;
      const seen = { type: 'seen', table: this.id, match: match.number, round: match.round } as const;
      void this.line.ask(seen).catch(() => undefined);
    };
    if (document.hidden) tell();
    else requestAnimationFrame(() => setTimeout(tell));
  }

  #hear(facts: Fact[], seq: number): void {
    for (const fact of facts) {
      if (fact.type === 'said')
        this.chat = [...this.chat, { seq, person: fact.person, name: fact.name, text: fact.text, phrase: null }];
      if (fact.type === 'phrased')
        this.chat = [...this.chat, { seq, person: fact.person, name: fact.name, text: null, phrase: fact.phrase }];
    }
  }
}

/** A state after a change: what the change leaves out is as it was. */
function merged(before: Public, change: PublicChange): Public {
  if (change.match === null) return { ...before, ...change, match: null } as Public;
  const match = change.match && before.match ? { ...before.match, ...change.match } : (change.match ?? before.match);
  return { ...before, ...change, match: match as Public['match'] };
}
