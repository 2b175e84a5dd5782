import type { Do } from '../wire/types.js';

/** An action of the learner, as the rules write it. */
export type Asked = { play: string[]; call?: true } | { pass: true } | { call: true } | { give: string };

/** What a command at a table is as an action; null for those that no lesson asks for. */
export function actionOf(ask: Do['ask']): Asked | null {
  switch (ask.do) {
    case 'play':
      return ask.call ? { play: ask.cards, call: true } : { play: ask.cards };
    case 'pass':
      return { pass: true };
    case 'call':
      return { call: true };
    case 'give':
      return { give: ask.card };
    default:
      return null;
  }
}
