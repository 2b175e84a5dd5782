const KEY = 'gangoffour.read';
const KEPT = 30;

/** The last line of each table's chat that was read in this browser; the table that was read last comes last. */
function marks(): [string, number][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter(
      (one): one is [string, number] =>
        Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'number' && one.length === 2,
    );
  } catch {
    return [];
  }
}

/** The line up to which somebody has read a table's chat; undefined where they have not been before. */
export const readUpTo = (person: string, table: string): number | undefined =>
  marks().find(([one]) => one === `${person} ${table}`)?.[1];

/** Somebody has read a table's chat up to this line. */
export function noteRead(person: string, table: string, seq: number): void {
  const mine = `${person} ${table}`;
  const others = marks().filter(([one]) => one !== mine);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others.slice(1 - KEPT), [mine, seq]]));
  } catch {
    // no room, or none allowed: it is new again the next time
  }
}
