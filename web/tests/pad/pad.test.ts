import { describe, expect, test } from 'vitest';
import golden from './golden_sheets.json' with { type: 'json' };
import { countOf, deal, drawCut } from '../../src/pad/scoring/dealing.js';
import { asksForCard, check, mostLeft, nextSeat, pointsFor, score, type Told } from '../../src/pad/scoring/scoring.js';
import { whyLost, wonBy } from '../../src/pad/scoring/sheet_words.js';
import { pictureOf } from '../../src/pad/share/sheet_picture.js';
import { csvOf, textOf } from '../../src/pad/share/sheet_text.js';
import { emptyDraft, emptyShelf, readShelf, type Pad } from '../../src/pad/storage/pad_format.js';
import { lineOf } from '../../src/pad/storage/pads.svelte.js';
import { drawnBy } from '../pen.js';

const names = ['Ada', 'Bo', 'Cy', 'Di'];
const line = (left: number[], barred: number[] = [], highest: number[] = []) => ({ left, barred, highest });
const sheet = (...lines: Told['lines']): Told => ({ edition: 'official', names, lines });

describe('scoring', () => {
  test.each(golden.map((one) => [`${one.told.edition}, ${one.told.names.length} players`, one] as const))(
    'as the rules library scores: %s',
    (_, { told, results, totals, winners }) => {
      const scored = score(told);
      expect(scored.results).toMatchObject(results);
      expect([scored.totals, scored.winners]).toEqual([totals, winners]);
      expect(check(told)).toBeNull();
    },
  );

  test('points by cards left (R6.1), and for the barred (R9)', () => {
    expect([0, 7, 8, 16].map((left) => pointsFor(left, false, 'official'))).toEqual([0, 7, 16, 80]);
    expect([pointsFor(1, true, 'official'), pointsFor(1, true, 'finnish')]).toEqual([1, 2]);
  });

  test('the next who lack their cards are asked; a line that is corrected is gone through', () => {
    expect(nextSeat([3, null, null, 0], 0, false)).toBe(1);
    expect(nextSeat([3, 1, null, 0], 3, false)).toBe(2);
    expect(nextSeat([3, 1, 2, 0], 2, false)).toBe(2);
    expect([0, 1, 2, 3].map((seat) => nextSeat([3, 1, 2, 0], seat, true))).toEqual([1, 2, 3, 3]);
  });

  test('what no round can leave behind is refused with its rule', () => {
    const refused = (...lines: Told['lines']) => check(sheet(...lines))?.code;
    expect(refused(line([1, 2, 3, 4]))).toBe('no_round_winner');
    expect(refused(line([0, 0, 3, 4]))).toBe('two_round_winners');
    expect(refused(line([0, 17, 3, 4]))).toBe('bad_card_count');
    expect(refused(line([0, 3, 4]))).toBe('bad_line');
    expect(refused(line([0, 2, 3, 4], [1]))).toBe('barred_one_card');
    expect(refused(line([0, 16, 16, 16]), line([0, 16, 16, 16]), line([0, 1, 1, 1]))).toBe('rounds_after_end');
    expect(check({ ...sheet(), edition: 'martian' })?.rule).toBe('R9');
  });

  test('a tie asks for the highest card only where the edition does', () => {
    expect(mostLeft([0, 5, 2, 5])).toEqual([1, 3]);
    expect([asksForCard([0, 5, 2, 5], 'official'), asksForCard([0, 5, 2, 5], 'riva')]).toEqual([false, true]);
    expect(check({ ...sheet(line([0, 5, 2, 5])), edition: 'riva' })?.code).toBe('tie_unsettled');
  });
});

