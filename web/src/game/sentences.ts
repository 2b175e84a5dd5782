import { cardName } from '../cards/card_name.js';
import type { CardCode } from '../cards/card_code.js';
import { dayText } from '../app/language/format.js';
import { m } from '../paraglide/messages.js';
import {
  EDITIONS,
  type CeremonyView,
  type ExchangeView,
  type Fact,
  type Public,
  type ResultView,
  type RoundEndedFact,
} from '../wire/types.js';
import { wayWord } from './direction.js';
import { cardNames, playName } from './play_name.js';
import { seatName } from './seat_name.js';

/** A sentence about somebody, and the one that says the same to the reader: grammar, not a name put in. */
type About = (words: { name: string }) => string;
type ToReader = () => string;

function about(table: Public, seat: number, me: number | null, other: About, reader: ToReader): string {
  return seat === me ? reader() : other({ name: seatName(table, seat) });
}

/** Who gave which card to whom (R7.1). */
export function gaveText(table: Public, giver: number, taker: number, code: string, me: number | null): string {
  const card = cardName(code as CardCode);
  if (giver === me) return m.say_gave_you({ taker: seatName(table, taker), card });
  if (taker === me) return m.say_gave_to_you({ giver: seatName(table, giver), card });
  return m.say_gave({ giver: seatName(table, giver), taker: seatName(table, taker), card });
}

/** What a round cost everybody, one after the other. */
const pointsOf = ({ points }: RoundEndedFact, table: Public, me: number | null): string[] =>
  points.map((count, seat) => {
    const label = seat === me ? m.you() : seatName(table, seat);
    return `${m.labelled({ label, value: m.points_spoken({ count }) })}.`;
  });

/** A fact as a sentence, for ears and for the log. */
export function sentenceOf(fact: Fact, table: Public, me: number | null): string {
  switch (fact.type) {
    case 'played': {
      const name = fact.seat === me ? m.you() : seatName(table, fact.seat);
      const detail = fact.cards.length > 1 ? ` (${cardNames(fact.cards)})` : '';
      return `${m.say_played({ name, play: playName(fact.kind, fact.cards) })}${detail}. ${fact.call ? m.last_card_call() : ''}`;
    }
    case 'passed':
      return about(table, fact.seat, me, m.say_passed, m.say_passed_you);
    case 'called':
      return m.say_called({ name: fact.seat === me ? m.you() : seatName(table, fact.seat) });
    case 'barred':
      return about(table, fact.seat, me, m.say_barred, m.say_barred_you);
    case 'trick_taken':
      return about(table, fact.seat, me, m.say_trick_taken, m.say_trick_taken_you);
    case 'round_ended':
      return [
        about(table, fact.winner, me, m.say_round_ended, m.say_round_ended_you),
        ...pointsOf(fact, table, me),
      ].join(' ');
    case 'card_taken':
      return gaveText(table, fact.giver, fact.taker, fact.card, me);
    case 'card_given':
      return gaveText(table, fact.seat, fact.to, fact.card, me);
    case 'dealt':
      return m.say_dealt({ round: fact.round, way: wayWord(fact.direction) });
    case 'stood_in':
      return about(table, fact.seat, me, m.say_stood_in, m.say_stood_in_you);
    case 'took_back':
      return about(table, fact.seat, me, m.say_took_back, m.say_took_back_you);
    case 'stepped_away': {
      if (!fact.until) return about(table, fact.seat, me, m.say_took_back, m.say_took_back_you);
      const day = dayText(fact.until);
      return fact.seat === me ? m.say_away_you({ day }) : m.say_away({ name: seatName(table, fact.seat), day });
    }
    case 'rematch_asked':
      return m.say_rematch({ names: seatName(table, fact.seat), count: 1 });
    case 'pause_asked':
      return fact.seat === me ? '' : m.pause_asked_by({ names: seatName(table, fact.seat) });
    case 'paused':
      return m.table_paused();
    default:
      return '';
  }
}

/** Which round is over, and who has won it. */
export const roundWonText = (table: Public, { round, winner }: ResultView, me: number | null): string =>
  winner === me ? m.round_won_you({ round }) : m.round_won({ round, name: seatName(table, winner) });

/** How the Chinese deal went (R8.1). */
export function ceremonyText(ceremony: CeremonyView, dealer: number, table: Public, me: number | null): string {
  const card = cardNames(ceremony.shown);
  return [
    about(table, ceremony.cutter, me, m.ceremony_cuts, m.ceremony_cuts_you),
    dealer === me ? m.ceremony_shows_you({ card }) : m.ceremony_shows({ name: seatName(table, dealer), card }),
    about(table, ceremony.first, me, m.ceremony_first, m.ceremony_first_you),
  ].join(' ');
}

/** Whose turn it is to give a card back (R7.1). */
export const givingBackText = (table: Public, seat: number, me: number | null): string =>
  about(table, seat, me, m.exchange_waiting, m.exchange_waiting_you);

/** Why this player gives the best card: the most cards left in the last round, or a tie (R6.3). */
export function exchangeReason(table: Public, exchange: ExchangeView, me: number | null): string {
  const result = table.match?.results.at(-1);
  if (!result) return '';
  const { giver } = exchange;
  const count = result.left[giver] ?? 0;
  const tied = result.left.flatMap((left, seat) => (left === count && seat !== giver ? [seat] : []));
  const words = { name: seatName(table, giver), count };
  if (tied.length === 0) return giver === me ? m.exchange_why_most_you({ count }) : m.exchange_why_most(words);
  const why = whatBrokeTheTie(table, result, giver, tied);
  return giver === me ? m.exchange_why_tie_you({ count, why }) : m.exchange_why_tie({ ...words, why });
}

function whatBrokeTheTie(table: Public, { totals }: ResultView, loser: number, tied: readonly number[]): string {
  const { edition = 'official', rules } = table.options;
  const by = rules?.['loser_tie'] ?? EDITIONS[edition as keyof typeof EDITIONS].loser_tie;
  if (by === 'highest_card') return m.exchange_tie_card();
  const more = tied.every((seat) => (totals[seat] ?? 0) < (totals[loser] ?? 0));
  return more ? m.exchange_tie_total() : m.exchange_tie_seat();
}
