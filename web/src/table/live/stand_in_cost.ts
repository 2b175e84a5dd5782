import { m } from '../../paraglide/messages.js';
import type { Change } from './live_table.svelte.js';

/** What a stand-in's choices have cost this person in a rated match, told when it changes and when they come back. */
export function costText({ before, after }: Change, me: number | null): string | null {
  const cost = me === null ? undefined : after.seats[me]?.cost;
  if (me === null || cost === before?.seats[me]?.cost) return null;
  if (cost === 'spared') return m.cost_spared();
  if (cost === 'no_gain') return m.cost_no_gain();
  return cost === 'left' ? m.cost_left() : null;
}
