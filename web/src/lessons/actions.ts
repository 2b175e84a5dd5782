import type { Do, HintPlay } from '../wire/types.js';

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

/** Whether an action is the one that a hint proposed: the same cards, in whatever order, or a pass. */
export function isAbout(hint: HintPlay['action'], action: Asked): boolean {
  const cards = (of: Record<string, unknown>) => [of['play'] ?? of['give'] ?? []].flat().sort().join(' ');
  return cards({ ...hint }) === cards({ ...action });
}
