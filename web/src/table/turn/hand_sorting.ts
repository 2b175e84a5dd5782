import { cardCodes, colourOf } from '../../cards/card_code.js';
import type { HeldCard } from './held_cards.js';

export const orders = ['rank', 'colour', 'combinations'] as const;
export type Order = (typeof orders)[number];

/** The order that comes after another. */
export const nextOrder = (order: Order): Order => orders[(orders.indexOf(order) + 1) % orders.length] ?? 'rank';

const place = new Map(cardCodes.map((code, i) => [code, i]));
const byRank = (a: HeldCard, b: HeldCard) => (place.get(a.code) ?? 0) - (place.get(b.code) ?? 0) || a.copy - b.copy;

/**
 * The hand in the order a player likes to see it, in the groups that stand apart: one, except where it is sorted by
 * combinations. `groups` are those that the server sees in it.
 */
export function sorted(
  cards: readonly HeldCard[],
  order: Order,
  groups: readonly (readonly string[])[] = [],
): HeldCard[][] {
  const ranked = [...cards].sort(byRank);
  if (order === 'rank') return [ranked];
  if (order === 'colour') {
    const suit = (card: HeldCard) => 'GYRM'.indexOf(colourOf(card.code));
    return [ranked.sort((a, b) => suit(a) - suit(b) || byRank(a, b))];
  }
  // What no group names (the hand is newer than they are) comes last.
  const left = [...ranked];
  const grouped = groups.map((codes) =>
    codes.flatMap((code) => {
      const at = left.findIndex((card) => card.code === code);
      return at < 0 ? [] : left.splice(at, 1);
    }),
  );
  const several = grouped.filter((group) => group.length > 1);
  const alone = [...grouped.filter((group) => group.length === 1).flat(), ...left];
  return [...several, ...(alone.length ? [alone.sort(byRank)] : [])];
}
