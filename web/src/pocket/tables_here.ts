/** The matches of this device as one of its pages was last told of them: what a page of the server knows. */
const KEY = 'gangoffour.here';

/** A match as a list shows it (the wire's `MatchLine`). */
interface Listed {
  table: string;
}

/** Other pages under this address may write there, too. */
function isListed(kept: unknown): kept is Listed {
  const { table, players } = (kept ?? {}) as Record<string, unknown>;
  return typeof table === 'string' && Array.isArray(players) && players.every((one) => typeof one === 'object' && one);
}

export function listedHere<Line extends Listed>(): Line[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (Array.isArray(kept)) return kept.filter(isListed) as Line[];
  } catch {
    // below
  }
  return []; // what somebody else wrote there is no list
}

export function keepListed(lines: Listed[]): void {
  localStorage.setItem(KEY, JSON.stringify(lines));
}

/** Whether a page shows a match of this device: its table, or the match once it is over. */
export function showsOneHere(path: string): boolean {
  const [, table = ''] = /^\/(?:table\/(\w+)|match\/(\w+)-\d+)\/?$/.exec(path)?.filter(Boolean) ?? [];
  return table !== '' && listedHere().some((one) => one.table === table);
}
