import { session } from '../app/session.svelte.js';
import { m } from '../paraglide/messages.js';
import { pocket } from '../pocket/pocket.svelte.js';
import { http } from '../wire/http.js';
import type { MyChallenges, OpenChallenge } from '../wire/types.js';

/** The reader's open challenges; null where there can be none: for nobody in particular, and without a server. */
export const openChallenges = async (): Promise<MyChallenges | null> =>
  session.me && !pocket.inUse ? http<MyChallenges>('GET', '/api/me/challenges') : null;

/** Whose challenge it is, in words. */
export function challengeName({ by_me, made_by: name }: OpenChallenge): string {
  if (by_me) return m.challenge_yours();
  return name === null ? m.challenge_title() : m.challenge_from({ name });
}

/** How far the reader is with a challenge of so many rounds. */
export function progressIn({ mine }: OpenChallenge, rounds: number): string {
  if (mine === null) return m.daily_not_played();
  return mine < rounds ? m.daily_continue({ round: mine + 1, rounds }) : m.challenge_played();
}
