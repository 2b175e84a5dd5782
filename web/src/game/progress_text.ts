import { dotted, fromNowText } from '../app/language/format.js';
import { m } from '../paraglide/messages.js';
import type { MatchLine } from '../wire/types.js';

/** How far a match is: its round, everybody's score in the order of the seats, and since when it runs. */
export function progressText(match: MatchLine): string {
  const scores = match.players.map((one) => one.total ?? 0).join('\u00a0–\u2060\u00a0');
  return dotted([
    m.round_number({ round: match.round ?? 1 }),
    scores,
    match.due_at === null
      ? m.match_begun({ when: fromNowText(match.started_at) })
      : m.match_due({ when: fromNowText(match.due_at) }),
  ]);
}
