import { locales } from '../../project.inlang/settings.json';
import type { Locale } from '../paraglide/runtime.js';

export type Language = Locale;
/** The one list of them is the one that the compiler of the messages reads. */
export const languages = locales as readonly Language[];

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
