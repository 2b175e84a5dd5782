import { drawn, keep, kept } from '../../wire/promised_contribution.js';
import { sha256 } from '../../wire/sha256.js';
import type { Do, Public } from '../../wire/types.js';

type Ask = (ask: Do['ask']) => Promise<unknown>;

/**
 * This browser's hand in the deal: a random number, promised by its SHA-256 before the match and told once it has
 * begun. So nobody, the server least of all, can choose the cards. It is kept for a reload, and shared by all tabs.
 */
export class Contribution {
  readonly #table: string;
  readonly #ask: Ask;
  #mine = '';
  /** A promise is on its way. */
  #asked = false;
  /** A promise of this person that this browser does not know is left alone, but for the first time it is seen. */
  #settled = false;

  constructor(table: string, ask: Ask) {
    this.#table = table;
    this.#ask = ask;
  }

  /** Promises, or keeps the promise, as the table's state asks for. */
  see(now: Public, seat: number | null): void {
    if (seat === null || now.purpose) return; // deals that everybody gets are nobody's to mix
    if (now.phase === 'dealing') this.#tell(now, seat);
    else if (now.phase === 'waiting' || now.phase === 'over') this.#promise(now.promises[seat] ?? null);
    else this.#asked = false;
  }

  #promise(known: string | null): void {
    if (known === null ? this.#asked : this.#settled || this.#text(known)) {
      this.#settled = true;
      this.#asked = known === null;
      return;
    }
    this.#mine = drawn();
    this.#asked = this.#settled = true;
    keep(this.#table, this.#mine);
    this.#send({ do: 'promise', promise: sha256(this.#mine) });
  }

  #tell(now: Public, seat: number): void {
    const promised = now.deal?.promises[seat];
    const contribution = promised && !now.deal?.contributions[seat] && this.#text(promised);
    if (contribution) this.#send({ do: 'contribute', contribution });
  }

  /** What was promised, here or in another tab. */
  #text(promise: string): string | undefined {
    return [this.#mine, kept(this.#table)].find((one) => sha256(one) === promise);
  }

  #send(ask: Do['ask']): void {
    this.#ask(ask).catch(() => undefined); // too late: then the deal goes without it, for all to see
  }
}
