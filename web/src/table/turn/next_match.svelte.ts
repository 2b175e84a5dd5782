import { http } from '../../wire/http.js';
import { Refused } from '../../wire/refused.js';
import type { MatchLine, MatchList } from '../../wire/types.js';
import type { LiveTable } from '../live/live_table.svelte.js';
import type { Moves } from './moves.svelte.js';

/** Where a move may take days: after one's own, the other matches that wait for one. */
export class NextMatch {
  waiting = $state.raw<MatchLine[]>([]);

  constructor(table: LiveTable, moves: Moves) {
    const slow = $derived(table.public?.options.clock === 'days' && table.own !== null);
    const done = $derived(slow && !moves.myTurn);
    $effect(() => {
      if (done) void this.#read(table.id);
      else this.waiting = [];
    });
  }

  async #read(here: string): Promise<void> {
    try {
      const { matches } = await http<MatchList>('GET', '/api/me/matches');
      this.waiting = matches.filter((one) => one.state === 'waiting' && one.clock === 'days' && one.table !== here);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
}
