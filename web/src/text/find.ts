/** Letters that are more than a letter with an accent. */
const odd: Record<string, string> = { ß: 'ss', ł: 'l', œ: 'oe', æ: 'ae', ø: 'o', '’': "'" };

const foldLetter = (letter: string): string => {
  const small = letter.toLowerCase();
  return odd[small] ?? small.normalize('NFD').replace(/\p{M}/gu, '');
};

/** A text as it is searched: small letters without accents. */
export const fold = (text: string): string => Array.from(text, foldLetter).join('');

/** The words to look for, each folded. */
export const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

export interface Piece {
  text: string;
  hit: boolean;
}

/** A text cut where any of the words occurs. */
export function piecesOf(text: string, words: readonly string[]): Piece[] {
  if (words.length === 0) return [{ text, hit: false }];
  const letters = Array.from(text);
  const folded = letters.map(foldLetter);
  const whole = folded.join('');
  /** For each place in the folded text, the letter it comes from. */
  const source = folded.flatMap((part, i) => Array.from(part, () => i));
  const hits = new Set<number>();
  for (const word of words) {
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length)) {
      for (let i = at; i < at + word.length; i++) hits.add(source[i] ?? 0);
    }
  }
  const pieces: Piece[] = [];
  for (const [i, letter] of letters.entries()) {
    const last = pieces.at(-1);
    const hit = hits.has(i);
    if (last && last.hit === hit) last.text += letter;
    else pieces.push({ text: letter, hit });
  }
  return pieces;
}
