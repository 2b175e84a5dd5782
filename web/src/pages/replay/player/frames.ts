import type {
  Fact,
  ExchangeView,
  MatchView,
  MoveView,
  Public,
  Replay,
  ResultView,
  SeatView,
} from '../../../wire/types.js';

/** One moment of a replay: the facts that led to it and how things stand. */
export interface Frame {
  /** The round, from 0, and the step in it; 0 is the deal. */
  round: number;
  step: number;
  /** The trick within the round, from 1; 0 before the first card. */
  trick: number;
  facts: Fact[];
  hands: readonly (readonly string[])[];
  exchange: ExchangeView | null;
  table: Public & { match: MatchView };
}

const codes = (text: string | null): string[] => (text ? text.split(' ') : []);

/** A seat as the table's components know it. */
function seatsOf({ match }: Replay): SeatView[] {
  return match.players.map((player) => ({
    kind: player.bot ? 'bot' : 'person',
    person: player.person,
    name: player.name,
    bot: player.bot,
    stand_in: null,
    away: null,
    connected: true,
    drop_ms: null,
    ready: false,
    host: false,
    bank_ms: 0,
    cost: 'none',
    away_until: 0,
    avatar: player.avatar,
  }));
}

/** Every moment of a match, so that any of them can be shown at once. It judges nothing: the server sent each state. */
export function framesOf(replay: Replay): Frame[] {
  const seats = seatsOf(replay);
  const frames: Frame[] = [];
  const results: ResultView[] = [];
  let totals: number[] = seats.map(() => 0);
  for (const [number, round] of replay.rounds.entries()) {
    let hands: readonly (readonly string[])[] = round.hands.map(codes);
    let trick: MoveView[] = [];
    let count = 0;
    let exchange = null as ExchangeView | null;
    const last = number === replay.rounds.length - 1;
    const dealt: Fact = {
      type: 'dealt',
      round: round.round,
      direction: round.direction,
      dealer: round.dealer,
      ceremony: null,
    };
    // Cards that were exchanged are not led with yet.
    const lead = round.steps[0]?.events.find((fact) => fact.type === 'played');
    const steps = [
      {
        events: [dealt],
        hands: [],
        turn: lead?.type === 'played' ? lead.seat : null,
        table: null,
        table_kind: null,
        table_by: null,
        passed: [],
        called: [],
        barred: [],
      },
      ...round.steps,
    ];
    for (const [step, now] of steps.entries()) {
      const facts = now.events.filter((fact) => step === 0 || fact.type !== 'dealt');
      hands = hands.map((hand, seat) => (now.hands[seat] == null ? hand : codes(now.hands[seat] ?? null)));
      for (const fact of facts) {
        if (fact.type === 'played') {
          if (fact.lead) count += 1;
          trick = [
            ...(fact.lead ? [] : trick),
            { seat: fact.seat, play: fact.cards, kind: fact.kind, lead: fact.lead },
          ];
        } else if (fact.type === 'passed') trick = [...trick, { seat: fact.seat }];
        else if (fact.type === 'card_taken')
          exchange = { giver: fact.giver, taker: fact.taker, card: fact.card, back: null };
        else if (fact.type === 'card_given' && exchange) exchange = { ...exchange, back: fact.card };
      }
      const ended = step === steps.length - 1;
      if (ended) {
        results.push(round.result);
        totals = round.result.totals;
      }
      frames.push({
        round: number,
        step,
        trick: count,
        facts,
        hands,
        exchange: facts.some((fact) => fact.type === 'card_taken' || fact.type === 'card_given') ? exchange : null,
        table: {
          id: replay.match.table,
          seq: frames.length,
          options: {},
          phase: 'playing',
          seats,
          clock: null,
          between_ms: null,
          pause_asked: [],
          rematch_asked: [],
          match: {
            number: replay.match.number,
            version: frames.length,
            phase: ended && last ? 'match_over' : exchange && !exchange.back ? 'exchange' : 'play',
            round: round.round,
            turn: now.turn,
            direction: round.direction,
            dealer: round.dealer,
            ceremony: null,
            counts: hands.map((hand) => hand.length),
            table: now.table === null ? null : codes(now.table),
            table_kind: now.table_kind,
            table_by: now.table_by,
            passed: now.passed,
            called: now.called,
            barred: now.barred,
            exchange,
            trick: now.table === null ? [] : trick,
            earlier: [],
            totals,
            results: [...results],
            hands: [],
            leftover: [],
            players: [],
            winners: ended && last ? replay.winners : [],
            commitment: replay.commitment,
            seed: replay.seed,
          },
          promises: [],
          deal: null,
          purpose: null,
        },
      });
    }
  }
  return frames;
}
