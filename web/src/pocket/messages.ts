/** What the page says to its pocket. */
export type ToPocket =
  | { kind: 'connect' }
  | { kind: 'say'; text: string }
  | { kind: 'ask'; number: number; method: string; path: string; body: string };

/** What the pocket says to its page. */
export type FromPocket =
  | { kind: 'loading'; loaded: number; total: number }
  | { kind: 'told'; texts: string[] }
  | { kind: 'answer'; number: number; status: number; body: string }
  /** Nothing is sure any more but what is stored: the page connects anew. */
  | { kind: 'lost' }
  | { kind: 'failed' }
  /** A bot's weights could not be loaded: another one plays for it. */
  | { kind: 'unfit' };
