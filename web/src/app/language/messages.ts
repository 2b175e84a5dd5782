/**
 * The messages of the one language in use. Everybody imports `m` from `paraglide/messages.js`, whose types the
 * compiler writes; the build puts this module in its place, so that a reader loads one language instead of eight,
 * and of that one only what the table says until something else is opened.
 */
import type { Language } from './languages.js';

type Message = (inputs: Record<string, unknown>) => string;
type Messages = Record<string, Message | undefined>;
type Files = Record<string, () => Promise<{ default: Messages }>>;

const table: Files = import.meta.glob<{ default: Messages }>('../../paraglide/table/*.js');
const pages: Files = import.meta.glob<{ default: Messages }>('../../paraglide/pages/*.js');

/** Which words are wanted: those of the pages once something has asked for them. */
const wanted = new Set([table]);
let asked: Language | undefined;
let loaded: Messages = {};

async function fetched(set: Files, language: Language): Promise<Messages> {
  const path = Object.keys(set).find((name) => name.endsWith(`/${language}.js`));
  const load = path === undefined ? undefined : set[path];
  if (!load) throw new Error(`no messages for ${language}`);
  return (await load()).default;
}

/** Fetches a language and makes it the one that all messages speak. */
export async function loadMessages(language: Language): Promise<void> {
  asked = language;
  const words = await Promise.all([...wanted].map((set) => fetched(set, language)));
  if (asked === language) loaded = Object.assign({}, ...words) as Messages;
}

/** Something that says more than the table does: it is there once its words are. */
export async function withAllWords<Part>(part: Promise<Part>): Promise<Part> {
  wanted.add(pages);
  const [there] = await Promise.all([part, asked && loadMessages(asked)]);
  return there;
}

export const m = new Proxy({} as Record<string, Message>, {
  get: (_, key) =>
    typeof key === 'string' ? (inputs: Record<string, unknown>) => loaded[key]?.(inputs ?? {}) ?? key : undefined,
  has: (_, key) => typeof key === 'string' && key in loaded,
});
