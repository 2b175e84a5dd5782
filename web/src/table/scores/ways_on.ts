import { botLevels } from '../../game/seat_name.js';
import { levels, type Level } from '../../app/quick_match.svelte.js';
import type { Public } from '../../wire/types.js';

/** The level to try next after a match against bots of one level: the next one up, or down; null if there is none. */
export function otherLevel(table: Public, won: boolean): Level | null {
  const people = table.seats.filter((seat) => seat.kind === 'person');
  const bots = new Set(table.seats.flatMap((seat) => (seat.kind === 'bot' ? [seat.bot] : [])));
  if (people.length !== 1 || bots.size !== 1) return null;
  const level = botLevels.findIndex((bot) => bots.has(bot)) + 1;
  const next = level + (won ? 1 : -1);
  return level > 0 ? (levels().find((one) => one === next) ?? null) : null;
}
