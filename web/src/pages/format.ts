import { language } from '../app/language.svelte.js';
import { botName } from '../table/people.js';
import { m } from '../paraglide/messages.js';
import type { MatchLine, PlayerLine } from '../wire/types.js';

/** A day, as the reader's language writes it. */
export const dayText = (at: number): string => new Intl.DateTimeFormat(language.current, { dateStyle: 'medium' }).format(at);

/** A day and the time of it. */
export const momentText = (at: number): string => new Intl.DateTimeFormat(language.current, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

export const numberText = (number: number, digits = 0): string => new Intl.NumberFormat(language.current, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(number);

export const percentText = (share: number): string => new Intl.NumberFormat(language.current, { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** What the server calls those who have deleted their data. */
const SOMEBODY = 'somebody';

/** Who sat in a seat of a match; two bots of a level are told apart by a number. */
export function playerName(match: MatchLine, player: PlayerLine): string {
  if (!player.bot) return player.name === SOMEBODY ? m.people_somebody() : player.name;
  const twins = match.players.filter((one) => one.bot === player.bot);
  return twins.length > 1 ? `${botName(player.bot)} ${twins.indexOf(player) + 1}` : botName(player.bot);
}
