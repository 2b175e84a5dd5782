import { m } from '../paraglide/messages.js';
import type { Options } from '../wire/types.js';

export const editions = ['official', 'french', 'german', 'finnish', 'riva'] as const;
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

/** The rules of a custom table that are yes or no, with the editions' usual answer. */
export const customRules = [
  { field: 'duty_to_block', usual: true, name: () => m.rule_duty_to_block() },
  { field: 'gang_must_block', usual: false, name: () => m.rule_gang_must_block() },
  { field: 'passed_may_return', usual: true, name: () => m.rule_passed_may_return() },
] as const;
