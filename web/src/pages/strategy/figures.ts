/** Measured figures in the reader's way to write numbers; the texts of the guide name them. */
import figures from '../../../../docs/strategy/figures.json';
import type { Language } from '../../app/language/languages.js';

interface Figure {
  mean: number;
  margin: number;
}

/** The figure at a path such as `places.first_round.next`. */
function find(path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inside, part) => (inside as Record<string, unknown> | undefined)?.[part], figures);
}

const minus = (text: string): string => text.replace('-', '−');

/** A figure in words: p, q shares, s signed, c, d costs, n a mean, i a whole number. */
function quoted(language: Language, path: string, form: string): string {
  const written = (value: number, digits: number, options: Intl.NumberFormatOptions = {}) =>
    minus(
      new Intl.NumberFormat(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        ...options,
      }).format(value),
    );
  const figure = find(path);
  if (typeof figure === 'number') return written(figure, 0);
  const { mean, margin } = figure as Figure;
  const about = (value: string, digits: number) => `${value}\u00a0±\u00a0${written(margin, digits)}`;
  switch (form) {
    case 'p':
      return written(mean, 0, { style: 'percent' });
    case 'q':
      return `${written(100 * mean, 1)}\u00a0±\u00a0${written(margin, 1, { style: 'percent' })}`;
    case 's':
      return about(written(mean, 1, { signDisplay: 'exceptZero' }), 1);
    case 'd':
      return about(written(-mean, 2), 2);
    default:
      return about(written(form === 'c' ? -mean : mean, 1), 1);
  }
}

/** A text of the guide with its figures in it: `{down_to.1 p}` becomes `62%`. */
export const filled = (text: string, language: Language): string =>
  text.replace(/\{([\w.]+) ([a-z])\}/g, (_, path: string, form: string) => quoted(language, path, form));

/** A number that a plot shows, as the language writes it; anything else stays as it is. */
export function plotNumber(text: string, language: Language): string {
  const found = /^([+−]?)(\d+)(?:\.(\d+))?(%?)$/.exec(text);
  if (!found) return text;
  const [, sign = '', whole = '', part = '', percent] = found;
  const value = Number(`${whole}.${part || '0'}`);
  const digits = { minimumFractionDigits: part.length, maximumFractionDigits: part.length };
  return percent
    ? new Intl.NumberFormat(language, { style: 'percent' }).format(value / 100)
    : sign + new Intl.NumberFormat(language, digits).format(value);
}
