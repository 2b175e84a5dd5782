import { sound } from '../../app/signals/sounds.js';
import { vibrate } from '../../app/signals/vibration.js';
import { now } from '../live/clock.svelte.js';
import type { LiveTable } from '../live/live_table.svelte.js';
import type { Moves } from './moves.svelte.js';

const LAST_MS = 8_000;

/** The last seconds of one's own move are heard and felt, once. To be called while a component is made. */
export function warnOfLastSeconds(table: LiveTable, moves: Moves): void {
  const hurried = $derived.by(() => {
    const { clock } = table.shown;
    return moves.myTurn && clock !== null && clock.running && clock.move_ms - (now.ms - table.at) < LAST_MS;
  });
  $effect(() => {
    if (!hurried) return;
    sound('hurry');
    vibrate(60);
  });
}
