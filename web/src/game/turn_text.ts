import { m } from '../paraglide/messages.js';
import type { Own, Public } from '../wire/types.js';
import { leadText } from './lead.js';
import type { Play } from './legal_plays.js';
import { playName } from './play_name.js';
import { seatName } from './seat_name.js';

/** What is asked of the player whose turn it is: the same for eyes and, where it is brief, for ears. */
export function turnText(table: Public, own: Own, plays: readonly Play[], brief = false): string {
  const { match } = table;
  if (!match) return '';
  if (own.must_give) return m.status_give({ name: seatName(table, match.exchange?.giver ?? 0) });
  if (own.must_block && own.hand.length > 1 && plays.length > 0) return m.status_block();
  if (!match.table) return leadText(plays);
  if (plays.length === 0) return m.status_nothing();
  const play = playName(match.table_kind, match.table);
  return own.may_pass && !brief ? m.status_beat({ play }) : m.status_beat_short({ play });
}
