import { untrack } from 'svelte';
import { connection } from '../../wire/connection.svelte.js';
import type { LiveTable } from '../live/live_table.svelte.js';
import { noteRead, readUpTo } from './read_marks.js';

/** What others said at a table and this person has not looked at yet, also before they came back to it. */
export class Unread {
  readonly #table: LiveTable;
  readonly #me = connection.me?.id ?? '';
  #readUpTo = $state(-1);
  /** How many lines that are. */
  readonly count: number = $derived.by(
    () => this.#table.chat.filter((line) => line.seq > this.#readUpTo && line.person !== this.#me).length,
  );

  /** To be made while a component is. `looking` says whether the chat is shown. */
  constructor(table: LiveTable, looking: () => boolean) {
    this.#table = table;
    const before = readUpTo(this.#me, table.id);
    if (before === undefined)
      this.#read(); // what was said before one came counts as read
    else this.#readUpTo = before;
    $effect(() => {
      if (looking()) this.#read();
    });
  }

  #read(): void {
    const last = this.#table.chat.at(-1)?.seq ?? 0;
    if (last === untrack(() => this.#readUpTo)) return;
    this.#readUpTo = last;
    noteRead(this.#me, this.#table.id, last);
  }
}
