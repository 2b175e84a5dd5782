import { m } from '../../paraglide/messages.js';

/** A message whose key is only known at run time; undefined if there is none. */
export function messageByKey(key: string, inputs: Record<string, string> = {}): string | undefined {
  if (!(key in m)) return undefined;
  const message = (m as Record<string, unknown>)[key];
  return typeof message === 'function' ? String(message(inputs)) : undefined;
}
