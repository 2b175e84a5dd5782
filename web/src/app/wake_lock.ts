import type { Public } from '../wire/types.js';
import { settings } from './settings.svelte.js';

let lock: WakeLockSentinel | null = null;
let asking = false;
let wanted = false;

/** Brings about what is wanted now; whatever changes while the browser is asked is seen to afterwards. */
async function settle(): Promise<void> {
  if (asking || !('wakeLock' in navigator)) return;
  if (!wanted) {
    void lock?.release();
    lock = null;
  } else if (!document.hidden && (!lock || lock.released)) {
    asking = true;
    lock = await navigator.wakeLock.request('screen').catch(() => null); // the battery is low: the screen may sleep
    asking = false;
    if (!wanted) void settle();
  }
}

document.addEventListener('visibilitychange', () => void settle());

/** Whether a table keeps the screen awake: while a match runs, unless its moves may take days. */
export const awakeAt = ({ phase, options }: Public): boolean =>
  (phase === 'playing' || phase === 'between') && options.clock !== 'days';

/** Keeps the screen awake, or no longer, if the player wants that. */
export function keepAwake(awake: boolean): void {
  wanted = awake && settings.chosen.wakeLock;
  void settle();
}
