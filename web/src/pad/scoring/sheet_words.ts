/** What the sheet says in words. */
import { listText } from '../../app/language/format.js';
import { m } from '../../paraglide/messages.js';
import type { Result } from './scoring.js';

/** Who won the match. */
export function wonBy(winners: readonly number[], names: readonly string[], totals: readonly number[]): string {
  const won = winners.map((seat) => names[seat] ?? '');
  const total = totals[winners[0] ?? 0] ?? 0;
  return won.length === 1
    ? m.pad_won({ name: won[0] ?? '', total })
    : m.pad_won_shared({ names: listText(won), total });
}

/** Why somebody is the loser of a round, and so gives the best card (R6.3). */
export function whyLost(result: Result, names: readonly string[]): string {
  const name = (seat: number) => names[seat] ?? '';
  const loser = name(result.loser);
  const cards = m.cards_left({ count: result.left[result.loser] ?? 0 });
  const tied = listText(result.tied.map(name));
  switch (result.because) {
    case 'cards':
      return m.pad_why_cards({ loser, cards });
    case 'total':
      return m.pad_why_total({ tied, cards, loser, total: result.totals[result.loser] ?? 0 });
    case 'card':
      return m.pad_why_card({ tied, cards, loser });
    case 'seat':
      return m.pad_why_seat({ tied, cards, loser, winner: name(result.winner) });
  }
}

/** A name that two of them have, whatever its case; empty if everybody has their own. */
export function sharedName(names: readonly string[]): string {
  const key = (name: string) => name.normalize('NFC').toLocaleLowerCase();
  return names.find((name, seat) => names.slice(0, seat).some((one) => key(one) === key(name))) ?? '';
}

/** Names as entered, with a number for who gave none. */
export const named = (names: readonly string[], seats: number): string[] =>
  Array.from(
    { length: seats },
    (_, seat) => names[seat]?.trim().replace(/\s+/g, ' ') || m.pad_player({ number: seat + 1 }),
  );
