"""What one seat may see (R4.7), as a value of its own: an allow-list, so nothing leaks by default.

Everything here is either the seat's own hand or public. Permuting the cards a seat cannot see
leaves its view identical.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from gangoffour.rules.actions import Action, Call, Give, Pass, play_of
from gangoffour.rules.answers import PICTURE
from gangoffour.rules.cards import M1_WORD, Cards
from gangoffour.rules.combinations import Combination, combination
from gangoffour.rules.deal import Ceremony, Deal
from gangoffour.rules.editions import RuleSet, rule_set
from gangoffour.rules.errors import Refusal
from gangoffour.rules.events import RoundResult, ceremony_dict, result_dict
from gangoffour.rules.exchange import Exchange as Exchange
from gangoffour.rules.plays import NO_PLAYS, Plays, Situation, legal_plays, refuse_play
from gangoffour.rules.plays.by_hand import numbers, require_sizes, said_and_barred
from gangoffour.rules.round import NO_CHOICES, Move, Round, seat_of


class View(NamedTuple):
    """A seat's sight of a match; a spectator's if ``seat`` is None."""

    seat: int | None
    """Whose sight it is; None for a spectator."""
    rules: RuleSet
    """The edition that is played, with its changes."""
    phase: str
    """``play``; ``exchange`` while the winner is to give a card back; ``match_over``."""
    round: int
    """From 1."""
    turn: int | None
    """The seat to act; None once the match is over."""
    direction: int
    """1 counter-clockwise (seat 0, 1, 2 …), -1 clockwise."""
    dealer: int
    """Who dealt."""
    ceremony: Ceremony | None
    """How a Chinese deal was cut (R8.1); None for any other."""
    hand: Cards
    """This seat's cards, lowest first; none for a spectator."""
    counts: tuple[int, ...]
    """How many cards each seat holds, by seat, this one included."""
    table: Combination | None
    """The combination to beat; None if whoever is to move leads."""
    table_by: int | None
    """The seat that played it."""
    passed: tuple[int, ...]
    """The seats that have passed since."""
    called: tuple[int, ...]
    """The seats that have called their last card (R5.1)."""
    barred: tuple[int, ...]
    """The seats that forgot to, and are out of the round (R5.2)."""
    plays: Plays
    """The combinations this seat may lay now; empty if it is not its turn."""
    may_pass: bool
    """Whether this seat may pass now."""
    may_call: bool
    """R5.1: this seat holds one card, has not said so, and still may."""
    must_block: bool
    """R5.4: the duty to block holds for this seat now."""
    opening: bool
    """No combination of the match has been played yet (R4.3)."""
    exchange: Exchange | None
    """The cards given before this round (R7.1); None in the first."""
    history: tuple[Move, ...]
    """What everybody did in this round, the first move first."""
    results: tuple[RoundResult, ...]
    """The score sheet: a line for each finished round."""
    totals: tuple[int, ...]
    """The points so far, by seat."""
    winners: tuple[int, ...]
    """Empty until the match is over."""
    version: int
    """How many actions the match has seen."""

    @classmethod
    def of(
        cls,
        hand: Cards | str | Iterable[str],
        counts: Iterable[int],
        table: Combination | Cards | str | Iterable[str] | None = None,
        *,
        called: Iterable[int] = (),
        opening: bool = False,
        totals: Iterable[int] | None = None,
        rules: RuleSet | str = "official",
    ) -> View:
        """A question put by hand: my cards, how many the others hold, and what lies on the table.

        I am seat 0 and to play; ``counts`` and ``called`` tell of the others in the order of
        play, the next one (seat 1) first. Without a ``table`` I lead; else the last of the others
        has laid it. Who holds one card and has not called it is barred (R5.2) and does not count
        as the next player (R5.4), but for who has laid it just now; with no duty to call, all have.

        >>> view = View.of("G3 Y3 R9 RD", counts=[5, 1, 7], table="Y2 R2")
        >>> [str(play) for play in view.plays], view.may_pass
        (['G3 Y3'], True)
        """
        asked = rules if isinstance(rules, RuleSet) else rule_set(rules)
        mine, others = Cards.of(hand), numbers("counts", counts)
        on_table = None if table is None else combination(table)
        require_sizes(asked, mine, others)
        if on_table is not None:
            mine + on_table.cards  # more copies than there are: refused by the card's name
        seats = 1 + len(others)
        said, barred = said_and_barred(asked, called, others, on_table is not None)
        following = min({*range(1, seats)}.difference(barred), default=0)
        situation = Situation(asked, on_table, opening and "M1" in mine, following in said)
        plays, may_pass = legal_plays(mine.word, situation)
        sums = numbers("totals", (0,) * seats if totals is None else totals)
        if len(sums) != seats:
            raise Refusal("bad_position", problem=f"{seats} players have {seats} totals.")
        return _BLANK._replace(
            rules=asked,
            hand=mine,
            counts=(len(mine), *others),
            table=on_table,
            table_by=None if on_table is None else seats - 1,
            called=said,
            barred=barred,
            plays=plays,
            may_pass=may_pass,
            must_block=situation.duty,
            opening=opening,
            totals=sums,
        )

    def _repr_svg_(self) -> str:
        """As a notebook shows it; nobody else loads the pictures."""
        return PICTURE(self)

    @property
    def seats(self) -> int:
        """Three or four."""
        return len(self.counts)

    @property
    def my_turn(self) -> bool:
        """Whether this seat is to act."""
        return self.seat is not None and self.turn == self.seat

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that this seat may do now. A play that leaves one card says so (R5.1)."""
        if self.phase == "exchange" and self.my_turn:
            return tuple(Give(code) for code in dict.fromkeys(self.hand.codes))
        left = len(self.hand) - 1
        chosen: list[Action] = [play_of(one, one.size == left) for one in self.plays]
        if self.may_pass:
            chosen.append(Pass())
        if self.may_call:
            chosen.append(Call())
        return tuple(chosen)

    def why_not(self, cards: Combination | Cards | str | Iterable[str]) -> Refusal | None:
        """Why this seat may not play these cards now, naming the rule; None if it may."""
        if self.phase == "match_over":
            return Refusal("match_over")
        if self.phase == "exchange":
            return Refusal("must_give_first", turn=self.turn)
        if not self.my_turn:
            return Refusal("not_your_turn", seat=self.seat, turn=self.turn)
        try:
            play = combination(cards)
        except Refusal as refusal:
            return refusal
        needs_m1 = self.opening and bool(self.hand.word & M1_WORD)
        now = Situation(self.rules, self.table, needs_m1, next_called=self.must_block)
        return refuse_play(self.hand.word, play, now)

    def as_dict(self) -> dict[str, object]:
        """The view as the engine sends it."""
        exchange = self.exchange
        return {
            "seat": self.seat,
            "edition": self.rules.edition,
            "phase": self.phase,
            "round": self.round,
            "turn": self.turn,
            "direction": self.direction,
            "dealer": self.dealer,
            "ceremony": ceremony_dict(self.ceremony),
            "hand": self.hand.codes,
            "counts": list(self.counts),
            "table": None if self.table is None else self.table.codes,
            "table_by": self.table_by,
            "passed": list(self.passed),
            "called": list(self.called),
            "barred": list(self.barred),
            "plays": [one.codes for one in self.plays],
            "pass": self.may_pass,
            "may_call": self.may_call,
            "must_block": self.must_block,
            "opening": self.opening,
            "exchange": None if exchange is None else exchange._asdict(),
            "history": [move_dict(one) for one in self.history],
            "results": [result_dict(one) for one in self.results],
            "totals": list(self.totals),
            "winners": list(self.winners),
            "version": self.version,
        }


_BLANK: Final = View(
    seat=0,
    rules=rule_set("official"),
    phase="play",
    round=1,
    turn=0,
    direction=1,
    dealer=0,
    ceremony=None,
    hand=Cards(),
    counts=(),
    table=None,
    table_by=None,
    passed=(),
    called=(),
    barred=(),
    plays=NO_PLAYS,
    may_pass=False,
    may_call=False,
    must_block=False,
    opening=False,
    exchange=None,
    history=(),
    results=(),
    totals=(),
    winners=(),
    version=0,
)
"""A sight of nothing yet; ``View.of`` fills in what is asked."""


def move_dict(move: Move) -> dict[str, object]:
    """A public action of the round as JSON carries it."""
    if move.play is None:
        return {"seat": move.seat, "call" if move.call else "pass": True}
    flags = {name: True for name, on in (("call", move.call), ("lead", move.lead)) if on}
    return {"seat": move.seat, "play": move.play.codes, **flags}


class Viewed(Protocol):
    """A match, as far as the allow-list reads it."""

    @property
    def rules(self) -> RuleSet: ...
    @property
    def seats(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def dealer(self) -> int: ...
    @property
    def deal(self) -> Deal: ...
    @property
    def round(self) -> Round: ...
    @property
    def exchange(self) -> Exchange | None: ...
    @property
    def results(self) -> tuple[RoundResult, ...]: ...
    @property
    def totals(self) -> tuple[int, ...]: ...
    @property
    def winners(self) -> tuple[int, ...]: ...
    @property
    def version(self) -> int: ...


def view_of(match: Viewed, seat: int | None) -> View:
    """The allow-list: every field that ``seat`` may know, and nothing else."""
    if seat is not None:
        seat = seat_of(seat, match.seats)
    now, phase = match.round, match.phase
    choices = NO_CHOICES if seat is None or phase != "play" else now.choices(seat)
    plays, may_pass, may_call, must_block = choices
    return View(
        seat,
        match.rules,
        phase,
        now.number,
        match.turn,
        now.direction,
        match.dealer,
        match.deal.ceremony,
        Cards.of_word(0 if seat is None else now.hands[seat]),
        now.counts,
        now.table,
        now.table_by,
        now.passed,
        now.called,
        now.barred,
        plays,
        may_pass,
        may_call,
        must_block,
        now.opening,
        match.exchange,
        now.history,
        match.results,
        match.totals,
        match.winners,
        match.version,
    )
