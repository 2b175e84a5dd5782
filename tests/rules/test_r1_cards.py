"""R1: the cards, their codes and their order."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import pairwise
from operator import add, and_, ge, gt, le, lt, or_, sub
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangoffour import Cards, Combination, Give, Match, Refusal, combination
from gangoffour.rules import cards as c
from tests.rules import oracle
from tests.rules.positions import refused

ORDER = [f"{colour}{rank}" for rank in range(1, 11) for colour in ("GYRM" if rank == 1 else "GYR")]
ORDER += ["GP", "YP", "RD"]

some_cards = st.lists(st.sampled_from(range(64)), unique=True).map(
    lambda places: [oracle.DECK[place] for place in places]
)


def test_deck() -> None:
    """R1.1: 64 cards; the numbers twice in three colours, four cards once."""
    deck = Cards(c.FULL_DECK)
    assert len(deck) == len(c.DECK) == 64
    assert Counter(deck) == Counter(oracle.DECK) == Counter(c.CODES[face] for face in c.DECK)
    once = [code for code, copies in Counter(deck).items() if copies == 1]
    assert once == ["M1", "GP", "YP", "RD"]
    numbers = [code for code in deck if code[1:].isdecimal() and code != "M1"]
    assert len(numbers) == 60 and {code[0] for code in numbers} == set("GYR")


def test_no_more_copies_than_the_deck_has() -> None:
    """R1.1: a third copy, or a second M1, phoenix or dragon, does not exist."""
    for text, card in (("G3 G3 G3", "G3"), ("M1 M1", "M1"), ("GP GP", "GP"), ("RD RD", "RD")):
        assert refused("too_many_copies", partial(Cards.parse, text)).params["card"] == card
    refused("too_many_copies", lambda: Cards.parse("G3 G3") + Cards.parse("G3"))


@pytest.mark.parametrize("code", ORDER)
def test_codes(code: str) -> None:
    """R1.2: a colour's letter and a rank; parsed and printed alike."""
    assert Cards.parse(code).codes == [code]
    assert code in Cards.parse(code)
    assert Give(code).card == code


@pytest.mark.parametrize(
    "code",
    ["", "g3", "G0", "G11", "M2", "RP", "GD", "YD", "MP", "3G", "G3 ", "G 3", "G03", "É1", "G３"],
)
def test_unknown_codes(code: str) -> None:
    """R1.2: anything else is refused, and quoted."""
    refusal = refused("unknown_card", lambda: Cards.parse([code]))
    assert repr(code) in refusal.message
    refused("unknown_card", lambda: Give(code))
    refused("unknown_card", lambda: code in Cards.parse("G3"))


@pytest.mark.parametrize("value", [None, 3, 3.0, True, ["G3"], {"G3": 1}, b"G3"])
def test_codes_are_texts(value: object) -> None:
    """R1.2: a value that is no text is refused like a wrong one."""
    refused("unknown_card", lambda: c.face_of(value))
    refused("unknown_card", lambda: Cards.parse([value]))  # type: ignore[list-item]


def test_cards_are_made_of_codes_at_once() -> None:
    """R1.2: ``Cards("G1 Y1")`` reads codes; what is no card is named."""
    assert Cards("Y1, G1") == Cards(["G1", "Y1"]) == Cards.parse("G1 Y1")
    assert Cards("y1,g1 \n m1") == Cards("G1 Y1 M1"), "as somebody types it"
    assert refused("unknown_card", partial(Cards, "G1 X1")).params["input"] == "X1"
    assert refused("unknown_card", partial(Cards, "g1 g12")).params["input"] == "g12"


def test_copies_are_indistinguishable() -> None:
    """R1.2: one copy taken from two leaves the same cards, whichever it was."""
    two = Cards.parse("G3 R7 G3")
    assert two - Cards.parse("G3") == Cards.parse("R7 G3")
    assert hash(two - Cards.parse("G3")) == hash(Cards.parse("G3 R7"))
    assert two - Cards.parse("G3") - Cards.parse("G3") == Cards.parse("R7")


@pytest.mark.parametrize(
    "few", ["G3", "g3, rd", c.Card("G3"), ["G3", "G3"], [c.Card("RD")], (), combination("G3 G3")]
)
def test_cards_go_with_codes_as_with_cards(few: Any) -> None:
    """R1.2: what ``Cards.of`` reads stands beside cards in every sum and comparison."""
    hand = Cards("R7 G3 M1 G3 RD")
    cards = few.cards if isinstance(few, Combination) else Cards(few)
    for act in (sub, and_, or_, lt, le, gt, ge, Cards.isdisjoint):
        assert act(hand, few) == act(hand, cards)
        if act is not sub:
            assert act(cards, few) == act(cards, cards)
    assert Cards("R9") + few == Cards("R9") + cards
    for turned in (lt, le, gt, ge):
        assert turned(few, hand) == turned(cards, hand)


