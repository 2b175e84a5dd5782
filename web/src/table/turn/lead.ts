import { m } from '../../paraglide/messages.js';
import type { Play } from './legal_plays.js';

/** What a lead has to be, in words. That M1 must be in it is seen from what the server lists (R4.3). */
export function leadText(plays: readonly Play[]): string {
  const opening = plays.length > 0 && plays.every((play) => play.cards.includes('M1'));
  return opening ? m.status_lead_m1() : m.status_lead();
}
