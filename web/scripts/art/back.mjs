// The card's back, and the mark of the game: four cards turning around a square hole, as a coin has one.
import { path } from './pen.mjs';
import { green, gold, red, paper } from './palette.mjs';

const lacquer = { ground: '#0f4a41', deep: '#0a332d', line: '#d9a73a' };

/** One of the four cards of the mark, around the origin; the others are turns of it. */
const blade = 'M-2.1-6.5A2 2 0 0 1-4.1-8.5V-16A2 2 0 0 1-2.1-18H16A2 2 0 0 1 18-16V-8.5A2 2 0 0 1 16-6.5z';

export function mark(fills) {
  return fills.map((fill, i) => path(blade, `fill="${fill}"${i ? ` transform="rotate(${i * 90})"` : ''}`)).join('');
}

export const markFills = [paper, green.mid, gold.mid, red.mid];

/** The whole back on 100 × 140. */
export function back() {
  const tile = 'M8 0 16 8 8 16 0 8zM8 5 11 8 8 11 5 8zM0 3 3 0M13 0 16 3M16 13 13 16M3 16 0 13';
  return (
    `<pattern id="gof-fret" width="16" height="16" patternUnits="userSpaceOnUse" x="10" y="14">` +
    `${path(tile, `fill="none" stroke="#237263" stroke-width="1"`)}` +
    `</pattern>` +
    `<rect width="100" height="140" fill="${lacquer.ground}"/>` +
    `<rect x="9" y="9" width="82" height="122" rx="4" fill="url(#gof-fret)"` +
    ` stroke="${lacquer.line}" stroke-width="1.6"/>` +
    `<rect x="5.5" y="5.5" width="89" height="129" rx="6" fill="none" stroke="${lacquer.line}" stroke-width=".7"/>` +
    `<circle cx="50" cy="70" r="31" fill="${lacquer.deep}" stroke="${lacquer.line}" stroke-width="1.6"/>` +
    `<circle cx="50" cy="70" r="28" fill="none" stroke="${lacquer.line}" stroke-width=".7"/>` +
    `<g transform="translate(50 70)">${mark([lacquer.line, lacquer.line, lacquer.line, lacquer.line])}</g>` +
    [
      [9, 9, 0],
      [91, 9, 90],
      [91, 131, 180],
      [9, 131, 270],
    ]
      .map(
        ([x, y, turn]) =>
          `<g transform="translate(${x} ${y})rotate(${turn})">` +
          `${path('M0 16C8 15 15 8 16 0', `fill="none" stroke="${lacquer.line}" stroke-width="1.2"`)}` +
          `${path('M0 0H11C11 6 6 11 0 11z', `fill="${lacquer.line}"`)}` +
          `</g>`,
      )
      .join('')
  );
}

/** The back where it is only a few millimetres wide. */
export function smallBack() {
  return (
    `<rect width="100" height="140" fill="${lacquer.ground}"/>` +
    `<rect x="10" y="10" width="80" height="120" rx="6" fill="none" stroke="${lacquer.line}" stroke-width="6"/>` +
    `<g transform="translate(50 70)scale(1.5)">${mark([lacquer.line, lacquer.line, lacquer.line, lacquer.line])}</g>`
  );
}
