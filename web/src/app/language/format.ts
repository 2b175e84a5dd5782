import { language } from './language.svelte.js';

/** The reader's language as their browser speaks it: English dates are not the same in Britain and in America. */
export const regional = (): string =>
  navigator.languages.find((one) => one.split('-')[0]?.toLowerCase() === language.current) ?? language.current;

const dated = (at: number, style: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(regional(), style).format(at);

/** A day, as the reader's language writes it. */
export const dayText = (at: number): string => dated(at, { dateStyle: 'medium' });

/** A day and the time of it. */
export const momentText = (at: number): string => dated(at, { dateStyle: 'medium', timeStyle: 'short' });

export const numberText = (number: number, digits = 0): string =>
  new Intl.NumberFormat(language.current, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(
    number,
  );

export const percentText = (share: number): string =>
  new Intl.NumberFormat(language.current, { style: 'percent', maximumFractionDigits: 0 }).format(share);

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SPANS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
] as const;

/**
 * A moment by how far it is from now: "2 days ago", "in 3 hours", "now" for less than a minute. Two days that have just
 * begun are two days still, and less than that is told in hours: whether it is tomorrow depends on the time of day.
 */
export function fromNowText(at: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(language.current, { numeric: 'auto' });
  if (at - now >= 1.5 * DAY_MS) return words.format(Math.round((at - now) / DAY_MS), 'day');
  const away = at > now ? at - now + MINUTE_MS / 2 : at - now;
  const [unit, ms] =
    SPANS.find(([unit, span]) => Math.abs(away) >= span && !(unit === 'day' && away > 0)) ??
    (['second', Infinity] as const);
  return words.format(Math.trunc(away / ms), unit);
}

/** Names one after the other: "Ada, Bo and Cleo". */
export const listText = (names: readonly string[]): string =>
  new Intl.ListFormat(language.current, { type: 'conjunction' }).format(names);

/** The time of a day, to the second. */
export const timeText = (at: number): string => dated(at, { timeStyle: 'medium' });

/** Facts in a row with dots between them; a line may end with a dot, but none begins with one. */
export function dotted(facts: string[]): string {
  return facts.join('\u00a0· ');
}
