// Written by tools/typescript.py from the Python messages: do not edit.

export interface PlayedFact {
  type: "played";
  seat: number;
  cards: string[];
  kind: string;
  call: boolean;
  lead: boolean;
}

export interface PassedFact {
  type: "passed";
  seat: number;
}

/** `Last card!` said after the play (R5.1). */
export interface CalledFact {
  type: "called";
  seat: number;
}

/** Silent about the last card, and out of the round (R5.2). */
export interface BarredFact {
  type: "barred";
  seat: number;
}

export interface TrickTakenFact {
  type: "trick_taken";
  seat: number;
  leader: number;
}

/** A new line of the score sheet (R6). */
export interface RoundEndedFact {
  type: "round_ended";
  round: number;
  direction: -1 | 1;
  winner: number;
  loser: number;
  left: number[];
  points: number[];
  totals: number[];
  barred: number[];
}

export interface CeremonyView {
  cutter: number;
  shown: string[];
  first: number;
}

export interface DealtFact {
  type: "dealt";
  round: number;
  direction: -1 | 1;
  dealer: number;
  ceremony: CeremonyView | null;
}

/** The loser's highest card has gone to the winner (R7.1). */
export interface CardTakenFact {
  type: "card_taken";
  giver: number;
  taker: number;
  card: string;
}

/** The winner has given a card back (R7.1). */
export interface CardGivenFact {
  type: "card_given";
  seat: number;
  to: number;
  card: string;
}

export interface MatchEndedFact {
  type: "match_ended";
  winners: number[];
  totals: number[];
}

export interface OpenedFact {
  type: "opened";
}

export interface OptionsSetFact {
  type: "options_set";
}

export interface HostChangedFact {
  type: "host_changed";
}

export interface SatFact {
  type: "sat";
  seat: number;
  name: string;
}

export interface BotSatFact {
  type: "bot_sat";
  seat: number;
  bot: string;
}

/** Somebody has left; or the host has sent them away, `by_host`. */
export interface SeatFreedFact {
  type: "seat_freed";
  seat: number;
  by_host: boolean;
}

/** The table is rated no more, and why. */
export interface MadeCasualFact {
  type: "made_casual";
  reason: "same_address";
}

/** Somebody will have a hand in the next deal. */
export interface PromisedFact {
  type: "promised";
  seat: number;
}

export interface StartedFact {
  type: "started";
  match: number;
}

/** The match is no more, and counts for nobody. */
export interface VoidedFact {
  type: "voided";
  reason: "everybody_left" | "given_up" | "nobody_came_back";
}

export interface ContributedFact {
  type: "contributed";
  seat: number;
}

/** The cards are dealt from everybody's contributions; some came too late. */
export interface ShuffledFact {
  type: "shuffled";
  replaced: number[];
}

export interface ReadiedFact {
  type: "readied";
  seat: number;
}

export interface RoundBeganFact {
  type: "round_began";
}

export interface PauseAskedFact {
  type: "pause_asked";
  seat: number;
}

export interface PausedFact {
  type: "paused";
}

export interface ResumedFact {
  type: "resumed";
  seat: number;
}

/** A seated person's last connection is gone. */
export interface DroppedFact {
  type: "dropped";
  seat: number;
}

export interface BackFact {
  type: "back";
  seat: number;
}

export interface StoodInFact {
  type: "stood_in";
  seat: number;
  bot: string;
  reason: "connection" | "left" | "time";
}

export interface TookBackFact {
  type: "took_back";
  seat: number;
}

/** Away until then (ms since 1970), or back (0). */
export interface SteppedAwayFact {
  type: "stepped_away";
  seat: number;
  until: number;
}

export interface RematchAskedFact {
  type: "rematch_asked";
  seat: number;
}

export interface SaidFact {
  type: "said";
  person: string;
  name: string;
  text: string;
}

export interface PhrasedFact {
  type: "phrased";
  person: string;
  name: string;
  phrase: string;
}

export interface RecoveredFact {
  type: "recovered";
}

/** Take a seat, any free one if none is named; takes one's own seat back from a stand-in. */
export interface Sit {
  do: "sit";
  seat?: number | null;
}

/** Leave the table. In a running match a bot stands in at once; if nobody else sits there, the */
export interface Leave {
  do: "leave";
}

/** End a match against bots only, for good: it counts for nothing. */
export interface GiveUp {
  do: "give_up";
}

/** The host puts a bot into a free seat, or another bot in place of one. */
export interface SetBot {
  do: "set_bot";
  seat: number;
  bot: string;
}

