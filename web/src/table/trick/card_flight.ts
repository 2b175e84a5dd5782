import { settings } from '../../app/settings.svelte.js';

/** Where things are on the screen, so that cards can fly from where they were to where they are. */
const seats = new Map<number, HTMLElement>();
const handRects = new Map<string, DOMRect[]>();

/** A Svelte action: this element is where a seat's cards come from and go to. */
export function seatPlace(node: HTMLElement, seat: number): { update: (seat: number) => void; destroy: () => void } {
  let own = seat;
  seats.set(own, node);
  return {
    update: (next) => {
      if (seats.get(own) === node) seats.delete(own);
      own = next;
      seats.set(own, node);
    },
    destroy: () => {
      if (seats.get(own) === node) seats.delete(own);
    },
  };
}

/** Where a seat is on the screen, if it is shown. */
export const placeOnScreen = (seat: number): DOMRect | undefined => seats.get(seat)?.getBoundingClientRect();

/** Remembers where each card of the own hand lies, before it is laid. */
export function rememberHand(hand: HTMLElement | undefined): void {
  handRects.clear();
  for (const button of hand?.querySelectorAll<HTMLElement>('[data-code]') ?? []) {
    const code = button.dataset['code'] ?? '';
    const card = button.querySelector('.card') ?? button;
    const all = handRects.get(code) ?? [];
    if (button.getAttribute('aria-pressed') === 'true') all.unshift(card.getBoundingClientRect());
    else all.push(card.getBoundingClientRect());
    handRects.set(code, all);
  }
}

const landing = new WeakMap<HTMLElement, DOMRect>();

/** Where a laid card comes to lie. All cards of a play are measured at once: each look at the layout costs. */
function landingOf(node: HTMLElement): DOMRect {
  if (!landing.has(node))
    for (const one of (node.parentElement?.children ?? []) as Iterable<HTMLElement>)
      landing.set(one, one.getBoundingClientRect());
  return landing.get(node) ?? node.getBoundingClientRect();
}

const FLIGHT = { duration: 300, easing: 'cubic-bezier(0.33, 1, 0.68, 1)', fill: 'backwards' } as const;

/**
 * A Svelte action: a card arrives at the table from the hand of whoever laid it. Svelte's own transitions would start
 * the flight from the main thread, once its delay is over; this way it is handed over whole.
 */
export function arrive(
  node: HTMLElement,
  { seat, code, at, lay }: { seat: number; code: string; at: number; lay: boolean },
): void {
  if (lay) return;
  const to = landingOf(node);
  const from = handRects.get(code)?.shift() ?? seats.get(seat)?.getBoundingClientRect();
  if (settings.still || !from || !to.width) {
    node.animate({ opacity: [0, 1] }, settings.still ? 120 : 160);
    return;
  }
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  const shrink = Math.min(1.2, Math.max(0.35, from.height / to.height));
  const there = `translate(${dx}px, ${dy}px) scale(${shrink}) rotate(${at % 2 ? 5 : -5}deg)`;
  node.animate(
    [
      { transform: there, opacity: 0 },
      { opacity: 1, offset: 0.25 },
      { transform: 'translate(0, 0) scale(1) rotate(0deg)', opacity: 1 },
    ],
    { ...FLIGHT, delay: at * 28 },
  );
}

interface Flown {
  duration: number;
  easing?: (t: number) => number;
  css: (t: number, u: number) => string;
}

/** The trick goes to the pile of whoever took it. */
export function depart(node: HTMLElement, { seat }: { seat: number | null }): Flown {
  const place = seat === null ? undefined : seats.get(seat);
  if (settings.still || !place) return { duration: settings.still ? 1 : 180, css: (t) => `opacity: ${t}` };
  const from = node.getBoundingClientRect();
  const to = place.getBoundingClientRect();
  const dx = to.left + to.width / 2 - (from.left + from.width / 2);
  const dy = to.top + to.height / 2 - (from.top + from.height / 2);
  return {
    duration: 420,
    easing: (t) => t * t * (3 - 2 * t),
    css: (t, u) =>
      `transform: translate(${dx * u}px, ${dy * u}px) scale(${1 - 0.75 * u}); opacity: ${Math.min(1, t * 2)}`,
  };
}
