import { m } from '../paraglide/messages.js';
import { colourOf, rankOf, type CardCode } from './card_code.js';

/** A card's name in the reader's language, for labels and spoken text: "green 7", "red dragon". */
export function cardName(code: CardCode): string {
  const rank = rankOf(code);
  switch (colourOf(code)) {
    case 'M':
      return m.card_multicoloured_1();
    case 'G':
      return rank === 'P' ? m.card_green_phoenix() : m.card_green({ rank });
    case 'Y':
      return rank === 'P' ? m.card_yellow_phoenix() : m.card_yellow({ rank });
    case 'R':
      return rank === 'D' ? m.card_red_dragon() : m.card_red({ rank });
  }
}

const codes = /\b(?:[GYR](?:10|[1-9])|M1|GP|YP|RD)\b/g;

/** Card codes within a text become names in the reader's language. */
export const withCardNames = (text: unknown): string =>
  String(text ?? '').replace(codes, (code) => cardName(code as CardCode));