/** The host empties a seat before the match. */
export interface Unseat {
  do: "unseat";
  seat: number;
}

/** All host options with sensible defaults; `rules` holds custom fields by name (R9). */
export interface Options {
  seats?: 3 | 4;
  edition?: string;
  rules?: Record<string, boolean | number | string | null>;
  target?: number;
  last_card?: "automatic" | "call";
  chinese_deal?: boolean;
  clock?: "blitz" | "days" | "none" | "normal" | "relaxed";
  days?: number;
  rated?: boolean;
  minimum_karma?: number;
  spectators?: boolean;
  chat?: "all" | "none" | "phrases";
  look_back?: boolean;
  private?: boolean;
  name?: string;
}

/** The host changes the options before the match. */
export interface SetOptions {
  do: "set_options";
  options: Options;
}

/** Be the host before a match, in place of one who has been away for a minute. */
export interface TakeHost {
  do: "take_host";
}

/** Promise a contribution to the next deal by its SHA-256; whoever does is waited for. */
export interface Promise {
  do: "promise";
  promise: string;
}

/** Say what was promised, now that the match begins. */
export interface Contribute {
  do: "contribute";
  contribution: string;
}

/** The host starts the match; all seats must be taken. */
export interface Start {
  do: "start";
}

/** Lay a combination, perhaps calling the last card with it. */
export interface Play {
  do: "play";
  cards: string[];
  version: number;
  call?: boolean;
}

export interface Pass {
  do: "pass";
  version: number;
}

/** Say "Last card!" after the play. */
export interface Call {
  do: "call";
}

/** Give a card back in the exchange. */
export interface Give {
  do: "give";
  card: string;
  version: number;
}

/** Ready for the next round; before a rated match: agreed to be rated. */
export interface Ready {
  do: "ready";
}

/** Ask for a pause, or agree to one: it begins when all people at the table have. */
export interface Pause {
  do: "pause";
}

/** End the pause, or withdraw the wish for one. */
export interface Resume {
  do: "resume";
}

/** Ask for another match, or agree to it: it begins once all have and no seat is free. */
export interface Rematch {
  do: "rematch";
}

/** Table chat: free text. */
export interface Say {
  do: "say";
  text: string;
}

/** Table chat: a quick phrase, shown to every reader in their language. */
export interface Phrase {
  do: "phrase";
  phrase: string;
}

/** Follow a table, from one's seat or as a spectator. `seq` is the last one known, if any. */
export interface Watch {
  type: "watch";
  id: string;
  table: string;
  seq?: number;
  screen?: boolean;
}

/** The cards of a deal are on the screen: bots may begin. */
export interface Seen {
  type: "seen";
  id: string;
  table: string;
  match: number;
  round: number;
}

export interface Unwatch {
  type: "unwatch";
  id: string;
  table: string;
}

/** Ask something of a table. Sending the same `id` again applies it once. */
export interface Do {
  type: "do";
  id: string;
  table: string;
  ask: PersonAsk;
}

/** What would these cards be, and why may they not be played now? */
export interface Check {
  type: "check";
  id: string;
  table: string;
  cards: string[];
}

/** How could my hand be laid out in combinations? */
export interface Arrange {
  type: "arrange";
  id: string;
  table: string;
}

/** Ask for a hint; never on rated tables. */
export interface Hint {
  type: "hint";
  id: string;
  table: string;
}

/** Follow the lobby, or stop following it. */
export interface Lobby {
  type: "lobby";
  id: string;
  on: boolean;
}

/** Look for people to play with; bots fill the empty seats after `wait_s` seconds. */
export interface Quick {
  type: "quick";
  id: string;
  seats?: 3 | 4;
  wait_s?: 0 | 10 | 30 | 60 | 120;
  level?: 1 | 2 | 3 | 4 | 5 | 6;
  promise?: string | null;
}

export interface QuickStop {
  type: "quick_stop";
  id: string;
}

/** Whether the page is on a screen: who is looking is not nudged. At first it is. */
export interface Looking {
  type: "looking";
  id: string;
  on: boolean;
}

export interface Ping {
  type: "ping";
  id: string;
}

/** The person this connection belongs to. */
export interface Me {
  id: string;
  name: string;
  kind: "account" | "bot" | "guest";
  karma: number;
  rating: number;
  avatar: string;
}

/** The first message of a connection. */
export interface Welcome {
  type: "welcome";
  me: Me;
  version: string;
  ping_s: number;
  several: boolean;
}

