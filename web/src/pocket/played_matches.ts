import type { Kept } from './event_store.js';

/** One action of a match, and whose. */
type Done = [seat: number, action: Record<string, unknown>];

/** A match of this device as a server takes it over (`POST /api/me/carried`). */
export interface Carried {
  options: Record<string, unknown>;
  /** Seat by seat; null for a person. */
  bots: (string | null)[];
  seed: string;
  contributions: (string | null)[];
  actions: Done[];
}

/** An event of a table, as far as it matters here. */
interface Happened {
  event: string;
  options: Record<string, unknown>;
  seat: number;
  bot: string;
  seed: string;
  promises?: (string | null)[];
  contribution: string;
  replaced?: number[];
  action: Record<string, unknown>;
}

/** The matches in a table's events, in order, but for those that were given up or never begun. */
export function matchesIn(events: Pick<Kept, 'body'>[]): Carried[] {
  const found: Carried[] = [];
  let options: Record<string, unknown> = {};
  let promises: (string | null)[] = [];
  const bots: (string | null)[] = [];
  for (const { body } of events) {
    const one = JSON.parse(body) as Happened;
    const match = found.at(-1);
    if (one.event === 'opened' || one.event === 'options_set') ({ options } = one);
    else if (one.event === 'sat' || one.event === 'seat_freed') bots[one.seat] = null;
    else if (one.event === 'bot_sat') bots[one.seat] = one.bot;
    else if (one.event === 'started') {
      promises = one.promises ?? [];
      found.push({ options, bots: [...bots], seed: one.seed, contributions: promises.map(() => null), actions: [] });
    } else if (!match) continue;
    else if (one.event === 'contributed') match.contributions[one.seat] = one.contribution;
    else if (one.event === 'shuffled')
      for (const seat of one.replaced ?? []) match.contributions[seat] = promises[seat] ?? null;
    else if (one.event === 'acted') match.actions.push([one.seat, one.action]);
    else if (one.event === 'voided') found.pop();
  }
  return found.filter((match) => match.actions.length);
}