describe('dealing (R8.1)', () => {
  test('the cutter sits to the right; the count decides who receives first', () => {
    expect(deal(4, 1, 1, 3, 'official')).toEqual({ cutter: 2, counted: [1, 2, 3], receive: [3, 0, 1, 2] });
  });

  test('some editions count the way the round is played', () => {
    expect(deal(4, 1, 2, 3, 'german').counted).toEqual([1, 0, 3]);
    expect(deal(4, 1, 2, 3, 'official').counted).toEqual([1, 2, 3]);
  });

  test('a phoenix or the dragon is cut again', () => {
    expect(['R10', 'M1', 'GP', 'RD'].map(countOf)).toEqual([10, 1, null, null]);
    expect([drawCut(() => 0), drawCut(() => 0.9999)]).toEqual(['G1', 'RD']);
  });
});

describe('words and files', () => {
  const told = { ...sheet(line([0, 3, 9, 1]), line([8, 0, 9, 1], [3])), names: ['=Ada', 'Bo', 'C"y', 'Di'] };

  test('why somebody lost, and who won', () => {
    const [first] = score(told).results;
    expect(first && whyLost(first, names)).toContain('Cy');
    expect(wonBy([0, 2], names, [3, 9, 3, 7])).toBe('Ada and Cy share the win with 3 points');
    expect(wonBy([0, 2], names, [1, 9, 1, 7])).toBe('Ada and Cy share the win with 1 point');
    expect(wonBy([1], names, [9, 1, 3, 7])).toBe('Bo wins with 1 point');
  });

  test('a table for spreadsheets runs no formula and keeps its quotes', () => {
    const [head, ...rows] = csvOf(told).split('\r\n');
    expect(head).toContain("'=Ada: ");
    expect(head).toContain('"C""y: ');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(/^1,to the right,/);
  });

  test('plain text in columns', () => {
    const lines = textOf(told).split('\n');
    expect(lines.find((one) => one.startsWith('2 ↻'))).toMatch(/16\s+★ 0\s+18\s+1 !$/);
  });

  test('a picture with a row for each round and the totals below', async () => {
    const drawn = await drawnBy(() => pictureOf(told, 0));
    const column = drawn.texts.find((one) => one.text === 'Bo')?.x;
    expect(drawn.texts.filter((one) => one.x === column).map((one) => one.text)).toEqual(['Bo', '3', '★ 0', '3']);
    expect(drawn.ellipses).toHaveLength(2);
    const longer = await drawnBy(() => pictureOf({ ...told, lines: [...told.lines, ...told.lines] }, 0));
    expect(longer.height - drawn.height).toBe(2 * 74);
  });
});

describe('what is stored', () => {
  const pad: Pad = {
    id: 'a',
    edition: 'official',
    names,
    lines: [line([0, 3, 9, 1])],
    draft: emptyDraft(1, 4),
    changes: 1,
    begun: 0,
    share: null,
  };
  const text = (over: object) => JSON.stringify({ ...emptyShelf(), revision: 3, open: 'a', pads: [pad], ...over });

  test('is read back as it was', () => {
    expect(readShelf(text({}))).toEqual({ shelf: { format: 1, revision: 3, open: 'a', pads: [pad] }, whole: true });
  });

  test('a spoilt draft or link is left out', () => {
    const spoilt = { ...pad, draft: { at: 9 }, share: { code: 1 } };
    expect(readShelf(text({ pads: [spoilt] }))?.shelf.pads[0]).toEqual(pad);
  });

  test('a sheet that the rules do not allow is no pad', () => {
    const read = readShelf(text({ pads: [{ ...pad, lines: [line([1, 1, 1, 1])] }] }));
    expect(read).toMatchObject({ shelf: { pads: [], open: null }, whole: false });
  });

  test('anything else is nothing', () => {
    for (const bad of ['', '[]', '{}', text({ format: 2 }), text({ pads: 1 })]) expect(readShelf(bad)).toBeNull();
  });

  test('a draft has no answers to questions that were not asked', () => {
    const draft = { at: 0, left: [0, 5, 2, 5], barred: [], highest: [1, 2] };
    expect(lineOf(draft, 'official').highest).toEqual([]);
    expect(lineOf(draft, 'riva').highest).toEqual([1]);
    expect(lineOf({ ...draft, left: [0, null, 2, 5] }, 'riva').left[1]).toBeNaN();
  });
});
