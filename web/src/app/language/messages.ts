/**
 * The messages of the one language in use. Everybody imports `m` from `paraglide/messages.js`, whose types the
 * compiler writes; the build puts this module in its place, so that a reader loads one language instead of eight.
 */
import type { Language } from './languages.js';

type Message = (inputs: Record<string, unknown>) => string;
type Messages = Record<string, Message | undefined>;

const files = import.meta.glob<Messages>(['../../paraglide/messages/*.js', '!../../paraglide/messages/_index.js']);
let loaded: Messages = {};

/** Fetches a language and makes it the one that all messages speak. */
export async function loadMessages(language: Language): Promise<void> {
  const load = files[`../../paraglide/messages/${language}.js`];
  if (!load) throw new Error(`no messages for ${language}`);
  loaded = await load();
}

export const m = new Proxy({} as Record<string, Message>, {
  get: (_, key) =>
    typeof key === 'string' ? (inputs: Record<string, unknown>) => loaded[key]?.(inputs ?? {}) ?? key : undefined,
  has: (_, key) => typeof key === 'string' && key in loaded,
});
