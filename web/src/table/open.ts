import { http } from '../wire/http.js';
import { connection } from '../wire/connection.svelte.js';
import type { Options } from '../wire/types.js';

/** Opens a table with these options; with `bots` it is filled with them and the match begins. Returns its id. */
export async function openTable(options: Options, bots: string[] = []): Promise<string> {
  const opened = await http<{ table: string; code: string }>('POST', '/api/tables', { options });
  for (const [i, bot] of bots.entries()) await connection.do(opened.table, { do: 'set_bot', seat: i + 1, bot });
  if (bots.length) await connection.do(opened.table, { do: 'start' });
  return opened.table;
}
