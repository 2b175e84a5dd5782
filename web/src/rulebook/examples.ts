import data from '../../../docs/rules/examples.json';
import type { CardCode } from '../cards/card_code.js';

/** A refusal that the library answers with; `tests/docs` asks it again. */
export interface Refused {
  code: string;
  rule: string;
  params: Record<string, string | number>;
}

export interface Example {
  rule: string;
  ask:
    | 'kind'
    | 'beats'
    | 'play'
    | 'pass'
    | 'call'
    | 'points'
    | 'barred'
    | 'winners'
    | 'loser'
    | 'gives'
    | 'direction'
    | 'first';
  answer: boolean | number | number[] | string | null | Refused;
  cards?: string;
  table?: string;
  hand?: string;
  card?: string;
  edition?: string;
  opening?: boolean;
  /** Three play, and this card lies in the dead hand; it is always M1. */
  dead?: string;
  called?: boolean;
  round?: number;
  left?: number | number[];
  totals?: number[];
}

export const codes = (text: string): CardCode[] => text.split(' ') as CardCode[];

const examples = data.examples as Example[];
const ladders: Record<string, string[]> = data.ladders;

export const examplesOf = (rule: string): Example[] => examples.filter((example) => example.rule === rule);
/** Combinations from weak to strong that explain a rule. */
export const ladderOf = (rule: string): CardCode[][] | null => ladders[rule]?.map(codes) ?? null;
/** A few cards that show what a rule, or the first that can of a chapter's, is about: in groups, the weaker first. */
export function pictureOf(rule: string): CardCode[][] {
  const ladder = ladderOf(rule);
  if (ladder) return ladder.slice(-3);
  const fits = (one: Example): boolean => one.rule === rule || one.rule.startsWith(`${rule}.`);
  const misleads = (one: Example): boolean => one.ask === 'beats' && one.answer === false;
  const shown = examples.find((one) => fits(one) && !misleads(one) && (one.cards ?? one.hand));
  return [shown?.table, shown?.cards ?? shown?.hand].flatMap((cards) => (cards ? [codes(cards)] : []));
}
/** One combination of each kind, from weak to strong. */
export const kinds: { kind: string; cards: CardCode[] }[] = Object.entries(data.kinds).map(([kind, cards]) => ({
  kind,
  cards: codes(cards),
}));

const letters = 'ABCD';
/** The players of an example have letters, counted to the right. */
export const letter = (seat: number): string => letters.charAt(seat);
