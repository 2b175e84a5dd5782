import type { LiveTable } from '../live/live_table.svelte.js';
import { AutoPass } from './auto_pass.svelte.js';
import { Hints } from './hints.svelte.js';
import { Moves } from './moves.svelte.js';
import { NextMatch } from './next_match.svelte.js';
import { Plans } from './plans.svelte.js';
import { Selection } from './selection.svelte.js';

/** What a player is about to do at a table. To be made while a component is: its parts live as long as it does. */
export class Turn {
  readonly selection: Selection;
  readonly moves: Moves;
  readonly plans: Plans;
  readonly autoPass: AutoPass;
  readonly hints: Hints;
  readonly next: NextMatch;

  constructor(table: LiveTable) {
    this.selection = new Selection(table);
    this.moves = new Moves(table, this.selection);
    this.plans = new Plans(table, this.selection, this.moves);
    this.autoPass = new AutoPass(table, this.selection, this.moves, this.plans);
    this.hints = new Hints(table, this.selection, this.moves);
    this.next = new NextMatch(table, this.moves);
  }
}
