import { describe, expect, test, vi } from 'vitest';
import { dotted, fromNowText, numberText, percentText } from '../../src/app/language/format.js';
import { plural } from '../../src/app/language/plurals.js';
import { qr } from '../../src/app/sharing/qr_code.js';
import { refusalText, ruleLink } from '../../src/app/refusal_text.js';
import { matched } from '../../src/app/router.svelte.js';
import { toasts } from '../../src/app/toasts.svelte.js';
import { missing, routeOf, routes } from '../../src/routes.js';
import { filledIn, media } from '../../src/style/breakpoints.js';
import { codeIn } from '../../src/pages/start/table_code.js';
import { changed, defaultOptions, houseRules } from '../../src/options/options.js';

describe('routes', () => {
  test('the parts of a path that match a pattern', () => {
    expect(matched('/table/:id', '/table/a%20b/')).toEqual({ id: 'a b' });
    expect(matched('/table/:id', '/table')).toBeNull();
    expect(matched('/t/:code', '/t/%E0%A4%A')).toEqual({ code: '%E0%A4%A' });
    expect(matched('/', '/')).toEqual({});
    expect(matched('/', '/pad')).toBeNull();
  });

  test('every path leads to its own page, anything else to none', () => {
    for (const route of routes) expect(routeOf(route.path.replace(/:\w+/, 'x')).route).toBe(route);
    expect(routeOf('/nowhere').route).toBe(missing);
    expect(routeOf('/t/QK7PD').params).toEqual({ code: 'QK7PD' });
  });
});

describe('refusals', () => {
  test('in the reader’s words, cards by their names', () => {
    const facts = { code: 'must_block_highest', message: 'raw', rule: 'R5.3', params: { card: 'RD' } };
    expect(refusalText(facts)).toContain('red dragon');
  });

  test('a refusal without a translation is shown as the server wrote it', () => {
    const banned = refusalText({ code: 'network_banned', message: '', rule: null, params: { date: '2026-03-08' } });
    expect(banned).toMatch(/2026/);
    expect(banned).not.toContain('2026-03');
    expect(refusalText({ code: 'martian', message: 'raw', rule: null, params: {} })).toBe('raw');
  });

  test('a rule is linked, anything else is not', () => {
    expect(ruleLink('R5.4')).toBe('/rules#R5.4');
    expect(ruleLink('custom')).toBeNull();
    expect(ruleLink(null)).toBeNull();
  });
});

describe('toasts', () => {
  test('go by themselves, but not while somebody reads them', () => {
    vi.useFakeTimers();
    for (const { id } of toasts.shown) toasts.close(id);
    toasts.say('read');
    toasts.say('not read');
    const [read] = toasts.shown;
    if (!read) throw new Error('nothing is shown');
    toasts.stay(read.id);
    toasts.goSoon(read); // only brushed against: it has its whole time
    vi.advanceTimersByTime(5_000);
    expect(toasts.shown).toHaveLength(2);
    toasts.stay(read.id);
    vi.advanceTimersByTime(60_000);
    expect(toasts.shown).toEqual([read]);
    toasts.goSoon(read);
    vi.advanceTimersByTime(2_000);
    expect(toasts.shown).toEqual([]);
    vi.useRealTimers();
  });
});

describe('breakpoints', () => {
  test('are filled in by name', () => {
    expect(filledIn('screen and (--below-medium)')).toBe('screen and (width < 40rem)');
    expect(filledIn('(--phone-on-its-side)')).toBe('(height < 31rem) and (width >= 35rem)');
    expect(filledIn('print')).toBe('print');
    expect(media.get('from-low-height')).toBe('(height >= 31rem)');
  });

  test('an unknown name is a mistake', () => {
    expect(() => filledIn('(--huge)')).toThrow('huge');
  });
});

describe('texts', () => {
  test('facts in a row: no line begins with the dot between them', () => {
    expect(dotted(['Round 4', '7 – 6', 'No clock'])).toBe('Round 4\u00a0· 7 – 6\u00a0· No clock');
    expect(dotted(['alone'])).toBe('alone');
  });
  test('a code as people type it', () => {
    expect(codeIn(' qk-7 pd ')).toBe('QK7PD');
    expect(codeIn('http://host/t/QK7PD/?lang=fr')).toBe('QK7PD');
  });

  test('numbers and plural forms', () => {
    expect(numberText(1234.5, 1)).toBe('1,234.5');
    expect(percentText(0.256)).toBe('26%');
    expect([plural('pl', 1), plural('pl', 3), plural('pl', 5)]).toEqual(['one', 'few', 'many']);
  });

  test('how long ago, without a minute that has not passed', () => {
    const minute = 60_000;
    const ago = [0.5, 1, 59, 90, 60 * 49].map((minutes) => fromNowText(0, minutes * minute));
    expect(ago).toEqual(['now', '1 minute ago', '59 minutes ago', '1 hour ago', '2 days ago']);
    expect(fromNowText(3.5 * 60 * minute, 0)).toBe('in 3 hours');
    const ahead = [48, 37, 30, 24].map((hours) => fromNowText(hours * 60 * minute - 900, 0));
    expect(ahead).toEqual(['in 2 days', 'in 2 days', 'in 30 hours', 'in 24 hours']);
  });
});

describe('QR codes', () => {
  test('have three eyes, and grow with the text', () => {
    const small = qr('http://a/t/QK7PD');
    expect(small).toHaveLength(21);
    for (const [x, y] of [
      [0, 0],
      [14, 0],
      [0, 14],
    ] as const)
      expect(Array.from({ length: 7 }, (_, i) => small[y]?.[x + i])).toEqual(Array(7).fill(true));
    expect(qr('x'.repeat(100))).toHaveLength(37);
  });

  test('refuse what does not fit', () => {
    expect(() => qr('x'.repeat(107))).toThrow('107');
  });
});

describe('options', () => {
  test('a change of edition takes the table’s own rules back, and the seats must fit', () => {
    const own = { ...defaultOptions, rules: { duty_to_block: false } };
    expect(changed(own, { edition: 'german' }).rules).toEqual({});
    expect(changed({ ...defaultOptions, seats: 3 }, { edition: 'riva' }).edition).toBe('official');
  });

  test('rated tables play by the book', () => {
    const free = { ...defaultOptions, target: 50, look_back: true };
    expect(changed(free, { rated: true })).toMatchObject({ target: 100, look_back: false, rules: {} });
  });

  test('the table’s own rules, each with its answer', () => {
    expect(houseRules({ opening_limit: null, barred_extra: 2 }).map((one) => one.value)).toEqual(['any number', '2']);
  });
});
