import { settings } from '../../app/settings.svelte.js';

/** How long the show of a gang takes: the larger, the longer. What follows at the table waits for it. */
export const showMs = (cards: number): number => (settings.still ? 1_100 : 1_300 + 300 * (cards - 4));
