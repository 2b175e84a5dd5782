import type { Error as Facts } from './types.js';

/** The server said no: what it said, to be translated by its code (see `app/refusal_text.ts`). */
export class Refused extends Error {
  readonly facts: Facts;

  constructor(facts: Facts) {
    super(facts.message);
    this.name = 'Refused';
    this.facts = facts;
  }

  get code(): string {
    return this.facts.code;
  }
}

/** Something that never reached the server, in the same shape. */
export const unreachable = (): Refused =>
  new Refused({ code: 'unreachable', message: 'The server cannot be reached.', rule: null, params: {} });
