"""The arena: bots against each other on duplicate deals, resumable, on all cores or a cluster.

>>> report = run(["greedy", "random"], deals=3, seed=1, lineup="1v3", jobs=1)
>>> report.deals, report.rounds, report.standings[0].bot
(3, 12, 'greedy')

With several processes the call needs its guard, for each of them reads the script again::

    if __name__ == "__main__":
        report = run(["mybot.py:MyBot", "greedy"], deals=200)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import chdir, closing
from functools import partial
from pathlib import Path

from gangoffour.bots import Careful
from gangoffour.bots.outside.program import SECONDS_PER_MOVE
from gangoffour.bots.outside.slow_bots import PATIENCE_S
from gangoffour.lab.arena.cores import leave_if_read_again, on_these_cores, on_this_core
from gangoffour.lab.arena.deal import LONG, Complaint, Row
from gangoffour.lab.arena.players import load_player
from gangoffour.lab.arena.printed import printed_aside
from gangoffour.lab.arena.ratings import check_ratings
from gangoffour.lab.arena.ray import on_cluster
from gangoffour.lab.arena.records import prepare, write_key
from gangoffour.lab.arena.report import Report, report
from gangoffour.lab.arena.resume import Kept, KeptPlace
from gangoffour.lab.arena.seating import seatings
from gangoffour.lab.arena.work import MOST_DEALS, Work
from gangoffour.lab.errors import LabError
from gangoffour.rules.editions import print_rules, rule_set
from gangoffour.rules.errors import whole

Progress = Callable[[int, int], None]
"""Told how many deals are done and how many there are."""
Complain = Callable[[str], None]
"""Told in a sentence when a bot does something wrong for the first time."""

MOST_SECONDS = 3600.0


def run(
    bots: Sequence[str],
    *,
    deals: int,
    seed: int = 0,
    seats: int = 4,
    lineup: str = "1v3",
    matches: bool = False,
    edition: str = "official",
    changes: dict[str, object] | None = None,
    seconds: float = SECONDS_PER_MOVE,
    strict: bool = False,
    jobs: int | None = None,
    resume: Path | str | None = None,
    ray: str | None = None,
    records: Path | str | None = None,
    blind: bool = False,
    progress: Progress | None = None,
    complain: Complain | None = None,
) -> Report:
    """Play ``deals`` deals with every seating of the line-up and report.

    The same arguments give the same figures, but for times and bots that think by the clock. With
    ``resume``, finished deals are kept in a file of JSON lines and not played again. ``complain``
    is told a bot's first fault of each kind, the report counts all, and ``strict`` stops at the
    first. A program may take so many ``seconds`` for a move. Every match goes to the folder
    ``records``, new or of the run that goes on; ``blind``, who played is written beside it.
    """
    leave_if_read_again(alone=jobs == 1 or ray is not None)
    _require_numbers(deals, jobs, seconds)
    names = _required_names(bots, lineup)
    _require_seats(seats, edition, changes or {})
    work = Work(
        bots=names,
        seatings=seatings(lineup, len(names), seats),
        seed=seed,
        seats=seats,
        matches=matches,
        edition=edition,
        changes=tuple(sorted((changes or {}).items())),
        seconds=seconds,
        patience=PATIENCE_S,
        records="" if records is None else str(_required_name(records).absolute()),
        blind=blind,
    )
    place = None if resume is None else KeptPlace(work, lineup, _required_name(resume))
    _require_possible(work, lineup, place)
    watcher = _Watcher(deals, progress, complain, strict)
    rows = _finished(work, deals, place, watcher, partial(_played, jobs=jobs, ray=ray))
    return report(work, lineup, rows)


def _finished(
    work: Work,
    deals: int,
    place: KeptPlace | None,
    watcher: _Watcher,
    play: Callable[..., Generator[Row, None, None]],
) -> list[Row]:
    """All deals, those among them that an earlier run has left; who played is written by then."""
    with chdir(os.curdir), closing(Kept(place)) as kept:  # a bot may go elsewhere
        finished = {row["deal"] for row in kept.rows}
        todo = [deal for deal in range(deals) if deal not in finished]
        watcher.see_done(deals - len(todo))
        with closing(play(work, todo, complain=watcher.see_fault)) as played:
            for done, row in enumerate(played, deals - len(todo) + 1):
                kept.keep(row)
                watcher.see_done(done)
    write_key(work, deals)
    return [row for row in kept.rows if row["deal"] < deals]


def _require_numbers(deals: int, jobs: int | None, seconds: float) -> None:
    for name, value in (("deals", deals), ("jobs", 1 if jobs is None else jobs)):
        number = whole(value)
        if type(number) is not int or not 1 <= number <= MOST_DEALS:
            given = repr(number)
            raise LabError("bad_number", name=name, least=1, most=MOST_DEALS, given=given)
    if not 0 < seconds <= MOST_SECONDS:
        raise LabError("bad_time", most=MOST_SECONDS, given=seconds)


def _required_name(place: Path | str) -> Path:
    """A place that was named: the empty name would be the folder one is in."""
    if place == "":
        raise LabError("no_place", path="", problem="a name is needed")
    return Path(place)


def _require_seats(seats: int, edition: str, changes: dict[str, object]) -> None:
    rules = rule_set(edition, **changes)
    if seats not in rules.seats:
        changed = rules.seats != rule_set(edition).seats
        named = f"The rule set {print_rules(rules)}" if changed else f"The edition {edition}"
        raise LabError("wrong_seats", lineup=named, seats=seats)


def _required_names(bots: object, lineup: str) -> tuple[str, ...]:
    """The bots, each named by a text; one text alone is no list of them."""
    if isinstance(bots, str) or not isinstance(bots, Iterable):
        raise LabError("wrong_bots", lineup=lineup, needed="a list of", given=repr(bots))
    names = tuple(bots)
    for one in names:
        if not isinstance(one, str):
            needed = "the names of its"
            raise LabError("wrong_bots", lineup=lineup, needed=needed, given=repr(one))
    return names


def _require_possible(work: Work, lineup: str, place: KeptPlace | None) -> None:
    """Refuse at once, in one sentence, who cannot be rated, who cannot play or what cannot be
    written, in this order: a folder is made only for those who can."""
    if lineup == "round_robin":
        check_ratings()
    for name in dict.fromkeys(work.bots):
        with printed_aside(), chdir(os.curdir):
            Careful(load_player(name, work.seconds), name).close()
    if work.records:
        prepare(Path(work.records), begun=place is not None and place.has_begun())


class _Watcher:
    """Passes on how many deals are done, and each bot's first fault of a kind."""

    def __init__(
        self, deals: int, progress: Progress | None, complain: Complain | None, strict: bool
    ) -> None:
        self._deals = deals
        self._progress = progress
        self._complain = complain
        self._strict = strict
        self._told: set[tuple[str, str]] = set()

    def see_done(self, done: int) -> None:
        if self._progress is not None:
            self._progress(done, self._deals)

    def see_fault(self, complaint: Complaint) -> None:
        bot, code, sentence = complaint
        if code == LONG:  # no fault, and said as often as it is told
            if self._complain is not None:
                self._complain(sentence)
            return
        if self._strict:
            raise LabError("strict", sentence=sentence)
        if self._complain is not None and (bot, code) not in self._told:
            self._complain(sentence)
        self._told.add((bot, code))


def _played(
    work: Work,
    todo: list[int],
    jobs: int | None,
    ray: str | None,
    complain: Callable[[Complaint], None],
) -> Generator[Row, None, None]:
    if ray is not None:
        return on_cluster(ray, work, todo, complain)
    jobs = min(jobs or os.cpu_count() or 1, max(1, len(todo)))
    if jobs == 1:
        return on_this_core(work, todo, complain)
    return on_these_cores(work, todo, jobs, complain)
