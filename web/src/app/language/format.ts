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

/** How long ago something was, in the largest fitting unit: "2 days ago". */
export function sinceText(at: number, now = Date.now()): string {
  const minutes = Math.max(1, Math.round((now - at) / 60_000));
  const words = new Intl.RelativeTimeFormat(language.current, { numeric: 'auto' });
  if (minutes < 60) return words.format(-minutes, 'minute');
  if (minutes < 60 * 24) return words.format(-Math.round(minutes / 60), 'hour');
  return words.format(-Math.round(minutes / 60 / 24), 'day');
}

/** Names one after the other: "Ada, Bo and Cleo". */
export const listText = (names: string[]): string =>
  new Intl.ListFormat(language.current, { type: 'conjunction' }).format(names);

/** The time of a day, to the second. */
export const timeText = (at: number): string =>
  new Intl.DateTimeFormat(language.current, { timeStyle: 'medium' }).format(at);
