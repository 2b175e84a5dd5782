import { describe, expect, test } from 'vitest';
import { fold, piecesOf, wordsOf } from '../../src/text/find.js';
import { plainText, readMarkdown, runsOf } from '../../src/text/markdown.js';
import { filtered, finds } from '../../src/rulebook/rule_search.js';
import { loadRulebook } from '../../src/rulebook/rulebook.js';
import { examplesOf, kinds, ladderOf } from '../../src/rulebook/examples.js';
import { pieces, spoken, word } from '../../src/lessons/lesson_words.js';

describe('finding words', () => {
  test('accents and case do not matter', () => {
    expect(fold('Ça, Łódź, straße, œuf')).toBe('ca, lodz, strasse, oeuf');
    expect(wordsOf('  Pli  Élevé ')).toEqual(['pli', 'eleve']);
  });

  test('a text is cut where a word occurs, in its own letters', () => {
    expect(piecesOf('große Straße', ['strasse'])).toEqual([
      { text: 'große ', hit: false },
      { text: 'Straße', hit: true },
    ]);
    expect(piecesOf('abc', [])).toEqual([{ text: 'abc', hit: false }]);
  });
});

describe('markdown', () => {
  test('blocks: headings with their anchors, paragraphs, lists, tables', () => {
    const text =
      '# Title\n\n<a id="R1.2"></a>\n\n### R1.2 Cards\n\none\ntwo\n\n- a\n  b\n- c\n\n| x | y |\n|---|---|\n| 1 | 2 |';
    expect(readMarkdown(text)).toEqual([
      { kind: 'heading', level: 3, id: 'R1.2', text: 'R1.2 Cards' },
      { kind: 'paragraph', text: 'one two' },
      { kind: 'list', items: ['a b', 'c'] },
      { kind: 'table', head: ['x', 'y'], rows: [['1', '2']] },
    ]);
  });

  test('runs: code, bold, slanted, links and numbers of rules', () => {
    expect(runsOf('`G3` **b** *i* [l](/x) R5.4.').filter((run) => run.text.trim())).toEqual([
      { kind: 'code', text: 'G3' },
      { kind: 'strong', text: 'b' },
      { kind: 'em', text: 'i' },
      { kind: 'link', text: 'l', to: '/x' },
      { kind: 'rule', text: 'R5.4' },
      { kind: 'text', text: '.' },
    ]);
    expect(plainText({ kind: 'list', items: ['**a**', '`b`'] })).toBe('a b');
  });
});

describe('the rulebook', async () => {
  const book = await loadRulebook('en');
  const found = (query: string) =>
    filtered(book, wordsOf(query)).flatMap((one) => one.rules.map((rule) => rule.number));

  test('has nine chapters in every language', async () => {
    for (const language of ['en', 'fr', 'de', 'pl'] as const)
      expect((await loadRulebook(language)).chapters).toHaveLength(9);
  });

  test('editions have the names that a new table calls them by', () => {
    expect(JSON.stringify(book)).not.toMatch(/"(official|french|german|finnish|riva)"/);
    expect(book.chapters.at(-1)?.folded).toContain('as french and dutch');
  });

  test('a number finds its rule and no other', () => {
    expect(found('4.1')).toEqual(['R4.1']);
    expect(found('R4.1')).toEqual(['R4.1']);
    expect(found('nosuchwordatall')).toEqual([]);
  });

  test('every word must occur', () => {
    const rule = { number: 'R5.2', title: '', blocks: [], folded: 'r5.2 the last card' };
    expect(finds(rule, ['last', 'card'])).toBe(true);
    expect(finds(rule, ['last', 'gang'])).toBe(false);
    expect(finds(rule, ['5'])).toBe(true);
    expect(finds(rule, ['5.21'])).toBe(false);
  });

  test('examples, ladders and kinds come as cards', () => {
    expect(examplesOf('R2').length + examplesOf('R2.1').length).toBeGreaterThan(0);
    expect(kinds.map((one) => one.kind)).toContain('gang');
    expect(ladderOf('R99')).toBeNull();
  });
});

describe('words of lessons', () => {
  test('cards in brackets are drawn, and named for ears', () => {
    expect(pieces('Lay [G3 Y3] now')).toEqual([{ text: 'Lay ' }, { cards: ['G3', 'Y3'] }, { text: ' now' }]);
    expect(pieces('[cards]', ['RD', 'X9'])).toEqual([{ cards: ['RD'] }]);
    expect(spoken('Lay [G3]')).toBe('Lay green 3');
  });

  test('a text that is missing is shown by its key', () => {
    expect(word('no.such')).toBe('no.such');
  });
});
