import { characters, type Character } from './characters.js';

/** Bots of one level at one table have names of their own, the same in every language. */
const names: Record<Character, readonly string[]> = {
  dumpling: ['Bao', 'Wonton', 'Jiaozi'],
  sparrow: ['Pip', 'Tilly', 'Chirp'],
  lantern: ['Ember', 'Wick', 'Glow'],
  crane: ['Hara', 'Liang', 'Reed'],
  tiger: ['Shan', 'Amur', 'Rani'],
  typhoon: ['Feng', 'Gale', 'Kaze'],
};

const namesOf = (bot: string): readonly string[] => {
  const character = characters.find((one) => one === bot);
  return character ? names[character] : [];
};

/** What the `at`-th bot of its kind is called, if it has a name of its own. */
export const ownName = (bot: string, at: number): string | undefined => namesOf(bot)[at];

/** Which of its kind a bot of this name is: 0 is as drawn, and so is one that stands alone. */
export const twinOf = (bot: string, name: string): number => Math.max(0, namesOf(bot).indexOf(name));
