import { settings } from '../../app/settings.svelte.js';

/** Cards that are seen to fly to each seat; the others come with them. */
const FLYING = 4;
const STEP_MS = 45;
export const FLIGHT_MS = 280;
/** How long the scene of the Chinese deal can be read (R8.1). */
const CEREMONY_MS = 2_400;

/** The order in which a deal flies: card by card, from the seat after the dealer's, in the direction of play. */
export function dealOrder(seats: number, dealer: number, direction: 1 | -1): { seat: number; at: number }[] {
  return Array.from({ length: seats * FLYING }, (_, i) => ({
    seat: (((dealer + direction * (i + 1)) % seats) + seats) % seats,
    at: i * STEP_MS,
  }));
}

export const ceremonyMs = (ceremony: unknown): number => (ceremony ? CEREMONY_MS : 0);
const flightMs = (seats: number): number => (settings.still ? 0 : (seats * FLYING - 1) * STEP_MS + FLIGHT_MS);

/** How long a deal takes; where things stand still, no longer than there is something to read. */
export const dealMs = (seats: number, ceremony: unknown): number => ceremonyMs(ceremony) + flightMs(seats);

/** How long the show of a gang takes: the larger, the longer. What follows at the table waits for it. */
export const showMs = (cards: number): number => (settings.still ? 1_100 : 1_300 + 300 * (cards - 4));
