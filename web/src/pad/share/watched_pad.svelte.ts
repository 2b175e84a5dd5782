import { http } from '../../wire/http.js';
import { Refused } from '../../wire/refused.js';
import type { LivePad, PadSheet } from '../../wire/types.js';
import type { Told } from '../scoring/scoring.js';

const POLL_MS = 4_000;

/** A sheet from the server; what it leaves out is empty. */
const toldBy = (sheet: PadSheet): Told => ({
  edition: sheet.edition,
  names: sheet.names,
  lines: sheet.lines.map(({ left, barred = [], highest = [] }) => ({ left, barred, highest })),
});

/** Follows a shared pad by asking again every few seconds, while somebody looks. */
export class WatchedPad {
  told = $state.raw<Told | null>(null);
  /** Why there is nothing to see. */
  refused = $state.raw<Refused | null>(null);
  lost = $state(false);
  /** When the server was last heard. */
  heard = $state(0);
  #revision = -1;

  constructor(readonly code: string) {}

  /** Begins to follow; returns how to stop. */
  follow(): () => void {
    const ask = () => {
      if (!document.hidden) void this.#ask();
    };
    ask();
    const timer = setInterval(ask, POLL_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }

  async #ask(): Promise<void> {
    try {
      const pad = await http<LivePad>('GET', `/api/pads/${encodeURIComponent(this.code)}`);
      if (pad.revision !== this.#revision) this.told = toldBy(pad.sheet);
      this.#revision = pad.revision;
      this.heard = Date.now();
      this.lost = false;
      this.refused = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === 'unknown_pad' || !this.told) this.refused = error;
      else this.lost = true;
    }
  }
}
