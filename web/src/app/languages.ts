export const languages = ['en', 'fr', 'de', 'nl', 'es', 'it', 'fi', 'pl'] as const;
export type Language = (typeof languages)[number];

/** Every language in its own words, for the list to choose from. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  nl: 'Nederlands',
  es: 'Español',
  it: 'Italiano',
  fi: 'Suomi',
  pl: 'Polski',
};
