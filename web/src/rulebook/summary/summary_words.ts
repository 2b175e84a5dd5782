import type { Language } from '../../app/language/languages.js';
import type english from './words/en.json';

/** What the summary cards say. */
export type SummaryWords = typeof english;
export type KindNote = keyof SummaryWords['notes'];

const files = import.meta.glob<SummaryWords>('./words/*.json', { import: 'default' });

/** The words in a language, fetched when the cards are first looked at. */
export async function summaryWords(language: Language): Promise<SummaryWords> {
  const load = files[`./words/${language}.json`];
  if (!load) throw new Error(`no summary in ${language}`);
  return load();
}
