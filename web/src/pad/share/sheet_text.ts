/** A match as a table for other programs, and as plain text. */
import { editionName } from '../../options/options.js';
import { m } from '../../paraglide/messages.js';
import { score, type Told } from '../scoring/scoring.js';
import { wonBy } from '../scoring/sheet_words.js';
import { wayWord } from '../../game/direction.js';

/** One field of a CSV file (RFC 4180). A name that a spreadsheet would run as a formula is kept from it. */
function field(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rounds down; for each player cards left, points and total. */
export function csvOf(told: Told): string {
  const { results } = score(told);
  const head = [m.round_word(), m.way_label(), m.sheet_won(), m.sheet_lost(), m.seat_barred()];
  const columns = told.names.flatMap((name) =>
    [m.pad_col_left(), m.pad_col_points(), m.sheet_total()].map((what) => m.labelled({ label: name, value: what })),
  );
  const rows = results.map((result) => [
    result.round,
    wayWord(result.direction),
    told.names[result.winner] ?? '',
    told.names[result.loser] ?? '',
    result.barred.map((seat) => told.names[seat]).join(' '),
    ...told.names.flatMap((_, seat) => [result.left[seat] ?? 0, result.points[seat] ?? 0, result.totals[seat] ?? 0]),
  ]);
  return [[...head, ...columns], ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** Points by round in columns, the totals below, and who won. */
export function textOf(told: Told): string {
  const { results, totals, winners } = score(told);
  const arrow = (direction: number) => (direction === 1 ? '↺' : '↻');
  const rows = [
    ['', ...told.names],
    ...results.map((result) => [
      `${result.round} ${arrow(result.direction)}`,
      ...result.points.map(
        (points, seat) => `${seat === result.winner ? '★ ' : ''}${points}${result.barred.includes(seat) ? ' !' : ''}`,
      ),
    ]),
    [m.sheet_total(), ...totals.map(String)],
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  const end = winners.length ? ['', `${wonBy(winners, told.names, totals)}.`] : [];
  return [`Gang of Four · ${editionName(told.edition)}`, '', ...lines, ...end, ''].join('\n');
}
