/** What the faces are drawn with: ink, paper, and as few words as possible. */
export const INK = '#24160f';
export const PAPER = '#fff6e6';

/** The ground of a face. */
export const disc = (fill: string): string => `<rect width="64" height="64" fill="${fill}"/>`;

export const shape = (fill: string, d: string): string => `<path fill="${fill}" d="${d}"/>`;

export const line = (stroke: string, width: number, d: string): string =>
  `<path fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;

/** Round spots of one size: eyes, cheeks, nostrils. */
export const dots = (fill: string, radius: number, ...at: readonly (readonly [number, number])[]): string =>
  shape(
    fill,
    at
      .map(
        ([x, y]) =>
          `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`,
      )
      .join(''),
  );
