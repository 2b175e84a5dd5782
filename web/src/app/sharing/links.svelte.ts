import { addressOf } from '../../pocket/page_address.js';
import { pocket } from '../../pocket/pocket.svelte.js';
import { isSite } from '../../pocket/site.js';
import { connection } from '../../wire/connection.svelte.js';
import { http } from '../../wire/http.js';
import { Refused } from '../../wire/refused.js';
import type { AddressForOthers } from '../../wire/types.js';

/** Names by which a machine calls itself: on another one they mean that other one. */
const OWN_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Links to our pages for others. Whoever plays where the server runs has the page open as `localhost`, which leads
 * nobody else here: the server knows how others reach it.
 */
export class Links {
  readonly #here: string;
  #found = $state.raw<AddressForOthers | null>(null);

  constructor(page: Pick<URL, 'hostname' | 'origin'> = location) {
    this.#here = page.origin;
    if (isSite || !OWN_NAME.test(page.hostname)) return;
    void this.#ask();
    connection.on('welcome', () => void this.#ask());
    addEventListener('online', () => void this.#ask()); // in another network it has another address
  }

  async #ask(): Promise<void> {
    if (pocket.inUse) return;
    try {
      this.#found = await http<AddressForOthers>('GET', '/api/address');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** Whether this computer alone can open them. */
  get hereOnly(): boolean {
    return this.#found?.here_only ?? false;
  }

  /** Where links to our own pages may lead: what others were given, and what this page is called here. */
  get origins(): string[] {
    return this.#found?.address ? [this.#here, this.#found.address] : [this.#here];
  }

  /** A page of ours, as others find it. */
  to(path: string, search = '', hash = ''): string {
    return `${this.#found?.address ?? this.#here}${addressOf({ path, search, hash })}`;
  }
}

export const links = new Links();
