"""A match reviewed, in plain text: what was good, what cost points, where it turned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.padding import Padding
from rich.text import Text

from gangoffour.bots.advice.decision import COMPARISONS, Decision, Moment
from gangoffour.bots.advice.reasons import REASONS
from gangoffour.bots.advice.review import Review, SeatReview, TurningPoint, review
from gangoffour.rules.actions import Action, Call, Give, Pass, Play
from gangoffour.rules.record import Record
from gangoffour.terminal.cards import chips
from gangoffour.terminal.console import Screen
from gangoffour.terminal.failure import Failure
from gangoffour.terminal.files import record_names

SENTENCES = {**REASONS, **COMPARISONS}
FOREWORD = (
    "Each decision is judged by what the player could see, never by hidden cards. Costs are "
    "expected points in the first round, and hundredths of the chance to win the match from then "
    "on: a good play may still lose, and a bad one win."
)


def people_of(record: Record) -> tuple[int, ...]:
    """The seats that no bot played, as far as the record tells; all if it was bots alone."""
    seats = range(record.match.seats)
    return tuple(seat for seat in seats if f"Bot{seat}" not in record.tags) or tuple(seats)


def print_review(record: Record, seats: Iterable[int], screen: Screen) -> None:
    """Review some seats of a match and print it, saying meanwhile how far it is."""
    if not record.match.version:
        raise Failure("Nothing has been played in this match: there is nothing to review.")
    with screen.console.status("Looking at the match …") as status:

        def progress(done: int, rounds: int) -> None:
            status.update(f"Looking at the match … {done} of {rounds} rounds")

        made = review(record.match, seats, progress)
    story = _Story(record_names(record), screen)
    for line in story.of(made):
        screen.console.print(line, width=screen.width)


class _Story:
    """A review in lines of text."""

    def __init__(self, names: tuple[str, ...], screen: Screen) -> None:
        self._names = names
        self._glyphs = screen.glyphs

    def of(self, made: Review) -> Iterator[Text | Padding]:
        yield Padding(Text(FOREWORD, "quiet"), (0, 1, 1, 1))
        for seat in made.seats:
            yield Padding(self._seat(seat, made.rounds), (0, 1))
        for number, decisions in groupby(made.marked, key=lambda one: one.at.round):
            yield Text(f"\n Round {number}", "good")
            for one in decisions:
                yield Padding(self._decision(one), (0, 1))
        if made.turning_points:
            yield Text("\n Where the match turned", "good")
        for point in made.turning_points:
            yield Padding(self._turning_point(point), (0, 1))

    def _seat(self, one: SeatReview, rounds: int) -> Text:
        line = Text.assemble((self._names[one.seat], "you"))
        line.append(f": {_count(one.decisions, 'decision')} in {_count(rounds, 'round')}, ")
        line.append(f"{one.same} as the network would. {one.doubtful} doubtful, ")
        line.append(f"{_count(one.mistakes, 'mistake')}; cost {one.cost:.1f} a round.")
        return line

    def _decision(self, one: Decision) -> Text:
        line = Text(f"{_place(one.at)}{self._names[one.seat]}: ")
        line.append_text(self._action(one.played))
        line.append(f"  {one.mark}", "loud" if one.mark == "mistake" else "good")
        unit = "% of the match" if one.for_match else " points"
        if one.reasons[:1] == ("says_last_card",):
            line.append(f'  "Last card!" was not said (R5.2): about {one.cost:.1f}{unit}.')
            return line
        line.append("  Better: ").append_text(self._action(one.best))
        line.append(f", about {one.cost:.1f}{unit}. ")
        return line.append(" ".join(SENTENCES[code] for code in one.reasons[:2]), "quiet")

    def _turning_point(self, point: TurningPoint) -> Text:
        change = point.after - point.before
        moved = "rose" if change > 0 else "fell"
        return Text(
            f"Round {point.at.round}, after {_place(point.at).strip(' .') or 'the exchange'}: "
            f"what {self._names[point.seat]} could expect {moved} by {abs(change):.1f} points, "
            f"from {point.before:+.1f} to {point.after:+.1f}."
        )

    def _action(self, action: Action) -> Text:
        match action:
            case Play(laid):
                return chips(laid.codes, self._glyphs)
            case Give(card):
                return Text("give back ").append_text(chips([card], self._glyphs))
            case Pass():
                return Text("pass")
            case Call():
                return Text('"Last card!"')


def _place(at: Moment) -> str:
    """``move 12. ``, counted from one; the exchange comes before all moves."""
    return "exchange. " if at.move is None else f"move {at.move + 1}. "


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