/** What was asked with this id has happened and is stored. */
export interface Done {
  type: "done";
  id: string;
  seq: number | null;
}

/** A refusal: a stable code to translate by, a sentence, the rule, what to fill in. */
export interface Error {
  code: string;
  message: string;
  rule: string | null;
  params: Record<string, unknown>;
}

/** What was asked with this id was refused; nothing has changed. */
export interface Refused {
  type: "refused";
  id: string;
  error: Error;
}

/** A seat as everybody sees it. */
export interface SeatView {
  kind: "bot" | "empty" | "person";
  person: string | null;
  name: string;
  bot: string | null;
  stand_in: string | null;
  away: string | null;
  connected: boolean;
  drop_ms: number | null;
  ready: boolean;
  host: boolean;
  bank_ms: number;
  cost: "left" | "no_gain" | "none" | "spared";
  away_until: number;
  avatar: string;
}

/** What the player to move has left, at the moment of sending. */
export interface ClockView {
  seat: number;
  move_ms: number;
  bank_ms: number;
  running: boolean;
}

export interface ExchangeView {
  giver: number;
  taker: number;
  card: string;
  back: string | null;
}

/** One public action of the round: a play, a pass, or a call made after a play. */
export interface MoveView {
  seat: number;
  play?: string[] | null;
  kind?: string | null;
  call?: boolean;
  lead?: boolean;
}

/** A line of the score sheet. */
export interface ResultView {
  round: number;
  direction: -1 | 1;
  winner: number;
  loser: number;
  left: number[];
  points: number[];
  totals: number[];
  barred: number[];
  exchange: ExchangeView | null;
}

/** The match as everybody sees it (R4.7). */
export interface MatchView {
  number: number;
  version: number;
  phase: "exchange" | "match_over" | "play";
  round: number;
  turn: number | null;
  direction: -1 | 1;
  dealer: number;
  ceremony: CeremonyView | null;
  counts: number[];
  table: string[] | null;
  table_kind: string | null;
  table_by: number | null;
  passed: number[];
  called: number[];
  barred: number[];
  exchange: ExchangeView | null;
  trick: MoveView[];
  earlier: MoveView[][];
  totals: number[];
  results: ResultView[];
  hands: string[][];
  leftover: string[][];
  winners: number[];
  commitment: string;
  seed: string | null;
  players: SeatView[];
}

/** What the deals of a match come from, if people have a hand in them; seat by seat. */
export interface DealView {
  commitment: string;
  promises: (string | null)[];
  contributions: (string | null)[];
  replaced: number[];
  seed: string | null;
}

/** What a table is for that the server opened: its deals are given, the same for everybody. */
export interface Purpose {
  kind: "challenge" | "daily";
  key: string;
  matches: number;
}

/** A table as everybody sees it. */
export interface Public {
  id: string;
  seq: number;
  options: Options;
  phase: "between" | "dealing" | "over" | "paused" | "playing" | "waiting";
  seats: SeatView[];
  clock: ClockView | null;
  between_ms: number | null;
  pause_asked: number[];
  rematch_asked: number[];
  match: MatchView | null;
  promises: (string | null)[];
  deal: DealView | null;
  purpose: Purpose | null;
}

/** What only the seat itself sees: its hand and what it may do now. */
export interface Own {
  seat: number;
  hand: string[];
  plays: Record<string, string[]>;
  may_pass: boolean;
  may_call: boolean;
  must_block: boolean;
  must_give: boolean;
}

/** A fact with the number of the event that it belongs to. */
export interface Happening {
  seq: number;
  what: Fact;
}

/** One line of the table's chat. */
export interface Saying {
  seq: number;
  person: string;
  name: string;
  text: string | null;
  phrase: string | null;
}

/** The whole state of a table, as this connection may see it. Replaces whatever it knew. */
export interface TableState {
  type: "table";
  id: string;
  code: string;
  public: Public;
  own: Own | null;
  events: Happening[];
  chat: Saying[];
  watching: number;
}

export interface MatchViewChange {
  number?: number;
  version?: number;
  phase?: "exchange" | "match_over" | "play";
  round?: number;
  turn?: number | null;
  direction?: -1 | 1;
  dealer?: number;
  ceremony?: CeremonyView | null;
  counts?: number[];
  table?: string[] | null;
  table_kind?: string | null;
  table_by?: number | null;
  passed?: number[];
  called?: number[];
  barred?: number[];
  exchange?: ExchangeView | null;
  trick?: MoveView[];
  earlier?: MoveView[][];
  totals?: number[];
  results?: ResultView[];
  hands?: string[][];
  leftover?: string[][];
  winners?: number[];
  commitment?: string;
  seed?: string | null;
  players?: SeatView[];
}

