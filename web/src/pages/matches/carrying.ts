import { matchesIn } from '../../pocket/played_matches.js';
import { EventStore } from '../../pocket/event_store.js';
import { pocket } from '../../pocket/pocket.svelte.js';
import { isSite } from '../../pocket/site.js';
import { connection } from '../../wire/connection.svelte.js';
import { http } from '../../wire/http.js';
import { Refused } from '../../wire/refused.js';
import type { CarriedPlace, MatchLine, Me, TableLog } from '../../wire/types.js';

/** A match on its way: from the server to this device, or back. What is begun is ended, whatever happens in between. */
const TAKING = 'gangoffour.taking';
const BRINGING = 'gangoffour.bringing';

/** A match against bots only belongs to whoever plays it. */
export const isOwn = (match: MatchLine, me: string | undefined): boolean =>
  match.state !== 'over' &&
  match.players.filter((one) => !one.bot).length === 1 &&
  match.players.some((one) => one.person === me);

/** Which way a match can be carried from here: along onto this device, back to the server, or not at all. */
export function carriedWhere(match: MatchLine, me: string | undefined): 'along' | 'back' | null {
  if (!isOwn(match, me)) return null;
  if (!pocket.inUse) return 'along';
  return !isSite && navigator.onLine ? 'back' : null;
}

/** A match against bots leaves the server, and goes on here. Its cards are told once it is none of the server's. */
export async function takeAlong(table: string, me: Me): Promise<void> {
  localStorage.setItem(TAKING, table);
  try {
    await connection.do(table, { do: 'give_up' });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'no_match_running') throw error;
  }
  const { events } = await http<TableLog>('GET', `/api/tables/${table}/log`);
  const store = await EventStore.open();
  const owner = (await store.read()).owner ?? { id: me.id, name: me.name };
  const kept = events.map((one) => ({
    ...one,
    table_id: table,
    command_id: null,
    body: one.body.replaceAll(me.id, owner.id),
  }));
  await store.write(kept, owner);
  localStorage.removeItem(TAKING);
  pocket.choose(true, `/table/${table}`);
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

async function end(me: Me): Promise<string | null> {
  const taking = localStorage.getItem(TAKING);
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
  return last.table;
}
