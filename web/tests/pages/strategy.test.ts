import { describe, expect, test } from 'vitest';
import { languages } from '../../src/app/language/languages.js';
import { filled, plotNumber } from '../../src/pages/strategy/figures.js';
import { loadGuide, runsOf, topics } from '../../src/pages/strategy/guide.js';

describe('the strategy guide', () => {
  test.each(languages)('is whole in %s, with figures and plots', async (language) => {
    const guide = await loadGuide(language);
    expect(guide.sections.map((one) => one.topic)).toEqual([...topics]);
    const all = JSON.stringify(guide);
    expect(all).not.toMatch(/\{[\w.]+ [a-z]\}|NaN|undefined/);
    const plots = guide.sections.flatMap((one) => one.parts).filter((part) => part.kind === 'plot');
    expect(plots).toHaveLength(7);
    if (language !== 'en') expect(JSON.stringify(plots)).not.toMatch(/Points per round|losing hands|never passes/);
  });

  test('numbers are written as the language writes them', () => {
    expect(filled('{cards_left.eight_or_more.hands p}', 'en')).toMatch(/^\d\d%$/);
    expect(filled('{cards_left.eight_or_more.hands p}', 'fr')).toMatch(/^\d\d[\u00a0\u202f]%$/);
    expect(filled('{exchange.loser s}', 'de')).toMatch(/^−\d+,\d\u00a0±\u00a0\d,\d$/);
    expect(filled('{last_card.with_duty q}', 'fi')).toMatch(/^\d+,\d\u00a0±\u00a0\d,\d\u00a0%$/);
    expect(filled('{rounds i}', 'en')).toMatch(/^\d,\d{3}$/);
    expect(plotNumber('−2.10', 'de')).toBe('−2,10');
    expect(plotNumber('40%', 'en')).toBe('40%');
    expect(plotNumber('12–16 cards', 'de')).toBe('12–16 cards');
  });

  test('rules and code are told apart', () => {
    expect(runsOf('see R5.4, `--rows`').map((run) => run.kind)).toEqual(['text', 'rule', 'text', 'code']);
  });
});
