import { withCardNames } from '../cards/card_name.js';
import type { Error as Facts } from '../wire/types.js';
import { messageByKey } from './language/message_by_key.js';

/** A refusal in the reader's language; the server's English sentence where there is no translation. */
export function refusalText(facts: Facts): string {
  const filled = Object.fromEntries(Object.entries(facts.params).map(([name, value]) => [name, withCardNames(value)]));
  return messageByKey(`refusal_${facts.code}`, filled) ?? facts.message;
}

/** Where the rule behind a refusal is explained. */
export const ruleLink = (rule: string | null): string | null => (rule && /^R\d/.test(rule) ? `/rules#${rule}` : null);
