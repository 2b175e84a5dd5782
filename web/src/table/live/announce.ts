import { attention } from '../../app/attention.js';
import { sound } from '../../app/sounds.js';
import { toasts } from '../../app/toasts.svelte.js';
import { speech } from '../../app/speech.svelte.js';
import { m } from '../../paraglide/messages.js';
import type { Fact, Public } from '../../wire/types.js';
import { playName } from '../../game/play_name.js';
import { seatName } from '../../game/seat_name.js';
import { ceremonyText, sentenceOf } from '../../game/sentences.js';
import type { Change, LiveTable } from './live_table.svelte.js';
import { leadText } from '../../game/lead.js';
import { playsOf } from '../../game/legal_plays.js';
import { MISSED_ABOVE } from './pace.js';
import { soundsOf } from './table_sounds.js';

/** Who comes and goes is seen as well as heard. */
const SEEN: readonly Fact['type'][] = ['stood_in', 'took_back', 'stepped_away'];

/** Tells ears, fingers and a hidden window what has changed. */
export function announce(table: LiveTable, change: Change): void {
  const { facts, before, after } = change;
  const me = table.own?.seat ?? null;
  for (const fact of facts) {
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
    const plays = playsOf(change.own?.plays ?? {});
    const lead = !after.match?.table
      ? leadText(plays)
      : plays.length
        ? m.status_beat_short({ play: playName(after.match.table_kind, after.match.table) })
        : m.status_nothing();
    speech.alert(`${m.your_turn()}. ${lead}`);
    attention.want(m.your_turn());
  } else if (!mine(after)) {
    attention.want('');
    if (mine(before)) speech.over();
  }
}
