import { EDITIONS, type EditionName } from '../../game/rules.js';
import { m } from '../../paraglide/messages.js';

/** Somebody at the table: a person by name, or a bot. */
export interface Player {
  name: string;
  bot: string;
}

/** Who played round this phone last, and how. */
export interface Company {
  edition: EditionName;
  seats: number;
  players: Player[];
}

const KEY = 'gangoffour.together';
const nobody = (): Player => ({ name: '', bot: '' });

/** Who played last; nobody yet for four. */
export function lastCompany(): Company {
  const found: Company = { edition: 'official', seats: 4, players: Array.from({ length: 4 }, nobody) };
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Company> | null;
    if (stored?.edition && Object.hasOwn(EDITIONS, stored.edition)) found.edition = stored.edition;
    if (stored?.seats === 3 || stored?.seats === 4) found.seats = stored.seats;
    for (const [seat, { name, bot }] of (stored?.players ?? []).slice(0, 4).entries())
      found.players[seat] = { name: String(name), bot: String(bot) };
  } catch {
    return found; // what somebody else wrote there is no company
  }
  return found;
}

export function keepCompany(company: Company): void {
  localStorage.setItem(KEY, JSON.stringify(company));
}

/** With how many seats their edition is played. */
export const seatsAllowed = ({ edition }: Company): readonly number[] => EDITIONS[edition].seats;

export function seatsOf(company: Company): number {
  const allowed = seatsAllowed(company);
  return allowed.includes(company.seats) ? company.seats : (allowed[0] ?? 4);
}

/** Who is called nothing is called by their number. */
export const nameAt = ({ players }: Company, seat: number): string =>
  players[seat]?.name.trim() || m.pad_player({ number: seat + 1 });
