/**
 * Where the layout changes, in rem, for CSS and TypeScript alike. Style sheets name them as custom media, such as
 * `@media (--from-medium)` or `@media (--below-medium)`; the build fills in what they stand for (`vite.config.ts`).
 */
export const widths = {
  tiny: 22.5,
  narrow: 24,
  slim: 26,
  small: 30,
  lying: 35,
  sheet: 36,
  medium: 40,
  large: 48,
  larger: 56,
  wide: 62,
  wider: 72,
  widest: 84,
} as const;

export const heights = { lowest: 25, low: 31, tall: 40, taller: 50 } as const;

/** The same in pixels, for what is measured: a rem is 16 of them unless the reader wants larger letters. */
export const pixels = (rem: number): number => rem * 16;

type Names<T extends object> = keyof T & string;
export type Breakpoint =
  | `${'from' | 'below'}-${Names<typeof widths>}`
  | `${'from' | 'below'}-${Names<typeof heights>}-height`
  | 'phone-on-its-side'
  | 'low-window';

const entries = <T extends string>(all: Record<string, number>, side: 'width' | 'height', ending: '' | '-height') =>
  Object.entries(all).flatMap(([name, rem]): [T, string][] => [
    [`from-${name}${ending}` as T, `(${side} >= ${rem}rem)`],
    [`below-${name}${ending}` as T, `(${side} < ${rem}rem)`],
  ]);

/** What each name stands for, as a media query. */
export const media = new Map<Breakpoint, string>([
  ...entries<Breakpoint>(widths, 'width', ''),
  ...entries<Breakpoint>(heights, 'height', '-height'),
  ['phone-on-its-side', `(height < ${heights.low}rem) and (width >= ${widths.lying}rem)`],
  [
    'low-window',
    `(height >= ${heights.low}rem) and (height < ${heights.taller}rem) and (width >= ${widths.medium}rem) and (orientation: landscape)`,
  ],
]);

/** The query that a custom media feature such as `(--below-medium)` stands for. Unknown names are mistakes. */
export function filledIn(query: string): string {
  return query.replace(/\(--([\w-]+)\)/g, (_, name: string) => {
    const found = media.get(name as Breakpoint);
    if (!found) throw new Error(`there is no breakpoint named ${name} in src/style/breakpoints.ts`);
    return found;
  });
}
