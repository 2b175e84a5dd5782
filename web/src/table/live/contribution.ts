import { sha256 } from '../../game/sha256.js';
import type { Do, Public } from '../../wire/types.js';

type Ask = (ask: Do['ask']) => Promise<unknown>;

/**
 * This browser's hand in the deal: a random number, promised by its SHA-256 before the match and told once it has
 * begun. So nobody, the server least of all, can choose the cards. It is kept for a reload, and shared by all tabs.
 */
export class Contribution {
  readonly #key: string;
  readonly #ask: Ask;
  #mine = '';
  /** A promise is on its way. */
  #asked = false;
  /** A promise of this person that this browser does not know is left alone, but for the first time it is seen. */
  #settled = false;

  constructor(table: string, ask: Ask) {
    this.#key = `gangoffour.deal.${table}`;
    this.#ask = ask;
  }

  /** Promises, or keeps the promise, as the table's state asks for. */
  see(now: Public, seat: number | null): void {
    if (seat === null) return;
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
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    this.#mine = Array.from(bytes, (one) => one.toString(16).padStart(2, '0')).join('');
    this.#asked = this.#settled = true;
    localStorage.setItem(this.#key, this.#mine);
    this.#send({ do: 'promise', promise: sha256(this.#mine) });
  }

  #tell(now: Public, seat: number): void {
    const promised = now.deal?.promises[seat];
    const contribution = promised && !now.deal?.contributions[seat] && this.#text(promised);
    if (contribution) this.#send({ do: 'contribute', contribution });
  }

  /** What was promised, here or in another tab. */
  #text(promise: string): string | undefined {
    return [this.#mine, localStorage.getItem(this.#key) ?? ''].find((one) => sha256(one) === promise);
  }

  #send(ask: Do['ask']): void {
    this.#ask(ask).catch(() => undefined); // too late: then the deal goes without it, for all to see
  }
}
