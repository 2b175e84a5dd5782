import { attention } from '../../app/attention.svelte.js';
import { sound } from '../../app/sounds.js';
import { toasts } from '../../app/toasts.svelte.js';
import { speech } from '../../app/speech.svelte.js';
import { m } from '../../paraglide/messages.js';
import type { Public } from '../../wire/types.js';
import { playName } from '../../game/play_name.js';
import { ceremonyText, sentenceOf } from '../../game/sentences.js';
import type { Change, LiveTable } from './live_table.svelte.js';

/** More facts at once than a play causes: what happened while the connection was gone makes no noise. */
const MISSED_ABOVE = 8;

/** Tells ears, fingers and a hidden window what has changed. */
export function announce(table: LiveTable, change: Change): void {
  const { facts, before, after } = change;
  const me = table.own?.seat ?? null;
  for (const fact of facts) {
    speech.say(sentenceOf(fact, after, me));
    if (facts.length > MISSED_ABOVE) continue;
    if (fact.type === 'played') sound(fact.kind === 'gang' ? 'gang' : 'card');
    if (fact.type === 'passed') sound('knock');
    if (fact.type === 'called' || (fact.type === 'played' && fact.call)) sound('last-card');
    if (fact.type === 'trick_taken') sound('trick');
    if (fact.type === 'dealt') {
      sound('deal');
      if (fact.ceremony) toasts.say(ceremonyText(fact.ceremony, fact.dealer, after, me));
    }
    if (fact.type === 'match_ended' && me !== null) sound(fact.winners.includes(me) ? 'win' : 'lose');
    if (fact.type === 'said' || fact.type === 'phrased') sound('chat');
  }
  const mine = (now: Public | null) =>
    now?.phase === 'playing' && me !== null && now.match?.turn === me && !now.seats[me]?.stand_in;
  if (mine(after) && (!mine(before) || before?.match?.version !== after.match?.version)) {
    const lead = after.match?.table
      ? m.status_beat_short({ play: playName(after.match.table_kind, after.match.table) })
      : m.status_lead();
    speech.alert(`${m.your_turn()}. ${lead}`);
    attention.want(m.your_turn());
  } else if (!mine(after)) attention.want('');
}
