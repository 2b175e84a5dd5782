import { matchesIn, type Carried } from '../../pocket/played_matches.js';
import { EventStore } from '../../pocket/event_store.js';
import { http } from '../../wire/http.js';
import { Refused } from '../../wire/refused.js';
import type { CarriedPlace } from '../../wire/types.js';

/** The matches of this device that the account has, or will never have. */
const MERGED = 'gangoffour.merged';

/** What was played on this device against bots, and is not among the matches of the account. */
export async function unmerged(): Promise<Map<string, Carried>> {
  const known = new Set(JSON.parse(localStorage.getItem(MERGED) ?? '[]') as string[]);
  const found = new Map<string, Carried>();
  for (const [table, events] of await (await EventStore.open()).tables())
    for (const [number, match] of matchesIn(events).entries()) {
      const key = `${table} ${number} ${match.actions.length}`;
      if (match.bots.filter((bot) => bot === null).length === 1 && !known.has(key)) found.set(key, match);
    }
  return found;
}

/** Why a match itself cannot be added, whenever it is tried. */
const NEVER = new Set([
  'match_not_over',
  'against_rules',
  'not_alone',
  'unknown_bot',
  'bad_options',
  'unknown_edition',
  'unknown_rule_field',
  'bad_rule_value',
  'bad_message',
  'body_too_large',
]);

/** How many matches were added, and why another one was not, if any was refused that is over. */
export interface Merged {
  added: number;
  refused: Refused | null;
}

/**
 * Adds to the account what is over. What still runs stays here; what is refused keeps no other match from being added.
 * If the server takes no more now, or is gone, the rest is offered again.
 */
export async function merge(matches: Map<string, Carried>): Promise<Merged> {
  const known = JSON.parse(localStorage.getItem(MERGED) ?? '[]') as string[];
  const merged: Merged = { added: 0, refused: null };
  for (const [key, match] of matches) {
    try {
      await http<CarriedPlace>('POST', '/api/me/carried', { ...match, finished: true });
      merged.added++;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code !== 'match_not_over') merged.refused = error;
      if (error.code === 'deals_still_open') continue; // another day it is taken
      if (!NEVER.has(error.code)) break;
    }
    known.push(key);
    localStorage.setItem(MERGED, JSON.stringify(known));
  }
  return merged;
}
