import { http } from '../../wire/http.js';
import { Refused } from '../../wire/refused.js';
import type { Stakes } from '../../wire/types.js';

/** What is at stake at a table for whoever sits there, as the server says; nothing if it does not. */
export async function stakesOf(table: string): Promise<Stakes | null> {
  try {
    return await http<Stakes>('GET', `/api/tables/${encodeURIComponent(table)}/stakes`);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
