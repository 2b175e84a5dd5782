import { refusalText } from '../../../app/refusal_text.js';
import { costliestOf, reviewOf } from '../../../game/match_review.js';
import { Refused } from '../../../wire/refused.js';
import type { Fact, MarkedDecision, MatchReview, Replay, ReviewProgress } from '../../../wire/types.js';
import type { Player } from '../player/replay_player.svelte.js';
import type { Say } from './review_words.js';

/** A decision, the frame in which it was to be taken, and what was done then. */
export interface Placed extends MarkedDecision {
  at: number;
  done: Fact | undefined;
}

const isAction = ({ type }: Fact): boolean => type === 'played' || type === 'passed' || type === 'card_given';

/** A seat's expected lead, by frames. */
export interface Line {
  seat: number;
  points: { at: number; lead: number }[];
}

/** The review of the match that is shown: asked for until it is there, then laid over the replay. */
export class MatchReviewing {
  made = $state.raw<MatchReview | null>(null);
  progress = $state.raw<ReviewProgress | null>(null);
  problem = $state('');
  /** Whether the bots' seats are shown as well. */
  bots = $state(false);
  /** What cost one seat most, the worst first, where that was asked for. */
  costliest = $state.raw<readonly Placed[]>([]);
  /** Whether there is anything to choose: people as well as bots. */
  readonly mixed: boolean;
  readonly seats: readonly number[] = $derived.by(() => this.#shown());
  readonly marked: readonly Placed[] = $derived.by(() => this.#placed());
  /** The decision to be taken at this moment; if it is none that is marked, the one that led here. */
  readonly here: Placed | undefined = $derived.by(() => this.#decidedAt(0) ?? this.#decidedAt(1));
  readonly lines: readonly Line[] = $derived.by(() => this.#lines());
  readonly #player: Player;
  readonly #replay: Replay;
  readonly #begins: readonly number[];
  #stopped = false;

  constructor(player: Player, replay: Replay, say: Say) {
    this.#player = player;
    this.#replay = replay;
    this.#begins = replay.rounds.map((_, round) => player.frames.findIndex((frame) => frame.round === round));
    const people = replay.match.players.filter((one) => !one.bot).length;
    this.mixed = people > 0 && people < replay.match.seats;
    $effect(() => {
      player.marks = new Map(this.marked.map((one) => [one.at, { mark: one.mark, label: say(one.mark) }]));
    });
    $effect(() => () => {
      this.#stopped = true;
      player.marks = new Map();
    });
  }

  async ask(): Promise<void> {
    this.problem = '';
    try {
      const wanted = () => !this.#stopped && !this.made;
      this.made = (await reviewOf(this.#replay.match.id, wanted, (told) => (this.progress = told))) ?? this.made;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = refusalText(error.facts);
    }
  }

  /** The frame after an action of a round (from 1); before the first there are the deal and perhaps an exchange. */
  frameOf(round: number, move: number | null): number {
    const exchange =
      this.#replay.rounds[round - 1]?.steps[0]?.events.some((fact) => fact['type'] === 'card_taken') ?? false;
    return (this.#begins[round - 1] ?? 0) + (move === null ? 2 : 1 + (exchange ? 2 : 0) + move);
  }

  /** The marked decision before or after this moment. */
  beside(by: 1 | -1): Placed | undefined {
    const now = this.#player.at;
    return by === 1 ? this.marked.find((one) => one.at > now) : this.marked.findLast((one) => one.at < now);
  }

  go(by: 1 | -1): void {
    const found = this.beside(by);
    if (found) this.goTo(found);
  }

  goTo({ at }: Placed): void {
    this.#player.step(at - this.#player.at);
  }

  /** A seat's costliest moves come first; the worst is shown, if the replay stands at its beginning. */
  beginAtCostliest(seat: number): void {
    this.costliest = costliestOf(this.marked, seat);
    const [worst] = this.costliest;
    if (worst && this.#player.at === 0) this.goTo(worst);
  }

  #decidedAt(stepsAgo: number): Placed | undefined {
    return this.marked.find((one) => one.at === this.#player.at - stepsAgo);
  }

  #shown(): number[] {
    const all = this.made?.seats.map((one) => one.seat) ?? [];
    return this.mixed && !this.bots ? all.filter((seat) => !this.#replay.match.players[seat]?.bot) : all;
  }

  #placed(): Placed[] {
    return (this.made?.marked ?? [])
      .filter((one) => this.seats.includes(one.seat))
      .map((one) => {
        const after = this.frameOf(one.round, one.move);
        return { ...one, at: after - 1, done: this.#player.frames[after]?.facts.find(isAction) };
      });
  }

  #lines(): Line[] {
    return (this.made?.seats ?? [])
      .filter((one) => this.seats.includes(one.seat))
      .map((one) => ({
        seat: one.seat,
        points: [
          { at: 0, lead: 0 },
          ...one.outlook.map(([round, move, lead]) => ({ at: this.frameOf(round, move), lead })),
        ],
      }));
  }
}
