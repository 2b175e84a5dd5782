/** Where the others sit, seen from one seat. Seats are numbered to the right (R4.1). */
export type Place = 'near' | 'right' | 'far' | 'left';

const places: Record<number, readonly Place[]> = {
  4: ['near', 'right', 'far', 'left'],
  3: ['near', 'right', 'left'],
};

/** The place of `seat` for somebody who looks from `from`, at a table of `seats`. */
export function placeOf(seat: number, from: number, seats: number): Place {
  return places[seats]?.[(seat - from + seats) % seats] ?? 'far';
}

/** Degrees around the table, counter-clockwise from the near edge. */
export function angleOf(seat: number, from: number, seats: number): number {
  const angles: Record<Place, number> = { near: 0, right: 90, far: 180, left: 270 };
  return angles[placeOf(seat, from, seats)];
}
