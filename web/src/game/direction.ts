import { m } from '../paraglide/messages.js';

/** Which way round a round is played (R4.1), in a word: 1 is to the right. */
export const wayWord = (direction: 1 | -1): string => (direction === 1 ? m.way_right() : m.way_left());
