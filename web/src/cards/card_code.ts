/** Card codes (R1.2): a colour letter and a rank, `G3 Y10 R7 M1 GP YP RD`. */
export type Colour = 'G' | 'Y' | 'R' | 'M';
export type Rank = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | 'P' | 'D';
export type CardCode = `${'G' | 'Y' | 'R'}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}` | 'M1' | 'GP' | 'YP' | 'RD';

export const suits = ['G', 'Y', 'R'] as const;
export const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** The 34 distinct cards in ascending order (R1.3): rank first, then colour. */
export const cardCodes: readonly CardCode[] = [
  ...numbers.flatMap((number): CardCode[] => {
    const coloured = suits.map((suit): CardCode => `${suit}${number}`);
    return number === 1 ? [...coloured, 'M1'] : coloured;
  }),
  'GP',
  'YP',
  'RD',
];

export const colourOf = (code: CardCode): Colour => code.charAt(0) as Colour;
export const rankOf = (code: CardCode): Rank => code.slice(1) as Rank;
