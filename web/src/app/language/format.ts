import { language } from './language.svelte.js';

/** A day, as the reader's language writes it. */
export const dayText = (at: number): string =>
  new Intl.DateTimeFormat(language.current, { dateStyle: 'medium' }).format(at);

/** A day and the time of it. */
export const momentText = (at: number): string =>
  new Intl.DateTimeFormat(language.current, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

export const numberText = (number: number, digits = 0): string =>
  new Intl.NumberFormat(language.current, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(
    number,
  );

export const percentText = (share: number): string =>
  new Intl.NumberFormat(language.current, { style: 'percent', maximumFractionDigits: 0 }).format(share);

const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A moment by how far it is from now: "2 days ago", "in 3 hours", "now" for less than a minute. */
export function fromNowText(at: number, now = Date.now()): string {
  const [unit, ms] = SPANS.find(([, span]) => Math.abs(at - now) >= span) ?? (['second', Infinity] as const);
  const words = new Intl.RelativeTimeFormat(language.current, { numeric: 'auto' });
  return words.format(Math.trunc((at - now) / ms), unit);
}

/** Names one after the other: "Ada, Bo and Cleo". */
export const listText = (names: string[]): string =>
  new Intl.ListFormat(language.current, { type: 'conjunction' }).format(names);

/** The time of a day, to the second. */
export const timeText = (at: number): string =>
  new Intl.DateTimeFormat(language.current, { timeStyle: 'medium' }).format(at);
