import type { DealtRound } from '../wire/types.js';

/** How well a round was played, by what its decisions cost; nothing while they are not judged. */
export type Mark = 'best' | 'good' | 'fair' | 'poor';

/** What a round of each mark costs at most, in points. */
const LIMITS: readonly (readonly [Mark, number])[] = [
  ['best', 0.5],
  ['good', 2],
  ['fair', 5],
];

/** As text: without any card, and no colour alone tells them apart. */
const SYMBOLS: Record<Mark, string> = { best: '⭐', good: '🟢', fair: '🟡', poor: '🔴' };

export function markOf(cost: number | null): Mark | null {
  if (cost === null) return null;
  return LIMITS.find(([, limit]) => cost <= limit)?.[0] ?? 'poor';
}

/** A symbol for each round. */
export const symbols = (rounds: readonly DealtRound[]): string =>
  rounds
    .map((round) => markOf(round.cost))
    .map((mark) => (mark ? SYMBOLS[mark] : '⬜'))
    .join('');
