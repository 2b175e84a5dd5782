import { router } from '../app/router.svelte.js';
import { session } from '../app/session.svelte.js';
import { toasts } from '../app/toasts.svelte.js';
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

/** A code as people type it: any case, spaces and dashes do not matter; whole links do as well. */
export function codeIn(text: string): string {
  const last = text.trim().replace(/[?#].*$/, '').replace(/\/+$/, '').split('/').at(-1) ?? '';
  return last.replace(/[\s-]/g, '').toUpperCase();
}
