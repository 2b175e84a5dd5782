import { m } from '../paraglide/messages.js';
import { sound } from './sounds.js';
import { vibrate } from './vibration.js';

/** The window's title, and how a hidden window says that somebody waits for you. */
class Attention {
  #title = $state('');
  #wanted = $state('');

  constructor() {
    document.addEventListener('visibilitychange', () => this.#write());
  }

  /** The page's own title, without the name of the game. */
  set title(title: string) {
    this.#title = title;
    this.#write();
  }

  /** Says why a hidden window should be looked at; an empty text takes it back. */
  want(text: string): void {
    if (text && text !== this.#wanted) {
      sound('turn');
      vibrate(document.hidden ? [120, 80, 120] : 40);
    }
    this.#wanted = text;
    this.#write();
  }

  #write(): void {
    const place = [this.#title, m.app_name()].filter(Boolean).join(' · ');
    document.title = this.#wanted ? `● ${this.#wanted} · ${place}` : place;
  }
}

export const attention = new Attention();
