/** Tables as the server tells of them, for tests: four seats, the first one looked from. */
import type { Line } from '../../src/table/live/live_table.svelte.js';
import { LiveTable } from '../../src/table/live/live_table.svelte.js';
import type { MatchView, Own, Public, ResultView, SeatView, TableState } from '../../src/wire/types.js';

export const seat = (name: string, bot: string | null = null): SeatView => ({
  kind: bot ? 'bot' : 'person',
  person: bot ? null : name,
  name: bot ? '' : name,
  bot,
  stand_in: null,
  away: null,
  connected: true,
  drop_ms: null,
  ready: false,
  host: false,
  bank_ms: 0,
  cost: 'none',
  away_until: 0,
  avatar: '',
});

export const result = (over: Partial<ResultView> = {}): ResultView => ({
  round: 1,
  direction: 1,
  winner: 0,
  loser: 2,
  left: [0, 3, 9, 1],
  points: [0, 3, 18, 1],
  totals: [0, 3, 18, 1],
  barred: [],
  exchange: null,
  ...over,
});

export const match = (over: Partial<MatchView> = {}): MatchView => ({
  number: 1,
  version: 7,
  phase: 'play',
  round: 1,
  turn: 0,
  direction: 1,
  dealer: 3,
  ceremony: null,
  counts: [16, 16, 16, 16],
  table: null,
  table_kind: null,
  table_by: null,
  passed: [],
  called: [],
  barred: [],
  exchange: null,
  trick: [],
  earlier: [],
  totals: [0, 0, 0, 0],
  results: [],
  hands: [],
  leftover: [],
  winners: [],
  players: [],
  commitment: '',
  seed: null,
  ...over,
});

export const publicTable = (over: Partial<Public> = {}): Public => ({
  id: 't',
  seq: 1,
  options: {},
  phase: 'playing',
  seats: [seat('Ada'), seat('', 'crane'), seat('Bo'), seat('', 'crane')],
  clock: null,
  between_ms: null,
  pause_asked: [],
  rematch_asked: [],
  match: match(),
  promises: [],
  deal: null,
  purpose: null,
  ...over,
});

export const own = (over: Partial<Own> = {}): Own => ({
  seat: 0,
  hand: ['G3', 'G3', 'Y3', 'R7', 'RD'],
  plays: { single: ['G3', 'Y3', 'R7', 'RD'], pair: ['G3 G3', 'G3 Y3'], triple: ['G3 G3 Y3'] },
  may_pass: false,
  may_call: false,
  must_block: false,
  must_give: false,
  ...over,
});

/** A line that a test holds the other end of: what was asked is kept, answers are given by type. */
export class TestLine implements Line {
  readonly state = 'open' as const;
  readonly asked: { type: string }[] = [];
  readonly done: { do: string }[] = [];
  answers: Record<string, unknown> = {};
  readonly #listeners = new Map<string, (message: never) => void>();

  start(): void {
    // It is always there.
  }

  on: Line['on'] = (type, listener) => {
    this.#listeners.set(type, listener as (message: never) => void);
    return () => void this.#listeners.delete(type);
  };

  ask: Line['ask'] = (asked) => {
    this.asked.push(asked);
    return Promise.resolve(this.answers[asked.type] ?? {}) as never;
  };

  do: Line['do'] = (_table, ask) => {
    this.done.push(ask);
    return Promise.resolve({ type: 'done', id: '', seq: 1 });
  };

  tell(type: 'table' | 'update' | 'watching', message: object): void {
    this.#listeners.get(type)?.({ type, ...message } as never);
  }

  show(table: Partial<Public> = {}, mine: Partial<Own> = {}): void {
    const state: Omit<TableState, 'type'> = {
      id: 't',
      code: 'ABCDE',
      public: publicTable(table),
      own: own(mine),
      events: [],
      chat: [],
      watching: 0,
    };
    this.tell('table', state);
  }
}

/** A table that follows a test's line, and what was refused at it. */
export function tableOn(line: TestLine): { table: LiveTable; complaints: unknown[] } {
  const complaints: unknown[] = [];
  return { table: new LiveTable('t', line, (error) => complaints.push(error)), complaints };
}
