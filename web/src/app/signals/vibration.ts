import { settings } from '../settings.svelte.js';

/** Lets the phone vibrate, if its player wants that, once the page was touched. The pattern is in milliseconds. */
export function vibrate(pattern: number | number[]): void {
  if (settings.chosen.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