export interface PublicChange {
  id?: string;
  seq?: number;
  options?: Options;
  phase?: "between" | "dealing" | "over" | "paused" | "playing" | "waiting";
  seats?: SeatView[];
  clock?: ClockView | null;
  between_ms?: number | null;
  pause_asked?: number[];
  rematch_asked?: number[];
  match?: MatchViewChange | null;
  promises?: (string | null)[];
  deal?: DealView | null;
  purpose?: Purpose | null;
}

/** Something happened at a table: the facts to show, then what has changed of the state. */
export interface Update {
  type: "update";
  table: string;
  seq: number;
  events: Happening[];
  public: PublicChange;
  own?: Own | null;
}

/** So many people watch a table now: somebody has come or gone. */
export interface Watching {
  type: "watching";
  table: string;
  watching: number;
}

/** The answer to `check`: the kind of combination, if any, and what stands against it. */
export interface Checked {
  type: "checked";
  id: string;
  kind: string | null;
  error: Error | null;
}

/** The answer to `arrange`: every card once, the strongest combinations first. */
export interface Arranged {
  type: "arranged";
  id: string;
  groups: string[][];
}

/** One advised action: its cards (empty for a pass), expected points, and reasons as codes. */
export interface HintPlay {
  action: Record<string, unknown>;
  points: number;
  reasons: string[];
}

export interface Hinted {
  type: "hinted";
  id: string;
  plays: HintPlay[];
}

/** A table in the lobby. */
export interface OpenTable {
  id: string;
  code: string;
  options: Options;
  phase: string;
  names: string[];
  bots: (string | null)[];
  free: number;
  watching: number;
  avatars: string[];
  round: number | null;
  totals: number[];
}

export interface OnlinePerson {
  id: string;
  name: string;
  kind: "account" | "bot" | "guest";
  rating: number;
  table: string | null;
  avatar: string;
}

/** The lobby: a page of open tables and of who is online. Changes follow as they happen. */
export interface LobbyState {
  type: "lobby";
  tables: OpenTable[];
  online: OnlinePerson[];
  online_count: number;
  seeking: number;
  tables_count: number;
}

/** What has changed of a table on the lobby's page; what is not there is as it was. */
export interface TableChange {
  id: string;
  phase?: string;
  names?: string[];
  bots?: (string | null)[];
  free?: number;
  watching?: number;
  avatars?: string[];
  round?: number | null;
  totals?: number[];
}

/** What has changed on the lobby's page: what is new on it, what has changed, what is gone. */
export interface LobbyChange {
  type: "lobby_change";
  tables: OpenTable[];
  changed: TableChange[];
  gone: string[];
  online: OnlinePerson[];
  left: string[];
  online_count: number;
  seeking: number;
  tables_count: number;
}

/** The quick match is found: go to this table. */
export interface Matched {
  type: "matched";
  table: string;
}

/** A table that this connection does not watch waits for this person. */
export interface YourTurn {
  type: "your_turn";
  table: string;
}

export interface Pong {
  type: "pong";
  id: string;
}

/** One seat of a match; its score so far, the other figures once it is over. */
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
  avatar: string;
}

/** A match and who plays it. */
export interface MatchLine {
  id: string;
  table: string;
  number: number;
  state: "live" | "over" | "waiting";
  due_at: number | null;
  round: number | null;
  rated: boolean;
  seats: number;
  edition: string;
  clock: string;
  started_at: number;
  ended_at: number | null;
  players: PlayerLine[];
  carried: boolean;
}

/** One action: what happened, and how things stand after it. */
export interface ReplayStep {
  events: Fact[];
  hands: (string | null)[];
  turn: number | null;
  table: string | null;
  table_kind: string | null;
  table_by: number | null;
  passed: number[];
  called: number[];
  barred: number[];
}

/** One round: the cards as dealt, then every action; the exchange is a step as well. */
export interface ReplayRound {
  round: number;
  direction: -1 | 1;
  dealer: number;
  hands: string[];
  dead: string;
  steps: ReplayStep[];
  result: ResultView;
}

/** A whole match, to be stepped through from any seat. */
export interface Replay {
  match: MatchLine;
  seed: string;
  commitment: string;
  rounds: ReplayRound[];
  winners: number[];
  deal: DealView | null;
}

