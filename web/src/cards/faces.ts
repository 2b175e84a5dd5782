import { cardCodes, colourOf, rankOf, type CardCode } from './card_code.js';
import { drawing, placed } from './drawings.js';
import { indexOffset } from './index_width.js';
import { pipLayouts, type Pip } from './pips.js';

/**
 * The faces as images: a browser draws an image of its own accord and off the main thread, while a drawing within the
 * page costs a hundred elements for each card. Paper and inks are the same by day and by night.
 */
export type Face = CardCode | 'back';

const motif = { G: 'leaf', Y: 'coin', R: 'lantern', M: 'coin' } as const;
const inks = { G: '#14613c', Y: '#7a5200', R: '#9c1a1c', M: '#2a1c14' } as const;
const strings = { Y: '#d13a2b" stroke-width="1.3', R: '#5c0d14" stroke-width=".9' } as const;
const pictures: Partial<Record<Face, string>> = {
  G1: 'green-one',
  Y1: 'yellow-one',
  R1: 'red-one',
  M1: 'multicoloured-one',
  GP: 'green-phoenix',
  YP: 'yellow-phoenix',
  RD: 'red-dragon',
};
const smallPictures: Partial<Record<Face, string>> = {
  GP: 'green-phoenix',
  YP: 'yellow-phoenix',
  RD: 'small-red-dragon',
};

const line = (d: string, stroke: string): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-linecap="round"/>`;

/** From the cane to the foot of a leaf. */
function twig({ x, y, lean }: Pip, scale: number): string {
  const [dx, dy] = [Math.sin((lean * Math.PI) / 180), Math.cos((lean * Math.PI) / 180)];
  const foot = 15 * scale;
  return lean === 0
    ? ''
    : `M67 ${(y + foot + 5).toFixed(1)}L${(x - dx * foot).toFixed(1)} ${(y + dy * foot).toFixed(1)}`;
}

/** Coins and lanterns hang on one line per column, down to the lowest of them. */
const columns = (pips: readonly Pip[]): string =>
  [...new Set(pips.map((pip) => pip.x))]
    .map((x) => `M${x} 0V${Math.max(...pips.filter((pip) => pip.x === x).map((pip) => pip.y))}`)
    .join('');

function pips(code: CardCode): string {
  const suit = colourOf(code);
  const layout = pipLayouts[Number(rankOf(code))];
  if (!layout || suit === 'M') return '';
  const held =
    suit === 'G'
      ? drawing('cane') + line(layout.pips.map((pip) => twig(pip, layout.scale)).join(''), '#7fbf8d" stroke-width="1.1')
      : line(columns(layout.pips), strings[suit]);
  return (
    held +
    layout.pips
      .map((pip) =>
        placed(
          motif[suit],
          `translate(${pip.x} ${pip.y})${suit === 'G' ? `rotate(${pip.lean})` : ''}scale(${layout.scale})`,
        ),
      )
      .join('')
  );
}

/** The index in the corner, with its suit below. */
function corner(code: CardCode, scale: number): string {
  const [rank, suit] = [rankOf(code), colourOf(code)];
  const across = Math.min(scale, 18.5 / indexOffset(rank));
  const index = placed(
    `index-${rank}`,
    `translate(${Math.max(5, 20 + scale - indexOffset(rank) * across)} 9)scale(${across} ${scale})`,
  );
  const marks =
    code === 'M1'
      ? ['leaf', 'coin', 'lantern']
          .map((name, i) => placed(name, `translate(21 ${36 * scale + 24 + i * 24})scale(.76)`))
          .join('')
      : placed(
          motif[suit],
          `translate(${20 + scale} ${36 * scale + 26 * Math.sqrt(scale)})` +
            `scale(${(suit === 'G' ? 0.86 : 0.92) * scale})`,
        );
  return `<g fill="${inks[suit]}" color="${inks[suit]}">${index}</g>${marks}`;
}

function full(face: Face): string {
  if (face === 'back') return drawing('back');
  const picture = pictures[face];
  return (picture ? drawing(picture) : pips(face)) + corner(face, 1);
}

/** For small cards: one bold motif instead of pips. */
function small(face: Face): string {
  if (face === 'back') return drawing('small-back');
  const picture = smallPictures[face];
  if (picture) return drawing(picture) + corner(face, 1.2);
  const suit = colourOf(face);
  const motifs =
    face === 'M1'
      ? placed('lantern', 'translate(70 38)scale(1.5)') +
        placed('leaf', 'translate(52 98)rotate(-14)scale(1.6)') +
        placed('coin', 'translate(79 106)scale(1.4)')
      : placed(motif[suit], `translate(66 96)${suit === 'G' ? 'rotate(10)scale(2.5)' : 'scale(2.2)'}`);
  return motifs + corner(face, 1.2);
}

/** A face as a drawing of its own, 100 × 140, without the paper. */
export const faceMarkup = (face: Face, detail: 'full' | 'small'): string =>
  detail === 'full' ? full(face) : small(face);

const images = new Map<string, string>();

/** The address of a face's image, for CSS. It is drawn when first asked for. */
export function faceImage(face: Face, detail: 'full' | 'small'): string {
  const name = `${detail} ${face}`;
  let image = images.get(name);
  if (!image) {
    const markup =
      `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="140" viewBox="0 0 100 140">` +
      faceMarkup(face, detail) +
      `</svg>`;
    image = `url(${URL.createObjectURL(new Blob([markup], { type: 'image/svg+xml' }))})`;
    images.set(name, image);
  }
  return image;
}

const kept: HTMLImageElement[] = [];

/** Has the browser read all faces while nobody waits, so that a card that is laid shows its face at once. */
export function prepareFaces(): void {
  if (kept.length) return;
  const faces = cardCodes.flatMap((code) => (['full', 'small'] as const).map((detail) => [code, detail] as const));
  const next = (): void => {
    const face = faces.shift();
    if (!face) return;
    const image = new Image();
    image.src = faceImage(...face).slice(4, -1);
    kept.push(image);
    (window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 30)))(next);
  };
  next();
}
