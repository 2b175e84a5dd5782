import type { Player } from './replay_player.svelte.js';

/** What keys do in a replay. */
const PLAYER_KEYS: Readonly<Record<string, (player: Player) => void>> = {
  ArrowRight: (player) => player.step(1),
  ArrowLeft: (player) => player.step(-1),
  ArrowDown: (player) => player.trick(1),
  ArrowUp: (player) => player.trick(-1),
  Home: (player) => player.step(-player.at),
  End: (player) => player.step(player.frames.length),
  ' ': (player) => player.toggle(),
};

/** How far a key goes among the moves that a review has marked. */
const REVIEW_KEYS: Readonly<Record<string, 1 | -1>> = { n: 1, b: -1 };

const elsewhere = (event: KeyboardEvent, fields: string): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  document.querySelector('dialog[open]') !== null ||
  (event.target instanceof Element && event.target.closest(fields) !== null);

/** A key that is pressed while a replay is shown. */
export function onReplayKey(event: KeyboardEvent, player: Player): void {
  const act = PLAYER_KEYS[event.key];
  if (!act || elsewhere(event, 'input, select, textarea, button, a, ol')) return;
  event.preventDefault();
  act(player);
}

/** A key that is pressed while a review lies over the replay. */
export function onReviewKey(event: KeyboardEvent, review: { go(by: 1 | -1): void }): void {
  const step = REVIEW_KEYS[event.key];
  if (step !== undefined && !elsewhere(event, 'input, select, textarea')) review.go(step);
}
