import type { MatchView } from '../../wire/types.js';

/** The score sheet as text, to share. */
export function sheetText(match: MatchView, names: string[], title: string): string {
  const rows = match.results.map(
    (result) => `${result.round} ${result.direction === 1 ? '↺' : '↻'}  ${result.points.join(' · ')}`,
  );
  return [title, names.join(' · '), ...rows, `Σ  ${match.totals.join(' · ')}`].join('\n');
}
