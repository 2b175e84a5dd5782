import { router } from './router.svelte.js';
import { session } from './session.svelte.js';
import { toasts } from './toasts.svelte.js';
import { http } from '../wire/http.js';
import type { Options, TablePlace } from '../wire/types.js';

/** Opens a table and goes there; asks for a name first if need be. */
export async function openTable(options: Options): Promise<void> {
  if (!(await session.require())) return;
  try {
    const { table } = await http<TablePlace>('POST', '/api/tables', { options });
    router.go(`/table/${table}`);
  } catch (error) {
    toasts.refuse(error);
  }
}
