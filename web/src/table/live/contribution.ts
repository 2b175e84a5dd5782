import { sha256 } from '../../game/sha256.js';
import type { Do, Public } from '../../wire/types.js';

type Ask = (ask: Do['ask']) => Promise<unknown>;

/**
 * This browser's hand in the deal: a random number, promised by its SHA-256 before the match and told once it has begun.
 * So nobody, the server least of all, can choose the cards. It is kept for a reload, and shared by all tabs.
 */
export class Contribution {
  readonly #key: string;
  readonly #ask: Ask;
  #kept = '';
  #asked = '';

  constructor(table: string, ask: Ask) {
    this.#key = `gangoffour.deal.${table}`;
    this.#ask = ask;
  }

  /** Promises, or keeps the promise, as the table's state asks for. */
  see(now: Public, seat: number | null): void {
    if (seat === null) return;
    if (now.phase === 'dealing') this.#tell(now, seat);
    else if (now.phase === 'waiting' || now.phase === 'over') this.#promise(now.promises[seat] ?? null);
  }

  #promise(known: string | null): void {
    if (known !== null && known === this.#fingerprint()) return;
    if (known === null && this.#asked === this.#kept && this.#kept) return; // on its way
    this.#kept = Array.from(crypto.getRandomValues(new Uint8Array(32)), (one) => one.toString(16).padStart(2, '0')).join('');
    this.#asked = this.#kept;
    localStorage.setItem(this.#key, this.#kept);
    this.#send({ do: 'promise', promise: sha256(this.#kept) });
  }

  #tell(now: Public, seat: number): void {
    const promised = now.deal?.promises[seat];
    if (!promised || now.deal?.contributions[seat] || this.#fingerprint() !== promised) return;
    this.#asked = '';
    this.#send({ do: 'contribute', contribution: this.#kept });
  }

  /** The SHA-256 of what is kept here, perhaps by another tab. */
  #fingerprint(): string {
    this.#kept = localStorage.getItem(this.#key) ?? this.#kept;
    return this.#kept && sha256(this.#kept);
  }

  #send(ask: Do['ask']): void {
    this.#ask(ask).catch(() => undefined); // too late: then the deal goes without it, for all to see
  }
}
