import { Refused, unreachable } from './refused.js';
import type { Error as Facts } from './types.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Asks the server over HTTP. Whatever goes wrong is thrown as a `Refused`, in the one shape of all errors. */
export async function http<T>(method: Method, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers:
        body === undefined
          ? { accept: 'application/json' }
          : { accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw unreachable();
  }
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