/** One seat in figures. */
export interface ReviewedSeat {
  seat: number;
  decisions: number;
  same: number;
  doubtful: number;
  mistakes: number;
  cost: number;
  outlook: ([number, number | null, number])[];
}

/** A decision that was not good: what was done, what was better and why, what it cost. */
export interface MarkedDecision {
  round: number;
  move: number | null;
  seat: number;
  played: Record<string, unknown>;
  best: Record<string, unknown>;
  best_kind: string | null;
  cost: number;
  for_match: boolean;
  mark: "doubtful" | "mistake";
  reasons: string[];
}

/** Where a seat's outlook changed most. */
export interface TurningView {
  round: number;
  move: number | null;
  seat: number;
  before: number;
  after: number;
}

/** A match as the network sees it, every seat judged by what it could see. */
export interface MatchReview {
  rounds: number;
  seats: ReviewedSeat[];
  marked: MarkedDecision[];
  turning_points: TurningView[];
}

/** The review is being made: ask again in a second. */
export interface ReviewProgress {
  done: number;
  rounds: number | null;
}

/** Whether a seat would be rated, and if not, why not. */
export interface SeatStake {
  why_not: "bot" | "empty" | "guest" | null;
  rating: number | null;
}

/** What is at stake at a table, for everybody and for who asks. */
export interface Stakes {
  why_not: "casual" | "few_accounts" | "same_address" | null;
  seats: SeatStake[];
  karma: number;
  karma_left: number;
  karma_finished: number;
  leaving: "first" | "later" | "rated" | "unplayed";
}

/** Somebody's matches together with one other person. */
export interface Rival {
  id: string;
  name: string;
  matches: number;
  ahead: number;
  behind: number;
  avatar: string;
}

/** The rating after a match. */
export interface RatingPoint {
  at: number;
  rating: number;
}

/** Somebody, with the figures of their finished matches. */
export interface Profile {
  id: string;
  name: string;
  kind: "account" | "bot" | "guest";
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
  avatar: string;
}

/** A line of the leaderboard. */
export interface Leader {
  rank: number;
  id: string;
  name: string;
  rating: number;
  rated_matches: number;
  avatar: string;
}

export interface Leaderboard {
  leaders: Leader[];
}

/** Who the caller is; `me` is nothing before they have come in. */
export interface Myself {
  me: Me | null;
  settings: Record<string, boolean | number | number | string | null>;
  banned: string | null;
}

/** Matches that wait for the caller, then live ones, then those over. */
export interface MatchList {
  matches: MatchLine[];
}

/** Where a match that was taken over is. */
export interface CarriedPlace {
  table: string;
  match: string;
  over: boolean;
}

/** One event of a table, as it is stored. */
export interface Logged {
  seq: number;
  at: number;
  body: string;
}

/** What happened at a table until its match was given up. */
export interface TableLog {
  events: Logged[];
}

/** Somebody, in a list. */
export interface Brief {
  id: string;
  name: string;
  kind: "account" | "bot" | "guest";
  rating: number;
  avatar: string;
}

export interface PeopleList {
  people: Brief[];
}

/** A bot account and its token, which is shown this once. */
export interface BotToken {
  me: Me;
  token: string;
}

/** Who the caller is from now on; the session comes as a cookie. */
export interface Signed {
  me: Me;
}

/** Who the caller is from now on, and the way back without a password, shown this once. */
export interface Registered {
  me: Me;
  recovery_codes: string[];
}

/** How often something came, how often chance lets it come, and how far off that usually is. */
export interface Counted {
  value: number;
  count: number;
  expected: number;
  deviation: number;
}

/** One thing that was counted: gangs in a hand, who got the dragon, who got M1. */
export interface Figure {
  what: "dragon" | "gangs" | "m1";
  tries: number;
  rows: Counted[];
}

/** This server's deals against chance. */
export interface Deals {
  matches: number;
  rounds: number;
  figures: Figure[];
}

/** What the caller chose, and what there is to choose. */
export interface NudgeChoices {
  kinds: ("answer" | "challenge" | "daily" | "turn")[];
  offered: ("answer" | "challenge" | "daily" | "turn")[];
  quiet_from: number | null;
  quiet_to: number | null;
  daily_hour: number;
  zone: string;
  language: string;
  push_key: string;
  devices: number;
  mail: boolean;
  email: string | null;
  confirmed: boolean;
}

