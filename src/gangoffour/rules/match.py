"""A match (R4.1, R6.2, R7): rounds in sequence, the exchange between them, totals and the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from gangoffour.rules.actions import Action, Call, Give, Pass, Play
from gangoffour.rules.answers import PICTURE, Question
from gangoffour.rules.cards import Cards
from gangoffour.rules.combinations import Combination
from gangoffour.rules.deal import Deal, deal, first_dealer, first_leader, fixed_deal, seed_text
from gangoffour.rules.editions import RuleSet, rule_set
from gangoffour.rules.errors import Refusal, whole
from gangoffour.rules.events import (
    CardGiven,
    CardTaken,
    Dealt,
    Event,
    MatchEnded,
    RoundEnded,
    RoundResult,
)
from gangoffour.rules.exchange import Exchange, give_back, take_best
from gangoffour.rules.round import Move, Round, seat_of
from gangoffour.rules.scoring import leaders, loser, round_points
from gangoffour.rules.view import View, view_of

PLAY: Final = "play"
EXCHANGE: Final = "exchange"
MATCH_OVER: Final = "match_over"


class PlayedRound(NamedTuple):
    """A round that is over, as the record keeps it."""

    deal: Deal
    dealer: int
    exchange: Exchange | None
    history: tuple[Move, ...]
    result: RoundResult


class Step(NamedTuple):
    """One action of a match."""

    before: Match
    seat: int
    action: Action


MOVES: Question[Iterator[Step]] = Question()
"""Every action that led to a match."""


class Match(NamedTuple):
    """A whole match as a value. Each action returns the next one and leaves this one as it was.

    >>> match = Match.new(seed=7)
    >>> match.phase, match.round.number, match.round.direction
    ('play', 1, 1)
    """

    rules: RuleSet
    seed: str
    dealer: int
    """Who deals the current round (R8.1)."""
    deal: Deal
    """The current round's cards as dealt."""
    round: Round
    totals: tuple[int, ...]
    exchange: Exchange | None = None
    past: tuple[PlayedRound, ...] = ()
    results: tuple[RoundResult, ...] = ()
    """The score sheet: one line for each round that is over."""
    origin: str | None = None
    """The position this match was set up from, if it did not begin with a deal."""
    winners: tuple[int, ...] = ()
    version: int = 0
    """How many actions have been applied."""
    events: tuple[Event, ...] = ()
    """What the last action caused."""

    @classmethod
    def new(
        cls,
        *,
        seats: int = 4,
        seed: int | str,
        rules: RuleSet | str = "official",
        hands: Sequence[Cards | str | Sequence[str]] | None = None,
        dead: Cards | str | Sequence[str] | None = None,
        dealer: int | None = None,
    ) -> Match:
        """Deal the first round. The same seed gives the same match for the same actions.

        ``hands`` (and ``dead``) lay out the first deal by hand; later ones come from the seed.
        """
        rules = rules if isinstance(rules, RuleSet) else rule_set(rules)
        seats = whole(seats)
        if type(seats) is not int or seats not in rules.seats:
            allowed = " or ".join(str(number) for number in rules.seats)
            raise Refusal(
                "bad_rule_value", field="seats", input=seats, expected=f"{allowed} players"
            )
        seed = seed_text(seed)
        dealer = first_dealer(seed, seats) if dealer is None else seat_of(dealer, seats)
        if hands is None:
            if dead is not None:
                raise Refusal("bad_deal", problem="A dummy hand is given without the other hands.")
            return cls.begin(rules, seed, dealer, deal(seed, 1, seats, dealer, 1, rules))
        given = [Cards.of(hand) for hand in hands]
        dealt = fixed_deal(given, None if dead is None else Cards.of(dead), seats)
        return cls.begin(rules, seed, dealer, dealt)

    @classmethod
    def begin(cls, rules: RuleSet, seed: str, dealer: int, dealt: Deal) -> Match:
        """The first round with these cards. The holder of M1 leads (R4.3)."""
        seats = len(dealt.hands)
        opener = first_leader(dealt, dealer)
        first = Round(rules, 1, 1, dealt.hands, dealt.dead, opener, opening=True)
        events = (Dealt(1, 1, dealer, dealt.ceremony),)
        return cls(rules, seed, dealer, dealt, first, (0,) * seats, events=events)

    @property
    def seats(self) -> int:
        return len(self.totals)

    @property
    def over(self) -> bool:
        return bool(self.winners)

    @property
    def phase(self) -> Literal["play", "exchange", "match_over"]:
        """``play``, ``exchange`` (the winner is to give a card back) or ``match_over``."""
        if self.winners:
            return MATCH_OVER
        if self.exchange is not None and self.exchange.back is None:
            return EXCHANGE
        return PLAY

    @property
    def turn(self) -> int | None:
        """The seat that is to act; None once the match is over."""
        return None if self.winners else self.round.turn

    def moves(self) -> Iterator[Step]:
        """Every action so far, in order, with who acted and the match as it stood before it.

        >>> match = Match.new(seed=7)
        >>> later = match.act(match.turn, match.view(match.turn).actions[0])
        >>> [(step.before == match, step.seat == match.turn) for step in later.moves()]
        [(True, True)]
        """
        return MOVES(self)

    def _repr_svg_(self) -> str:
        """As a notebook shows it; nobody else loads the pictures."""
        return PICTURE(self)

    def view(self, seat: int | None = None) -> View:
        """What a seat may see, its legal plays included; without a seat, a spectator (R4.7)."""
        return view_of(self, seat)

    def act(self, seat: int | None, action: Action) -> Match:
        """Apply any action; nobody's (``None``, the turn of a match that is over) is refused."""
        if seat is None:
            raise (
                Refusal("match_over")
                if self.over
                else Refusal("unknown_seat", seat=seat, seats=self.seats)
            )
        match action:
            case Play(laid, call):
                return self.play(seat, laid, call=call)
            case Pass():
                return self.pass_(seat)
            case Call():
                return self.call(seat)
            case Give(card):
                return self.give(seat, card)
        raise Refusal("unknown_action", input=action)

    def play(
        self, seat: int, cards: Combination | Cards | str | Iterable[str], *, call: bool = False
    ) -> Match:
        """Lay a combination, perhaps calling the last card with it (R4.4, R5.1)."""
        self._require_play()
        return self._after(self.round.play(seat, cards, call=call))

    def pass_(self, seat: int) -> Match:
        """Pass (R4.4)."""
        self._require_play()
        return self._after(self.round.pass_(seat))

    def call(self, seat: int) -> Match:
        """Say "Last card!" after the play (R5.1)."""
        self._require_play()
        return self._after(self.round.call(seat))

    def give(self, seat: int, card: str) -> Match:
        """The winner of the last round gives a card back to its loser (R7.1)."""
        exchange = self.exchange
        if self.over:
            raise Refusal("match_over")
        if exchange is None or exchange.back is not None:
            raise Refusal("not_in_exchange")
        seat = self.round.require_seat(seat)
        hands, swapped = give_back(self.round.hands, exchange, seat, card)
        assert swapped.back is not None
        return self._replace(
            exchange=swapped,
            round=self.round._replace(hands=hands, events=()),
            version=self.version + 1,
            events=(CardGiven(seat, exchange.giver, swapped.back),),
        )

    def _require_play(self) -> None:
        if self.winners:
            raise Refusal("match_over")
        if self.exchange is not None and self.exchange.back is None:
            raise Refusal("must_give_first", turn=self.round.turn)

    def _after(self, played: Round) -> Match:
        if played.winner is not None:
            return self._end_round(played, played.winner)
        return Match(
            self.rules,
            self.seed,
            self.dealer,
            self.deal,
            played,
            self.totals,
            self.exchange,
            self.past,
            self.results,
            self.origin,
            (),
            self.version + 1,
            played.events,
        )

    def _end_round(self, played: Round, winner: int) -> Match:
        """Score the round (R6.1), then end the match (R6.2) or deal the next round."""
        points = round_points(played.counts, played.barred, self.rules)
        totals = tuple(old + new for old, new in zip(self.totals, points, strict=True))
        result = RoundResult(
            played.number,
            played.direction,
            winner,
            loser(played.hands, winner, totals, self.rules),
            played.counts,
            points,
            totals,
            played.barred,
        )
        over = max(totals) >= self.rules.target
        ended = self._replace(
            round=played,
            totals=totals,
            past=(
                *self.past,
                PlayedRound(self.deal, self.dealer, self.exchange, played.history, result),
            ),
            results=(*self.results, result),
            winners=leaders(totals) if over else (),
            version=self.version + 1,
            events=(*played.events, RoundEnded(result)),
        )
        if over:
            return ended._replace(events=(*ended.events, MatchEnded(ended.winners, totals)))
        number, direction = played.number + 1, -played.direction  # R4.1
        dealt = deal(self.seed, number, self.seats, winner, direction, self.rules)
        return ended.deal_next(dealt)

    def deal_next(self, dealt: Deal) -> Match:
        """Begin the next round with these cards; the loser's best moves to the winner (R7.1).

        Records use it to lay out deals as they are written; play deals from the seed by itself.
        """
        result = self.past[-1].result
        number, direction, dealer = result.number + 1, -result.direction, result.winner
        hands, exchange = take_best(dealt.hands, result.loser, result.winner)
        return self._replace(
            dealer=dealer,
            deal=dealt,
            round=Round(self.rules, number, direction, hands, dealt.dead, result.winner),
            exchange=exchange,
            events=(
                *(one for one in self.events if not isinstance(one, Dealt | CardTaken)),
                Dealt(number, direction, dealer, dealt.ceremony),
                CardTaken(result.loser, result.winner, exchange.card),
            ),
        )
