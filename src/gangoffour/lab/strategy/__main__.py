"""The command: plays what is missing, then writes the figures, the plots and the guide."""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
import time
from pathlib import Path

from gangoffour.lab.strategy.counting import Told
from gangoffour.lab.strategy.figures import figures
from gangoffour.lab.strategy.pictures import pictures
from gangoffour.lab.strategy.quote import guide
from gangoffour.lab.strategy.rounds import DEALS
from gangoffour.lab.strategy.work import collect, read

log = logging.getLogger(__name__)


def main() -> int:
    """Measure, and write docs/strategy/."""
    parser = argparse.ArgumentParser(description="The measurements behind the strategy guide.")
    parser.add_argument("--out", type=Path, default=Path("docs/strategy"), help="the folder")
    parser.add_argument("--rows", type=Path, required=True, help="keeps finished deals; goes on")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument(
        "--share", type=float, default=1.0, help="play only this share of the deals"
    )
    parser.add_argument("--jobs", type=int, help="processes; all cores if not given")
    parser.add_argument("--seconds", type=float, help="stop after so long; a later run goes on")
    wanted = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(name, "1")  # the processes share the cores, not their threads
    deals = {what: max(2, round(number * wanted.share)) for what, number in DEALS.items()}
    total, began, told = sum(deals.values()), time.monotonic(), 0.0
    for done in collect(deals, wanted.seed, wanted.rows, wanted.jobs):
        spent = time.monotonic() - began
        if spent - told > 5:
            log.info("%d of %d deals after %.0f s", done, total, spent)
            told = spent
        if wanted.seconds is not None and spent > wanted.seconds and done < total:
            log.info("Stopped at %d of %d deals; the same command goes on.", done, total)
            return 1
    found = figures(read(wanted.rows))
    write(wanted.out, found)
    log.info("Written to %s.", wanted.out)
    return 0


def write(folder: Path, found: Told) -> None:
    """The figures as JSON, the plots, and the English guide beside the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "figures.json").write_text(json.dumps(found, indent=1) + "\n")
    for name, drawn in pictures(found).items():
        (folder / f"{name}.svg").write_text(drawn)
    text = folder / "en.md"
    if text.exists():
        folder.with_suffix(".md").write_text(guide(text.read_text(), found))


if __name__ == "__main__":
    sys.exit(main())
