import type { MatchView } from '../../wire/types.js';

export interface SeatStatistics {
  won: number;
  lost: number;
  averageLeft: number;
  worst: number;
}

/** What the score sheet tells about each player. */
export function statisticsOf(match: MatchView): SeatStatistics[] {
  const { results } = match;
  return match.totals.map((_, seat) => ({
    won: results.filter((result) => result.winner === seat).length,
    lost: results.filter((result) => result.loser === seat).length,
    averageLeft: results.reduce((sum, result) => sum + (result.left[seat] ?? 0), 0) / Math.max(1, results.length),
    worst: Math.max(0, ...results.map((result) => result.points[seat] ?? 0)),
  }));
}
