import { matchesHere } from '../../app/matches_here.svelte.js';
import { session } from '../../app/session.svelte.js';
import { http } from '../../wire/http.js';
import { Refused } from '../../wire/refused.js';
import type { MatchLine, MatchList } from '../../wire/types.js';

const SHOWN = 3;
const running = (lines: readonly MatchLine[]): MatchLine[] =>
  lines.filter((one) => one.state !== 'over').slice(0, SHOWN);

/** The matches that wait for this person or run without them, and those of this device. */
class Mine {
  /** Undefined until the server has answered once. */
  #told = $state.raw<MatchLine[]>();
  readonly known = $derived(this.#told !== undefined);
  readonly open = $derived([...running((session.me && this.#told) || []), ...running(matchesHere.lines)]);

  async look(): Promise<void> {
    try {
      const { matches } = await http<MatchList>('GET', '/api/me/matches');
      matchesHere.keep(matches);
      this.#told = matches;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#told = [];
    }
  }
}

export const mine = new Mine();
