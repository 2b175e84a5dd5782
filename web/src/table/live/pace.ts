import { settings } from '../../app/settings.svelte.js';
import type { Fact, Public } from '../../wire/types.js';

/** Cards that are seen to fly to each seat; the others come with them. */
const FLYING = 4;
const STEP_MS = 45;
export const FLIGHT_MS = 280;
/** How long the scene of the Chinese deal can be read (R8.1). */
const CEREMONY_MS = 2_400;
const BETWEEN_PLAYS_MS = 320;
/** How long a round's last play lies there before the score sheet comes. */
export const ROUND_END_MS = 1_800;
/** With more updates waiting than that, nothing is waited for. */
export const HURRY_ABOVE = 6;
/** More facts at once than a play causes: what happened while the connection was gone makes no noise. */
export const MISSED_ABOVE = 8;
/** A card that was given lies there long enough to be read. */
const EXCHANGED_MS = 2_200;
/** The loser's card has arrived before the winner's sets out. */
const GIVEN_MS = 900;

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

const DEALS: ReadonlySet<string> = new Set<Fact['type']>(['started', 'shuffled', 'round_began']);

/** Whether a round begins with what happened: its cards are dealt before everybody's eyes. */
export const dealtNow = (facts: readonly Fact[], after: Public): boolean =>
  after.phase === 'playing' && facts.some((fact) => DEALS.has(fact.type));

/** Whether nobody has done anything in this match yet. */
export const untouched = (table: Public | null): boolean => table?.phase === 'playing' && table.match?.version === 0;

/** How long the table rests after what happened, so that it can be seen. */
export function restAfter(facts: readonly Fact[], after: Public): number {
  const gang = facts.find((fact) => fact.type === 'played' && fact.kind === 'gang');
  if (gang?.type === 'played') return showMs(gang.cards.length) + BETWEEN_PLAYS_MS;
  if (facts.some((fact) => fact.type === 'card_given')) return EXCHANGED_MS;
  const { match } = after;
  if (match && dealtNow(facts, after))
    return dealMs(match.counts.length, match.ceremony) + (match.exchange && !settings.still ? GIVEN_MS : 0);
  return facts.some((fact) => fact.type === 'played' || fact.type === 'passed') ? BETWEEN_PLAYS_MS : 0;
}
