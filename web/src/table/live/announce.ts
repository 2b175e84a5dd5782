import { attention } from '../../app/attention.svelte.js';
import { sound } from '../../app/sounds.js';
import { toasts } from '../../app/toasts.svelte.js';
import { speech } from '../../app/speech.svelte.js';
import { cardName } from '../../cards/card_name.js';
import type { CardCode } from '../../cards/card_code.js';
import { m } from '../../paraglide/messages.js';
import type { Fact, CeremonyView, Public } from '../../wire/types.js';
import { cardNames, playName } from '../../game/play_name.js';
import type { Change, LiveTable } from './live_table.svelte.js';
import { wayWord } from '../../game/direction.js';
import { seatName } from '../../game/seat_name.js';
import { leadText } from '../turn/lead.js';
import { playsOf } from '../turn/legal_plays.js';

/** A fact as a sentence, for ears and for the log. */
export function sentenceOf(fact: Fact, table: Public, me: number | null): string {
  const name = (seat: number) => (seat === me ? m.you() : seatName(table, seat));
  switch (fact.type) {
    case 'played': {
      const words = { name: name(fact.seat), play: playName(fact.kind, fact.cards) };
      const detail = fact.cards.length > 1 ? ` (${cardNames(fact.cards)})` : '';
      return `${m.say_played(words)}${detail}. ${fact.call ? m.last_card_call() : ''}`;
    }
    case 'passed':
      return m.say_passed({ name: name(fact.seat) });
    case 'called':
      return m.say_called({ name: name(fact.seat) });
    case 'barred':
      return m.say_barred({ name: name(fact.seat) });
    case 'trick_taken':
      return m.say_trick_taken({ name: name(fact.seat) });
    case 'round_ended':
      return [
        m.say_round_ended({ name: name(fact.winner) }),
        ...fact.points.map((count, seat) => `${name(seat)}: ${m.points({ count })}.`),
      ].join(' ');
    case 'card_taken':
      return m.say_gave({ giver: name(fact.giver), taker: name(fact.taker), card: cardName(fact.card as CardCode) });
    case 'card_given':
      return m.say_gave({ giver: name(fact.seat), taker: name(fact.to), card: cardName(fact.card as CardCode) });
    case 'dealt':
      return m.say_dealt({ round: fact.round, way: wayWord(fact.direction) });
    case 'stood_in':
      return m.say_stood_in({ name: name(fact.seat) });
    case 'took_back':
      return m.say_took_back({ name: name(fact.seat) });
    case 'paused':
      return m.table_paused();
    default:
      return '';
  }
}

/** How the Chinese deal went (R8.1). */
function ceremonyText(ceremony: CeremonyView, table: Public, me: number | null): string {
  const name = (seat: number) => (seat === me ? m.you() : seatName(table, seat));
  return m.deal_ceremony({
    cutter: name(ceremony.cutter),
    card: cardNames(ceremony.shown),
    first: name(ceremony.first),
  });
}

/** Who comes and goes is seen as well as heard. */
const SEEN: readonly Fact['type'][] = ['stood_in', 'took_back'];

/** More facts at once than a play causes: what happened while the connection was gone makes no noise. */
const MISSED_ABOVE = 8;

/** Tells ears, fingers and a hidden window what has changed. */
export function announce(table: LiveTable, change: Change): void {
  const { facts, before, after } = change;
  const me = table.own?.seat ?? null;
  for (const fact of facts) {
    const sentence = sentenceOf(fact, after, me);
    if (SEEN.includes(fact.type) && !(fact.type === 'took_back' && fact.seat === me)) toasts.say(sentence);
    else speech.say(sentence);
    if (facts.length > MISSED_ABOVE) continue;
    if (fact.type === 'played') sound(fact.kind === 'gang' ? 'gang' : 'card');
    if (fact.type === 'passed') sound('knock');
    if (fact.type === 'called' || (fact.type === 'played' && fact.call)) sound('last-card');
    if (fact.type === 'trick_taken') sound('trick');
    if (fact.type === 'card_given') sound('give');
    if (fact.type === 'round_ended') sound('out');
    if (fact.type === 'round_began' || fact.type === 'started') {
      sound('deal');
      if (after.match?.ceremony) speech.say(ceremonyText(after.match.ceremony, after, me));
    }
    if (fact.type === 'match_ended' && me !== null) sound(fact.winners.includes(me) ? 'win' : 'lose');
    if (fact.type === 'said' || fact.type === 'phrased') sound('chat');
  }
  const mine = (now: Public | null) =>
    now?.phase === 'playing' && me !== null && now.match?.turn === me && !now.seats[me]?.stand_in;
  if (mine(after) && (!mine(before) || before?.match?.version !== after.match?.version)) {
    const plays = playsOf(change.own?.plays ?? {});
    const lead = !after.match?.table
      ? leadText(plays)
      : plays.length
        ? m.status_beat_short({ play: playName(after.match.table_kind, after.match.table) })
        : m.status_nothing();
    speech.alert(`${m.your_turn()}. ${lead}`);
    attention.want(m.your_turn());
  } else if (!mine(after)) attention.want('');
}
