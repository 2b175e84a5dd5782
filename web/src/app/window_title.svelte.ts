import { m } from '../paraglide/messages.js';

/** What the window is called: why it should be looked at, its page, the name of the game. */
class WindowTitle {
  #page = $state('');
  #wanted = $state('');

  constructor() {
    document.addEventListener('visibilitychange', () => this.#write());
  }

  /** The page's own title, without the name of the game. */
  get page(): string {
    return this.#page;
  }

  set page(title: string) {
    this.#page = title;
    this.#write();
  }

  /** Why a hidden window should be looked at; nothing if it should not (`attention.ts`). */
  get wanted(): string {
    return this.#wanted;
  }

  set wanted(text: string) {
    this.#wanted = text;
    this.#write();
  }

  #write(): void {
    const place = [this.#page, m.app_name()].filter(Boolean).join(' · ');
    document.title = this.#wanted ? `● ${this.#wanted} · ${place}` : place;
  }
}

export const windowTitle = new WindowTitle();
