import type { Mood } from '../../faces/characters.js';
import { characters } from '../../faces/characters.js';
import type { Fact, Public } from '../../wire/types.js';

/** How bots take something that everybody saw; at most one of them says so. */
export interface Reaction {
  moods: Record<number, Mood>;
  /** Who speaks, if anybody. */
  speaker: number | null;
  /** Grows from 0 to 1: which of a mood's lines it is. */
  pick: number;
}

/** How often a bot speaks up, of a hundred times. */
const SPEAKS = { gang: 55, round: 40, match: 100 } as const;

/** A number from 0 to 1 that is the same for everybody who saw the same. */
function drawn(seed: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) sum = Math.imul(sum ^ seed.charCodeAt(i), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d);
  return ((sum ^ (sum >>> 13)) >>> 0) / 2 ** 32;
}

/** Whether a seat is a bot's own, with a face: a stand-in feels nothing. */
const feels = (table: Public, seat: number | null | undefined): seat is number => {
  const at = seat == null ? undefined : table.seats[seat];
  return at?.kind === 'bot' && characters.some((one) => one === at.bot);
};

/**
 * What a fact does to the bots of a table: a pure function of what everybody sees, so that everybody hears the same
 * line and nobody learns of a hidden card by a mood.
 */
export function reactionTo(fact: Fact, before: Public | null, after: Public): Reaction | null {
  const moods: Record<number, Mood> = {};
  const first: number[] = [];
  const feel = (seat: number | null | undefined, mood: Mood): void => {
    if (!feels(after, seat)) return;
    moods[seat] = mood;
    first.push(seat);
  };
  let often = 0;
  if (fact.type === 'played' && fact.kind === 'gang') {
    const beaten = before?.match?.table ? before.match.table_by : null;
    if (beaten !== fact.seat) feel(beaten, 'shocked');
    feel(fact.seat, 'glad');
    often = SPEAKS.gang;
  } else if (fact.type === 'round_ended') {
    feel(fact.winner, 'glad');
    feel(fact.loser, 'sad');
    often = SPEAKS.round;
  } else if (fact.type === 'match_ended') {
    const most = Math.max(...fact.totals);
    fact.winners.forEach((seat) => feel(seat, 'glad'));
    feel(fact.totals.indexOf(most), 'sad');
    often = SPEAKS.match;
  }
  if (!first.length) return null;
  const seed = `${after.id} ${after.match?.number} ${JSON.stringify(fact)}`;
  const speaks = drawn(`whether ${seed}`) * 100 < often;
  const speaker = speaks ? (first[Math.floor(drawn(`who ${seed}`) * first.length)] ?? null) : null;
  return { moods, speaker, pick: drawn(`which ${seed}`) };
}
