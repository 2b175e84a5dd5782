/**
 * A score sheet told by cards left: points, totals, direction, who gives to whom, the end (R4.1, R6, R7).
 * Numbers and editions come from the rules library (`rules.ts`); a test holds the rest against it.
 */
import { EDITIONS, HAND, POINTS, REASONS, type Edition, type EditionName } from '../../game/rules.js';

/** One round as the players tell it, by seat. Seats are numbered counter-clockwise, to the right (R4.1). */
export interface Line {
  left: number[];
  barred: number[];
  /** Who of those tied for the most cards holds the highest one; only where the edition asks for it. */
  highest: number[];
}

/** What a whole match is told by. */
export interface Told {
  edition: string;
  names: string[];
  lines: Line[];
}

export type Direction = 1 | -1;
/** What made somebody the loser (R6.3): the most cards; in a tie the total or the highest card; else the seat. */
export type Because = 'cards' | 'total' | 'card' | 'seat';

export interface Result {
  round: number;
  /** 1 is counter-clockwise, -1 clockwise. */
  direction: Direction;
  winner: number;
  loser: number;
  because: Because;
  /** Who held the most cards. */
  tied: number[];
  left: number[];
  barred: number[];
  points: number[];
  totals: number[];
}

export interface Scored {
  results: Result[];
  totals: number[];
  /** Those who won the match; nobody while it goes on. */
  winners: number[];
  /** Which way the next round is played. */
  direction: Direction;
}

/** Why something cannot be: its code, its rule, and what fills the sentence. */
export interface Problem {
  code: keyof typeof REASONS;
  rule: string;
  params: Record<string, string | number>;
}

const problem = (code: Problem['code'], params: Problem['params'] = {}): Problem => ({
  code,
  rule: REASONS[code],
  params,
});
const edition = (name: string): Edition => EDITIONS[name as EditionName];
const isSeat = (seat: number, seats: number): boolean => Number.isInteger(seat) && seat >= 0 && seat < seats;

/** Points for cards left, and the edition's extra for the barred (R6.1, R9). */
export const pointsFor = (left: number, barred: boolean, name: string): number =>
  (POINTS[left] ?? 0) + (barred ? edition(name).barredExtra : 0);

/** The seats that hold the most cards. */
export const mostLeft = (left: readonly number[]): number[] =>
  left.flatMap((count, seat) => (count === Math.max(...left) ? [seat] : []));

/** Whose cards are asked for after a seat's: the next who lack theirs; where a line is corrected, simply the next. */
export function nextSeat(left: readonly (number | null)[], seat: number, corrected: boolean): number {
  if (corrected) return Math.min(seat + 1, left.length - 1);
  const after = left.map((_, i) => (seat + 1 + i) % left.length);
  return after.find((one) => left[one] === null) ?? seat;
}

/** Whether the tied have to say who of them holds the highest card (R9). */
export const asksForCard = (left: readonly number[], name: string): boolean =>
  edition(name).loserTie === 'highest_card' && mostLeft(left).length > 1;

/** What no round can leave behind (R4.2, R4.6, R5.2); null if it may have gone so. */
export function checkLine(line: Line, seats: number, name: string): Problem | null {
  if (line.left.length !== seats) return problem('bad_line', { seats, input: line.left.length });
  const stranger = [...line.barred, ...line.highest].find((seat) => !isSeat(seat, seats));
  if (stranger !== undefined) return problem('unknown_seat', { seat: stranger, seats });
  const wrong = line.left.find((count) => !Number.isInteger(count) || count < 0 || count > HAND);
  if (wrong !== undefined) return problem('bad_card_count', { input: wrong });
  const winners = line.left.filter((count) => count === 0).length;
  if (winners !== 1) return problem(winners === 0 ? 'no_round_winner' : 'two_round_winners');
  const loud = line.barred.find((seat) => line.left[seat] !== 1);
  if (loud !== undefined) return problem('barred_one_card', { seat: loud, input: line.left[loud] ?? 0 });
  const tied = mostLeft(line.left);
  if (asksForCard(line.left, name) && (line.highest.length === 0 || line.highest.some((seat) => !tied.includes(seat))))
    return problem('tie_unsettled');
  return null;
}

/**
 * The loser and what decided it (R6.3): the most cards; of those tied the one worth most; else the first one met
 * counter-clockwise from the winner.
 */
function loserOf(
  line: Line,
  totals: readonly number[],
  winner: number,
  name: string,
): { loser: number; because: Because; tied: number[] } {
  const seats = totals.length;
  const tied = mostLeft(line.left);
  const byCard = edition(name).loserTie === 'highest_card';
  const worth = (seat: number): number => (byCard ? Number(line.highest.includes(seat)) : (totals[seat] ?? 0));
  const best = Math.max(...tied.map(worth));
  const top = tied.filter((seat) => worth(seat) === best);
  const from = (seat: number): number => (seat - winner + seats) % seats;
  const loser = top.reduce((one, other) => (from(other) < from(one) ? other : one));
  return { loser, tied, because: tied.length === 1 ? 'cards' : top.length > 1 ? 'seat' : byCard ? 'card' : 'total' };
}

/** Which way a round is played: the first counter-clockwise, then in turn (R4.1). */
export const directionOf = (round: number): Direction => (round % 2 === 1 ? 1 : -1);

const sum = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((value, seat) => value + (other[seat] ?? 0));

/** The whole sheet. Lines are taken to be possible: `check` says whether they are. */
export function score({ edition: name, names, lines }: Told): Scored {
  const results: Result[] = [];
  let totals: number[] = names.map(() => 0);
  for (const [index, line] of lines.entries()) {
    const points = line.left.map((count, seat) => pointsFor(count, line.barred.includes(seat), name));
    totals = sum(totals, points);
    const winner = line.left.indexOf(0);
    results.push({
      round: index + 1,
      direction: directionOf(index + 1),
      winner,
      ...loserOf(line, totals, winner, name),
      left: line.left,
      barred: line.barred,
      points,
      totals,
    });
  }
  const lowest = Math.min(...totals);
  const over = Math.max(...totals) >= edition(name).target;
  return {
    results,
    totals,
    winners: over ? totals.flatMap((total, seat) => (total === lowest ? [seat] : [])) : [],
    direction: directionOf(lines.length + 1),
  };
}

/** What is wrong with a sheet, if anything: its players, a line, or rounds after the end (R6.2). */
export function check(told: Told): Problem | null {
  const seats = told.names.length;
  if (!Object.hasOwn(EDITIONS, told.edition)) return problem('unknown_edition', { input: told.edition });
  if (!edition(told.edition).seats.includes(seats)) return problem('bad_rule_value', { field: 'seats', input: seats });
  for (const [index, line] of told.lines.entries()) {
    const before = score({ ...told, lines: told.lines.slice(0, index) });
    if (before.winners.length) return problem('rounds_after_end', { round: index });
    const wrong = checkLine(line, seats, told.edition);
    if (wrong) return wrong;
  }
  return null;
}
