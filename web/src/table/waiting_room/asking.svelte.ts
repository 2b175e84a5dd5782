import { toasts } from '../../app/toasts.svelte.js';
import type { Do } from '../../wire/types.js';
import type { LiveTable } from '../live/live_table.svelte.js';

/** What is asked of a table before a match, one thing after the other; what is refused is told, and ends it. */
export class Asking {
  busy = $state(false);
  readonly #table: LiveTable;

  constructor(table: LiveTable) {
    this.#table = table;
  }

  /** Whether all of it was done. */
  async ask(...asks: Do['ask'][]): Promise<boolean> {
    this.busy = true;
    try {
      for (const one of asks) await this.#table.do(one);
      return true;
    } catch (error) {
      toasts.refuse(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
