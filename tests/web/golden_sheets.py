"""Score sheets as the rules library scores them, for the client's own unit tests.

`python -m tests.web.golden_sheets` writes the file anew.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from gangoffour.rules.editions import rule_set
from gangoffour.rules.sheet import Sheet
from tests.web.test_pad_agreement import TABLES, matches, told

GOLDEN = Path(__file__).parents[2] / "web" / "tests" / "pad" / "golden_sheets.json"
EACH = 4


def sheets() -> list[dict[str, Any]]:
    """Some matches of every edition and number of players, each with its results."""
    found = []
    for edition, seats in TABLES:
        played = matches(random.Random(f"golden {edition} {seats}"), rule_set(edition), seats)
        for _, (lines, _) in zip(range(EACH), played, strict=False):
            sheet = Sheet.of(seats, rule_set(edition), lines)
            results = [{**one._asdict(), "round": one.number} for one in sheet.results]
            for one in results:
                del one["number"]
            found.append(
                {
                    "told": told(edition, seats, lines),
                    "results": results,
                    "totals": sheet.totals,
                    "winners": sheet.winners,
                }
            )
    return found


def text() -> str:
    """One sheet to a line."""
    return "[\n" + ",\n".join(json.dumps(one) for one in sheets()) + "\n]\n"


if __name__ == "__main__":
    GOLDEN.write_text(text(), encoding="utf-8")
