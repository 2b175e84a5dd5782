import { ownName } from '../faces/twins.js';
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

/** What a bot is called where there are others of its kind: the `at`-th of them. A stranger gets a number. */
export const twinName = (bot: string, at: number): string => ownName(bot, at) ?? `${botName(bot)} ${at + 1}`;

/** What the bot at a place is called among all bots of a table: by its kind, or by a name of its own. */
export function nameAmong(bots: readonly (string | null)[], at: number): string {
  const bot = bots[at] ?? '';
  const alike = bots.flatMap((one, i) => (one === bot ? [i] : []));
  return alike.length > 1 ? twinName(bot, alike.indexOf(at)) : botName(bot);
}

/** Everybody's name, by seat. */
export const seatNames = (table: Public | null): string[] => table?.seats.map((_, seat) => seatName(table, seat)) ?? [];

/** What somebody is called at a table. */
export function seatName(table: Public, seat: number): string {
  const at: SeatView | undefined = table.seats[seat];
  if (!at) return '';
  if (at.kind === 'empty') return m.table_free_seat();
  if (at.kind === 'person') return at.name;
  return nameAmong(
    table.seats.map((one) => (one.kind === 'bot' ? one.bot : null)),
    seat,
  );
}
