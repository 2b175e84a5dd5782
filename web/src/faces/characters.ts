/** The bots that have a face, by the names the server knows. */
export const characters = ['dumpling', 'sparrow', 'lantern', 'crane', 'tiger', 'typhoon'] as const;
export type Character = (typeof characters)[number];

/** How a bot feels about what everybody has seen. */
export type Mood = 'neutral' | 'glad' | 'shocked' | 'sad';
