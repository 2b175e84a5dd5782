import { language } from '../../app/language/language.svelte.js';
import type { Character, Mood } from '../../faces/characters.js';

type Lines = Record<Character, Record<Exclude<Mood, 'neutral'>, string[]>>;

/** What bots say is loaded at the first table, in one language: the rest of the client does without. */
const files = import.meta.glob<Lines>('../../../messages/bots/*.json', { import: 'default' });

/** One of a bot's lines for a mood, in the reader's language; `pick` is from 0 to 1. */
export async function botLine(bot: string, mood: Mood, pick: number): Promise<string> {
  const lines = await files[`../../../messages/bots/${language.current}.json`]?.();
  const said = mood === 'neutral' ? [] : (lines?.[bot as Character]?.[mood] ?? []);
  return said[Math.floor(pick * said.length)] ?? '';
}
