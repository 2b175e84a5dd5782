import { http } from '../../wire/http.js';
import { Refused } from '../../wire/refused.js';
import type { DealSetView, MyDeals, Purpose } from '../../wire/types.js';

/** One's points in the rounds of a set of deals up to now, and what all players have made of them on average. */
export interface SoFar {
  points: number;
  mean: number | null;
}

/** After the first round there is nothing to add up; another table's rounds are not this one's. */
export function soFar(mine: MyDeals | null, table: string, round: number, points: number): SoFar | null {
  const before = mine?.rounds.filter((one) => one.number < round) ?? [];
  if (mine?.table !== table || round < 2 || before.length !== round - 1) return null;
  const means = mine.rounds.filter((one) => one.number <= round).map((one) => one.mean);
  const known = means.every((mean) => mean !== null) && means.length === round;
  return {
    points: before.reduce((sum, one) => sum + one.points, points),
    mean: known ? means.reduce((sum, mean) => sum + mean, 0) : null,
  };
}

/** How one stands with a set of deals, by the server; null where it does not answer. */
export async function standing(purpose: Purpose): Promise<MyDeals | null> {
  const key = encodeURIComponent(purpose.key);
  try {
    const path = purpose.kind === 'daily' ? `/api/daily/${key}` : `/api/challenges/${key}`;
    return (await http<DealSetView>('GET', path)).mine;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return null; // it is said on the page of the deals
  }
}