@pytest.mark.parametrize("other", [5, None, 1.5, True, object()])
def test_cards_go_with_nothing_else(other: Any) -> None:
    """R1.2: what is no card is named; what are no cards at all is Python's own ``TypeError``."""
    hand = Cards("G3 R4")
    for act in (add, sub, and_, or_, lt, le, gt, ge, Cards.isdisjoint):
        with pytest.raises(TypeError):
            act(hand, other)
        assert refused("unknown_card", partial(act, hand, "G3 X1")).params["input"] == "X1"
        refused("unknown_card", partial(act, hand, [other]))
    for compare in (lt, le, gt, ge):
        with pytest.raises(TypeError):
            compare(c.Card("G3"), other)
        refused("unknown_card", partial(compare, c.Card("G3"), "X1"))
    with pytest.raises(ValueError, match="G3 R4 does not hold R5"):
        hand - "R5"


def test_a_hand_is_read_by_place() -> None:
    """R1.4: the places are those of the hand as it is shown."""
    hand = Cards("R7 G3 M1 G3")
    assert [hand[place] for place in range(4)] == hand.codes and hand[-1].rank == 7
    assert hand[1:3] == Cards("G3 G3") and hand[5:] == Cards()
    with pytest.raises(IndexError):
        hand[4]


def test_what_is_no_card_is_quoted_as_it_was_given() -> None:
    """R1.2: in any case, and never in another than it was written."""
    assert c.Card("g3") == "G3" and c.Card("rd").rank == 12
    for wrong, quoted in ((lambda: Cards("g3 g33"), "'g33'"), (lambda: c.Card("x9"), "'x9'")):
        with pytest.raises(Refusal, match=f"{quoted} is not a card"):
            wrong()
    with pytest.raises(Refusal, match="7 is not a card"):
        Cards(["G3", 7])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="given as 'G3 Y3' or as codes, not as None"):
        Cards(None)  # type: ignore[arg-type]


def test_order_of_single_cards() -> None:
    """R1.3: rank first, then colour: R1 < M1 < G2 and R10 < GP < YP < RD."""
    assert [c.CODES[face] for face in c.ORDERED_FACES] == ORDER
    assert [c.ORDER_OF[c.FACE_OF[code]] for code in ORDER] == list(range(34))
    assert sorted(ORDER, key=oracle.order) == ORDER
    for lower, higher in pairwise(ORDER):
        assert Cards.parse([higher, lower]).highest == higher


def test_hand_is_shown_sorted() -> None:
    """R1.4: lowest first, or colour first if the player asks."""
    hand = Cards.parse("RD, G10 M1 Y9 R1 GP G2 YP Y9")
    assert hand.codes == ["R1", "M1", "G2", "Y9", "Y9", "G10", "GP", "YP", "RD"]
    assert str(hand) == "R1 M1 G2 Y9 Y9 G10 GP YP RD"
    assert hand.by_colour == ["G2", "G10", "GP", "Y9", "Y9", "YP", "R1", "RD", "M1"]
    match = Match.new(seed="sorted")
    for seat in range(4):
        shown = match.view(seat).as_dict()["hand"]
        assert isinstance(shown, list)
        assert shown == sorted(shown, key=oracle.order)


@given(some_cards, some_cards)
def test_cards_are_a_multiset(one: list[str], other: list[str]) -> None:
    """R1.1, R1.2, R1.3: adding, taking away, holding and the highest, as with plain counting."""
    counts, others = Counter(one), Counter(other)
    held, wanted = Cards.parse(one), Cards.parse(other)
    assert held.codes == sorted(one, key=oracle.order)
    assert len(held) == len(one) and Counter(held) == counts
    assert (wanted <= held) == (others <= counts)
    assert (held == wanted) == (counts == others)
    assert (held.word >> c.COPY_SHIFT) & ~held.word == 0
    if one:
        assert held.highest == max(one, key=oracle.order)
    if all(copies <= oracle.IN_DECK[code] for code, copies in (counts + others).items()):
        assert Counter(held + wanted) == counts + others
        assert held + wanted - wanted == held
    else:
        refused("too_many_copies", lambda: held + wanted)
    if others <= counts:
        assert Counter(held - wanted) == counts - others
    else:
        with pytest.raises(ValueError, match="does not hold"):
            held - wanted


def test_no_cards() -> None:
    """R1.3: no cards have no highest; a word that is no set of cards is no value."""
    assert not Cards() and str(Cards()) == "" and repr(Cards.parse("G3")) == "Cards('G3')"
    with pytest.raises(ValueError, match="no cards"):
        _ = Cards().highest
    for word in (-1, 1 << 64, 1 << c.COPY_SHIFT):
        with pytest.raises(ValueError, match="canonical"):
            Cards.of_word(word)
        with pytest.raises(ValueError, match="canonical"):
            Cards(word)
