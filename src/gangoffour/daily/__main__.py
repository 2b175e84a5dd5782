"""``python -m gangoffour.daily``: the proofs, and whether a published day is as it was promised.

``identical [ROUNDS] [WORKERS]`` plays rounds in two processes, one in another order, and compares
them. ``year [DAYS] [PLAYERS] [WORKERS]`` plays days with players of levels 3 to 5. ``check FILE
[RECORD …]`` reads a closed day as ``GET /api/daily/{day}`` answers it, and records of its rounds.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from gangoffour.daily.check import check
from gangoffour.daily.identical import compare
from gangoffour.daily.year import year
from gangoffour.rules.reader import parse_record


def main(words: list[str]) -> int:
    match words:
        case ["identical", *rest]:
            found = compare(*map(int, rest or ["10000"]))
            sys.stdout.write(json.dumps(found._asdict()) + "\n")
            return 1 if found.different else 0
        case ["year", *rest]:
            days, players, workers = [*map(int, rest), *(365, 200, 2)[len(rest) :]]
            told = year(range(days), players, workers).told()
            sys.stdout.write(json.dumps(told) + "\n")
            return 0
        case ["check", file, *records]:
            day = json.loads(Path(file).read_text(encoding="utf-8"))
            texts = (Path(one).read_text(encoding="utf-8") for one in records)
            wrong, notes = check(day, [parse_record(text).match for text in texts])
            sys.stdout.write("\n".join([*notes, *wrong, ""]))
            return 1 if wrong else 0
    sys.stderr.write(__doc__ or "")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
