import { cardCodes, type CardCode } from '../../cards/card_code.js';
import type { Replay, ResultView } from '../../wire/types.js';

/** Three things worth telling of a match that is over; null where there is nothing to tell. */
export interface Highlights {
  gang: { seat: number; round: number; cards: CardCode[] } | null;
  deal: { seat: number; round: number; cards: CardCode[] } | null;
  /** No round where the winner was ahead from the first to the last; nothing where several have won. */
  turning: { seat: number; round: number | null } | null;
}

const place = new Map<string, number>(cardCodes.map((code, i) => [code, i]));
/** The highest cards count most by far: one dragon is worth more than two tens, and a gang more than a dragon. */
const worth = (cards: readonly string[]): number =>
  cards.reduce((sum, code) => sum + ((place.get(code) ?? 0) / cardCodes.length) ** 4, 0) + 0.8 * gangsIn(cards);

function gangsIn(cards: readonly string[]): number {
  const ranks = new Map<string, number>();
  for (const code of cards) ranks.set(code.slice(1), (ranks.get(code.slice(1)) ?? 0) + 1);
  return [...ranks].filter(([rank, count]) => count >= 4 && /^\d+$/.test(rank)).length;
}

/** From everything that was dealt and played, which is open once a match is over. */
export function highlightsOf(replay: Pick<Replay, 'rounds' | 'winners'>): Highlights {
  const gangs = replay.rounds.flatMap(({ round, steps }) =>
    steps.flatMap(({ events }) =>
      events.flatMap((fact) =>
        fact.type === 'played' && fact.kind === 'gang'
          ? [{ seat: fact.seat, round, cards: fact.cards as CardCode[] }]
          : [],
      ),
    ),
  );
  const height = ({ cards }: { cards: CardCode[] }) => cards.length * 1000 + (place.get(cards[0] ?? '') ?? 0);
  const deals = replay.rounds.flatMap(({ round, hands }) =>
    hands.map((hand, seat) => ({ seat, round, cards: hand.split(' ').filter(Boolean) as CardCode[] })),
  );
  return {
    gang: gangs.reduce<(typeof gangs)[number] | null>((a, b) => (a && height(a) >= height(b) ? a : b), null),
    deal: deals.reduce<(typeof deals)[number] | null>((a, b) => (a && worth(a.cards) >= worth(b.cards) ? a : b), null),
    turning: turningPoint(
      replay.rounds.map(({ result }) => result),
      replay.winners,
    ),
  };
}

/** The round after which the winner was ahead and stayed so. */
export function turningPoint(results: readonly ResultView[], winners: readonly number[]): Highlights['turning'] {
  const [winner] = winners;
  if (winner === undefined || winners.length > 1) return null;
  const ahead = ({ totals }: ResultView) =>
    totals.every((total, seat) => seat === winner || total > (totals[winner] ?? 0));
  const behind = results.findLastIndex((result) => !ahead(result));
  return { seat: winner, round: behind < 0 ? null : (results[behind + 1]?.round ?? null) };
}

/** The cards in the picture at the end: the specials for a win, else the match's best gang, all of it. */
export function cheerCards(won: boolean, gang: CardCode[] | null): readonly CardCode[] {
  if (won) return ['GP', 'RD', 'YP'];
  return gang?.length === 0 ? ['G10', 'Y10', 'R10'] : (gang ?? []);
}
