// Corner indexes of the cards without a number, in one colour (currentColor), 32 × 36 from the origin.
import { headMark } from './dragon-head.mjs';
import { path } from './pen.mjs';

/** A phoenix's head with its crest. */
export function phoenixIndex() {
  const curl = 'M1-3C1-10 6-15 16-15 12.5-13.5 12-11.5 14-9 9.5-10 6-7 5-2z';
  return (
    `<g transform="translate(13.5 20)scale(1.04)" fill="currentColor">` +
    [
      [-34, 1.05],
      [-4, 1],
      [24, 0.85],
    ]
      .map(([turn, size]) => path(curl, `transform="rotate(${turn})scale(${size})"`))
      .join('') +
    path('M-2-3.4C-8-3.6-11-1-12 4-9 2.2-6 2.8-2 3.4z') +
    path('M-4.5-1C-4-5 3-6 6-2 9 3 4.5 8 10 15.5 5 13.5-1 13.5-5 15.5-5 10 0 7-3 3z') +
    path('M-2-.8C-.6-2.6 1.4-2.8 4.8-1.8 2.2.6 0 .8-2-.8z', 'fill="#fffaf0"') +
    '</g>'
  );
}

/** A dragon's head with horn and mane. */
export const dragonIndex = () => `<g transform="translate(.5 6)scale(.28)">${headMark()}</g>`;
