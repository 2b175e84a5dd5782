"""A single position as one line of text (as FEN is for chess): parse and print are exact.

::

    official round 2 - dealer 1 hands G1,G4/Y2/R7,R9/RD turn 0 table 3:G3,Y3 totals 10,0,22,40

First the edition (with changed fields in brackets), then words with their values in a fixed order;
what is empty is left out. ``docs/notation.md`` explains every word.
"""

from __future__ import annotations

from gangoffour.rules.cards import CODES, FULL_DECK, M1_WORD, Cards, face_of, union
from gangoffour.rules.combinations import combination
from gangoffour.rules.deal import HAND_SIZE, Deal, seed_text
from gangoffour.rules.editions import RuleSet
from gangoffour.rules.editions import parse_rules as parse_rules
from gangoffour.rules.editions import print_rules as print_rules
from gangoffour.rules.errors import Refusal
from gangoffour.rules.match import Match
from gangoffour.rules.round import Round, Seats
from gangoffour.rules.view import Exchange

_WORDS = (
    "round",
    "dealer",
    "hands",
    "dead",
    "turn",
    "opening",
    "table",
    "passed",
    "called",
    "barred",
    "silent",
    "exchange",
    "totals",
)
_NEEDED = ("round", "dealer", "hands", "turn", "totals")


def print_position(match: Match) -> str:
    """The current position in one line. It shows every hand: for analysis, not for players."""
    now = match.round
    exchange = match.exchange
    given = ""
    if exchange is not None:
        back = f",{exchange.back}" if exchange.back else ""
        given = f"{exchange.giver}>{exchange.taker}:{exchange.card}{back}"
    table = "" if now.table is None else f"{now.table_by}:{_print_cards(now.table.word)}"
    values = {
        "round": f"{now.number} {'+' if now.direction == 1 else '-'}",
        "dealer": str(match.dealer),
        "hands": "/".join(_print_cards(hand) or "-" for hand in now.hands),
        "dead": _print_cards(now.dead),
        "turn": str(now.turn),
        "opening": "yes" if now.opening else "",
        "table": table,
        "passed": _print_seats(now.passed),
        "called": _print_seats(now.called),
        "barred": _print_seats(now.barred),
        "silent": "" if now.silent is None else str(now.silent),
        "exchange": given,
        "totals": ",".join(str(total) for total in match.totals),
    }
    said = [f"{word} {values[word]}" for word in _WORDS if values[word]]
    return " ".join([print_rules(match.rules), *said])


def _print_cards(word: int) -> str:
    return ",".join(Cards.of_word(word).codes)


def _print_seats(seats: Seats) -> str:
    return ",".join(str(seat) for seat in seats)


def parse_position(text: str, seed: int | str = "") -> Match:
    """A match that goes on from a position; later rounds are dealt from ``seed``.

    >>> line = "official round 2 - dealer 1 hands G1,G4/Y2,Y2/R7,R9/M1,RD turn 0 totals 0,9,3,1"
    >>> print_position(parse_position(line)) == line
    True
    """
    if not isinstance(text, str):
        raise Refusal("bad_position", problem=f"A position is a text, not {text!r}.")
    rules, values = _split(text)
    hands = tuple(
        Cards.parse("" if hand == "-" else hand).word for hand in values["hands"].split("/")
    )
    seats = len(hands)
    number, _, sign = values["round"].partition(" ")
    table = table_by = None
    if "table" in values:
        by, _, laid = values["table"].partition(":")
        table, table_by = combination(laid), _seat(by, seats, "table")
    now = Round(
        rules=rules,
        number=_number(number, 1, "round"),
        direction={"+": 1, "-": -1}.get(sign, 0),
        hands=hands,
        dead=Cards.parse(values.get("dead", "")).word,
        turn=_seat(values["turn"], seats, "turn"),
        opening=values.get("opening") == "yes",
        table=table,
        table_by=table_by,
        passed=_seats(values.get("passed", ""), seats, "passed"),
        called=_seats(values.get("called", ""), seats, "called"),
        barred=_seats(values.get("barred", ""), seats, "barred"),
        silent=_seat(values["silent"], seats, "silent") if "silent" in values else None,
    )
    totals = tuple(_number(total, 0, "totals") for total in values["totals"].split(","))
    match = Match(
        rules,
        seed_text(seed),
        _seat(values["dealer"], seats, "dealer"),
        Deal(now.hands, now.dead),
        now,
        totals,
        _exchange(values.get("exchange", ""), seats),
    )
    _require_possible(match)
    if print_position(match) != text:
        raise Refusal("bad_position", problem=f"Write it as {print_position(match)!r}.")
    return match._replace(origin=text)


