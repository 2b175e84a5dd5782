import type { Public } from '../../wire/types.js';

/** A table as its match was played: once that is over others may sit in its seats, or nobody. */
export function asPlayed(table: Public): Public {
  const players = table.match?.players ?? [];
  return players.length ? { ...table, seats: players } : table;
}
