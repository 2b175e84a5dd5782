import { cardCodes, type CardCode } from '../cards/card_code.js';

/** A legal play as the server listed it. */
export interface Play {
  kind: string;
  cards: CardCode[];
}

const place = new Map<string, number>(cardCodes.map((code, i) => [code, i]));
export const inOrder = (codes: readonly string[]): string[] =>
  [...codes].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
export const keyOf = (codes: readonly string[]): string => inOrder(codes).join(' ');

/** All legal plays of a view, by kind. */
export function playsOf(plays: Record<string, string[]>): Play[] {
  return Object.entries(plays).flatMap(([kind, all]) =>
    all.map((text) => ({ kind, cards: text.split(' ') as CardCode[] })),
  );
}

/** Whether `cards` holds all of `chosen`, copies counted. */
function holds(cards: readonly string[], chosen: readonly string[]): boolean {
  const rest = [...cards];
  return chosen.every((code) => {
    const at = rest.indexOf(code);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** The legal plays of which the chosen cards are a part, fewest cards to add first, by kind in the server's order. */
export function completions(plays: readonly Play[], chosen: readonly string[]): Map<string, Play[]> {
  const found = new Map<string, Play[]>();
  for (const play of plays) {
    if (play.cards.length < chosen.length || !holds(play.cards, chosen)) continue;
    const all = found.get(play.kind) ?? [];
    all.push(play);
    found.set(play.kind, all);
  }
  return found;
}

/** The legal play that is exactly these cards. */
export function exactly(plays: readonly Play[], chosen: readonly string[]): Play | undefined {
  const wanted = keyOf(chosen);
  return plays.find((play) => play.cards.length === chosen.length && keyOf(play.cards) === wanted);
}
