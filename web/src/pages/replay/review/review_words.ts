import type { Language } from '../../../app/language/languages.js';
import type english from '../../../../messages/review/en.json';

type Texts = typeof english;
export type Word = keyof Texts;
/** A text by its key, its blanks filled. */
export type Say = (key: Word, blanks?: Record<string, string | number>) => string;

const files = import.meta.glob<Texts>('../../../../messages/review/*.json', { import: 'default' });

/** What a review says, loaded with the first one, in one language. */
export async function loadWords(language: Language): Promise<Say> {
  const load = files[`../../../../messages/review/${language}.json`];
  if (!load) throw new Error(`no review in ${language}`);
  const texts = await load();
  return (key, blanks = {}) => texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(blanks[name] ?? ''));
}
