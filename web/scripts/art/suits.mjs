// The three suits, drawn around the origin in a box of about 24 × 28: shapes first, colours second.
import { green, gold, red, ink, paper } from './palette.mjs';
import { path } from './pen.mjs';

const thin = (colour, width) => `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"`;

/** Green: a bamboo leaf. */
export function leaf() {
  return (
    path(
      'M-.6 13.5C-8 7-7.6-5 3.6-16.5 9-4 8 7 .8 13.5z',
      `fill="${green.mid}" stroke="${green.deep}" stroke-width="1.3" stroke-linejoin="round"`,
    ) +
    path('M.8 13.5C8 7 9-4 3.6-16.5 4-6 3.6 4 .8 13.5z', `fill="${green.dark}"`) +
    path('M-.4 16.5C1.6 8 3.2-2 3-10', thin(green.pale, 1.2)) +
    path('M-3.2 6C-3.6 0-1.8-5 .6-8.6M5 4.5C6 1 6-2.5 5.2-6', thin(green.light, 0.7))
  );
}

/** Yellow: a coin with a square hole. */
export function coin() {
  return (
    `<circle r="12" fill="${gold.mid}" stroke="${gold.deep}" stroke-width="1.6"/>` +
    `<circle r="9.6" fill="none" stroke="${gold.light}" stroke-width="1"/>` +
    path('M0-7.8v1.6M0 7.8v-1.6M-7.8 0h1.6M7.8 0h-1.6', thin(gold.deep, 1.6)) +
    path('M-4-4h8v8h-8z', `fill="${paper}" stroke="${gold.deep}" stroke-width="1.6" stroke-linejoin="round"`)
  );
}

/** Red: a lantern. */
export function lantern() {
  return (
    path('M0-14.5v4M0 9v5.5M-2 10v3M2 10v3', thin(red.deep, 1.2)) +
    path(
      'M-4.5-7.5C-15-6-15 7-4.5 8.5H4.5C15 7 15-6 4.5-7.5z',
      `fill="${red.mid}" stroke="${red.deep}" stroke-width="1.3"`,
    ) +
    path('M-3.5-7.5C-8.5-4-8.5 5-3.5 8.5M3.5-7.5C8.5-4 8.5 5 3.5 8.5M0-7.5v16', thin(red.deep, 0.9)) +
    path('M-10-2.5C-9.5-4-8.5-5-7.5-5.5', thin(red.pale, 1.1)) +
    path('M-5-10.5h10v3h-10zM-5 8h10v2.8h-10z', `fill="${ink}"`) +
    path('M-4-9h8M-4 9.4h8', thin(gold.mid, 0.8))
  );
}
