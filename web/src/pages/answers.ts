/** What the HTTP interface answers, as `server/api` defines it; `tests/web/test_answers.py` compares the fields. */
import type { Me, OpenTable, ResultSight } from '../wire/types.js';

export type Kind = Me['kind'];

export interface Brief {
  id: string;
  name: string;
  kind: Kind;
  rating: number;
}

export interface PlayerLine {
  seat: number;
  person: string | null;
  name: string;
  bot: string | null;
  total: number | null;
  place: number | null;
  won: boolean | null;
  finished: boolean | null;
  rounds: number | null;
  rounds_won: number | null;
  gangs: number | null;
  karma: number | null;
  rating_before: number | null;
  rating_after: number | null;
}

export interface MatchLine {
  id: string;
  table: string;
  number: number;
  state: 'waiting' | 'live' | 'over';
  rated: boolean;
  seats: number;
  edition: string;
  clock: string;
  started_at: number;
  ended_at: number | null;
  players: PlayerLine[];
}

export interface Rival {
  id: string;
  name: string;
  matches: number;
  ahead: number;
  behind: number;
}

export interface RatingPoint {
  at: number;
  rating: number;
}

export interface Profile {
  id: string;
  name: string;
  kind: Kind;
  karma: number;
  rating: number;
  provisional: boolean;
  since: number;
  matches: number;
  wins: number;
  left: number;
  rounds: number;
  rounds_won: number;
  points: number;
  points_per_round: number | null;
  gangs: number;
  worst_survived: number | null;
  worst_hand: string | null;
  rivals: Rival[];
  ratings: RatingPoint[];
}

export interface Leader {
  rank: number;
  id: string;
  name: string;
  rating: number;
  rated_matches: number;
}

export interface ReplayStep {
  events: Record<string, unknown>[];
  hands: (string | null)[];
  turn: number | null;
  table: string | null;
  table_kind: string | null;
  table_by: number | null;
  passed: number[];
  called: number[];
  barred: number[];
}

export interface ReplayRound {
  round: number;
  direction: 1 | -1;
  dealer: number;
  hands: string[];
  dead: string;
  steps: ReplayStep[];
  result: ResultSight;
}

export interface Replay {
  match: MatchLine;
  seed: string;
  commitment: string;
  rounds: ReplayRound[];
  winners: number[];
}

export interface TablePlace {
  table: string;
  code: string;
}

export type Setting = boolean | number | string | null;

export interface Myself {
  me: Me | null;
  settings: Record<string, Setting>;
  banned: string | null;
}

export interface BotToken {
  me: Me;
  token: string;
}

export interface Signed {
  me: Me;
}

export interface TableList {
  tables: OpenTable[];
}
