import { pocket } from '../pocket/pocket.svelte.js';
import { Refused, unreachable } from './refused.js';
import type { Error as Facts } from './types.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The server's answer, or that of the server in this browser where there is none. */
function answered(method: Method, path: string, body: unknown): Promise<Response> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  if (pocket.inUse) return pocket.request(method, path, text ?? '');
  return fetch(path, {
    method,
    credentials: 'same-origin',
    headers:
      text === undefined
        ? { accept: 'application/json' }
        : { accept: 'application/json', 'content-type': 'application/json' },
    ...(text === undefined ? {} : { body: text }),
  });
}

/** Asks the server over HTTP. Whatever goes wrong is thrown as a `Refused`, in the one shape of all errors. */
export async function http<T>(method: Method, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await answered(method, path, body);
  } catch {
    throw unreachable();
  }
  if (response.type === 'error') throw unreachable();
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  throw new Refused(
    factsIn(answer) ?? { code: 'unexpected', message: `HTTP ${response.status}`, rule: null, params: {} },
  );
}

function factsIn(answer: unknown): Facts | null {
  const error = (answer as { error?: Partial<Facts> } | null)?.error;
  if (typeof error?.code !== 'string') return null;
  return {
    code: error.code,
    message: error.message ?? error.code,
    rule: error.rule ?? null,
    params: error.params ?? {},
  };
}
