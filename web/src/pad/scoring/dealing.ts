/** Dealing the Chinese way (R8.1): who cuts, who is counted out, who starts. A test asks the rules library. */
import { CUT_AGAIN, DECK, EDITIONS, type EditionName } from '../../game/rules.js';
import { directionOf } from './scoring.js';

export interface Deal {
  /** The player to the dealer's right. */
  cutter: number;
  /** The seats as they are counted, the dealer first; the last one receives the first card. */
  counted: number[];
  /** The seats in the order in which they receive their cards: counter-clockwise. */
  receive: number[];
}

/** The number on a card; null for a phoenix or the dragon, after which the dealer cuts again. */
export const countOf = (card: string): number | null => (CUT_AGAIN.includes(card) ? null : Number(card.slice(1)));

/** A card as a cut shows it, each of the deck's cards equally likely. */
export function drawCut(random: () => number = Math.random): string {
  return DECK[Math.floor(random() * DECK.length)] ?? 'M1';
}

/** How a deal goes once the dealer has looked at a number. */
export function deal(seats: number, dealer: number, round: number, count: number, edition: string): Deal {
  const step = EDITIONS[edition as EditionName].countInDirection ? directionOf(round) : 1;
  const at = (seat: number): number => ((seat % seats) + seats) % seats;
  const counted = Array.from({ length: count }, (_, i) => at(dealer + step * i));
  const first = counted.at(-1) ?? dealer;
  return { cutter: at(dealer + 1), counted, receive: Array.from({ length: seats }, (_, i) => at(first + i)) };
}
