import { m } from '../../paraglide/messages.js';
import { seatName } from '../../game/seat_name.js';
import type { Public, SeatFreedFact } from '../../wire/types.js';
import { seatOf, type Change } from './live_table.svelte.js';

/** Who else comes, goes and comes back, in sentences for those who stay; stand-ins are announced with the match. */
export function comingAndGoingTexts({ facts, before, after }: Change): string[] {
  const me = seatOf(after);
  return facts.flatMap((fact) => {
    if (fact.type === 'host_changed') return before ? hostText(after, me) : [];
    if (!('seat' in fact) || fact.seat === me || !before) return [];
    if (fact.type === 'seat_freed') return freedText(fact, before);
    const words = { name: seatName(after, fact.seat) };
    switch (fact.type) {
      case 'sat':
        return [m.say_sat({ name: fact.name })];
      case 'dropped': // whoever has left already has not lost their line
        return after.seats[fact.seat]?.stand_in ? [] : [m.say_dropped(words)];
      case 'back': // a bot plays on until they take their seat back, which is said with the match
        return after.seats[fact.seat]?.stand_in ? [] : [m.say_took_back(words)];
      default:
        return [];
    }
  });
}

/** Who had that seat has left it, or was sent away. */
function freedText({ seat, by_host }: SeatFreedFact, before: Public): string[] {
  const words = { name: seatName(before, seat) };
  if (before.seats[seat]?.kind !== 'person') return [];
  if (seat === seatOf(before)) return by_host ? [m.say_unseated_you()] : [];
  return [by_host ? m.say_unseated(words) : m.say_seat_freed(words)];
}

/** Who is the host, while that matters: before a match. */
function hostText(table: Public, me: number | null): string[] {
  const host = table.seats.findIndex((seat) => seat.host);
  if (host < 0 || (table.phase !== 'waiting' && table.phase !== 'over')) return [];
  return [host === me ? m.say_host_you() : m.say_host({ name: seatName(table, host) })];
}
