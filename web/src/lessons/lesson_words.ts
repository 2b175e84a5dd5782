import type { Language } from '../app/language/languages.js';
import { cardName } from '../cards/card_name.js';
import { cardCodes, type CardCode } from '../cards/card_code.js';

/** What lessons say is loaded with the first lesson, in one language: the rest of the client does without. */
const files = import.meta.glob<Record<string, string>>('../../messages/lessons/*.json', { import: 'default' });
let words: Record<string, string> = {};

export async function loadWords(language: Language): Promise<void> {
  words = (await files[`../../messages/lessons/${language}.json`]?.()) ?? {};
}

export type Blanks = Record<string, string | number>;

/** A text by its key, its blanks filled. */
export function word(key: string, blanks: Blanks = {}): string {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(blanks[name] ?? ''));
}

/** A piece of a text: words, or cards to be drawn. */
export type Piece = { text: string } | { cards: CardCode[] };

const known = new Set<string>(cardCodes);

/** `[G3 Y3]` in a text stands for these cards, `[cards]` for those the text is about. */
export function pieces(text: string, cards: readonly string[] = []): Piece[] {
  return text
    .split(/(\[[^\]]+\])/)
    .filter(Boolean)
    .map((part) => {
      if (!part.startsWith('[')) return { text: part };
      const codes = part === '[cards]' ? cards : part.slice(1, -1).split(' ');
      return { cards: codes.filter((code): code is CardCode => known.has(code)) };
    });
}

/** The same for ears: cards by their names. */
export const spoken = (text: string, cards: readonly string[] = []): string =>
  pieces(text, cards)
    .map((piece) => ('text' in piece ? piece.text : piece.cards.map(cardName).join(', ')))
    .join('');
