import type { CardCode } from '../../cards/card_code.js';

/** One card in a hand. The two copies of a card are told apart by their key only: `G3#0`, `G3#1`. */
export interface HeldCard {
  key: string;
  code: CardCode;
  copy: number;
  copies: number;
}

/** A hand as cards with keys, in the order the codes come. */
export function held(codes: readonly string[]): HeldCard[] {
  const seen = new Map<string, number>();
  const total = new Map<string, number>();
  for (const code of codes) total.set(code, (total.get(code) ?? 0) + 1);
  return codes.map((code) => {
    const copy = seen.get(code) ?? 0;
    seen.set(code, copy + 1);
    return { key: `${code}#${copy}`, code: code as CardCode, copy, copies: total.get(code) ?? 1 };
  });
}

/** Which cards of the hand these codes are; those already chosen come first, so that a choice jumps about less. */
export function keysOf(
  codes: readonly string[],
  cards: readonly HeldCard[],
  preferred: ReadonlySet<string>,
): Set<string> {
  const keys = new Set<string>();
  for (const code of codes) {
    const free = cards.filter((card) => card.code === code && !keys.has(card.key));
    const found = free.find((card) => preferred.has(card.key)) ?? free[0];
    if (found) keys.add(found.key);
  }
  return keys;
}

/** Whether a hand is another one: cards are in it that were not, and not only the one that an exchange gives. */
export function another(before: readonly string[], now: readonly string[]): boolean {
  const left = [...before];
  const came = now.filter((code) => {
    const at = left.indexOf(code);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return came.length > 1;
}

/** The choice after cards have left the hand: of two copies, the one that was chosen is the one that left. */
export function stillChosen(
  chosen: ReadonlySet<string>,
  before: readonly string[],
  now: readonly string[],
): Set<string> {
  const keys = new Set<string>();
  const count = (codes: readonly string[], code: string) => codes.filter((one) => one === code).length;
  for (const code of new Set([...chosen].map((key) => key.split('#')[0] ?? ''))) {
    const mine = [...chosen].filter((key) => key.startsWith(`${code}#`));
    const left = count(now, code);
    const lost = Math.max(0, count(before, code) - left);
    if (lost === 0) mine.forEach((key) => keys.add(key));
    else for (let copy = 0; copy < Math.min(left, mine.length - lost); copy++) keys.add(`${code}#${copy}`);
  }
  return keys;
}
