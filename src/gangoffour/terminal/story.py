"""What happened, in sentences: plays, passes, calls, the exchange and why, the ends."""

from __future__ import annotations

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
from gangoffour.terminal.languages import Words
from gangoffour.terminal.seating import Seating
from gangoffour.terminal.table import WAYS


def told(event: Event, seating: Seating, screen: Screen) -> Text | None:
    """An event in a line; None for what is drawn in another way (deals, the match's end)."""
    words = screen.words
    match event:
        case Played():
            return _played(event, seating, screen)
        case Passed(seat):
            return Text.assemble(" ", (seating.about("say_passed", seat, words), "quiet"))
        case Called(seat):
            return Text.assemble(" ", (seating.about("said", seat, words), "loud"))
        case Barred(seat):
            silence = seating.about("say_barred", seat, words)
            return Text.assemble((f" {silence}", "good"), (" (R5.2)", "rule"))
        case TrickTaken(seat, leader):
            if leader == seat:
                return Text(f" {seating.about('took', seat, words)}", "quiet")
            taken = seating.about("say_trick_taken", seat, words)
            return Text(f" {taken} {words('leads_instead')}", "quiet")
        case CardGiven(seat, to, card):
            return Text(" ").append_text(_gave(seat, to, card, seating, screen))
        case RoundEnded(result):
            won = seating.about("won_round", result.winner, words, round=result.number)
            left = result.left[result.loser]
            lost = seating.about("lost_round", result.loser, words, count=left)
            return Text(f" {won} {lost}", "good")
        case Dealt() | CardTaken() | MatchEnded():
            return None


def _card(code: str, screen: Screen) -> Text:
    """A card as it looks, and its name."""
    return chip(code, screen.glyphs).append(f" ({spoken(code, screen.words)})", "")


def _gave(seat: int, to: int, card: str, seating: Seating, screen: Screen) -> Text:
    """Who gave which card to whom (R7.1)."""
    key = "say_gave_you" if seating.you(seat) else "say_gave"
    key = "say_gave_to_you" if seating.you(to) else key
    giver, taker = seating.names[seat], seating.names[to]
    return screen.words.text(key, giver=giver, taker=taker, card=_card(card, screen))


def _played(event: Played, seating: Seating, screen: Screen) -> Text:
    words, play = screen.words, event.play
    cards = chips(play.codes, screen.glyphs)
    name = kind_name(play, words)
    if play.is_gang:
        cards = words.text("what_gang", kind=Text(f" {name}! ", "loud"), cards=cards)
    elif play.size > 1:
        key = "what_triple" if play.kind is Kind.TRIPLE else "what_some"
        cards = words.text(key, kind=name, cards=cards)
    key = "led" if event.lead else "played"
    key = f"{key}_you" if seating.you(event.seat) else key
    line = Text(" ").append_text(words.text(key, name=seating.names[event.seat], what=cards))
    if event.call:
        line.append("  ").append(words("call_quoted"), "loud")
    return line


def exchange_story(
    event: CardTaken, result: RoundResult, rules: RuleSet, seating: Seating, screen: Screen
) -> Padding:
    """Who gives what to whom, and why (R7.1, R6.3)."""
    key = "exchange_you" if seating.you(event.giver) else "exchange"
    key = "exchange_to_you" if seating.you(event.taker) else key
    story = screen.words.text(
        key,
        loser=seating.names[event.giver],
        winner=seating.names[event.taker],
        round=str(result.number),
        why=_why(result, rules, seating, screen.words),
        card=_card(event.card, screen),
    )
    return Padding(story.append(" ").append("(R7.1)", "rule"), (0, 1))


def _why(result: RoundResult, rules: RuleSet, seating: Seating, words: Words) -> str:
    """How many cards the loser had, and what broke a tie; "you" as within a sentence."""
    most = max(result.left)
    tied = [seat for seat, left in enumerate(result.left) if left == most]
    if len(tied) == 1:
        return str(most)
    others = words.listed(
        [
            words("tie_you") if seating.you(seat) else seating.names[seat]
            for seat in tied
            if seat != result.loser
        ]
    )
    total = result.totals[result.loser]
    if rules.loser_tie == "highest_card":
        key = "tie_card"
    elif all(result.totals[seat] < total for seat in tied if seat != result.loser):
        key = "tie_total"
    else:
        key = "tie_seat"
    return words(key, count=most, others=others, total=total)


def direction_story(number: int, direction: int, seating: Seating, screen: Screen) -> Text:
    """The way round, as the order of the players."""
    words, names = screen.words, seating.shown(screen.words)
    order = [names[step * direction % len(names)] for step in range(len(names))]
    arrow = f" {screen.glyphs.arrow} "
    way = words(WAYS[direction])
    said = words("way_round", round=number, way=way, order=arrow.join(order))
    return Text(f" {said}{arrow.rstrip()}")
