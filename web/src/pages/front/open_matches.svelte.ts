import { http } from '../../wire/http.js';
import { Refused } from '../../wire/refused.js';
import type { MatchLine, MatchList } from '../../wire/types.js';

const SHOWN = 3;

/** The matches that wait for this person or run without them. */
class Mine {
  /** Undefined until the server has answered once. */
  open = $state.raw<MatchLine[]>();

  async look(): Promise<void> {
    try {
      const { matches } = await http<MatchList>('GET', '/api/me/matches');
      this.open = matches.filter((one) => one.state !== 'over').slice(0, SHOWN);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.open = [];
    }
  }
}

export const mine = new Mine();
