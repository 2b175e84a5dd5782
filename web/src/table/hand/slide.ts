import { settings } from '../../app/settings.svelte.js';
import type { HandLayout } from './hand_layout.js';

/** Where a card of the hand lies: its middle, from the middle of the hand's lower edge. */
export interface Lying {
  x: number;
  y: number;
  /** Width of the card. */
  card: number;
  /** The hand it belongs to: cards slide when the hand has changed, not when the window has. */
  hand: unknown;
}

const SLIDE = { duration: 220, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/** The place of a hand's card. It is reckoned and not measured: each look at the layout would hold up the play. */
export function lying(at: number, layout: HandLayout, hand: unknown): Lying {
  const { columns, rows, starts, card, step, gap } = layout;
  const row = Math.max(
    0,
    starts.findLastIndex((start) => start <= at),
  );
  const column = at - (starts[row] ?? 0);
  return {
    x: (column - (columns - 1) / 2) * step + (layout.shift[at] ?? 0),
    y: (row - rows + 0.5) * (card * 1.4 + gap),
    card,
    hand,
  };
}

/** A Svelte action: the card slides from where it was to where it is now, or from where its last slide has got to. */
export function slide(node: HTMLElement, place: Lying): { update: (next: Lying) => void } {
  let was = place;
  let last: { slide: Animation; dx: number; dy: number } | undefined;
  return {
    update: (is) => {
      let [dx, dy] = [was.x - is.x, was.y - is.y];
      const moves = is.hand !== was.hand && (dx !== 0 || dy !== 0) && !settings.still;
      const scale = was.card / is.card;
      was = is;
      if (!moves) return;
      // Two at a time would need the main thread for each frame.
      const left = 1 - (last?.slide.effect?.getComputedTiming().progress ?? 1);
      last?.slide.cancel();
      [dx, dy] = [dx + (last?.dx ?? 0) * left, dy + (last?.dy ?? 0) * left];
      last = {
        slide: node.animate(
          [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})` }, { transform: 'none' }],
          SLIDE,
        ),
        dx,
        dy,
      };
    },
  };
}
