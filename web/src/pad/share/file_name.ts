/** A file's name with the day of the match. */
export const fileName = (begun: number, ending: string): string =>
  `gang-of-four-${new Date(begun).toISOString().slice(0, 10)}.${ending}`;
