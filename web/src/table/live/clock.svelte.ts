import { language } from '../../app/language/language.svelte.js';

/** The moment, a few times a second, for everything that counts down. */
class Now {
  ms = $state(performance.now());
  constructor() {
    setInterval(() => {
      if (!document.hidden) this.ms = performance.now();
    }, 250);
  }
}

export const now = new Now();

const unit = (count: number, unit: 'day' | 'hour'): string =>
  new Intl.NumberFormat(language.current, { style: 'unit', unit, unitDisplay: 'short' }).format(count);

/** Milliseconds as a clock shows them: 0:42, 12:05, and days where it takes days: two of them are two for a while. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 1.5 * 86_400) return unit(Math.round(seconds / 86_400), 'day');
  if (seconds >= 3_600) return unit(Math.round(seconds / 3_600), 'hour');
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
