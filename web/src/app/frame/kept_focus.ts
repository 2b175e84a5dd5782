import { speech } from '../speech.svelte.js';
import { windowTitle } from '../window_title.svelte.js';
import { m } from '../../paraglide/messages.js';

/** Nobody who walks by keys is thrown out: where what had the focus has gone, the place it stood in has it. */
class KeptFocus {
  /** What has, or had, the focus; nothing where somebody has pointed elsewhere since. */
  #holder: Element | null = null;
  #said = '';
  #timer = 0;

  /** Watches over the page, until the function that is returned. */
  watch(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const taken = ({ target }: FocusEvent) => (this.#holder = target as Element);
    document.addEventListener('focusin', taken, { signal });
    document.addEventListener('pointerdown', () => (this.#holder = null), { capture: true, signal });
    const changes = new MutationObserver(() => this.#look());
    const wanted = {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled', 'open', 'aria-busy'],
    };
    changes.observe(document.body, wanted);
    this.#said = windowTitle.page;
    return () => {
      stop.abort();
      changes.disconnect();
      clearTimeout(this.#timer);
    };
  }

  /** Another page: it is named, and begins at its beginning, also for whoever had the focus nowhere. */
  moved(): void {
    this.#said = '';
    if (!this.#isHeld()) this.#holder = document.createElement('a');
    this.#look();
  }

  #isHeld(): boolean {
    const at = document.activeElement;
    return at !== null && at !== document.body;
  }

  /** In a task of its own: what takes the focus by itself, a dialog or the hand, has it by then. */
  #look(): void {
    clearTimeout(this.#timer);
    if (this.#holder && !this.#isHeld()) this.#timer = window.setTimeout(() => this.#giveBack());
  }

  #giveBack(): void {
    const holder = this.#holder;
    if (!holder || this.#isHeld()) return;
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const place = dialog ? dialog.querySelector('h2') : document.querySelector('#main:not([aria-busy=true])');
    // A button that could not be pressed for a moment is waited for.
    const to = holder.isConnected ? holder : place;
    if (!(to instanceof HTMLElement)) return;
    to.focus({ preventScroll: true });
    if (to.id === 'main') this.#name();
  }

  #name(): void {
    const title = windowTitle.page || m.app_name();
    if (title === this.#said) return;
    this.#said = title;
    speech.say(title);
  }
}

export const keptFocus = new KeptFocus();
