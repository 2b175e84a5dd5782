import { settings } from './settings.svelte.js';

let lock: WakeLockSentinel | null = null;
let wanted = false;

async function take(): Promise<void> {
  if (!wanted || lock || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
  try {
    lock = await navigator.wakeLock.request('screen');
    lock.addEventListener('release', () => (lock = null));
    if (!wanted) await lock?.release();
  } catch {
    lock = null; // the battery is low or the page is not looked at: the screen may sleep
  }
}

document.addEventListener('visibilitychange', () => void take());

/** Keeps the screen awake while a match runs, if the player wants that. */
export function keepAwake(awake: boolean): void {
  wanted = awake && settings.chosen.wakeLock;
  if (wanted) void take();
  else void lock?.release();
}
