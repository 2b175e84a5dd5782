import { rankOf, type CardCode } from '../cards/card_code.js';
import { cardName } from '../cards/card_name.js';
import { m } from '../paraglide/messages.js';

const kinds: Record<string, () => string> = {
  single: () => m.kind_single(),
  pair: () => m.kind_pair(),
  triple: () => m.kind_triple(),
  straight: () => m.kind_straight(),
  flush: () => m.kind_flush(),
  full_house: () => m.kind_full_house(),
  straight_flush: () => m.kind_straight_flush(),
  gang: () => m.kind_gang(),
};

/** A kind of combination by its name. */
export const kindName = (kind: string): string => kinds[kind]?.() ?? kind;

const gangs: Record<number, (inputs: { rank: string }) => string> = {
  4: (inputs) => m.play_gang_4(inputs),
  5: (inputs) => m.play_gang_5(inputs),
  6: (inputs) => m.play_gang_6(inputs),
  7: (inputs) => m.play_gang_7(inputs),
};

const upper = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A combination in words, as a player would announce it. The cards come lowest first, as the server sends them. */
export function playName(kind: string | null | undefined, cards: readonly string[]): string {
  const codes = cards as readonly CardCode[];
  const ranks = codes.map(rankOf);
  const low = ranks[0] ?? '';
  const high = ranks.at(-1) ?? '';
  switch (kind) {
    case 'single':
      return codes[0] ? upper(cardName(codes[0])) : kindName(kind);
    case 'pair':
      return low === 'P' ? m.play_pair_phoenix() : m.play_pair({ rank: low });
    case 'triple':
      return m.play_triple({ rank: low });
    case 'straight':
      return m.play_straight({ low, high });
    case 'straight_flush':
      return m.play_straight_flush({ low, high });
    case 'flush':
      return m.play_flush({ high });
    case 'full_house': {
      const three = ranks.find((rank) => ranks.filter((one) => one === rank).length === 3) ?? '';
      const two = ranks.find((rank) => rank !== three) ?? '';
      return two === 'P' ? m.play_full_house_phoenix({ rank: three }) : m.play_full_house({ rank: three, pair: two });
    }
    case 'gang':
      return gangs[codes.length]?.({ rank: low }) ?? kindName(kind);
    default:
      return kind ? kindName(kind) : '';
  }
}

/** What a combination is called beside its cards, which tell the rest: a gang by its size. */
export const shortName = (kind: string, cards: readonly string[]): string =>
  kind === 'gang' ? playName(kind, cards) : kindName(kind);

/** The cards one by one, for ears. */
export const cardNames = (cards: readonly string[]): string =>
  cards.map((code) => cardName(code as CardCode)).join(', ');
