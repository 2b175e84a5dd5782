import { attention } from '../../app/signals/attention.js';
import { sound } from '../../app/signals/sounds.js';
import { toasts } from '../../app/toasts.svelte.js';
import { speech } from '../../app/speech.svelte.js';
import { m } from '../../paraglide/messages.js';
import type { Fact, Public } from '../../wire/types.js';
import { seatName } from '../../game/seat_name.js';
import { ceremonyText, sentenceOf } from '../../game/sentences.js';
import { seatOf, type Change, type LiveTable } from './live_table.svelte.js';
import { playsOf } from '../../game/legal_plays.js';
import { turnText } from '../../game/turn_text.js';
import { MISSED_ABOVE } from './pace.js';
import { soundsOf } from './table_sounds.js';

/** Who comes and goes, and who wants to play again, is seen as well as heard. */
const SEEN: readonly Fact['type'][] = ['stood_in', 'took_back', 'stepped_away', 'rematch_asked'];

/** Tells ears, fingers and a hidden window what has changed. */
export function announce(table: LiveTable, change: Change): void {
  const { facts, before, after } = change;
  const me = table.own?.seat ?? null;
  for (const fact of facts) {
    // Not to whoever wants it, nor once it begins.
    if (fact.type === 'rematch_asked' && (fact.seat === seatOf(after) || after.phase !== 'over')) continue;
    const left = fact.type === 'stood_in' && fact.reason === 'left' && fact.seat !== me;
    const leaves = left ? `${m.say_seat_freed({ name: seatName(after, fact.seat) })} ` : '';
    const sentence = leaves + sentenceOf(fact, after, me);
    if (SEEN.includes(fact.type) && !(fact.type === 'took_back' && fact.seat === me)) toasts.say(sentence);
    else speech.say(sentence);
    if (facts.length > MISSED_ABOVE) continue;
    for (const one of soundsOf(fact, me)) sound(one);
    if (fact.type === 'round_began' || fact.type === 'started') {
      const { ceremony, dealer } = after.match ?? { ceremony: null, dealer: 0 };
      if (ceremony) speech.say(ceremonyText(ceremony, dealer, after, me));
    }
  }
  const mine = (now: Public | null) =>
    now?.phase === 'playing' && me !== null && now.match?.turn === me && !now.seats[me]?.stand_in;
  if (mine(after) && (!mine(before) || before?.match?.version !== after.match?.version)) {
    const asked = change.own ? turnText(after, change.own, playsOf(change.own.plays), true) : '';
    speech.alert(`${m.your_turn()}. ${asked}`);
    attention.want(m.your_turn());
  } else if (!mine(after)) {
    attention.want('');
    if (mine(before)) speech.over();
  }
}
