"""What happened, in sentences: plays, passes, calls, the exchange and why, the ends."""

from __future__ import annotations

from collections.abc import Sequence

from rich.padding import Padding
from rich.text import Text

from gangoffour.rules.combinations import Kind
from gangoffour.rules.editions import RuleSet
from gangoffour.rules.events import (
    Barred,
    Called,
    CardGiven,
    CardTaken,
    Dealt,
    Event,
    MatchEnded,
    Passed,
    Played,
    RoundEnded,
    RoundResult,
    TrickTaken,
)
from gangoffour.terminal.cards import chip, chips, kind_name, spoken
from gangoffour.terminal.console import Screen
from gangoffour.terminal.seating import Seating
from gangoffour.terminal.table import DIRECTIONS


def told(event: Event, seating: Seating, screen: Screen) -> Text | None:
    """An event in a line; None for what is drawn in another way (deals, the match's end)."""
    glyphs = screen.glyphs
    match event:
        case Played():
            return _played(event, seating, screen)
        case Passed(seat):
            return Text.assemble(" ", (seating.verb(seat, "pass") + ".", "quiet"))
        case Called(seat):
            return Text.assemble(" ", (f'{seating.verb(seat, "say")} "Last card!"', "loud"))
        case Barred(seat):
            verb = "did not say" if seat == 0 else "forgot to say"
            silence = f' {seating.name(seat)} {verb} "Last card!" and may not play again this round'
            return Text.assemble((silence, "good"), (" (R5.2).", "rule"))
        case TrickTaken(seat, leader):
            taken = f" {seating.verb(seat, 'take')} the trick"
            if leader != seat:
                return Text(f"{taken}, but is barred: {seating.verb(leader, 'lead')}.", "quiet")
            return Text(f"{taken} and lead{'' if seating.name(seat) == 'You' else 's'}.", "quiet")
        case CardGiven(seat, to, card):
            line = Text(f" {seating.verb(seat, 'give')} ")
            line.append_text(chip(card, glyphs))
            return line.append(f" ({spoken(card)}) back to {_object(seating, to)}.")
        case RoundEnded(result):
            won = seating.verb(result.winner, "win")
            left = result.left[result.loser]
            lost = f"{seating.verb(result.loser, 'lose')} it with {left} card{_s(left)} left."
            return Text(f" {won} round {result.number}. {lost}", "good")
        case Dealt() | CardTaken() | MatchEnded():
            return None


def _played(event: Played, seating: Seating, screen: Screen) -> Text:
    line = Text(f" {seating.verb(event.seat, 'lead' if event.lead else 'play')} ")
    name = kind_name(event.play)
    if event.play.is_gang:
        line.append("a ").append(f" {name}! ", "loud").append(" ")
    elif event.play.size > 1:
        line.append(f"{name}:" if event.play.kind is Kind.TRIPLE else f"a {name}:")
    line.append(" " if line.plain[-1] != " " else "")
    line.append_text(chips(event.play.codes, screen.glyphs))
    if event.call:
        line.append("  ")
        line.append('"Last card!"', "loud")
    return line


def _object(seating: Seating, seat: int) -> str:
    return "you" if seating.name(seat) == "You" else seating.name(seat)


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def exchange_story(
    event: CardTaken, result: RoundResult, rules: RuleSet, seating: Seating, screen: Screen
) -> Padding:
    """Who gives what to whom, and why (R7.1, R6.3)."""
    loser, winner = seating.name(event.giver), _object(seating, event.taker)
    left = result.left[event.giver]
    whose = "your" if loser == "You" else "their"
    story = Text(
        f"{loser} lost round {result.number} with the most cards ({left}"
        f"{_tie(result, rules, seating.names)}), so {whose} best new card, "
    )
    story.append_text(chip(event.card, screen.glyphs))
    story.append(f" ({spoken(event.card)}), goes to {winner}, ")
    story.append("the winner, who then gives any card back. ")
    story.append("(R7.1)", "rule")
    return Padding(story, (0, 1))


def _tie(result: RoundResult, rules: RuleSet, names: Sequence[str]) -> str:
    most = max(result.left)
    tied = [seat for seat, left in enumerate(result.left) if left == most]
    if len(tied) == 1:
        return ""
    others = " and ".join(names[seat] for seat in tied if seat != result.loser)
    if rules.loser_tie == "highest_card":
        return f", as {others}, but the highest card left decides"
    total = result.totals[result.loser]
    if all(result.totals[seat] < total for seat in tied if seat != result.loser):
        return f", as {others}, but with the higher total, {total}"
    return f", as {others}, but sits first counter-clockwise from the winner"


def direction_story(number: int, direction: int, seating: Seating, screen: Screen) -> Text:
    """The way round, as the order of the players."""
    seats = len(seating.names)
    order = [seating.name(step * direction % seats) for step in range(seats)]
    arrow = f" {screen.glyphs.arrow} "
    return Text(
        f" Round {number} is played {DIRECTIONS[direction]}: {arrow.join(order)}{arrow.rstrip()}"
    )
