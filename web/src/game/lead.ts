import { m } from '../paraglide/messages.js';
import type { Play } from './legal_plays.js';

/** Whether M1 must be in a lead: seen from what the server lists (R4.3). */
export const needsM1 = (plays: readonly Play[]): boolean =>
  plays.length > 0 && plays.every((play) => play.cards.includes('M1'));

let teacher: symbol | null = null;

/** From now on a teacher says what to lead. Returns how to stop; who has taken over by then is not stopped. */
export function teachLeads(): () => void {
  const one = (teacher = Symbol());
  return () => {
    if (teacher === one) teacher = null;
  };
}

/** What a lead has to be, in words; nothing where a teacher asks for more than the rules do. */
export function leadText(plays: readonly Play[]): string {
  if (needsM1(plays)) return m.status_lead_m1();
  return teacher ? '' : m.status_lead();
}
