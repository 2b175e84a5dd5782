import type { Sound } from '../../app/signals/sound_recipes.js';
import type { Fact } from '../../wire/types.js';

/** Which sounds are heard when something happens at a table; `me` is the seat of whoever hears them. */
export function soundsOf(fact: Fact, me: number | null): Sound[] {
  switch (fact.type) {
    case 'played':
      return [fact.kind === 'gang' ? 'gang' : 'card', ...(fact.call ? (['last-card'] as const) : [])];
    case 'passed':
      return ['knock'];
    case 'called':
      return ['last-card'];
    case 'trick_taken':
      return ['trick'];
    case 'card_given':
      return ['give'];
    case 'round_ended':
      return ['out'];
    case 'round_began':
    case 'started':
      return ['deal'];
    case 'match_ended':
      return me === null ? [] : [fact.winners.includes(me) ? 'win' : 'lose'];
    case 'said':
    case 'phrased':
      return ['chat'];
    default:
      return [];
  }
}
