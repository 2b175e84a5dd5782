"""Reads a record (``.gof``) by replaying it through the rules, so what is read is a legal match.

What is wrong is refused with its line number and the rule broken.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gangoffour.rules.cards import CODES, Cards, face_of
from gangoffour.rules.combinations import combination
from gangoffour.rules.deal import Ceremony, Deal, check_ceremony, fixed_deal
from gangoffour.rules.editions import RuleSet, parse_rules
from gangoffour.rules.errors import Refusal
from gangoffour.rules.events import RoundResult
from gangoffour.rules.match import Match
from gangoffour.rules.position import parse_position
from gangoffour.rules.record import DIRECTIONS, FORMAT, OWN_TAGS, Record, print_score

_TAG = r'\[([A-Za-z][A-Za-z0-9_]{0,39}) "((?:[^"\\]|\\["\\])*)"\]'
_FILE_NAME = r"[^\[\n]{1,4000}\.\w{1,4}\s*"
_MAX_TEXT = 4_000_000


def parse_record(text: str) -> Record:
    """The match a record tells, replayed through the rules; refused with the line otherwise."""
    if re.fullmatch(_FILE_NAME, str(text)):  # a path is one, too
        problem = f"{str(text)[:60]!r} looks like a file's name; give its text."
        raise Refusal("bad_record", line=1, problem=problem)
    if not isinstance(text, str):
        raise Refusal("bad_record", line=1, problem=f"A record is a text, not {text!r}.")
    if len(text) > _MAX_TEXT:
        raise Refusal("bad_record", line=1, problem="The file is too large to be a match.")
    return _Reader(text.removeprefix("\ufeff")).read()  # as some editors begin a file


class _Reader:
    """Reads a record line by line; ``self.line`` is the line being judged."""

    def __init__(self, text: str) -> None:
        self.line = 0
        self._lines = text.split("\n")
        self._tag_lines: dict[str, int] = {}

    def read(self) -> Record:
        try:
            tags = self._read_tags()
            match = self._read_rounds(self._begin(tags))
        except Refusal as refusal:
            if refusal.code == "bad_record":
                raise
            raise self.fail(refusal.message, refusal.rule) from refusal
        return Record(match, {name: tags[name] for name in tags if name not in OWN_TAGS})

    def fail(self, problem: str, rule: str | None = None) -> Refusal:
        line = min(max(self.line, 1), len(self._lines))
        return Refusal("bad_record", rule=rule, line=line, problem=problem)

    def peek(self) -> list[str]:
        """The words of the next line that says something; nothing at the end of the file."""
        while self.line < len(self._lines):
            words = self._lines[self.line].split()
            if words and not words[0].startswith("#"):
                return words
            self.line += 1
        return []

    def next(self, first: str) -> list[str]:
        """The words after ``first`` of the next line, which must begin with it."""
        words = self.peek()
        self.line += 1
        if not words or words[0] != first:
            raise self.fail(f"A line that begins with {first!r} is expected here.")
        return words[1:]

    def _read_tags(self) -> dict[str, str]:
        tags: dict[str, str] = {}
        while (words := self.peek()) and words[0].startswith("["):
            line = self._lines[self.line].strip()
            self.line += 1
            found = re.fullmatch(_TAG, line)
            if found is None:
                raise self.fail(f'{line[:60]!r} is not a header: write [Name "value"].')
            name, value = found.groups()
            if name in tags:
                raise self.fail(f"The header {name!r} stands here twice.")
            tags[name] = re.sub(r"\\(.)", r"\1", value)
            self._tag_lines[name] = self.line
        if tags.get("Format") != FORMAT:
            self.line = 1
            raise self.fail(f'The file must begin with [Format "{FORMAT}"].')
        for name in ("Rules", "Seats", "Dealer"):
            if name not in tags:
                raise self.fail(f"The header {name!r} is missing.")
        return tags

    def _judge(self, name: str) -> None:
        """What is wrong next is wrong in this header."""
        self.line = self._tag_lines[name]

    def _begin(self, tags: Mapping[str, str]) -> Match:
        after = self.line
        self._judge("Rules")
        rules = parse_rules(tags["Rules"])
        self._judge("Seats")
        if not re.fullmatch("[0-9]", tags["Seats"]):
            told = f"{tags['Seats'][:20]!r} is not a number of players."
            raise self.fail(told, "R4.1")
        seats = int(tags["Seats"])
        if seats not in rules.seats:
            raise self.fail(f"These rules are not for {seats} players.", "R9")
        self._judge("Dealer")
        dealer = self._seat(tags["Dealer"], seats)
        seed = tags.get("Seed", "")
        if "Position" in tags:
            self._judge("Position")
            match = parse_position(tags["Position"], seed)
            if (match.rules, match.seats, match.dealer) != (rules, seats, dealer):
                raise self.fail("The position does not agree with the other headers.")
            self.line = after
            self._read_round_line(match.round.number)
            return match if match.exchange is None else self._read_exchange(match)
        self.line = after
        self._read_round_line(1)
        return Match.begin(rules, seed, dealer, self._read_deal(1, seats, dealer, rules))

    def _read_round_line(self, number: int) -> None:
        words = self.next("round")
        if words != [str(number), DIRECTIONS[1 if number % 2 else -1]]:
            expected = f"round {number} {DIRECTIONS[1 if number % 2 else -1]}"
            raise self.fail(f"{expected!r} is expected here.", "R4.1")

    def _read_deal(self, number: int, seats: int, dealer: int, rules: RuleSet) -> Deal:
        ceremony = None
        if self.peek()[:1] == ["cut"]:
            words = self.next("cut")
            if len(words) < 5 or words[1] != "shown" or words[-2] != "first":
                raise self.fail("Write: cut SEAT shown CARDS first SEAT.", "R8.1")
            shown = tuple(CODES[face_of(code)] for code in words[2:-2])
            cutter, first = self._seat(words[0], seats), self._seat(words[-1], seats)
            told = Ceremony(cutter, shown, first)
            ceremony = check_ceremony(told, seats, dealer, 1 if number % 2 else -1, rules)
        hands = []
        for seat in range(seats):
            words = self.next("hand")
            if words[:1] != [str(seat)]:
                raise self.fail(f"The hand of seat {seat} is expected here.", "R4.2")
            hands.append(Cards.parse(words[1:]))
        dead = Cards.parse(self.next("dead")) if seats == 3 else None
        dealt = fixed_deal(hands, dead, seats)
        return Deal(dealt.hands, dealt.dead, ceremony)

    def _read_rounds(self, match: Match) -> Match:
        """Replay until the file ends."""
        while True:
            number = match.round.number
            while self.peek()[:1] == ["trick"]:
                match = self._read_trick(match, number)
            if match.round.number == number and not match.over:
                if self.peek():
                    self.line += 1
                    raise self.fail(f"Round {number} is not over: a trick is expected here.")
                return match
            self._read_score(match.results[-1])
            if match.over:
                winners = self.next("winners")
                if winners != [str(seat) for seat in match.winners]:
                    raise self.fail(f"The winners are {list(match.winners)}.", "R6.2")
                if self.peek():
                    self.line += 1
                    raise self.fail("The match is over: nothing may follow.", "R6.2")
                return match
            match = self._read_next_round(match)

    def _read_trick(self, match: Match, number: int) -> Match:
        tokens = self.next("trick")
        if match.round.table is not None and match.round.history:
            raise self.fail("The last trick is not over: its moves stand on one line.", "R4.5")
        for index, token in enumerate(tokens):
            if match.over or match.round.number != number:
                raise self.fail(f"The round is over before {token!r}.", "R4.6")
            if index and match.round.table is None and ":" in token:  # a call may still follow
                raise self.fail(f"The trick is over before {token!r}: begin a new line.", "R4.5")
            match = self._read_move(match, token)
        return match

    def _read_move(self, match: Match, token: str) -> Match:
        seat_text, colon, what = token.partition(":")
        if not colon:
            if not token.endswith("!"):
                raise self.fail(f"{token!r} is not a move: write 2:G4,Y4 or 2:- or 2!.")
            return match.call(self._seat(token[:-1], match.seats))
        seat = self._seat(seat_text, match.seats)
        if what == "-":
            return match.pass_(seat)
        call = what.endswith("!")
        laid = combination(what.removesuffix("!"))
        if ",".join(laid.codes) != what.removesuffix("!"):
            raise self.fail(f"Write {token!r} in order: {','.join(laid.codes)}.", "R1.3")
        played = match.play(seat, laid, call=call)
        one_left = match.round.counts[seat] - laid.size == 1
        if one_left and not call and played.round.history[-1].call:
            raise self.fail(f"{token!r} calls the last card by itself: write {token}!", "R5.6")
        return played

    def _read_score(self, result: RoundResult) -> None:
        words = self.next("score")
        if ["score", *words] != print_score(result).split():
            raise self.fail(f"The score is not right: it is {print_score(result)!r}.", "R6.1")

    def _read_next_round(self, match: Match) -> Match:
        if not self.peek():
            raise self.fail("The next round is missing: it is dealt as soon as one ends.", "R7.1")
        self._read_round_line(match.round.number)
        dealt = self._read_deal(match.round.number, match.seats, match.dealer, match.rules)
        if dealt != match.deal:
            match = match.deal_next(dealt)
        return self._read_exchange(match)

    def _read_exchange(self, match: Match) -> Match:
        words = self.next("exchange")
        exchange = match.exchange
        assert exchange is not None
        if words[:2] != [f"{exchange.giver}>{exchange.taker}", exchange.card]:
            expected = f"{exchange.giver}>{exchange.taker} {exchange.card}"
            raise self.fail(f"The exchange begins with {expected!r}.", "R7.1")
        if len(words) == 4 and words[2] == "back":
            if exchange.back == words[3]:  # the position has it already
                return match
            return match.give(exchange.taker, words[3])
        if len(words) != 2 or self.peek():
            raise self.fail("The card given back is missing: write back CARD.", "R7.1")
        return match

    def _seat(self, text: str, seats: int) -> int:
        if not (text.isascii() and text.isdecimal()) or len(text) > 2 or int(text) >= seats:
            raise self.fail(f"{text!r} is not a seat.", "R4.1")
        return int(text)
