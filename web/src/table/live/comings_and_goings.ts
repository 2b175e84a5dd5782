import { m } from '../../paraglide/messages.js';
import { seatName } from '../../game/seat_name.js';
import { seatOf, type Change } from './live_table.svelte.js';

/** Who else comes, goes and comes back, in sentences for those who stay; stand-ins are announced with the match. */
export function comingAndGoingTexts({ facts, before, after }: Change): string[] {
  const me = seatOf(after);
  return facts.flatMap((fact) => {
    if (!('seat' in fact) || fact.seat === me || !before) return [];
    const words = { name: seatName(after, fact.seat) };
    switch (fact.type) {
      case 'sat':
        return [m.say_sat({ name: fact.name })];
      case 'seat_freed':
        return before.seats[fact.seat]?.kind === 'person'
          ? [m.say_seat_freed({ name: seatName(before, fact.seat) })]
          : [];
      case 'dropped': // whoever has left already has not lost their line
        return after.seats[fact.seat]?.stand_in ? [] : [m.say_dropped(words)];
      case 'back':
        return [m.say_took_back(words)];
      default:
        return [];
    }
  });
}
