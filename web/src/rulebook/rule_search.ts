import type { Chapter, Rule, Rulebook } from './rulebook.js';

/** Whether a rule has all the words; a number such as 5.4 finds the rule itself. */
export function finds(rule: Rule, words: readonly string[]): boolean {
  return words.every((word) =>
    /^r?\d(\.\d*)?$/.test(word)
      ? `${rule.number.toLowerCase()}.`.startsWith(`r${word.replace('r', '').replace(/\.$/, '')}.`)
      : rule.folded.includes(word),
  );
}

/** The chapters with what was found in them; a chapter's own words count for it alone. */
export function filtered(
  book: Rulebook,
  words: readonly string[],
): { chapter: Chapter; own: boolean; rules: Rule[] }[] {
  return book.chapters
    .map((chapter) => ({
      chapter,
      own: words.length === 0 || (chapter.blocks.length > 0 && finds(chapter, words)),
      rules: chapter.rules.filter((rule) => finds(rule, words)),
    }))
    .filter((one) => one.own || one.rules.length > 0);
}
