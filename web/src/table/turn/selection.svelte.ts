import { untrack } from 'svelte';
import { settings } from '../../app/settings.svelte.js';
import { Refused } from '../../wire/refused.js';
import type { Checked } from '../../wire/types.js';
import type { LiveTable } from '../live/live_table.svelte.js';
import { sorted } from './hand_sorting.js';
import type { CardCode } from '../../cards/card_code.js';
import { another, held, keysOf, stillChosen, type HeldCard } from './held_cards.js';
import { completions, exactly, inOrder, keyOf, playsOf, type Play } from '../../game/legal_plays.js';

const CHECK_AFTER_MS = 90;

/** The hand as it is sorted, the cards chosen from it, and what the server says they are. It judges nothing. */
export class Selection {
  readonly #table: LiveTable;
  /** Keys of chosen cards. They stay chosen until they leave the hand or are tapped again. */
  keys = $state.raw<ReadonlySet<string>>(new Set());
  #checked = $state.raw<{ cards: string; answer: Checked } | null>(null);
  /** The combinations that the server sees in the hand, for those who sort by them. */
  #groups = $state.raw<readonly (readonly string[])[]>([]);
  /** What was chosen by hand before a suggestion added to it, and the cards that it suggested. */
  #anchor: readonly string[] = [];
  #suggested = $state('');
  /** How often each kind has been suggested since something was chosen. */
  #cycle = new Map<string, number>();
  #before: { round: number; hand: string[] } = { round: 0, hand: [] };
  #listeners: (() => void)[] = [];

  /** The hand as text: what does not change it need not draw it anew. */
  readonly #hand: string = $derived.by(() => (this.#table.own?.hand ?? []).join(' '));
  readonly #sorted: HeldCard[][] = $derived.by(() =>
    sorted(held(this.#hand ? this.#hand.split(' ') : []), settings.chosen.sort, this.#groups),
  );
  readonly cards: HeldCard[] = $derived.by(() => this.#sorted.flat());
  /** How many cards stand together; empty where none stand apart. */
  readonly groups: number[] = $derived.by(() =>
    this.#sorted.length > 1 ? this.#sorted.map((group) => group.length) : [],
  );
  /** How many cards at the end are in no combination. */
  readonly alone: number = $derived.by(() => {
    const last = this.groups.at(-1) ?? 0;
    const codes = new Set(this.cards.slice(-last).map((card) => card.code));
    const together = this.#groups.some(
      (group) => group.length > 1 && group.every((code) => codes.has(code as CardCode)),
    );
    return last && !together ? last : 0;
  });
  readonly chosen: HeldCard[] = $derived.by(() => this.cards.filter((card) => this.keys.has(card.key)));
  readonly codes: string[] = $derived.by(() => inOrder(this.chosen.map((card) => card.code)));
  /** All legal plays, as the server listed them. */
  readonly plays: Play[] = $derived.by(() => playsOf(this.#table.own?.plays ?? {}));
  /** Cards that no play has which beats what lies there; none where one leads, or where nothing beats it. */
  readonly idle: ReadonlySet<string> = $derived.by(() => {
    const useful = new Set<string>(this.plays.flatMap((play) => play.cards));
    const answers = useful.size > 0 && !!this.#table.public?.match?.table;
    return new Set(answers ? this.cards.map((card) => card.code).filter((code) => !useful.has(code)) : []);
  });
  /** The legal play that is exactly what is chosen. */
  readonly exact: Play | undefined = $derived.by(() =>
    this.codes.length ? exactly(this.plays, this.codes) : undefined,
  );
  /** The legal plays that the chosen cards are a part of, by kind. */
  readonly completions: Map<string, Play[]> = $derived.by(() => completions(this.plays, this.#anchored));
  /** What the server says of exactly these cards; null until it has said something. */
  readonly checked: Checked | null = $derived.by(() =>
    this.#checked?.cards === keyOf(this.codes) ? this.#checked.answer : null,
  );

  constructor(table: LiveTable) {
    this.#table = table;
    $effect(() => this.#keepHeld());
    $effect(() => this.#check());
    $effect(() => this.#arrange());
  }

  /** Hears whenever other cards are chosen by somebody's hand. */
  onchange(listener: () => void): void {
    this.#listeners.push(listener);
  }

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

  /** Chooses these cards of the hand. */
  choose(codes: readonly string[]): void {
    this.#choose(keysOf(codes, this.cards, this.keys));
  }

  #choose(keys: ReadonlySet<string>): void {
    this.keys = keys;
    this.#suggested = '';
    if (keys.size === 0) this.#cycle.clear();
    for (const listener of this.#listeners) listener();
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
  }

  /** Which of the plays of a kind is chosen now, from 1; 0 if none. */
  at(kind: string): number {
    const chosen = keyOf(this.codes);
    return (this.completions.get(kind)?.findIndex((play) => keyOf(play.cards) === chosen) ?? -1) + 1;
  }

  /** The cards that suggestions start from: those chosen by hand, not those a suggestion added. */
  get #anchored(): readonly string[] {
    return this.#suggested === keyOf(this.codes) ? this.#anchor : this.codes;
  }

  /** Cards that have left the hand are no longer chosen; all others stay. Another hand begins with nothing chosen. */
  #keepHeld(): void {
    const hand = this.#hand.split(' ');
    const round = this.#table.public?.match?.round ?? 0;
    untrack(() => {
      if (round !== this.#before.round || another(this.#before.hand, hand)) this.clear();
      else if (this.keys.size) this.keys = stillChosen(this.keys, this.#before.hand, hand);
    });
    this.#before = { round, hand };
  }

  /** Asks the server what the chosen cards are, where the list of plays does not tell. */
  #check(): (() => void) | undefined {
    const cards = keyOf(this.codes);
    const version = this.#table.public?.match?.version;
    if (!cards || this.exact || version === undefined || this.#table.own?.must_give) return undefined;
    const timer = setTimeout(() => {
      this.#table.line.ask({ type: 'check', table: this.#table.id, cards: cards.split(' ') }).then(
        (answer) => (this.#checked = { cards, answer }),
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
        if (!this.#table.closed && hand === this.#hand) this.#groups = groups;
      },
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      },
    );
  }
}
