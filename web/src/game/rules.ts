// Written by tools/sheet.py from the rules library: do not edit.

/** Cards in a hand (R4.2). */
export const HAND = 16;
/** Points by cards left (R6.1). */
export const POINTS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 16, 18, 20, 33, 36, 39, 56, 60, 80];
/** Every card of the deck (R1.1). */
export const DECK: readonly string[] = ["G1", "G1", "Y1", "Y1", "R1", "R1", "M1", "G2", "G2", "Y2", "Y2", "R2", "R2", "G3", "G3", "Y3", "Y3", "R3", "R3", "G4", "G4", "Y4", "Y4", "R4", "R4", "G5", "G5", "Y5", "Y5", "R5", "R5", "G6", "G6", "Y6", "Y6", "R6", "R6", "G7", "G7", "Y7", "Y7", "R7", "R7", "G8", "G8", "Y8", "Y8", "R8", "R8", "G9", "G9", "Y9", "Y9", "R9", "R9", "G10", "G10", "Y10", "Y10", "R10", "R10", "GP", "YP", "RD"];
/** Cards that count nobody out: cut again (R8.1). */
export const CUT_AGAIN: readonly string[] = ["GP", "YP", "RD"];

export interface Edition {
  readonly seats: readonly number[];
  readonly target: number;
  readonly barredExtra: number;
  readonly loserTie: 'total' | 'highest_card';
  readonly countInDirection: boolean;
}
/** What differs between the editions (R9). */
export const EDITIONS = {
  official: {"seats": [3, 4], "target": 100, "barredExtra": 0, "loserTie": "total", "countInDirection": false},
  french: {"seats": [3, 4], "target": 100, "barredExtra": 0, "loserTie": "total", "countInDirection": false},
  german: {"seats": [3, 4], "target": 100, "barredExtra": 0, "loserTie": "total", "countInDirection": true},
  finnish: {"seats": [3, 4], "target": 100, "barredExtra": 1, "loserTie": "total", "countInDirection": false},
  riva: {"seats": [4], "target": 100, "barredExtra": 0, "loserTie": "highest_card", "countInDirection": false},
} as const satisfies Record<string, Edition>;
export type EditionName = keyof typeof EDITIONS;
/** Which rule refuses what. */
export const REASONS = {
  bad_line: "R4.2",
  bad_card_count: "R6.1",
  no_round_winner: "R4.6",
  two_round_winners: "R4.6",
  unknown_seat: "R4.1",
  barred_one_card: "R5.2",
  tie_unsettled: "R9",
  rounds_after_end: "R6.2",
  bad_rule_value: "R9",
  unknown_edition: "R9",
} as const;
