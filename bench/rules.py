"""The rules library: moves a second next to its peers, legal plays of a hand, start-up.

Random play goes through the public, checked API, with the legal plays asked for at every step.
"""

from __future__ import annotations

import random
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

from bench._measure import CONSOLE, Work, by_turns, middle, one_core, rate, show, verdict
from bench._peers import PEERS
from gangoffour import Cards, Match
from gangoffour.rules.editions import rule_set
from gangoffour.rules.plays import Situation, legal_plays

TURNS = 7
SECONDS = 1.5
STARTS = 15
HANDS = 4000
OURS = "gangoffour"


def random_match(number: int) -> int:
    """A whole match at random; how many moves it had."""
    match, rng = Match.new(seed=number), random.Random(number)
    while match.turn is not None:
        match = match.act(match.turn, rng.choice(match.view(match.turn).actions))
    return match.version


def play() -> None:
    """Moves a second, by turns with the peers."""
    contestants: dict[str, Work] = {OURS: lambda seconds: rate(random_match, seconds)}
    for peer in PEERS:
        try:
            name, work = peer()
        except ImportError as problem:
            CONSOLE.print(f"left out: {problem} (make bench installs it)")
        else:
            contestants[name] = work
    rates = by_turns(contestants, SECONDS, TURNS)
    ours = middle(rates[OURS])
    rows = [
        [
            name,
            f"{middle(some):,.0f}",
            f"{min(some):,.0f} – {max(some):,.0f}",
            f"{ours / middle(some):.2f} ×",
        ]
        for name, some in rates.items()
    ]
    title = f"Random play, moves a second (median of {TURNS} × {SECONDS} s by turns)"
    show(title, ["", "moves/s", "range", "gangoffour is"], rows)
    for name, some in rates.items():
        if name.startswith("rlcard"):
            ratio = ours / middle(some)
            CONSOLE.print(f"bar: at least 5 × rlcard doudizhu: {verdict(ratio, 5)} ({ratio:.1f} ×)")


def hands() -> None:
    """Legal plays of 16 cards that lead, each hand seen for the first time."""
    rng, rules = random.Random(16), rule_set()
    times, counts = [], []
    deck = Cards((1 << 64) - 1).codes
    legal_plays(Cards.parse(deck[:16]).word, Situation(rules))  # make the catalogue
    for _ in range(HANDS):
        word = Cards.parse(rng.sample(deck, 16)).word
        start = process_time()
        plays, _ = legal_plays(word, Situation(rules))
        times.append(1000 * (process_time() - start))
        counts.append(len(plays))
    times.sort()
    half, late = middle(times), times[int(0.99 * len(times))]
    rows = [[f"{half:.3f} ms", f"{late:.3f} ms", f"{middle(counts):.0f}", f"{max(counts)}"]]
    heads = ["median", "99% within", "plays, median", "plays, most"]
    show(f"Legal plays of a leading hand of 16 ({HANDS:,} new hands)", heads, rows)
    CONSOLE.print(f"bar: at most 0.5 ms median: {verdict(half, 0.5, at_most=True)}")


def starts() -> None:
    """The work to import the library and to begin a match, each in a new process."""
    code = (
        "from time import process_time as now; a = now(); import gangoffour; b = now(); "
        "m = gangoffour.Match.new(seed=1); m.view(m.turn); print(b - a, now() - b)"
    )
    spent: dict[str, list[float]] = {
        "import gangoffour": [],
        "first view (makes the catalogue)": [],
        "gangoffour --help, whole process": [],
    }
    for _ in range(STARTS):
        shown = child("-c", code)[0].split()
        helped = child("-c", "from gangoffour.cli import main; main()", "--help")[1]
        for some, value in zip(spent.values(), (*map(float, shown), helped), strict=True):
            some.append(value)
    rows = [
        [name, f"{middle(some):.3f} s", f"{min(some):.3f} – {max(some):.3f} s"]
        for name, some in spent.items()
    ]
    show(f"Start-up (median of {STARTS} new processes)", ["", "median", "range"], rows)
    bar = verdict(middle(spent["import gangoffour"]), 0.1, at_most=True)
    CONSOLE.print(f"bar: import in at most 0.1 s: {bar}")


def child(*arguments: str) -> tuple[str, float]:
    """A Python process of its own: what it printed, and how long it worked."""
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """All of it."""
    with one_core() as machine:
        CONSOLE.rule(f"rules: {machine}", align="left")
        play()
        hands()
        starts()
