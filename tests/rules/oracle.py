"""The rules a second time: naive, slow and easy to check against the numbered rules.

Nothing here is shared with the library. Tests play the same match on both and compare every
position, so a mistake has to be made twice, in two different ways, to stay hidden. Cards are plain
codes (R1.2), a hand is a sorted list of codes, a match is one mutable object.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any

Play = tuple[str, ...]
Deal = tuple[Sequence[Sequence[str]], Sequence[str]]

# --- R1 Cards ---------------------------------------------------------------------------------

RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "P", "D"]
NUMBERS = RANKS[:10]
COLOURS = ["G", "Y", "R", "M"]

DECK: list[str] = (
    [colour + number for number in NUMBERS for colour in "GYR" for _ in range(2)]
    + ["M1"]
    + ["GP", "YP"]
    + ["RD"]
)
"""R1.1: two of each number in three colours, the multicoloured 1, two phoenixes, the dragon."""

IN_DECK = Counter(DECK)
ORDER = {card: (RANKS.index(card[1:]), COLOURS.index(card[0])) for card in DECK}


def order(card: str) -> tuple[int, int]:
    """R1.3: rank first, then colour (G < Y < R < M)."""
    return ORDER[card]


def in_order(cards: Iterable[str]) -> list[str]:
    """R1.4: the cards sorted in the order of R1.3."""
    return sorted(cards, key=ORDER.__getitem__)


# --- R2 Combinations --------------------------------------------------------------------------


def consecutive(cards: Sequence[str]) -> bool:
    """R2: five consecutive numbers within 1-10, no wrap."""
    ranks = sorted(RANKS.index(card[1:]) for card in cards)
    lowest, highest = ranks[0], ranks[-1]
    return ranks == list(range(lowest, lowest + 5)) and RANKS[highest] in NUMBERS


def one_colour(cards: Sequence[str]) -> bool:
    """R2: five numbers of one colour; M1 counts as that colour."""
    colours = {card[0] for card in cards} - {"M"}
    return len(colours) == 1 and all(card[1:] in NUMBERS for card in cards)


def kind_of(cards: Sequence[str]) -> str | None:
    """R2: the name of the combination, the strongest where two fit (R2.4), or None."""
    if not cards or any(cards.count(card) > IN_DECK[card] for card in cards):
        return None
    size = len(cards)
    ranks = [card[1:] for card in cards]
    if size == 1:
        return "single"  # R2.1: all that the dragon can be
    if len(set(ranks)) == 1:
        return {2: "pair", 3: "triple"}.get(size, "gang")  # R2.2: two phoenixes are a pair
    if size != 5:
        return None
    straight, flush = consecutive(cards), one_colour(cards)
    if straight and flush:
        return "straight_flush"
    if sorted(ranks.count(rank) for rank in ranks) == [2, 2, 3, 3, 3]:
        return "full_house"  # R2.2: the pair may be phoenixes, there are not three of them
    if flush:
        return "flush"
    return "straight" if straight else None


# What classify and beats need to know of some cards: kind, size, and the key that R3 compares.
Look = tuple[str | None, int, list[tuple[int, int]]]


@lru_cache(maxsize=500_000)
def look(cards: Play) -> Look:
    """Classify once per tuple of codes and remember it: this is all that keeps it quick."""
    kind = kind_of(cards)
    if kind is None:
        return None, 0, []
    key = [order(card) for card in reversed(in_order(cards))]  # R3.2: from the highest down
    if kind == "full_house":  # R3.3: the triple first, then the pair
        ranks = [rank for rank, _ in key]
        triple = [(rank, colour) for rank, colour in key if ranks.count(rank) == 3]
        pair = [(rank, colour) for rank, colour in key if ranks.count(rank) == 2]
        key = triple + pair
    return kind, len(cards), key


def classify(cards: Iterable[str]) -> tuple[str | None, int]:
    """R2: kind and number of cards, or (None, 0) for cards that are no combination."""
    kind, size, _ = look(tuple(cards))
    return kind, size


@lru_cache(maxsize=20_000)
def all_plays_of(hand: Play) -> frozenset[Play]:
    """R2: every combination in these cards: collect what might be one, let `look` decide."""
    of_rank = {rank: [card for card in hand if card[1:] == rank] for rank in RANKS}
    of_colour = {
        colour: [card for card in hand if card[0] in (colour, "M") and card[1:] in NUMBERS]
        for colour in "GYR"
    }
    maybe: set[tuple[str, ...]] = set()
    for cards in of_rank.values():  # single, pair, triple, gangs
        for size in range(1, 8):
            maybe.update(combinations(cards, size))
    triples = [cards for cards in maybe if len(cards) == 3]
    pairs = [cards for cards in maybe if len(cards) == 2]
    for triple, pair in product(triples, pairs):  # full houses
        if triple[0][1:] != pair[0][1:]:
            maybe.add(triple + pair)
    for lowest in range(6):  # straights, of one colour or not
        maybe.update(product(*(of_rank[rank] for rank in NUMBERS[lowest : lowest + 5])))
    for cards in of_colour.values():  # flushes, consecutive or not
        maybe.update(combinations(cards, 5))
    in_hand_order = {tuple(in_order(cards)) for cards in maybe}
    return frozenset(cards for cards in in_hand_order if look(cards)[0] is not None)


def all_plays(hand: Iterable[str]) -> set[Play]:
    """R2: every combination that a hand holds, each sorted by R1.3."""
    return set(all_plays_of(tuple(in_order(hand))))


# --- R3 What beats what -----------------------------------------------------------------------

FIVE_CARDS = ["straight", "flush", "full_house", "straight_flush"]


def beats(play: Iterable[str], table: Iterable[str]) -> bool:
    """R3: whether one combination beats another."""
    kind, size, key = look(tuple(play))
    table_kind, table_size, table_key = look(tuple(table))
    if kind is None or table_kind is None:
        return False
    if kind == "gang" and table_kind == "gang":  # R3.4: more cards, then rank
        return (size, key[0][0]) > (table_size, table_key[0][0])
    if kind == "gang" or table_kind == "gang":  # R3.4: whatever its size
        return kind == "gang"
    if size != table_size:  # R3.1
        return False
    if kind != table_kind:  # R3.1: only five cards have more than one kind
        return FIVE_CARDS.index(kind) > FIVE_CARDS.index(table_kind)
    return key > table_key  # R3.2, R3.3; equal keys are twins (R3.5)


@lru_cache(maxsize=20_000)
def plays_over(hand: Play, table: Play | None) -> frozenset[Play]:
    """R4.4: the combinations in a hand that beat the table, or all of them for the leader."""
    return frozenset(p for p in all_plays_of(hand) if table is None or beats(p, table))


# --- R9 Editions ------------------------------------------------------------------------------

OFFICIAL: dict[str, Any] = {
    "duty_to_block": True,
    "gang_must_block": False,
    "opening_limit": 5,
    "barred_extra": 0,
    "loser_tie": "total",
    "last_card": "call",
    "passed_may_return": True,
    "target": 100,
    "seats": (3, 4),
}
FRENCH = {**OFFICIAL, "opening_limit": None}

RULES: dict[str, dict[str, Any]] = {
    "official": OFFICIAL,
    "french": FRENCH,
    "german": {**FRENCH, "gang_must_block": True},
    "finnish": {**FRENCH, "barred_extra": 1},
    "riva": {**FRENCH, "seats": (4,), "duty_to_block": False, "loser_tie": "highest_card"},
}
"""R9: the five named editions."""


# --- R4, R5 What a player may do --------------------------------------------------------------


def legal(
    hand: Iterable[str],
    table: Iterable[str] | None,
    *,
    rules: dict[str, Any],
    first: bool = False,
    next_called: bool = False,
) -> tuple[set[Play], bool]:
    """R4.3, R4.4, R5.4: the plays allowed, and whether passing is.

    `table` is None for the leader. `first`: this play must contain M1 (R4.3) and heed R9's limit.
    `next_called`: the next player has said "Last card!" and holds one card (R5.4).
    """
    hand = in_order(hand)
    table = None if table is None else tuple(table)
    plays = set(plays_over(tuple(hand), table))
    if first:
        most = 7 if rules["opening_limit"] is None else rules["opening_limit"]
        plays = {play for play in plays if "M1" in play and len(play) <= most}
    may_pass = table is not None
    if not (next_called and rules["duty_to_block"]):
        return plays, may_pass

    highest = (hand[-1],)
    if table is None:  # R5.4, leading: several cards, or else the highest single
        return {play for play in plays if len(play) >= 2} or {highest}, False
    if classify(table)[0] == "single":
        gangs = {play for play in plays if classify(play)[0] == "gang"}
        if highest in plays:
            return gangs | {highest}, False
        must = bool(gangs) and rules["gang_must_block"]  # R9: german
        return gangs, not must
    return plays, may_pass  # R5.4: no duty over anything else


def points(left: int) -> int:
    """R6.1: the points for the cards left in a hand."""
    if left <= 7:
        return left
    if left <= 10:
        return left * 2
    if left <= 13:
        return left * 3
    if left <= 15:
        return left * 4
    return left * 5


# --- The match --------------------------------------------------------------------------------


class Refused(Exception):
    """An action against the rules; the match stands as it stood."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule
        self.why = why


