import { router } from './router.svelte.js';
import { session } from './session.svelte.js';
import { toasts } from './toasts.svelte.js';
import { pocket } from '../pocket/pocket.svelte.js';
import { connection } from '../wire/connection.svelte.js';
import { drawn, keep } from '../wire/promised_contribution.js';
import { sha256 } from '../wire/sha256.js';
import type { Quick } from '../wire/types.js';

export type Wish = Pick<Quick, 'seats' | 'wait_s' | 'level'>;
export type Level = NonNullable<Quick['level']>;
export type Wait = NonNullable<Quick['wait_s']>;

const levelKey = 'gangoffour.level';
const seatsKey = 'gangoffour.seats';

/** The levels there are; without a server all but the one that imagines whole rounds. */
export const levels = (): Level[] => (pocket.inUse ? [1, 2, 3, 4, 5] : [1, 2, 3, 4, 5, 6]);

/** The level somebody chose last; a fair opponent for whoever has not chosen. */
export function lastLevel(): Level {
  const stored = Number(localStorage.getItem(levelKey));
  return levels().find((one) => one === stored) ?? 2;
}

/** With how many somebody played last. */
export const lastSeats = (): 3 | 4 => (localStorage.getItem(seatsKey) === '3' ? 3 : 4);

/** The quick match: looks for people, and goes to the table when it is found. */
class QuickMatch {
  /** What is being looked for, since when; null if nothing. */
  seeking = $state.raw<{ wish: Wish; until: number; heard: boolean } | null>(null);

  /** This browser's hand in the deal of the next match: promised with the wish, told at its table. */
  #contribution = drawn();

  constructor() {
    connection.on('matched', ({ table }) => {
      this.seeking = null;
      keep(table, this.#contribution);
      this.#contribution = drawn();
      router.go(`/table/${table}`);
    });
    // Whoever returns after a lost connection still looks for the match. What is not answered yet is sent anyway.
    connection.on('welcome', () => {
      if (this.seeking?.heard) void this.#ask(this.seeking.wish);
    });
  }

  /** Asks for a name first if need be. */
  async seek(wish: Wish): Promise<void> {
    if (wish.level) localStorage.setItem(levelKey, String(wish.level));
    if (wish.seats) localStorage.setItem(seatsKey, String(wish.seats));
    if (!(await session.require())) return;
    await this.#ask(wish);
  }

  async #ask(wish: Wish): Promise<void> {
    this.seeking = { wish, until: Date.now() + (wish.wait_s ?? 30) * 1000, heard: false };
    try {
      await connection.ask({ type: 'quick', ...wish, promise: sha256(this.#contribution) });
      if (this.seeking?.wish === wish) this.seeking = { ...this.seeking, heard: true };
    } catch (error) {
      this.seeking = null;
      toasts.refuse(error);
    }
  }

  async stop(): Promise<void> {
    this.seeking = null;
    try {
      await connection.ask({ type: 'quick_stop' });
    } catch (error) {
      toasts.refuse(error);
    }
  }
}

export const quick = new QuickMatch();
