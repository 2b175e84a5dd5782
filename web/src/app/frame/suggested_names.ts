import type { Language } from '../language/languages.js';

/** What a newcomer may be called, with a number, until they think of something better. */
const words: Record<Language, readonly string[]> = {
  en: ['Heron', 'Lotus', 'Jasmine', 'Oolong', 'Panda', 'Koi', 'Bamboo', 'Ginkgo', 'Mango', 'Sesame'],
  fr: ['Héron', 'Lotus', 'Jasmin', 'Oolong', 'Panda', 'Koï', 'Bambou', 'Ginkgo', 'Mangue', 'Sésame'],
  de: ['Reiher', 'Lotus', 'Jasmin', 'Oolong', 'Panda', 'Koi', 'Bambus', 'Ginkgo', 'Mango', 'Sesam'],
  nl: ['Reiger', 'Lotus', 'Jasmijn', 'Oolong', 'Panda', 'Koi', 'Bamboe', 'Ginkgo', 'Mango', 'Sesam'],
  es: ['Garza', 'Loto', 'Jazmín', 'Oolong', 'Panda', 'Koi', 'Bambú', 'Ginkgo', 'Mango', 'Sésamo'],
  it: ['Airone', 'Loto', 'Gelsomino', 'Oolong', 'Panda', 'Koi', 'Bambù', 'Ginkgo', 'Mango', 'Sesamo'],
  fi: ['Haikara', 'Lootus', 'Jasmiini', 'Oolong', 'Panda', 'Koi', 'Bambu', 'Ginkgo', 'Mango', 'Seesami'],
  pl: ['Czapla', 'Lotos', 'Jaśmin', 'Oolong', 'Panda', 'Koi', 'Bambus', 'Miłorząb', 'Mango', 'Sezam'],
};

export function suggestedName(language: Language): string {
  const all = words[language];
  return `${all[Math.floor(Math.random() * all.length)]} ${10 + Math.floor(Math.random() * 90)}`;
}
