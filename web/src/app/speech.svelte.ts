import { untrack } from 'svelte';

/** What a screen reader is told. Sentences that come quickly are told together, so that none is swallowed. */
class Speech {
  polite = $state('');
  urgent = $state('');
  #waiting: string[] = [];
  #timer = 0;

  say(text: string): void {
    if (!text) return;
    this.#waiting.push(text);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const text = this.#waiting.slice(-6).join(' ');
      // The same words twice are two events: a no-break space makes them differ.
      this.polite = this.polite === text ? `${text}\u00a0` : text;
      this.#waiting = [];
    }, 150);
  }

  /** For what cannot wait: your turn, the last card. */
  alert(text: string): void {
    const before = untrack(() => this.urgent); // whoever says something does not say it again because it was said
    this.urgent = before === text ? `${text}\u00a0` : text;
  }

  /** Nothing of what was told is read any more: it is in another language. */
  forget(): void {
    this.polite = this.urgent = '';
  }

  /** What could not wait is over: who reads on does not find it as if it were still so. */
  over(): void {
    this.urgent = '';
  }
}

export const speech = new Speech();
