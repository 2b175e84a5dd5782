import { messageByKey } from '../app/message_by_key.js';
import { m } from '../paraglide/messages.js';
import type { ExchangeView, Public } from '../wire/types.js';

/** Why a hint is a good one, in the reader's language. */
export const reasonText = (code: string): string => messageByKey(`reason_${code}`) ?? '';

/** Why this player gives the best card: the most cards left in the last round, or the tie-break (R6.3). */
export function exchangeReason(table: Public, exchange: ExchangeView, name: (seat: number) => string): string {
  const result = table.match?.results.at(-1);
  if (!result) return '';
  const count = result.left[exchange.giver] ?? 0;
  const tied = result.left.filter((left) => left === count).length > 1;
  const words = { name: name(exchange.giver), count };
  return tied ? m.exchange_why_tie(words) : m.exchange_why_most(words);
}
