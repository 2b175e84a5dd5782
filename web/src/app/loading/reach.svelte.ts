import { pocket } from '../../pocket/pocket.svelte.js';
import { connection } from '../../wire/connection.svelte.js';

/** Whether the server can be reached, as far as this browser knows. */
class Reach {
  /** Whether the device says that it has no network; what is asked for then comes when it has one again. */
  #offline = $state(!navigator.onLine);
  /** How often the server has come back: whoever reads it in an effect asks again each time. */
  back = $state(0);
  readonly away: boolean = $derived.by(() => !pocket.inUse && (this.#offline || connection.state === 'lost'));

  constructor() {
    let lost = false;
    addEventListener('offline', () => (this.#offline = true));
    addEventListener('online', () => {
      this.#offline = false;
      this.back += 1;
    });
    $effect.root(() => {
      $effect(() => {
        if (lost && connection.state === 'open') this.back += 1;
        lost = connection.state === 'lost';
      });
    });
  }
}

export const reach = new Reach();
