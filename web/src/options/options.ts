import { m } from '../paraglide/messages.js';
import { EDITIONS, type Options } from '../wire/types.js';

export const editions = Object.keys(EDITIONS);
export const clocks = ['none', 'relaxed', 'normal', 'blitz', 'days'] as const;

const editionNames: Record<string, () => string> = {
  official: () => m.edition_official(),
  french: () => m.edition_french(),
  german: () => m.edition_german(),
  finnish: () => m.edition_finnish(),
  riva: () => m.edition_riva(),
};
const clockNames: Record<string, () => string> = {
  none: () => m.clock_none(),
  relaxed: () => m.clock_relaxed(),
  normal: () => m.clock_normal(),
  blitz: () => m.clock_blitz(),
  days: () => m.clock_days(),
};

export const editionName = (edition: string): string => editionNames[edition]?.() ?? edition;
export const clockName = (clock: string): string => clockNames[clock]?.() ?? clock;

/** The options with every default filled in, as the server has them. */
export const defaultOptions: Required<Options> = {
  seats: 4,
  edition: 'official',
  rules: {},
  target: 100,
  last_card: 'automatic',
  chinese_deal: false,
  clock: 'normal',
  days: 3,
  rated: false,
  minimum_karma: 0,
  spectators: true,
  chat: 'all',
  look_back: false,
  private: false,
  name: '',
};

/** A custom rule's value: yes or no, a number, a word, or nothing for "any". */
export type RuleValue = boolean | number | string | null;

/** What an edition says of a rule unless the table says otherwise. */
export const usualRule = (edition: string, field: string): RuleValue =>
  ((EDITIONS as Record<string, Record<string, unknown>>)[edition]?.[field] ?? null) as RuleValue;

/** The rules of a custom table that are yes or no. */
export const customRules = [
  { field: 'duty_to_block', name: () => m.rule_duty_to_block(), note: () => m.rule_duty_to_block_note() },
  { field: 'gang_must_block', name: () => m.rule_gang_must_block(), note: () => m.rule_gang_must_block_note() },
  { field: 'passed_may_return', name: () => m.rule_passed_may_return(), note: () => m.rule_passed_may_return_note() },
  {
    field: 'count_in_direction',
    name: () => m.rule_count_in_direction(),
    note: () => m.rule_count_in_direction_note(),
  },
] as const;

/** The table's own rules as a reader sees them: each name with its answer. */
export function houseRules(rules: Required<Options>['rules']): { name: string; value: string }[] {
  const answers: { name: string; value: string }[] = customRules
    .filter((rule) => rule.field in rules)
    .map((rule) => ({ name: rule.name(), value: rules[rule.field] ? m.yes() : m.no() }));
  if ('opening_limit' in rules)
    answers.push({
      name: m.rule_opening_limit(),
      value: rules['opening_limit'] === null ? m.rule_opening_any() : String(rules['opening_limit']),
    });
  if ('loser_tie' in rules)
    answers.push({
      name: m.rule_loser_tie(),
      value: rules['loser_tie'] === 'total' ? m.rule_loser_tie_total() : m.rule_loser_tie_card(),
    });
  if ('barred_extra' in rules) answers.push({ name: m.rule_barred_extra(), value: String(rules['barred_extra']) });
  return answers;
}

/** The options after a change. Rated tables play by the book; a change of edition takes the table's own rules back. */
export function changed(options: Required<Options>, change: Partial<Options>): Required<Options> {
  const next = { ...defaultOptions, ...options, ...change } as Required<Options>;
  if ('edition' in change) next.rules = {};
  const seats = (EDITIONS as Record<string, { seats: readonly number[] }>)[next.edition]?.seats;
  if (seats && !seats.includes(next.seats)) return changed({ ...next, edition: defaultOptions.edition }, { rules: {} });
  return next.rated ? { ...next, rules: {}, target: 100, look_back: false } : next;
}