/** What somebody has planned: cards, or a pass if there are none. */
export interface Plan {
  cards: string[];
  until: "trick" | "turn";
  kind: string | null;
}

/** What the caller has planned at a table, if anything; nobody else hears of it. */
export interface PlanAnswer {
  plan: Plan | null;
}

/** Whether somebody is away, and how long they may still be this year. */
export interface Vacation {
  until: number | null;
  days_a_year: number;
  days_left: number;
}

/** What to change; what is left out stays. */
export interface NudgeBody {
  kinds?: ("answer" | "challenge" | "daily" | "turn")[];
  quiet_from?: number | null;
  quiet_to?: number | null;
  daily_hour?: number;
  zone?: string;
  language?: string;
}

/** A session as its person sees it. */
export interface Listed {
  id: string;
  device: string | null;
  created_at: number;
  seen_at: number;
  this: boolean;
}

/** This session first, then those used last. */
export interface SessionList {
  sessions: Listed[];
}

export interface CodesLeft {
  left: number;
}

/** New recovery codes, which are shown this once. */
export interface RecoveryCodes {
  codes: string[];
}

/** What the host chooses; everything has a sensible default. */
export interface TableBody {
  options?: Options;
}

/** Where a table is: its id for links, its code to read out. */
export interface TablePlace {
  table: string;
  code: string;
}

/** A table whose code somebody has. */
export interface TableFound {
  table: string;
  code: string;
  running: boolean;
  seat: boolean;
  shown: OpenTable | null;
  host: number | null;
}

/** One of somebody's rounds that is over. */
export interface DealtRound {
  number: number;
  match: string;
  points: number;
  cost: number | null;
  mean: number | null;
}

/** How far the caller is with a set of deals, by the attempt that counts. */
export interface MyDeals {
  table: string;
  rounds: DealtRound[];
  through: boolean;
  counts: boolean;
  points: number;
  cost: number | null;
  rank: number | null;
  percentile: number | null;
}

/** Somebody who is through, in a ranking. */
export interface DealScore {
  rank: number | null;
  person: string;
  name: string;
  avatar: string;
  points: number;
  cost: number;
  rounds: DealtRound[];
}

/** A set of deals: a day's, or a challenge's. */
export interface DealSetView {
  id: string;
  kind: "challenge" | "daily";
  opens_at: number;
  closes_at: number;
  now: number;
  rounds: number;
  bot: string;
  label: string;
  commitment: string;
  weights: string;
  secret: string | null;
  seeds: string[];
  played: number;
  mine: MyDeals | null;
  ranking: DealScore[];
  guests: DealScore[];
  maker: DealScore | null;
  made_by: string | null;
  by_me: boolean;
  known_to_me: boolean;
}

/** A day of the caller's calendar. */
export interface DealtDay {
  day: string;
  played: number;
  counts: boolean;
  points: number;
  cost: number | null;
}

/** The caller's days, the latest first, and how many in a row. */
export interface MyDays {
  today: string;
  streak: number;
  free_miss: boolean;
  played_today: boolean;
  days: DealtDay[];
}

/** A level of the ladder: matches alone against three bots of it. */
export interface LadderRung {
  level: number;
  matches: number;
  wins: number;
  medal: "bronze" | "gold" | "silver" | null;
  open: number;
}

/** A medal to try for next, and at which level. */
export interface LadderStep {
  level: number;
  medal: "bronze" | "gold" | "silver";
}

/** The caller's ladder, the weakest bots first. */
export interface MyLadder {
  rungs: LadderRung[];
  next: LadderStep | null;
}

/** A challenge that the caller has made or taken up, while it is open. */
export interface OpenChallenge {
  id: string;
  made_by: string | null;
  by_me: boolean;
  closes_at: number;
  mine: number | null;
  played: number;
}

/** The caller's open challenges, the latest first. */
export interface MyChallenges {
  now: number;
  rounds: number;
  challenges: OpenChallenge[];
}

/** A challenge by its id, for a link. */
export interface ChallengePlace {
  challenge: string;
}

/** The table at which somebody plays deals that are the same for everybody. */
export interface DealsPlace {
  table: string;
  code: string;
  counts: boolean;
}

export interface TableList {
  tables: OpenTable[];
}

/** A round, by seat: cards left, who was barred, who of the tied holds the highest card (R9). */
export interface PadLine {
  left: number[];
  barred?: number[];
  highest?: number[];
}

/** A match as told by its players; names go round the table counter-clockwise (R4.1). */
export interface PadSheet {
  edition: string;
  names: string[];
  lines: PadLine[];
}

