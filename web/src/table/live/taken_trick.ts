import type { MatchView } from '../../wire/types.js';

/** The play that took a trick. */
export interface TakenTrick {
  round: number;
  seat: number;
  cards: string[];
  kind: string | null;
}

/** The last trick after a change: where nothing lies, the one the server tells of; none in a new round. */
export function takenTrick(
  known: TakenTrick | null,
  before: MatchView | null | undefined,
  after: MatchView | null,
): TakenTrick | null {
  if (!after) return null;
  const top = after.trick.findLast((move) => move.play);
  if (!after.table && top?.play) return { round: after.round, seat: top.seat, cards: top.play, kind: top.kind ?? null };
  return after.round === before?.round && after.number === before.number ? known : null;
}
