import { settings } from '../../app/settings.svelte.js';
import type { LiveTable } from '../live/live_table.svelte.js';
import type { Moves } from './moves.svelte.js';
import type { Plans } from './plans.svelte.js';
import type { Selection } from './selection.svelte.js';

const AFTER_MS = 4_000;

/** For those who want it: a pass by itself, after a while, when there is nothing to play. */
export class AutoPass {
  /** When it is coming, by `performance.now()`; 0 if it is not. */
  at = $state(0);
  /** The player would rather think, this time. */
  #thinking = $state(false);

  constructor(table: LiveTable, selection: Selection, moves: Moves, plans: Plans) {
    const nothing = $derived(moves.myTurn && !!table.own?.may_pass && selection.plays.length === 0);
    $effect(() => {
      if (!nothing) this.#thinking = false;
      if (!nothing || this.#thinking || plans.planned || !settings.chosen.autoPass) return undefined;
      const wait = AFTER_MS * (0.7 + 0.6 * Math.random());
      this.at = performance.now() + wait;
      const timer = setTimeout(() => void moves.pass(), wait);
      return () => {
        clearTimeout(timer);
        this.at = 0;
      };
    });
  }

  stop(): void {
    this.#thinking = true;
  }
}
