import { toasts } from '../../app/toasts.svelte.js';
import { http } from '../../wire/http.js';
import { Refused } from '../../wire/refused.js';
import type { PadPlace, PadSheet, PadUpdate } from '../../wire/types.js';
import { pads } from '../storage/pads.svelte.js';
import type { Pad } from '../storage/pad_format.js';

const RETRY_MS = 8_000;

const sheetOf = (pad: Pad): PadSheet => ({
  edition: pad.edition,
  names: [...pad.names],
  lines: pad.lines.map((line) => ({ left: [...line.left], barred: [...line.barred], highest: [...line.highest] })),
});

/** Keeps a shared pad up to date on the server, now or as soon as there is a network. */
class Sharing {
  #busy = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener('online', () => this.send(pads.open));
  }

  /** Makes a link. */
  async begin(pad: Pad): Promise<void> {
    try {
      const sent = pad.changes;
      const place = await http<PadPlace>('POST', '/api/pads', sheetOf(pad));
      pads.shared(pad, { code: place.code, secret: place.secret, sent });
      this.send(pad);
    } catch (error) {
      toasts.refuse(error);
    }
  }

  /** Takes the link back; it leads nowhere from then on. */
  async end(pad: Pad): Promise<void> {
    if (!pad.share) return;
    try {
      await http('POST', `/api/pads/${pad.share.code}/end`, { secret: pad.share.secret });
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'unknown_pad') return toasts.refuse(error);
    }
    pads.shared(pad, null);
  }

  /** Sends what the server does not have yet. */
  send(pad: Pad | undefined): void {
    if (!pad?.share || pad.share.sent === pad.changes || this.#busy) return;
    this.#busy = true;
    clearTimeout(this.#timer);
    void this.#send(pad, pad.share.code, pad.share.secret).then((again) => {
      this.#busy = false;
      const next = () => this.send(pad.share ? pad : pads.open); // its link may have gone on to a rematch
      if (again > 0) this.#timer = setTimeout(next, again);
      else next();
    });
  }

  /** In how many milliseconds to try again; 0 if it worked. */
  async #send(pad: Pad, code: string, secret: string): Promise<number> {
    const revision = pad.changes;
    try {
      await http('PUT', `/api/pads/${code}`, { secret, revision, sheet: sheetOf(pad) } satisfies PadUpdate);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === 'pad_outdated') pads.overtake(pad, Number(error.facts.params['revision'] ?? 0));
      else if (error.code === 'unknown_pad' || error.code === 'wrong_pad_secret') {
        pads.shared(pad, null);
        toasts.refuse(error);
      } else return RETRY_MS;
      return 0;
    }
    // Meanwhile it may be taken back, or have gone on to a rematch.
    if (pad.share?.code === code) pads.shared(pad, { code, secret, sent: revision });
    return 0;
  }
}

export const sharing = new Sharing();
