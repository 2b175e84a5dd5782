import type { Language } from '../app/language/languages.js';
import { editionName, editions } from '../options/options.js';
import { fold } from '../text/find.js';
import { plainText, readMarkdown, type Block } from '../text/markdown.js';

export interface Rule {
  number: string;
  title: string;
  blocks: Block[];
  /** Everything it says, as it is searched. */
  folded: string;
}

export interface Chapter extends Rule {
  rules: Rule[];
}

export interface Rulebook {
  intro: Block[];
  chapters: Chapter[];
}

const texts = import.meta.glob<string>('../../../docs/rules/*.md', { query: '?raw', import: 'default' });

/** The numbered rules in a language, fetched when they are first read. */
export async function loadRulebook(language: Language): Promise<Rulebook> {
  const load = texts[`../../../docs/rules/${language}.md`];
  if (!load) throw new Error(`no rules in ${language}`);
  return rulebookOf(readMarkdown(named(await load())));
}

/** With the editions by the names that a new table calls them by, instead of what the terminal wants typed. */
const named = (text: string): string =>
  text.replace(/`([a-z]+)`/g, (typed, edition: string) =>
    editions.includes(edition) ? `*${editionName(edition)}*` : typed,
  );

/** Headings of the second level begin chapters, those of the third the rules in them. */
function rulebookOf(blocks: readonly Block[]): Rulebook {
  const book: Rulebook = { intro: [], chapters: [] };
  let into = book.intro;
  for (const block of blocks) {
    if (block.kind !== 'heading') {
      into.push(block);
      continue;
    }
    const rule: Rule = { number: block.id, title: block.text.slice(block.id.length).trim(), blocks: [], folded: '' };
    into = rule.blocks;
    if (block.level === 2) book.chapters.push({ ...rule, rules: [] });
    else book.chapters.at(-1)?.rules.push(rule);
  }
  for (const rule of book.chapters.flatMap((chapter) => [chapter, ...chapter.rules])) {
    rule.folded = fold([rule.number, rule.title, ...rule.blocks.map(plainText)].join(' '));
  }
  return book;
}
