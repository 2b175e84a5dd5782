import { connection } from '../../wire/connection.svelte.js';
import { Refused } from '../../wire/refused.js';
import type { LobbyChange, LobbyState } from '../../wire/types.js';

/** The lobby as it is now; followed while a page shows it. */
export class FollowedLobby {
  state = $state.raw<LobbyState | null>(null);
  #stops: (() => void)[];

  constructor() {
    this.#stops = [
      connection.on('lobby', (state) => (this.state = state)),
      connection.on('lobby_change', (change) => {
        if (this.state) this.state = changed(this.state, change);
      }),
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

/** The page after a change: what is new comes first, what is not named is as it was. */
export function changed(page: LobbyState, change: LobbyChange): LobbyState {
  const gone = new Set([...change.gone, ...change.tables.map((one) => one.id)]);
  const parts = new Map(change.changed.map((one) => [one.id, one]));
  const left = new Set([...change.left, ...change.online.map((one) => one.id)]);
  const stayed = page.tables.filter((one) => !gone.has(one.id)).map((one) => ({ ...one, ...parts.get(one.id) }));
  return {
    type: 'lobby',
    tables: [...change.tables, ...stayed],
    online: [...page.online.filter((one) => !left.has(one.id)), ...change.online],
    online_count: change.online_count,
    seeking: change.seeking,
    tables_count: change.tables_count,
  };
}