def _split(text: str) -> tuple[RuleSet, dict[str, str]]:
    words = text.split()
    if not words:
        raise Refusal("bad_position", problem="The position is empty.")
    rules = parse_rules(words.pop(0))
    values: dict[str, str] = {}
    while words:
        name = words.pop(0)
        if name not in _WORDS or name in values:
            raise Refusal("bad_position", problem=f"{name!r} is not expected here.")
        count = 2 if name == "round" else 1
        values[name] = " ".join(words[:count])
        del words[:count]
    for name in _NEEDED:
        if not values.get(name):
            raise Refusal("bad_position", problem=f"The word {name!r} is missing.")
    return rules, values


def _number(text: str, low: int, word: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 6 or int(text) < low:
        raise Refusal("bad_position", problem=f"{text!r} is not a number for {word!r}.")
    return int(text)


def _seat(text: str, seats: int, word: str) -> int:
    seat = _number(text, 0, word)
    if seat >= seats:
        raise Refusal("unknown_seat", seat=seat, seats=seats)
    return seat


def _seats(text: str, seats: int, word: str) -> Seats:
    return tuple(_seat(one, seats, word) for one in text.split(",")) if text else ()


def _exchange(text: str, seats: int) -> Exchange | None:
    if not text:
        return None
    people, _, cards = text.partition(":")
    giver, _, taker = people.partition(">")
    card, comma, back = cards.partition(",")
    return Exchange(
        _seat(giver, seats, "exchange"),
        _seat(taker, seats, "exchange"),
        CODES[face_of(card)],
        CODES[face_of(back)] if comma else None,
    )


def _require_possible(match: Match) -> None:
    """Refuse what contradicts itself; the first problem is told."""
    problems = _problems_of_hands(match) | _problems_of_seats(match) | _problems_of_starts(match)
    problems["there are cards that the deck does not hold"] = _cards(match) & ~FULL_DECK != 0
    for problem, holds in problems.items():
        if holds:
            raise Refusal("bad_position", problem=f"{problem[0].upper()}{problem[1:]}.")


def _cards(match: Match) -> int:
    """All cards that can be seen: hands, dead hand and table."""
    now = match.round
    found = union(union(0, now.dead), now.table.word if now.table else 0)
    for hand in now.hands:
        found = union(found, hand)
    return found


def _problems_of_hands(match: Match) -> dict[str, bool]:
    """What cannot be of seats, totals and hands, and whether it is so here."""
    now = match.round
    counts, rules = now.counts, match.rules
    taker = match.exchange.taker if match.exchange and match.phase == "exchange" else None
    return {
        "the number of seats is not one these rules allow": len(counts) not in rules.seats,
        "there is not one total for each hand": len(match.totals) != len(counts),
        "the match would be over already": max(match.totals) >= rules.target,
        "the direction must be + in odd rounds, - in even ones": (
            now.direction != (1 if now.number % 2 else -1)
        ),
        "with four players there is no dead hand, with three it has 16 cards": (
            now.dead.bit_count() != (HAND_SIZE if len(counts) == 3 else 0)
        ),
        "a hand is empty or too large": any(
            not 1 <= count <= HAND_SIZE + (seat == taker) for seat, count in enumerate(counts)
        ),
    }


def _problems_of_seats(match: Match) -> dict[str, bool]:
    """What cannot be of turn, passes, calls and bars, and whether it is so here."""
    now = match.round
    one_card = {*now.called, *now.barred, *([] if now.silent is None else [now.silent])}
    return {
        "the player to move is barred or has passed": now.turn in {*now.barred, *now.passed},
        "seats are named once each, in order": any(
            list(seats) != sorted(set(seats)) for seats in (now.passed, now.called, now.barred)
        ),
        "nobody plays over their own combination": now.turn == now.table_by,
        "somebody who called, kept silent or is barred does not hold one card": any(
            now.counts[seat] != 1 for seat in one_card
        ),
        "somebody is both barred and called or silent": bool(
            set(now.barred) & {*now.called, now.silent}
        )
        or now.silent in now.called,
        "somebody passed on nothing, or on their own combination": bool(now.passed)
        and (now.table is None or now.table_by in now.passed),
    }


def _problems_of_starts(match: Match) -> dict[str, bool]:
    """What cannot be of opening and exchange, and whether it is so here."""
    now = match.round
    taker = match.exchange.taker if match.exchange else None
    giver = match.exchange.giver if match.exchange else None
    return {
        "the opening is round 1 with nothing played": now.opening
        and (
            now.number != 1
            or now.table is not None
            or set(now.counts) != {HAND_SIZE}
            or bool(M1_WORD & ~now.dead & ~now.hands[now.turn])
        ),
        "an exchange is between two players, before a round other than the first": (
            match.exchange is not None and (giver == taker or now.number == 1)
        ),
        "while the winner is to give back, they hold 17, the giver 15, the others 16": (
            match.phase == "exchange"
            and (
                now.turn != taker
                or any(
                    count != HAND_SIZE + (seat == taker) - (seat == giver)
                    for seat, count in enumerate(now.counts)
                )
            )
        ),
    }
