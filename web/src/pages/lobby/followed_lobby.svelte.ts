import { connection } from '../../wire/connection.svelte.js';
import { Refused } from '../../wire/refused.js';
import type { LobbyState } from '../../wire/types.js';

/** The lobby as it is now; followed while a page shows it. */
export class FollowedLobby {
  state = $state.raw<LobbyState | null>(null);
  #stops: (() => void)[];

  constructor() {
    this.#stops = [
      connection.on('lobby', (state) => (this.state = state)),
      connection.on('welcome', () => this.#ask(true)),
    ];
    if (connection.state === 'open') this.#ask(true);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    if (connection.state === 'open') this.#ask(false);
  }

  #ask(on: boolean): void {
    connection.ask({ type: 'lobby', on }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
  }
}
