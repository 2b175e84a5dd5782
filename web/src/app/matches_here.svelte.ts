import { pocket } from '../pocket/pocket.svelte.js';
import { keepListed, listedHere } from '../pocket/tables_here.js';
import { http } from '../wire/http.js';
import { Refused } from '../wire/refused.js';
import type { MatchLine, MatchList } from '../wire/types.js';

/** The matches that are played on this device: its own pages keep them, so that those of the server list them, too. */
class MatchesHere {
  /** For a page of the server: its own are told of no others by that. */
  lines = $state.raw<readonly MatchLine[]>(pocket.inUse ? [] : listedHere<MatchLine>());

  constructor() {
    // Another tab, or a page that was left by "back", may have begun or ended one meanwhile.
    const again = (): void => void (this.lines = pocket.inUse ? [] : listedHere<MatchLine>());
    addEventListener('storage', again);
    addEventListener('pageshow', again);
  }

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

  /** On a page of the server: a match has come from there. */
  add(match: MatchLine): void {
    this.#list([match, ...listedHere<MatchLine>()]);
  }

  /** On a page of the server: a match has gone there. */
  drop(table: string): void {
    this.#list(listedHere<MatchLine>().filter((one) => one.table !== table));
  }

  #list(lines: MatchLine[]): void {
    keepListed(lines);
    this.lines = lines;
  }
}

export const matchesHere = new MatchesHere();
