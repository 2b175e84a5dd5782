"""``python -m tests.chaos.arena [RUNS]``: the arena ends, every time, with programs as bots.

Each run is a process of its own, as from a shell, with two processes that each start the program.
A run that has not ended after a minute is a hang: its stacks are printed, and it counts.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

RUNS: Final = 500
PATIENCE_S: Final = 60.0
TOLD: Final = 10
"""After so many runs it says how far it is."""
PROGRAM: Final = """\
import json
import sys

for line in sys.stdin:
    view = json.loads(line)["view"]
    if view["phase"] == "exchange":
        answer = {"give": view["hand"][0]}
    elif view["plays"]:
        play = view["plays"][0]
        answer = {"play": play, "call": len(view["hand"]) - len(play) == 1}
    else:
        answer = {"pass": True}
    print(json.dumps(answer), flush=True)
"""
ARENA: Final = (
    "import faulthandler, signal; faulthandler.register(signal.SIGUSR1, all_threads=True);"
    "from gangoffour.cli import main; main()"
)


def ends(folder: Path, seed: int, deals: int = 2) -> str:
    """How one run ended: empty if well."""
    (folder / "program.py").write_text(PROGRAM)
    bot = f"cmd:{sys.executable} {folder / 'program.py'}"
    words = ["arena", bot, "random", "--deals", str(deals), "--jobs", "2", "--seed", str(seed)]
    run = subprocess.Popen(
        [sys.executable, "-c", ARENA, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        told, _ = run.communicate(timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        os.kill(run.pid, signal.SIGUSR1)
        os.killpg(run.pid, signal.SIGKILL)
        return f"run {seed} hangs\n{run.communicate()[0]}"
    fine = run.returncode == 0 and "payoff" in told
    return "" if fine else f"run {seed} ended with {run.returncode}\n{told}"


def main() -> int:
    """So many runs in a row; 1 if any of them did not end as it should."""
    faulthandler.enable()
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        for done, seed in enumerate(range(first, first + wanted), 1):
            trouble = ends(Path(name), seed)
            bad += bool(trouble)
            sys.stdout.write(trouble)
            if trouble or done % TOLD == 0:
                sys.stdout.write(f"{done} of {wanted} runs have ended, {bad} of them badly\n")
                sys.stdout.flush()
    sys.stdout.write(f"{wanted} runs, {bad} of them did not end as they should\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
