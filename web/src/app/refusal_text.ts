import { withCardNames } from '../cards/card_name.js';
import type { Error as Facts } from '../wire/types.js';
import { dayText } from './language/format.js';
import { messageByKey } from './language/message_by_key.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What a refusal quotes: cards by their names, days as the reader's language writes them. */
const quoted = (value: unknown): string =>
  typeof value === 'string' && DAY.test(value) ? dayText(Date.parse(`${value}T12:00`)) : withCardNames(value);

/** A refusal in the reader's language; the server's English sentence where there is no translation. */
export function refusalText(facts: Facts): string {
  const filled = Object.fromEntries(Object.entries(facts.params).map(([name, value]) => [name, quoted(value)]));
  return messageByKey(`refusal_${facts.code}`, filled) ?? facts.message;
}

/** Where the rule behind a refusal is explained. */
export const ruleLink = (rule: string | null): string | null => (rule && /^R\d/.test(rule) ? `/rules#${rule}` : null);
