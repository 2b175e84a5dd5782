"""Write what the score pad must know of the rules for its TypeScript; ``--check`` fails on drift.

Points, hands, the deck and what the editions differ in live once, in the rules library.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from gangoffour.rules.cards import CODES, DECK, RANK_OF
from gangoffour.rules.deal import HAND_SIZE
from gangoffour.rules.editions import EDITIONS, RuleSet
from gangoffour.rules.errors import REASONS
from gangoffour.rules.scoring import points_for

TARGET = Path(__file__).parents[1] / "web" / "src" / "game" / "rules.ts"
HEADER = "// Written by tools/sheet.py from the rules library: do not edit.\n"
CODES_USED = (
    *("bad_line", "bad_card_count", "no_round_winner", "two_round_winners", "unknown_seat"),
    *("barred_one_card", "tie_unsettled", "rounds_after_end", "bad_rule_value", "unknown_edition"),
)
"""What a score sheet may be refused for."""


def edition(rules: RuleSet) -> dict[str, object]:
    """What a score sheet and a deal depend on."""
    return {
        "seats": list(rules.seats),
        "target": rules.target,
        "barredExtra": rules.barred_extra,
        "loserTie": rules.loser_tie,
        "countInDirection": rules.count_in_direction,
    }


def text() -> str:
    """The whole TypeScript file."""
    editions = ",\n".join(
        f"  {name}: {json.dumps(edition(rules))}" for name, rules in EDITIONS.items()
    )
    reasons = ",\n".join(f"  {code}: {json.dumps(REASONS[code].rule)}" for code in CODES_USED)
    again = [code for code, rank in zip(CODES, RANK_OF, strict=False) if rank > 10]
    return "\n".join(
        (
            HEADER,
            "/** Cards in a hand (R4.2). */",
            f"export const HAND = {HAND_SIZE};",
            "/** Points by cards left (R6.1). */",
            f"export const POINTS: readonly number[] = "
            f"{json.dumps([points_for(left) for left in range(HAND_SIZE + 1)])};",
            "/** Every card of the deck (R1.1). */",
            f"export const DECK: readonly string[] = {json.dumps([CODES[one] for one in DECK])};",
            "/** Cards that count nobody out: cut again (R8.1). */",
            f"export const CUT_AGAIN: readonly string[] = {json.dumps(again)};",
            "",
            "export interface Edition {",
            "  readonly seats: readonly number[];",
            "  readonly target: number;",
            "  readonly barredExtra: number;",
            "  readonly loserTie: 'total' | 'highest_card';",
            "  readonly countInDirection: boolean;",
            "}",
            "/** What differs between the editions (R9). */",
            f"export const EDITIONS = {{\n{editions},\n}} "
            "as const satisfies Record<string, Edition>;",
            "export type EditionName = keyof typeof EDITIONS;",
            "/** Which rule refuses what. */",
            f"export const REASONS = {{\n{reasons},\n}} as const;",
            "",
        )
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    if parser.parse_args().check:
        if not TARGET.is_file() or TARGET.read_text() != text():
            sys.stderr.write(f"{TARGET.name} is not what the rules say: run make types\n")
            return 1
        return 0
    TARGET.write_text(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