class OracleMatch:
    """A whole match (R4 to R7); `deals` holds (hands, dead) for one round after another.

    Seats are numbered counter-clockwise (R4.1). When a round ends the next one is dealt at once
    and the loser's card has moved already; the winner then gives one back (R7.1).
    """

    def __init__(
        self, seats: int, rules: dict[str, Any], deals: Iterable[Deal], dealer: int
    ) -> None:
        if seats not in rules["seats"]:
            raise ValueError(f"these rules are not for {seats} players")
        self.seats = seats
        self.rules = rules
        self.dealer = dealer
        self.deals: Iterator[Deal] = iter(deals)
        self.round = 0
        self.totals = [0] * seats
        self.points_by_round: list[list[int]] = []
        self.winners: list[int] = []
        self.exchange: dict[str, Any] | None = None
        self.phase = "play"
        self.opening = True  # until the first combination of the match lies on the table
        self._deal()
        # R4.3: the holder of M1 leads; M1 in the dead hand: the player to the dealer's right.
        holders = [seat for seat in range(seats) if "M1" in self.hands[seat]]
        self.turn: int | None = holders[0] if holders else (dealer + 1) % seats

    def _deal(self) -> None:
        """R4.1, R4.2: a fresh round, its direction and its hands."""
        self.round += 1
        self.direction = 1 if self.round % 2 == 1 else -1
        deal = next(self.deals, None)
        if deal is None:
            raise ValueError(f"no deal for round {self.round}")
        self.hands = [in_order(hand) for hand in deal[0]]
        self.dead = in_order(deal[1])
        self.table: Play | None = None
        self.table_by: int | None = None
        self.passed: set[int] = set()  # since the last combination (or in the trick, see _play)
        self.called: set[int] = set()
        self.barred: set[int] = set()
        self.silent: int | None = None  # holds one card, has not called, still may (R5.1)

    def _after(self, seat: int, skipped: set[int]) -> int:
        """R4.1: the next seat in the round's direction, some skipped."""
        seat = (seat + self.direction) % self.seats
        while seat in skipped:
            seat = (seat + self.direction) % self.seats
        return seat

    def legal_now(self) -> tuple[set[Play], bool]:
        """The plays of the seat to move and whether it may pass; nothing outside of play."""
        if self.phase != "play" or self.turn is None:
            return set(), False
        hand = self.hands[self.turn]
        # Whoever is silent is barred before the seat to move acts (R5.1), so counts as barred here.
        silent = {seat for seat in range(self.seats) if seat == self.silent != self.turn}
        after = self._after(self.turn, self.barred | silent)
        return legal(
            hand,
            self.table,
            rules=self.rules,
            first=self.opening and "M1" in hand,
            next_called=after != self.turn and after in self.called and len(self.hands[after]) == 1,
        )

    def act(self, seat: int, action: dict[str, Any]) -> None:
        """One action of one seat; raises Refused, before anything changed, if it is not allowed."""
        said = {name for name, value in action.items() if value}
        if self.phase == "match_over":
            raise Refused("R6.2", "the match is over")
        if said == {"call"}:
            self._call(seat)
        elif self.phase == "exchange":
            if said != {"give"}:
                raise Refused("R7.1", "the winner has yet to give a card back")
            self._give(seat, action["give"])
        elif seat in self.barred:
            raise Refused("R5.2", f"seat {seat} is barred")
        elif seat != self.turn:
            raise Refused("R4.4", f"it is not seat {seat}'s turn")
        elif said == {"pass"}:
            self._pass(seat)
        elif said in ({"play"}, {"play", "call"}):
            self._play(seat, list(action["play"]), "call" in said)
        else:
            raise Refused("R4.4", f"{action} is no action in play")

    def _call(self, seat: int) -> None:
        """R5.1: said after the play, before the next player acts."""
        if seat != self.silent:
            raise Refused("R5.1", f"seat {seat} has nothing to call")
        self.called.add(seat)
        self.silent = None

    def _give(self, seat: int, card: str) -> None:
        """R7.1: the winner gives any card back and leads (R4.3)."""
        assert self.exchange is not None
        if seat != self.exchange["taker"]:
            raise Refused("R7.1", f"seat {seat} has no card to give")
        if card not in self.hands[seat]:
            raise Refused("R7.1", f"seat {seat} does not hold {card}")
        self._move(card, seat, self.exchange["giver"])
        self.exchange["back"] = card
        self.phase = "play"

    def _move(self, card: str, giver: int, taker: int) -> None:
        self.hands[giver].remove(card)
        self.hands[taker] = in_order([*self.hands[taker], card])

    def _too_late(self, seat: int) -> None:
        """R5.1, R5.2: as the next player acts, who has not said "Last card!" is barred."""
        if self.silent is not None and self.silent != seat:
            self.barred.add(self.silent)
        self.silent = None

    def _pass(self, seat: int) -> None:
        """R4.4: not for the leader, and not against a duty to block (R5.4)."""
        _, may_pass = self.legal_now()
        if not may_pass:
            raise Refused("R4.4" if self.table is None else "R5.4", "passing is not allowed here")
        self._too_late(seat)
        self.passed.add(seat)
        self._go_on(seat)

    def _play(self, seat: int, cards: list[str], call: bool) -> None:
        """R4.3 to R4.6, R5.1: lay a combination."""
        hand = self.hands[seat]
        if not Counter(cards) <= Counter(hand):
            raise Refused("R4.4", f"seat {seat} does not hold {cards}")
        play = tuple(in_order(cards))
        if play not in self.legal_now()[0]:
            raise Refused(*self._why_not(play, hand))
        left = len(hand) - len(play)
        if call and left != 1:
            raise Refused("R5.1", f"{left} cards left: nothing to call")

        self._too_late(seat)
        for card in play:
            hand.remove(card)
        self.opening = False
        self.table, self.table_by = play, seat
        if self.rules["passed_may_return"]:  # R4.4; otherwise a pass stands until the trick closes
            self.passed = set()
        if left == 0:
            self._end_round(seat)
            return
        if left == 1:
            alone = self.barred == set(range(self.seats)) - {seat}
            if call or self.rules["last_card"] == "automatic":  # R5.6
                self.called.add(seat)
            elif not alone:  # R5.5
                self.silent = seat
        self._go_on(seat)

    def _why_not(self, play: Play, hand: list[str]) -> tuple[str, str]:
        """The rule that a play breaks."""
        limit = self.rules["opening_limit"]
        if classify(play)[0] is None:
            return "R2", f"{play} is no combination"
        if self.table is not None and not beats(play, self.table):
            return "R3", f"{play} does not beat {self.table}"
        if self.opening and "M1" in hand and "M1" not in play:
            return "R4.3", "the first combination must contain M1"
        if self.opening and "M1" in hand and limit is not None and len(play) > limit:
            return "R9", f"the first combination has at most {limit} cards"
        return "R5.4", "duty to block"

    def _go_on(self, seat: int) -> None:
        """R4.5: the next player's turn, or a new trick once all others still in have passed.

        A player left alone has no others: each play of theirs closes the trick at once (R5.5).
        """
        assert self.table_by is not None
        others = set(range(self.seats)) - self.barred - {self.table_by}
        if not others <= self.passed:
            self.turn = self._after(seat, self.barred | self.passed)
            return
        self.turn = self.table_by
        if self.turn in self.barred:  # R5.2
            self.turn = self._after(self.turn, self.barred)
        self.table = self.table_by = None
        self.passed = set()

    def _end_round(self, winner: int) -> None:
        """R6, R7.1: score, then either the end of the match or the next deal."""
        scored = [points(len(hand)) for hand in self.hands]
        for seat in self.barred:
            scored[seat] += self.rules["barred_extra"]
        self.points_by_round.append(scored)
        self.totals = [total + more for total, more in zip(self.totals, scored, strict=True)]
        if max(self.totals) >= self.rules["target"]:  # R6.2
            lowest = min(self.totals)
            self.winners = [seat for seat in range(self.seats) if self.totals[seat] == lowest]
            self.phase = "match_over"
            self.turn = None
            return
        loser = self._loser(winner)
        self.dealer = winner  # R8.1
        self._deal()
        card = self.hands[loser][-1]
        self._move(card, loser, winner)
        self.exchange = {"giver": loser, "taker": winner, "card": card, "back": None}
        self.phase = "exchange"
        self.turn = winner

    def _loser(self, winner: int) -> int:
        """R6.3: most cards; tied: higher total (riva: higher card); tied: counter-clockwise."""
        # Seats are numbered counter-clockwise, so this is the order in which they are met.
        others = [(winner + step) % self.seats for step in range(1, self.seats)]
        most = max(len(self.hands[seat]) for seat in others)
        tied = [seat for seat in others if len(self.hands[seat]) == most]
        if self.rules["loser_tie"] == "total":
            top = max(self.totals[seat] for seat in tied)
            return next(seat for seat in tied if self.totals[seat] == top)
        best = max(order(self.hands[seat][-1]) for seat in tied)
        return next(seat for seat in tied if order(self.hands[seat][-1]) == best)