/** A shared pad as everybody may read it. */
export interface LivePad {
  code: string;
  revision: number;
  changed_at: number;
  sheet: PadSheet;
}

/** Where a shared pad is, and the secret to change it with, which is told this once. */
export interface PadPlace {
  code: string;
  secret: string;
  revision: number;
}

/** The whole pad anew; `revision` is higher than any before. */
export interface PadUpdate {
  secret: string;
  revision: number;
  sheet: PadSheet;
}

/** No `address`: nobody but this machine reaches the server (`here_only`), or that is not */
export interface AddressForOthers {
  address: string | null;
  here_only: boolean;
}

/** A bot that can be put into a seat by its `name`; `code` to translate its description. */
export interface BotLine {
  name: string;
  level: number;
  title: string;
  code: string;
  description: string;
}

export interface BotList {
  bots: BotLine[];
}

/** A named edition and its rules (R9). */
export interface EditionLine {
  name: string;
  rules: Record<string, boolean | number | string | number[] | null>;
}

export interface EditionList {
  editions: EditionLine[];
}

/** A lesson of the course: its steps by name, and the rules to read about it. */
export interface LessonInfo {
  name: string;
  steps: string[];
  rules: string[];
}

export interface LessonList {
  lessons: LessonInfo[];
}

/** What is said to the last action: `code` and `cards` to word it, or the refusal. */
export interface LessonReaction {
  kind: "illegal" | "remark" | "right" | "wrong";
  code: string;
  cards: string[];
  error: Error | null;
}

/** One moment of the table as the learner may see it, and what led to it. */
export interface Frame {
  seq: number;
  events: Happening[];
  public: Public;
  own: Own;
}

/** Where a lesson stands, as the learner's seat may see it. */
export interface LessonView {
  step: number;
  ask: string | null;
  reaction: LessonReaction | null;
  frames: Frame[];
  done: boolean;
  won: boolean | null;
}

/** What some cards are, and what stands against playing them. */
export interface LessonChecked {
  kind: string | null;
  error: Error | null;
}

export interface LessonHint {
  plays: HintPlay[];
}

/** A board in the list. */
export interface BoardLine {
  id: string;
  name: string;
  threads: number;
  bumped_at: number | null;
}

export interface BoardList {
  boards: BoardLine[];
}

/** What somebody may do at a board. */
export interface Place {
  board: string;
  name: string;
  reads: boolean;
  writes: boolean;
  hosts: boolean;
}

/** Who wrote it. */
export interface Author {
  id: string;
  name: string;
  avatar: string;
}

/** A thread in a list. */
export interface ThreadLine {
  id: string;
  board: string;
  language: string;
  title: string;
  author: Author | null;
  created_at: number;
  bumped_at: number;
  answers: number;
  closed: boolean;
  pinned: boolean;
  hidden: boolean;
  unread: number | null;
}

/** A page of threads, and what the reader may do at their board. */
export interface ThreadList {
  place: Place;
  threads: ThreadLine[];
  more: boolean;
}

export interface FollowedList {
  threads: ThreadLine[];
}

/** A new thread and its first post, in one language; plain text. */
export interface ThreadBody {
  title: string;
  text: string;
  language: string;
  id?: string | null;
}

/** An answer in plain text. */
export interface PostBody {
  text: string;
  id?: string | null;
}

/** A post that a search has found. */
export interface Found {
  thread: ThreadLine;
  number: number;
  excerpt: string;
}

export interface SearchResult {
  found: Found[];
}

/** What somebody wrote: plain text, never markup. */
export interface Post {
  id: string;
  number: number;
  author: Author | null;
  text: string;
  state: "gone" | "hidden" | "muted" | "shown";
  created_at: number;
  edited_at: number | null;
  editable: boolean;
}

/** A thread with some of its posts, and what the reader may do there. */
export interface Thread {
  thread: ThreadLine;
  place: Place;
  posts: Post[];
  more: boolean;
}

/** A club as everybody may see it who has its address. */
export interface ClubCard {
  id: string;
  name: string;
  about: string;
  entry: "approval" | "link";
  open_board: boolean;
  members: number;
  role: "asked" | "banned" | "host" | "member" | "owner" | null;
}

/** One's own clubs first, then those one may ask to join. */
export interface ClubList {
  clubs: ClubCard[];
}

