import type { Turn } from './turn.svelte.js';
import type { LiveTable } from '../live/live_table.svelte.js';

/** Nothing beats what lies there: passing is what is left to do, so its button is the large one. */
export function onlyPassIsLeft({ own }: LiveTable, turn: Turn): boolean {
  return turn.moves.myTurn && !!own?.may_pass && !own.must_give && turn.selection.plays.length === 0;
}

/** Whether cards are being played, so that a pass can be made or planned. */
export function mayEverPass({ public: now }: LiveTable, turn: Turn): boolean {
  return now?.phase === 'playing' && now.match?.phase === 'play' && !turn.moves.stoodIn;
}

/** Passes; while others are to move, plans to, or no longer. */
export function pressPass(table: LiveTable, turn: Turn): void {
  if (table.own?.may_pass) void turn.moves.pass();
  else if (!turn.moves.myTurn && mayEverPass(table, turn))
    turn.plans.plan(turn.plans.planned === 'pass' ? null : 'pass');
}
