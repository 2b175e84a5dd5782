import { m } from '../paraglide/messages.js';
import type { MatchLine, PlayerLine } from '../wire/types.js';
import { botName, twinName } from './seat_name.js';

/** What the server calls those who have deleted their data. */
const SOMEBODY = 'somebody';

/** Who sat in a seat of a match; bots of one level have names of their own. */
export function playerName(match: MatchLine, player: PlayerLine): string {
  if (!player.bot) return player.name === SOMEBODY ? m.people_somebody() : player.name;
  const twins = match.players.filter((one) => one.bot === player.bot);
  return twins.length > 1 ? twinName(player.bot, twins.indexOf(player)) : botName(player.bot);
}
