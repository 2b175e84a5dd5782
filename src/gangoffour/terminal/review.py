"""A match reviewed, in plain text: what was good, what cost points, where it turned.

The words are those of the client's review.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.padding import Padding
from rich.text import Text

from gangoffour.bots.advice.decision import Decision, Moment
from gangoffour.bots.advice.review import Review, SeatReview, TurningPoint
from gangoffour.bots.advice.review_reasons import COMPARISONS
from gangoffour.bots.advice.reviewer import review
from gangoffour.rules.actions import Action, Call, Give, Pass, Play
from gangoffour.rules.record import Record
from gangoffour.terminal.cards import chips
from gangoffour.terminal.console import Screen
from gangoffour.terminal.failure import Failure
from gangoffour.terminal.files import record_names
from gangoffour.terminal.seating import Seating
from gangoffour.terminal.usage import heading


def people_of(record: Record) -> tuple[int, ...]:
    """The seats that no bot played, as far as the record tells; all if it was bots alone."""
    seats = range(record.match.seats)
    return tuple(seat for seat in seats if f"Bot{seat}" not in record.tags) or tuple(seats)


def print_review(record: Record, seats: Iterable[int], screen: Screen) -> None:
    """Review some seats of a match and print it, saying meanwhile how far it is."""
    words = screen.words
    if not record.match.version:
        raise Failure("review_nothing")
    with screen.console.status(words("review_loading")) as status:

        def progress(done: int, rounds: int) -> None:
            status.update(words("review_progress", round=done, rounds=rounds))

        made = review(record.match, seats, progress)
    names = Seating(record_names(record, words), (), (), []).shown(words)
    for line in _Story(names, screen).of(made):
        screen.console.print(line, width=screen.width)


class _Story:
    """A review in lines of text."""

    def __init__(self, names: tuple[str, ...], screen: Screen) -> None:
        self._names = names
        self._glyphs = screen.glyphs
        self._words = screen.words
        self._dash = f" {screen.glyphs.dash} "

    def of(self, made: Review) -> Iterator[Text | Padding]:
        words = self._words
        shapes = self._glyphs.shapes
        marks = words("review_marks", green=shapes["G"], yellow=shapes["Y"], red=shapes["R"])
        foreword = f"{words('review_seen')} {words('review_unit')}\n{marks}"
        yield Padding(Text(foreword, "quiet"), (0, 1, 1, 1))
        for seat in made.seats:
            yield Padding(self._seat(seat), (0, 1))
        if not made.marked:
            yield Text(f"\n {words('review_clean')}", "good")
        for number, decisions in groupby(made.marked, key=lambda one: one.at.round):
            yield Text(f"\n {words('table_round', round=number)}", "good")
            for one in decisions:
                yield Padding(self._decision(one), (0, 1))
        if made.turning_points:
            yield Text(f"\n {words('review_turns')}", "good")
            yield Padding(Text(words("review_turns_note"), "quiet"), (0, 1))
        for point in made.turning_points:
            yield Padding(self._turning_point(point), (0, 1))

    def _seat(self, one: SeatReview) -> Text:
        words = self._words
        line = Text.assemble((self._names[one.seat], "you"))
        told = (
            words("review_tally", mistakes=one.mistakes, doubtful=one.doubtful),
            f"{heading('review_same', words)}: {one.same}/{one.decisions}",
            f"{heading('review_per_round', words)}: {words.decimal(one.cost).lstrip('+')}",
        )
        return line.append("".join(f"{self._dash}{one}" for one in told))

    def _decision(self, one: Decision) -> Text:
        words = self._words
        line = Text(f"{self._place(one.at)}{self._dash}{self._names[one.seat]}{self._dash}")
        line.append_text(self._action(one.played))
        line.append(f"  {words(f'review_{one.mark}')}", "loud" if one.mark == "mistake" else "good")
        if one.reasons[:1] != ("says_last_card",):
            line.append("  ").append_text(self._better(one.best))
        if one.for_match:
            line.append(f" {words('review_cost_match', percent=words.percent(one.cost))} ")
        else:
            points = words.decimal(one.cost).lstrip("+")
            line.append(f" {words('review_cost', points=points)} ")
        reasons = " ".join(self._reason(code) for code in one.reasons[:2])
        return line.append(reasons, "quiet")

    def _reason(self, code: str) -> str:
        return self._words(f"review_{code}" if code in COMPARISONS else f"reason_{code}")

    def _turning_point(self, point: TurningPoint) -> Text:
        change = point.after - point.before
        points = self._words.decimal(abs(change)).lstrip("+")
        key = "review_rose" if change > 0 else "review_fell"
        told = self._words(key, round=point.at.round, name=self._names[point.seat], points=points)
        return Text(f"{told}{self._dash}{self._place(point.at)}")

    def _better(self, action: Action) -> Text:
        match action:
            case Give(card):
                cards = chips([card], self._glyphs)
                return self._words.text("review_better_give", card=cards)
            case Pass():
                return Text(self._words("review_better_pass"))
        return self._words.text("review_better", play=self._action(action))

    def _action(self, action: Action) -> Text:
        match action:
            case Play(laid):
                return chips(laid.codes, self._glyphs)
            case Give(card):
                return self._words.text("do_give", cards=chips([card], self._glyphs))
            case Pass():
                return Text(self._words("do_pass"))
            case Call():
                return Text(self._words("call_quoted"))

    def _place(self, at: Moment) -> str:
        """Which move it was, counted from one; the exchange comes before all moves."""
        if at.move is None:
            return self._words("exchange_title")
        return self._words("review_move", number=at.move + 1)
