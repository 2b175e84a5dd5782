import { pocket } from '../pocket/pocket.svelte.js';
import { keepListed, listedHere } from '../pocket/tables_here.js';
import { http } from '../wire/http.js';
import { Refused } from '../wire/refused.js';
import type { MatchLine, MatchList } from '../wire/types.js';

/** The matches that are played on this device: its own pages keep them, so that those of the server list them, too. */
class MatchesHere {
  /** For a page of the server: it is told of no others by that. */
  readonly lines: readonly MatchLine[] = pocket.inUse ? [] : listedHere<MatchLine>();

  /** On a page of this device: what there is now. */
  async look(): Promise<void> {
    try {
      this.keep((await http<MatchList>('GET', '/api/me/matches')).matches);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  keep(told: MatchLine[]): void {
    if (pocket.inUse) keepListed(told);
  }
}

export const matchesHere = new MatchesHere();
