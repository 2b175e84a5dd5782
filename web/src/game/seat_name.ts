import { m } from '../paraglide/messages.js';
import type { Public, SeatView } from '../wire/types.js';

/** The bots with a level, the weakest first, by the names the server knows. */
export const botLevels = ['dumpling', 'sparrow', 'lantern', 'crane', 'tiger', 'typhoon'] as const;
export type BotName = (typeof botLevels)[number];

const names: Record<BotName, () => string> = {
  dumpling: () => m.bot_dumpling(),
  sparrow: () => m.bot_sparrow(),
  lantern: () => m.bot_lantern(),
  crane: () => m.bot_crane(),
  tiger: () => m.bot_tiger(),
  typhoon: () => m.bot_typhoon(),
};

/** A bot's name in the reader's language. */
export const botName = (bot: string): string => names[bot as BotName]?.() ?? bot;

/** Everybody's name, by seat. */
export const seatNames = (table: Public | null): string[] => table?.seats.map((_, seat) => seatName(table, seat)) ?? [];

/** Two bots of a level at one table are told apart by a number. */
export function seatName(table: Public, seat: number): string {
  const at: SeatView | undefined = table.seats[seat];
  if (!at) return '';
  if (at.kind === 'empty') return m.table_free_seat();
  if (at.kind === 'person') return at.name;
  const twins = table.seats.flatMap((one, i) => (one.kind === 'bot' && one.bot === at.bot ? [i] : []));
  const name = botName(at.bot ?? '');
  return twins.length > 1 ? `${name} ${twins.indexOf(seat) + 1}` : name;
}
