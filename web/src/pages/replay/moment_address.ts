import { links } from '../../app/sharing/links.svelte.js';
import { placeAt } from '../../pocket/page_address.js';
import type { Player } from './player/replay_player.svelte.js';

/** Where a replay begins; as a puzzle it is seen from the seat that is to move, and the others hide their hands. */
export interface Start {
  at: number;
  seat: number;
  review?: boolean;
  puzzle?: boolean;
}

/** The moment that the address names: `?at=12&seat=2`, with a review or as a puzzle. */
export function momentInAddress(): Start {
  const wanted = new URLSearchParams(location.search);
  return {
    at: Number(wanted.get('at')) || 0,
    seat: Number(wanted.get('seat')) || 0,
    review: wanted.has('review'),
    puzzle: wanted.has('puzzle'),
  };
}

/** Writes the moment that is shown into the address, so that it can be shared as it is. */
export function writeMoment({ at, seat }: Pick<Player, 'at' | 'seat'>): void {
  const url = new URL(location.href);
  url.searchParams.set('at', String(at));
  if (seat) url.searchParams.set('seat', String(seat));
  else url.searchParams.delete('seat');
  history.replaceState(history.state, '', url);
}

/** The address of the moment that is shown; a puzzle's shows neither the review nor the other hands. */
export function addressToShare(puzzle: boolean): string {
  const { path, search, hash } = placeAt(location);
  const wanted = new URLSearchParams(search);
  wanted.delete('puzzle');
  if (puzzle) {
    wanted.delete('review');
    wanted.set('puzzle', '1');
  }
  return links.to(path, wanted.size ? `?${wanted}` : '', hash);
}
