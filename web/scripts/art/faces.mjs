// Ornaments of the number cards: what holds the pips, and the one large motif of the aces.
import { green, gold, red, ink, paper } from './palette.mjs';
import { path } from './pen.mjs';

const thin = (colour, width) => `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"`;

/** A bamboo cane up the card at x = 67, with its knots. */
export function cane() {
  return (
    path(
      'M64.5 140V106H69.5V140zM64.8 104V72H69.2V104zM65.1 70V38H68.9V70zM65.4 36V6L68.6 4V36z',
      `fill="${green.pale}" stroke="${green.light}" stroke-width=".9" stroke-linejoin="round"`,
    ) + path('M63.5 105h7M64 71h6M64.3 37h5.4', thin(green.mid, 1.4))
  );
}

/** Green 1: one great leaf on a cane. */
export function greenOne() {
  const blade = 'M66 119C43 98 42 54 80 12 99 50 94 96 69 119z';
  return (
    '<use href="#gof-cane"/>' +
    path(blade, `fill="${green.mid}" stroke="${green.deep}" stroke-width="1.6" stroke-linejoin="round"`) +
    path('M69 119C94 96 99 50 80 12 84 48 82 88 69 119z', `fill="${green.dark}"`) +
    path(
      'M61 106C51 86 55 56 72 30M65 110C57 88 61 58 75 34M59 96C54 84 55 68 61 54M73 108C85 88 90 64 85 38' +
        'M77 102C89 84 92 64 89 52',
      thin(green.light, 0.7),
    ) +
    path('M66.5 128C70 100 82 60 80 20', thin(green.pale, 1.8))
  );
}

/** Yellow 1: one great coin on its cord, with a knot and tassel. */
export function yellowOne() {
  const spiral = path('M-2-9.2C-3-7-1-6 0-7.2 1-6 3-7 2-9.2', thin(gold.deep, 0.55));
  return (
    path('M67 0V110', thin(red.mid, 1.6)) +
    path(
      'M67 100C60 98 58 106 67 108 76 106 74 98 67 100zM67 108L62 116 67 114 72 116z',
      `fill="${red.mid}" stroke="${red.deep}" stroke-width=".9" stroke-linejoin="round"`,
    ) +
    path('M63 114h8l1.5 20h-11z', `fill="${red.mid}" stroke="${red.deep}" stroke-width=".9" stroke-linejoin="round"`) +
    path('M65.5 117l-.5 16M68.5 117l.5 16M67 117v16', thin(red.deep, 0.7)) +
    `<g transform="translate(67 64)scale(2.3)">` +
    `<circle r="12" fill="${gold.mid}" stroke="${gold.deep}" stroke-width=".8"/>` +
    `<circle r="10.6" fill="none" stroke="${gold.light}" stroke-width=".5"/>` +
    `<circle r="5.9" fill="none" stroke="${gold.light}" stroke-width=".5"/>` +
    [45, 135, 225, 315].map((turn) => `<g transform="rotate(${turn})">${spiral}</g>`).join('') +
    path('M0-10v2.4M0 10v-2.4M-10 0h2.4M10 0h-2.4', thin(gold.deep, 1.1)) +
    path('M-3.6-3.6h7.2v7.2h-7.2z', `fill="${paper}" stroke="${gold.deep}" stroke-width=".8"`) +
    '</g>'
  );
}

/** Red 1: one great lantern, lit. */
export function redOne() {
  return (
    `<circle cx="67" cy="64" r="31" fill="${gold.pale}"/>` +
    path('M67 0V36', thin(ink, 1.2)) +
    path('M67 92V132M62 96V124M72 96V124M64.5 96V129M69.5 96V129', thin(red.mid, 1.5)) +
    path(
      'M57 38C34 42 34 86 57 90H77C100 86 100 42 77 38z',
      `fill="${red.mid}" stroke="${red.deep}" stroke-width="1.5"`,
    ) +
    path('M60 38C50 46 50 82 60 90H74C84 82 84 46 74 38z', `fill="${red.light}" opacity=".55"`) +
    path(
      'M58 38C44 46 44 82 58 90M63 38C57 48 57 80 63 90M76 38C90 46 90 82 76 90M71 38C77 48 77 80 71 90',
      thin(red.deep, 1),
    ) +
    path('M43 56C44 50 47 46 51 44', thin(red.pale, 1.6)) +
    `<g transform="translate(67 64)">` +
    path(
      'M0-9L9 0 0 9-9 0zM0-4.5L4.5 0 0 4.5-4.5 0z',
      `fill="${gold.light}" fill-rule="evenodd" stroke="${red.deep}" stroke-width=".9"`,
    ) +
    '</g>' +
    path('M55 33h24v6H55zM55 89h24v6H55z', `fill="${ink}"`) +
    path('M57 36h20M57 92h20', thin(gold.mid, 1.4)) +
    path('M61 29h12v4H61z', `fill="${gold.mid}" stroke="${ink}" stroke-width=".9"`)
  );
}

/** The multicoloured 1: leaf, coin and lantern bound by one cord. */
export function multicolouredOne() {
  const star = Array.from(
    { length: 24 },
    (_, i) =>
      `M67 68L${[0, 1]
        .map((k) => {
          const a = ((i * 15 + k * 7.5 - 90) * Math.PI) / 180;
          return `${(67 + Math.cos(a) * 70).toFixed(0)} ${(68 + Math.sin(a) * 70).toFixed(0)}`;
        })
        .join('L')}z`,
  ).join('');
  return (
    `<clipPath id="gof-one-window"><path d="M42 10H94V130H42z"/></clipPath><g clip-path="url(#gof-one-window)">` +
    path(star, `fill="${gold.pale}"`) +
    '</g>' +
    path('M42 10H94V130H42z', thin(gold.dark, 1.4)) +
    path('M44.5 12.5H91.5V127.5H44.5z', thin(gold.mid, 0.7)) +
    path('M67 12.5V127.5', thin(red.dark, 1.4)) +
    `<use href="#gof-lantern" transform="translate(68 34)scale(1.42)"/>` +
    `<use href="#gof-coin" transform="translate(68 70.5)scale(1.22)"/>` +
    `<use href="#gof-leaf" transform="translate(67.5 106)rotate(8)scale(1.28)"/>`
  );
}
