import type { CeremonySight, Happening } from '../../wire/types.js';

/** What can happen at a table, as the server tells it (`rules/events.py`, `table/events.py`). */
export type Fact =
  | { type: 'played'; seat: number; cards: string[]; kind: string; call: boolean; lead: boolean }
  | { type: 'passed'; seat: number }
  | { type: 'called'; seat: number }
  | { type: 'barred'; seat: number }
  | { type: 'trick_taken'; seat: number; leader: number }
  | {
      type: 'round_ended';
      round: number;
      direction: 1 | -1;
      winner: number;
      loser: number;
      left: number[];
      points: number[];
      totals: number[];
      barred: number[];
    }
  | { type: 'dealt'; round: number; direction: 1 | -1; dealer: number; ceremony?: CeremonySight | null }
  | { type: 'card_taken'; giver: number; taker: number; card: string }
  | { type: 'card_given'; seat: number; to: number; card: string }
  | { type: 'match_ended'; winners: number[]; totals: number[] }
  | { type: 'made_casual'; reason: 'same_address' }
  | { type: 'started'; match: number }
  | { type: 'sat'; seat: number; name: string }
  | { type: 'bot_sat'; seat: number; bot: string }
  | {
      type: 'seat_freed' | 'readied' | 'pause_asked' | 'resumed' | 'dropped' | 'back' | 'took_back' | 'rematch_asked';
      seat: number;
    }
  | { type: 'stood_in'; seat: number; bot: string; reason: 'left' | 'time' | 'connection' }
  | { type: 'said'; person: string; name: string; text: string }
  | { type: 'phrased'; person: string; name: string; phrase: string }
  | { type: 'opened' | 'options_set' | 'host_changed' | 'round_began' | 'paused' | 'recovered' };

// eslint-disable-next-line no-restricted-syntax -- until the wire's types name the facts
export const factOf = (happening: Happening): Fact => happening.what as unknown as Fact;
