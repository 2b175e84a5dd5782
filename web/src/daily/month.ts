/** A month as a calendar shows it: its days in weeks that begin on Monday, nothing where it has none. */
export interface Month {
  first: Date;
  /** Seven days, Monday first, for their names. */
  weekdays: Date[];
  days: (string | null)[];
}

const DAY = 86_400_000;

/** The month so many before that of a day, as 2026-11-16. */
export function weeksOf(day: string, back: number): Month {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 - back];
  const first = new Date(Date.UTC(year, month, 1));
  const count = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const before = (first.getUTCDay() + 6) % 7;
  const monday = first.getTime() - before * DAY;
  return {
    first,
    weekdays: Array.from({ length: 7 }, (_, at) => new Date(monday + at * DAY)),
    days: [
      ...Array.from({ length: before }, () => null),
      ...Array.from({ length: count }, (_, at) => new Date(first.getTime() + at * DAY).toISOString().slice(0, 10)),
    ],
  };
}
