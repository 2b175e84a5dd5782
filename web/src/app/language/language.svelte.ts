import { languages, type Language } from './languages.js';
import { loadMessages } from './messages.js';

const key = 'gangoffour.language';
const known = (name: string | null | undefined): Language | undefined =>
  languages.find((one) => one === name?.slice(0, 2).toLowerCase());

/** What the address asks for (`?lang=fr`), else what was chosen before, else what the browser prefers. */
function picked(): Language {
  const asked = known(new URLSearchParams(location.search).get('lang'));
  if (asked) localStorage.setItem(key, asked);
  const wished = navigator.languages.map(known).find((one) => one !== undefined);
  return asked ?? known(localStorage.getItem(key)) ?? wished ?? 'en';
}

class LanguageState {
  /** The language in use. The shell draws everything anew when it changes. */
  current = $state<Language>('en');

  async use(language: Language): Promise<void> {
    await loadMessages(language);
    this.current = language;
    document.documentElement.lang = language;
  }

  /** To be awaited before anything is drawn. */
  begin(): Promise<void> {
    // The settings page may be open in another window than the table.
    addEventListener('storage', ({ key: changed, newValue }) => {
      const chosen = changed === key ? known(newValue) : undefined;
      if (chosen && chosen !== this.current) void this.#speak(chosen);
    });
    return this.use(picked());
  }

  /** The player chooses: remembered on this device, and in the address for sharing. */
  async choose(language: Language): Promise<void> {
    localStorage.setItem(key, language);
    await this.#speak(language);
  }

  async #speak(language: Language): Promise<void> {
    const url = new URL(location.href);
    url.searchParams.set('lang', language);
    history.replaceState(history.state, '', url);
    await this.use(language);
  }
}

export const language = new LanguageState();