/** Somebody in a club; the ladder is these by rating. */
export interface ClubMember {
  id: string;
  name: string;
  avatar: string;
  role: "asked" | "banned" | "host" | "member" | "owner";
  since: number;
  rating: number;
  rated_matches: number;
}

/** How the members compare on a day's deals: today's once the reader is through with them, */
export interface ClubDaily {
  day: string;
  ranking: DealScore[];
}

/** A club as its reader may see it. */
export interface ClubPage {
  club: ClubCard;
  members: ClubMember[];
  link: string;
  tables: OpenTable[];
  daily: ClubDaily | null;
}

/** A complaint about a post of a club's board, as its hosts read it. */
export interface ClubReport {
  id: string;
  post: string;
  thread: string;
  number: number;
  about: string;
  reason: string;
  evidence: string;
  at: number;
}

export interface ClubReports {
  reports: ClubReport[];
}

/** What an owner decides. */
export interface ClubBody {
  name: string;
  about?: string;
  entry?: "approval" | "link";
  open_board?: boolean;
}

export interface Joined {
  role: "asked" | "banned" | "host" | "member" | "owner";
}

export interface ClubPlace {
  id: string;
}

export interface ClubLink {
  link: string;
}

/** Where a post stands. */
export interface PostPlace {
  thread: string;
  post: string;
  number: number;
}

export type Fact = PlayedFact | PassedFact | CalledFact | BarredFact | TrickTakenFact | RoundEndedFact | DealtFact | CardTakenFact | CardGivenFact | MatchEndedFact | OpenedFact | OptionsSetFact | HostChangedFact | SatFact | BotSatFact | SeatFreedFact | MadeCasualFact | PromisedFact | StartedFact | VoidedFact | ContributedFact | ShuffledFact | ReadiedFact | RoundBeganFact | PauseAskedFact | PausedFact | ResumedFact | DroppedFact | BackFact | StoodInFact | TookBackFact | SteppedAwayFact | RematchAskedFact | SaidFact | PhrasedFact | RecoveredFact;

export type PersonAsk = Sit | Leave | GiveUp | SetBot | Unseat | SetOptions | TakeHost | Promise | Contribute | Start | Play | Pass | Call | Give | Ready | Pause | Resume | Rematch | Say | Phrase;

export type FromClient = Watch | Seen | Unwatch | Do | Check | Arrange | Hint | Lobby | Quick | QuickStop | Looking | Ping;

export type FromServer = Welcome | Done | Refused | TableState | Update | Watching | Checked | Arranged | Hinted | LobbyState | LobbyChange | Matched | YourTurn | Pong;

export const PHRASES = ["hello", "good_luck", "well_played", "nice_gang", "thanks", "sorry", "oops", "wow", "hurry", "one_moment", "good_game", "bye"] as const;
export const AVATARS = ["cat", "panda", "fox", "owl", "frog", "rabbit", "bear", "monkey", "koi", "turtle", "pig", "mouse", "penguin", "octopus", "teapot", "moon"] as const;
export const EXHIBITION = "exhibition";
export const EXHIBITION_PLAYERS = ["tiger", "sparrow", "crane", "lantern"] as const;

/** The editions by name, rule by rule. */
export const EDITIONS = {
  official: {"duty_to_block": true, "gang_must_block": false, "opening_limit": 5, "barred_extra": 0, "loser_tie": "total", "last_card": "call", "passed_may_return": true, "target": 100, "seats": [3, 4], "chinese_deal": false, "count_in_direction": false},
  french: {"duty_to_block": true, "gang_must_block": false, "opening_limit": null, "barred_extra": 0, "loser_tie": "total", "last_card": "call", "passed_may_return": true, "target": 100, "seats": [3, 4], "chinese_deal": false, "count_in_direction": false},
  german: {"duty_to_block": true, "gang_must_block": true, "opening_limit": null, "barred_extra": 0, "loser_tie": "total", "last_card": "call", "passed_may_return": true, "target": 100, "seats": [3, 4], "chinese_deal": false, "count_in_direction": true},
  finnish: {"duty_to_block": true, "gang_must_block": false, "opening_limit": null, "barred_extra": 1, "loser_tie": "total", "last_card": "call", "passed_may_return": true, "target": 100, "seats": [3, 4], "chinese_deal": false, "count_in_direction": false},
  riva: {"duty_to_block": false, "gang_must_block": false, "opening_limit": null, "barred_extra": 0, "loser_tie": "highest_card", "last_card": "call", "passed_may_return": true, "target": 100, "seats": [4], "chinese_deal": false, "count_in_direction": false},
} as const;
