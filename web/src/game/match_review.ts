import { pocket } from '../pocket/pocket.svelte.js';
import { http } from '../wire/http.js';
import type { MarkedDecision, MatchReview, ReviewProgress } from '../wire/types.js';

const ASK_MS = 600;
/** Whoever waits long asks less often, up to this. */
const ASK_AT_LEAST_MS = 10_000;
/** How many moves are called the costliest. */
const COSTLIEST = 3;

/**
 * How long to wait before a review is asked for again. The server in this browser judges a round whenever it is asked,
 * and rests with whoever asks: there nobody waits once it is judging.
 */
export function restMs({ rounds }: ReviewProgress, asked: number): number {
  return pocket.inUse && rounds !== null ? 0 : Math.min(ASK_MS * 1.2 ** asked, ASK_AT_LEAST_MS);
}

/** The review of a match: asked for until it is there, told meanwhile how far it is; null if it is no longer wanted. */
export async function reviewOf(
  match: string,
  wanted: () => boolean,
  tell: (progress: ReviewProgress) => void = () => undefined,
): Promise<MatchReview | null> {
  for (let asked = 0; wanted(); asked++) {
    const path = `/api/matches/${encodeURIComponent(match)}/review`;
    const answer = await http<MatchReview | ReviewProgress>('GET', path);
    if ('marked' in answer) return answer;
    tell(answer);
    await new Promise((resolve) => setTimeout(resolve, restMs(answer, asked)));
  }
  return null;
}

/** What cost a seat most, the worst first; nothing if nothing it did is marked. */
export function costliestOf<Decision extends MarkedDecision>(marked: readonly Decision[], seat: number): Decision[] {
  const grave = (one: Decision): number => Number(one.mark === 'mistake');
  const own = marked.filter((one) => one.seat === seat);
  return own.sort((a, b) => grave(b) - grave(a) || b.cost - a.cost).slice(0, COSTLIEST);
}
