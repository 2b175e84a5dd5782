import { router } from '../app/router.svelte.js';
import { session } from '../app/session.svelte.js';
import { toasts } from '../app/toasts.svelte.js';
import { http } from '../wire/http.js';
import type { ChallengePlace, DealSetView, DealsPlace } from '../wire/types.js';

/** Where a set of deals is asked for: a day's, or a challenge's. */
export const apiPath = (set: Pick<DealSetView, 'id' | 'kind'>): string =>
  set.kind === 'daily' ? `/api/daily/${set.id}` : `/api/challenges/${set.id}`;

/** Where a set of deals is shown. */
export const pagePath = (set: { kind: string; key: string }): string =>
  set.kind === 'daily' ? `/daily/${set.key}` : `/challenge/${set.key}`;

/** Goes to the table of a set of deals; asks for a name first if need be. */
export async function play(path: string): Promise<void> {
  if (!(await session.require())) return;
  try {
    const { table } = await http<DealsPlace>('POST', `${path}/play`);
    router.go(`/table/${table}`);
  } catch (error) {
    toasts.refuse(error);
  }
}

/** Makes a challenge, of fresh deals or those of a day or a match that is over, and goes to it. */
export async function challenge(like: { day: string } | { match: string } | null): Promise<void> {
  if (!(await session.require())) return;
  try {
    const made = await http<ChallengePlace>('POST', '/api/challenges', like ?? {});
    router.go(`/challenge/${made.challenge}`);
  } catch (error) {
    toasts.refuse(error);
  }
}
