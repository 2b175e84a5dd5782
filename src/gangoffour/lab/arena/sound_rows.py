"""Whether a kept deal can be what was played: a file may have been damaged or changed by hand.

What is looked at is what the report is made of: that every number is one, that it is within what
the deal can give, and that a bot's figures are those of the tables it sat at.
"""

from __future__ import annotations

import math
from typing import Any, Final

from gangoffour.lab.arena.deal import BUCKETS_PER_DECADE
from gangoffour.lab.arena.work import Work
from gangoffour.rules.scoring import points_for

MOST: Final = 10**9
"""No count of one deal is larger."""
COUNTS: Final = ("seat_rounds", "points", "rounds", "first_out", "matches", "decisions")
LATER_COUNTS: Final = ("asked", "barred")
"""Not told by older versions."""
AMOUNTS: Final = ("ranks", "wins", "seconds")
BY_NAME: Final = ("times", "faults")
NEAR: Final = 0.001
"""Sums are rounded as they are kept."""


def is_sound(row: Any, work: Work, most_deals: int) -> bool:
    """Whether a line's content can be a finished deal of this work."""
    deal, bots, tables = row.get("deal"), row.get("bots"), row.get("tables")
    if type(deal) is not int or not 0 <= deal < most_deals:
        return False
    if not _is_list(bots, len(work.bots)) or not _is_list(tables, len(work.seatings)):
        return False
    return (
        all(_is_table(table, work) for table in tables)
        and all(_is_bot(bot) for bot in bots)
        and _agree(bots, work)
        and all(_sat_there(bots[one], one, tables, work) for one in range(len(bots)))
    )


def _is_list(value: Any, size: int) -> bool:
    return isinstance(value, list) and len(value) == size


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST


def _is_amount(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and abs(value) <= MOST


def _most_points(work: Work) -> int:
    """What one round may cost a seat (R6.1, R9)."""
    return points_for(16) + work.rules.barred_extra


def _is_table(table: Any, work: Work) -> bool:
    """A payoff and points for each seat, the one from the others' points."""
    if not _is_list(table, work.seats):
        return False
    if not all(_is_list(seat, 2) and all(map(_is_amount, seat)) for seat in table):
        return False
    points, seats = [seat[1] for seat in table], work.seats
    if not all(0 <= one <= _most_points(work) for one in points):
        return False
    paid = [(sum(points) - one) / (seats - 1) - one for one in points]
    return all(abs(seat[0] - one) < NEAR for seat, one in zip(table, paid, strict=True))


def _is_bot(bot: Any) -> bool:
    """Every figure of a bot is there, and a number that it can be."""
    if not isinstance(bot, dict) or not _is_amount(bot.get("payoff")):
        return False
    counts = [bot.get(name) for name in COUNTS] + [bot.get(name, 0) for name in LATER_COUNTS]
    if not all(map(_is_count, counts)):
        return False
    if not all(_is_amount(bot.get(name)) and bot[name] >= 0 for name in AMOUNTS):
        return False
    named = [bot.get(name) for name in BY_NAME]
    if not all(isinstance(one, dict) and all(map(_is_count, one.values())) for one in named):
        return False
    return _is_timed(bot) and bot["decisions"] <= bot.get("asked", MOST)


def _is_timed(bot: dict[str, Any]) -> bool:
    """As many times as decisions, which make its seconds together."""
    times = bot["times"]
    if not all(key.isascii() and key.isdecimal() and len(key) < 4 for key in times):
        return False
    least = sum(n * _seconds(int(key) - 0.5) for key, n in times.items() if int(key))
    most = sum(n * _seconds(int(key) + 0.5) for key, n in times.items())
    if sum(times.values()) != bot["decisions"]:
        return False
    return bool(least - NEAR <= bot["seconds"] <= most + NEAR)


def _seconds(bucket: float) -> float:
    return float(10 ** (bucket / BUCKETS_PER_DECADE) / 1e6)


def _agree(bots: list[dict[str, Any]], work: Work) -> bool:
    """All seats are somebody's, one goes out first, and what one is paid others pay."""
    all_of = {name: sum(bot[name] for bot in bots) for name in ("seat_rounds", "payoff", "ranks")}
    rounds, left = divmod(all_of["seat_rounds"], work.seats)
    fewest = len(work.seatings)
    return bool(
        left == 0
        and (rounds >= fewest if work.matches else rounds == fewest)
        and sum(bot["first_out"] for bot in bots) == rounds
        and abs(all_of["payoff"]) < NEAR * rounds
        and abs(all_of["ranks"] - rounds * work.seats * (work.seats + 1) / 2) < NEAR
    )


def _sat_there(bot: dict[str, Any], number: int, tables: list[Any], work: Work) -> bool:
    """Whether a bot's figures are those of its seats."""
    sat = [
        (table[seat], at)
        for at, (table, seating) in enumerate(zip(tables, work.seatings, strict=True))
        for seat in range(work.seats)
        if seating[seat] == number
    ]
    at_tables = len({at for _, at in sat})
    if work.matches:
        return _of_matches(bot, at_tables, work)
    return bool(
        bot["seat_rounds"] == len(sat)
        and bot["rounds"] == at_tables
        and bot["first_out"] <= at_tables
        and bot.get("barred", 0) <= len(sat)
        and bot["matches"] == bot["wins"] == 0
        and abs(bot["payoff"] - sum(seat[0] for seat, _ in sat)) < NEAR
        and abs(bot["points"] - sum(seat[1] for seat, _ in sat)) < NEAR
    )


def _of_matches(bot: dict[str, Any], played: int, work: Work) -> bool:
    """Within what so many matches can give, of which only each seat's means are kept."""
    rounds, seats = bot["rounds"], bot["seat_rounds"]
    most = seats * _most_points(work)
    return bool(
        played == bot["matches"] <= rounds <= seats <= rounds * work.seats
        and bot["first_out"] <= rounds
        and bot.get("barred", 0) <= seats <= bot["ranks"] + NEAR
        and bot["wins"] <= played + NEAR
        and abs(bot["payoff"]) <= most >= bot["points"]
    )
