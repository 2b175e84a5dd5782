import { connection } from '../../wire/connection.svelte.js';

/** Tables elsewhere that wait for this person's move. */
class Waiting {
  tables = $state.raw<readonly string[]>([]);

  constructor() {
    connection.on('your_turn', ({ table }) => {
      if (!this.tables.includes(table)) this.tables = [...this.tables, table];
    });
  }

  seen(table: string): void {
    this.tables = this.tables.filter((one) => one !== table);
  }
}

export const waiting = new Waiting();
