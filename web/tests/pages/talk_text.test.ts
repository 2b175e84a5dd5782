import { describe, expect, test } from 'vitest';
import { partsOf, shownBelow } from '../../src/pages/boards/talk_text.js';

const HERE = 'https://cards.example';
const kinds = (text: string): string[] => partsOf(text, [HERE]).map((part) => `${part.kind}:${part.text}`);

describe('what is drawn in a post', () => {
  test('cards by their codes, a red one alone in brackets only', () => {
    expect(kinds('I held G3 G3 and M1.')).toEqual(['text:I held ', 'cards:G3 G3', 'text: and ', 'cards:M1', 'text:.']);
    expect(partsOf('[R5, RD]', [HERE])).toEqual([{ kind: 'cards', text: '[R5, RD]', cards: ['R5', 'RD'] }]);
    expect(kinds('R5 or R5.3?')).toEqual(['rule:R5', 'text: or ', 'rule:R5.3', 'text:?']);
    expect(kinds('R5 Y5')).toEqual(['cards:R5 Y5']);
    expect(kinds('G11 xG3 G3x G3_ 1.G3 Y0 GPS')).toEqual(['text:G11 xG3 G3x G3_ 1.G3 Y0 GPS']);
  });

  test('matches and pages of this server, and of no other', () => {
    expect(partsOf(`${HERE}/match/ab-1?at=30&seat=2`, [HERE])).toEqual([
      {
        kind: 'match',
        text: `${HERE}/match/ab-1?at=30&seat=2`,
        to: '/match/ab-1?at=30&seat=2',
        match: 'ab-1',
        at: 30,
        puzzle: false,
      },
    ]);
    expect(partsOf('/match/ab-1?at=30&puzzle=1', [HERE])).toMatchObject([{ at: 30, puzzle: true }]);
    expect(partsOf('/match/ab-1?puzzle=1', [HERE])).toMatchObject([{ at: null, puzzle: false }]);
    expect(kinds('see /match/ab-1 there')).toEqual(['text:see ', 'match:/match/ab-1', 'text: there']);
    expect(kinds(`${HERE}/thread/9`)).toEqual(['page:/thread/9']);
    for (const foreign of [
      'https://evil.example/match/1',
      `${HERE}.evil.example/boards`,
      `${HERE}@evil.example/boards`,
      'javascript:alert(1)',
      'data:text/html,x',
      `//evil.example/match/1`,
      '<a href="x">y</a> **b** [z](w)',
    ])
      expect(partsOf(foreign, [HERE]).every((part) => part.kind === 'text')).toBe(true);
  });

  test('pages of this server by each of its names', () => {
    const parts = partsOf(`http://localhost:8064/match/a ${HERE}/rules`, ['http://localhost:8064', HERE]);
    expect(parts).toMatchObject([{ to: '/match/a' }, { kind: 'text' }, { to: '/rules' }]);
    expect(parts[2]).toMatchObject({ text: '/rules' });
  });

  test('a text of one long word takes no time', () => {
    for (const text of ['G'.repeat(4000), 'R1 '.repeat(1300), '/match/'.repeat(500), `${HERE}/`.repeat(150)])
      expect(partsOf(text, [HERE]).map((part) => part.text).length).toBeGreaterThan(0);
  });

  test('below it the first few matches and rules, each once', () => {
    const text = 'R5.3 R5.3 /match/a\n/match/a /match/b R1 R2 R3';
    expect(shownBelow(text, [HERE])).toMatchObject({
      matches: [{ match: 'a' }, { match: 'b' }],
      rules: ['R5.3'],
    });
  });
});
