import type { CardCode } from '../../cards/card_code.js';
import type { MatchView } from '../../wire/types.js';

/** What a round cost one player, step by step: cards left, what each counts, what that makes. */
export interface Reckoned {
  seat: number;
  cards: CardCode[];
  left: number;
  /** Points for each card; 0 where they do not divide. */
  each: number;
  points: number;
  total: number;
}

/** The last round reckoned, the winner first, then as it got dearer. */
export function reckoned({ results, leftover }: Pick<MatchView, 'results' | 'leftover'>): Reckoned[] {
  const last = results.at(-1);
  if (!last) return [];
  return last.left
    .map((left, seat): Reckoned => {
      const [points, total] = [last.points[seat] ?? 0, last.totals[seat] ?? 0];
      const each = left > 0 && points % left === 0 ? points / left : 0;
      return { seat, cards: (leftover[seat] ?? []) as CardCode[], left, each, points, total };
    })
    .sort((a, b) => Number(b.seat === last.winner) - Number(a.seat === last.winner) || a.points - b.points);
}
