import { m } from '../../paraglide/messages.js';
import type { PHRASES } from '../../wire/types.js';

const phrases: Record<(typeof PHRASES)[number], () => string> = {
  hello: () => m.phrase_hello(),
  good_luck: () => m.phrase_good_luck(),
  well_played: () => m.phrase_well_played(),
  nice_gang: () => m.phrase_nice_gang(),
  thanks: () => m.phrase_thanks(),
  sorry: () => m.phrase_sorry(),
  oops: () => m.phrase_oops(),
  wow: () => m.phrase_wow(),
  hurry: () => m.phrase_hurry(),
  one_moment: () => m.phrase_one_moment(),
  good_game: () => m.phrase_good_game(),
  bye: () => m.phrase_bye(),
};

/** A quick phrase in the reader's language. */
export const phraseText = (phrase: string): string => phrases[phrase as keyof typeof phrases]?.() ?? phrase;
