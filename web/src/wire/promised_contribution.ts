const key = 'gangoffour.deals';
/** How many tables' promises are kept: nobody has more of them open. */
const KEPT = 20;

/** What this browser adds to a deal: 32 random bytes, as hexadecimal digits. */
export function drawn(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (one) => one.toString(16).padStart(2, '0')).join('');
}

function all(): [table: string, contribution: string][] {
  return JSON.parse(localStorage.getItem(key) ?? '[]');
}

/** Keeps what was promised for a table's deal: for its page, for a reload, for all tabs. */
export function keep(table: string, contribution: string): void {
  const others = all().filter(([one]) => one !== table);
  localStorage.setItem(key, JSON.stringify([...others, [table, contribution]].slice(-KEPT)));
}

/** What this browser last promised for a table's deal. */
export function kept(table: string): string {
  return all().find(([one]) => one === table)?.[1] ?? '';
}
