import type { LiveTable } from '../live/live_table.svelte.js';

/** What was said at a table and not looked at yet. To be made while a component is. */
export class Unread {
  readonly #table: LiveTable;
  #readUpTo = $state(-1);
  /** How many lines that are. */
  readonly count: number = $derived.by(() => this.#table.chat.filter((line) => line.seq > this.#readUpTo).length);

  /** `looking` says whether the chat is shown. What was said before one came counts as read. */
  constructor(table: LiveTable, looking: () => boolean) {
    this.#table = table;
    this.#read();
    $effect(() => {
      if (looking()) this.#read();
    });
  }

  #read(): void {
    this.#readUpTo = this.#table.chat.at(-1)?.seq ?? 0;
  }
}
