import type { MatchView } from '../../wire/types.js';

/** The play that took a trick. */
export interface TakenTrick {
  round: number;
  seat: number;
  cards: string[];
  kind: string | null;
}

/** The last trick after a change: another one once the table has been cleared, none in a new round. */
export function takenTrick(
  known: TakenTrick | null,
  before: MatchView | null | undefined,
  after: MatchView | null,
): TakenTrick | null {
  if (!after || after.round !== before?.round || after.number !== before.number) return null;
  const top = before.trick.findLast((move) => move.play);
  if (after.table || !before.table || !top?.play) return known;
  return { round: after.round, seat: top.seat, cards: top.play, kind: top.kind ?? null };
}
