import { sound } from './sounds.js';
import { vibrate } from './vibration.js';
import { windowTitle } from '../window_title.svelte.js';

/** How a window says that somebody waits for you: by a sound, by vibrating, and in its title. */
class Attention {
  /** Says why a hidden window should be looked at; an empty text takes it back. */
  want(text: string): void {
    if (text && text !== windowTitle.wanted) {
      sound('turn');
      vibrate(document.hidden ? [120, 80, 120] : 40);
    }
    windowTitle.wanted = text;
  }
}

export const attention = new Attention();
