import { m } from '../paraglide/messages.js';
import type { Play } from './legal_plays.js';

/** Whether M1 must be in a lead: seen from what the server lists (R4.3). */
export const needsM1 = (plays: readonly Play[]): boolean =>
  plays.length > 0 && plays.every((play) => play.cards.includes('M1'));

/** What a lead has to be, in words. */
export const leadText = (plays: readonly Play[]): string => (needsM1(plays) ? m.status_lead_m1() : m.status_lead());
