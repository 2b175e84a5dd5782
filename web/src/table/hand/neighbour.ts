import type { HandLayout } from './hand_layout.js';
import { lying } from './slide.js';

/** Cards that lie so little apart, in pixels, are as near as each other. */
const SAME = 0.5;

/** The card so many rows down (less than nothing: up) that is nearest to a card; itself, if no row is there. */
export function neighbour(at: number, down: number, layout: HandLayout): number {
  const { starts, order } = layout;
  const row = starts.findLastIndex((start) => start <= at) + down;
  const [first, end] = [starts[row], starts[row + 1] ?? order.length];
  if (first === undefined) return at;
  const across = (card: number) => lying(card, layout, null).x;
  let nearest = first;
  for (let card = first + 1; card < end; card++)
    if (Math.abs(across(card) - across(at)) < Math.abs(across(nearest) - across(at)) - SAME) nearest = card;
  return nearest;
}
