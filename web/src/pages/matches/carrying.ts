import { matchesHere } from '../../app/matches_here.svelte.js';
import { router } from '../../app/router.svelte.js';
import { matchesIn } from '../../pocket/played_matches.js';
import { EventStore } from '../../pocket/event_store.js';
import { pocket } from '../../pocket/pocket.svelte.js';
import { isSite } from '../../pocket/site.js';
import { connection } from '../../wire/connection.svelte.js';
import { http } from '../../wire/http.js';
import { Refused } from '../../wire/refused.js';
import type { CarriedPlace, MatchLine, Me, TableLog } from '../../wire/types.js';

/** A match on its way: from the server to this device, or back. What is begun is ended, whatever happens in between. */
const TAKING = 'gangoffour.taking.match';
const BRINGING = 'gangoffour.bringing';

const alone = (match: MatchLine): boolean =>
  match.state !== 'over' && match.players.filter((one) => !one.bot).length === 1;

/** A match against bots only belongs to whoever plays it. */
export const isOwn = (match: MatchLine, me: string | undefined): boolean =>
  alone(match) && match.players.some((one) => one.person === me);

/**
 * Which way a match can be carried from here: along onto this device, back to the server, or not at all. It may be
 * of this device in a list of the server's.
 */
export function carriedWhere(match: MatchLine, me: string | undefined, here: boolean): 'along' | 'back' | null {
  if (here || pocket.inUse) return alone(match) && !isSite && navigator.onLine ? 'back' : null;
  return isOwn(match, me) ? 'along' : null;
}

/** A match against bots leaves the server, and goes on here. Its cards are told once it is none of the server's. */
export async function takeAlong(match: MatchLine, me: Me): Promise<void> {
  localStorage.setItem(TAKING, JSON.stringify(match));
  const { table } = match;
  try {
    await connection.do(table, { do: 'give_up' });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'no_match_running') throw error;
  }
  const { events } = await http<TableLog>('GET', `/api/tables/${table}/log`);
  const store = await EventStore.open();
  const owner = (await store.read()).owner ?? { id: me.id, name: me.name };
  const ofOwner = (text: string): string => text.replaceAll(me.id, owner.id);
  const kept = events.map((one) => ({ ...one, table_id: table, command_id: null, body: ofOwner(one.body) }));
  await store.write(kept, owner);
  matchesHere.add(JSON.parse(ofOwner(JSON.stringify(match))) as MatchLine);
  localStorage.removeItem(TAKING);
  router.go(`/table/${table}`);
}

/** A match of this device is to go on at the server: there it is asked who that is. */
export function bringBack(table: string): void {
  localStorage.setItem(BRINGING, table);
  pocket.choose(false, '/matches');
}

/** Whether a match is on its way. */
export const isCarrying = (): boolean => [TAKING, BRINGING].some((key) => localStorage.getItem(key) !== null);

let ending: Promise<string | null> | null = null;

/** Ends what was begun: the table where a match goes on that was brought here, if one was. */
export function endCarrying(me: Me): Promise<string | null> {
  return (ending ??= end(me).finally(() => (ending = null)));
}

/** The match that was being taken along, if one was; what somebody else wrote there is none. */
function begun(): MatchLine | null {
  const kept = localStorage.getItem(TAKING);
  try {
    return kept === null ? null : (JSON.parse(kept) as MatchLine);
  } catch {
    localStorage.removeItem(TAKING);
    return null;
  }
}

async function end(me: Me): Promise<string | null> {
  const taking = begun();
  if (taking) await takeAlong(taking, me);
  const table = localStorage.getItem(BRINGING);
  localStorage.removeItem(BRINGING);
  return table ? bring(table) : null;
}

async function bring(table: string): Promise<string | null> {
  const store = await EventStore.open();
  let last: CarriedPlace | null = null;
  for (const match of matchesIn((await store.tables()).get(table) ?? []))
    last = await http<CarriedPlace>('POST', '/api/me/carried', match);
  if (!last) return null;
  await store.forget(table);
  matchesHere.drop(table);
  return last.table;
}
