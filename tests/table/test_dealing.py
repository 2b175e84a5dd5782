"""Everybody's hand in the deal: promised before the match, said after it began, for all to see."""

from __future__ import annotations

from hashlib import sha256

import pytest

from gangoffour.rules.deal import commitment, mixed_seed
from gangoffour.rules.fairness import read_sources, verify_commitment, verify_deals, verify_sources
from gangoffour.rules.reader import parse_record
from gangoffour.server.matches.settlement import record_of
from gangoffour.table import commands as c
from gangoffour.table.clock import next_deadline
from gangoffour.table.karma import cost
from gangoffour.table.options import Options
from gangoffour.table.time_limits import REVEAL_MS
from gangoffour.table.views.public_view import public
from tests.table.scene import Scene, kinds

PEOPLE = ("ann", "bob", "cid")
SHORT = Options(clock="none", target=2)


def part(who: str) -> str:
    """What somebody contributes."""
    return sha256(who.encode()).hexdigest()


def seated(*promising: str) -> Scene:
    scene = Scene(SHORT)
    for who in PEOPLE[1:]:
        scene.do(who, c.Sit())
    scene.do("ann", c.SetBot(3, "dumpling"))
    for who in promising:
        scene.do(who, c.Promise(commitment(part(who))))
    return scene


def test_the_deal_comes_from_all_contributions() -> None:
    scene = seated("ann", "bob")
    scene.do("ann", c.Start())
    assert scene.table.phase == "dealing" and scene.table.match is None
    shown = public(scene.table, scene.now)
    assert shown.deal is not None and shown.deal.seed is None
    server = next(one for one in range(99) if commitment(f"s{one}") == shown.deal.commitment)
    scene.do("ann", c.Contribute(part("ann")))
    assert scene.table.phase == "dealing"
    scene.do("bob", c.Contribute(part("bob")))
    assert scene.table.match is not None
    mixed = mixed_seed(f"s{server}", (part("ann"), part("bob"), None, None))
    assert scene.table.match.seed == mixed
    assert scene.table == scene.replayed()
    scene.finish()
    shown = public(scene.table, scene.now)
    assert shown.deal is not None and shown.deal.seed == f"s{server}"


def test_a_match_may_end_while_it_is_dealt() -> None:
    """Whoever watches is told of the deal, and that it is over."""
    scene = Scene(Options(seats=3, clock="none"))
    for seat in (1, 2):
        scene.do("ann", c.SetBot(seat, "dumpling"))
    scene.do("ann", c.Promise(commitment(part("ann"))))
    scene.do("ann", c.Start())
    assert kinds(scene.do("ann", c.GiveUp())) == ["shuffled", "voided"]
    scene = seated("ann", "bob")
    scene.do("ann", c.Start())
    for who in PEOPLE:
        caused = kinds(scene.do(who, c.Leave()))
    assert caused[-1] == "voided" and scene.table.phase == "waiting"


def test_nobody_waits_for_those_who_promise_nothing_or_are_gone() -> None:
    scene = seated()
    scene.do("ann", c.Start())
    assert scene.table.phase == "playing" and scene.table.sources is None
    scene = seated("ann", "bob")
    scene.do("ann", c.Start())
    scene.do("bob", c.Disconnect())
    scene.do("ann", c.Contribute(part("ann")))
    assert scene.table.phase == "playing"
    assert scene.table.sources is not None and scene.table.sources.replaced == (1,)


def test_a_contribution_too_late_is_replaced_in_the_open() -> None:
    scene = seated("ann", "bob")
    scene.do("ann", c.Start())
    scene.do("ann", c.Contribute(part("ann")))
    assert next_deadline(scene.table) == scene.now + REVEAL_MS
    assert scene.tick(REVEAL_MS - 1) == ()
    scene.tick(1)
    assert scene.table.sources is not None and scene.table.sources.replaced == (1,)
    assert scene.table.sources.contributions[1] == commitment(part("bob"))
    assert scene.refused("bob", c.Contribute(part("bob"))) == "no_match_running"


def test_what_is_not_as_promised_is_refused() -> None:
    scene = seated("ann")
    for bad in ("", "x", "G" * 64, "a" * 63):
        assert scene.refused("ann", c.Promise(bad)) == "bad_contribution"
    assert scene.do("ann", c.Promise(commitment(part("ann")))) == ()
    assert scene.refused("ann", c.Contribute(part("ann"))) == "no_match_running"
    scene.do("ann", c.Start())
    for who, given in (("ann", part("bob")), ("bob", part("bob")), ("ann", "")):
        assert scene.refused(who, c.Contribute(given)) == "bad_contribution"
    for who, ask in (
        ("bob", c.Promise(commitment(part("bob")))),
        ("ann", c.SetOptions(Options())),
        ("ann", c.Unseat(3)),
    ):
        assert scene.refused(who, ask) == "match_running"
    assert scene.refused("bob", c.Pass(0)) == scene.refused("bob", c.Pause()) == "being_dealt"


def test_who_leaves_while_cards_are_dealt_is_stood_in_for() -> None:
    scene = seated("ann", "bob")
    scene.do("ann", c.Start())
    scene.do("bob", c.Leave())
    assert scene.table.phase == "playing"
    assert scene.table.seats[1].stand_in is not None
    assert scene.table.sources is not None and scene.table.sources.replaced == (0, 1)
    assert scene.table.seats[0].withheld == 0, "she was given no time"


def test_a_promise_is_for_one_match_and_goes_with_the_seat() -> None:
    scene = seated("ann", "bob")
    scene.do("bob", c.Leave())
    assert scene.table.seats[1].promise is None
    scene.do("bob", c.Sit())
    scene.do("ann", c.Start())
    scene.do("ann", c.Contribute(part("ann")))
    assert [seat.promise for seat in scene.table.seats] == [None] * 4


def test_to_hold_a_contribution_back_again_and_again_is_leaving_where_it_is_rated() -> None:
    """It chooses no deal, as nobody knows the server's part; but it keeps everybody waiting."""
    scene = Scene(Options(clock="none", rated=True, seats=3))
    for who in PEOPLE[1:]:
        scene.do(who, c.Sit())
    for who in PEOPLE[1:]:
        scene.do(who, c.Ready())
    for expected in ("spared", "no_gain", "left"):
        for who in ("bob", "cid"):
            scene.do(who, c.Promise(commitment(part(who))))
        if scene.table.phase == "over":
            for who in PEOPLE:
                scene.do(who, c.Rematch())
        else:
            scene.do("ann", c.Start())
        scene.do("cid", c.Disconnect())
        scene.tick(REVEAL_MS)
        assert scene.table.sources is not None and scene.table.sources.replaced == (1, 2)
        assert [cost(scene.table, seat) for seat in range(3)] == ["none", expected, "none"]
        scene.do("cid", c.Connect())
        scene.finish()
    assert scene.table == scene.replayed()


@pytest.mark.parametrize("late", [False, True])
def test_the_record_proves_it(late: bool) -> None:
    scene = seated("ann", "cid")
    scene.do("ann", c.Start())
    scene.do("ann", c.Contribute(part("ann")))
    if late:
        scene.tick(REVEAL_MS)
    else:
        scene.do("cid", c.Contribute(part("cid")))
    scene.finish()
    text = record_of(scene.table)
    record = parse_record(text)
    assert verify_sources(record) is verify_commitment(record) is True
    assert all(one.fair for one in verify_deals(record))
    told = read_sources(record.tags)
    assert told is not None and told.replaced == ((2,) if late else ())
    for name, other in (
        ("ServerSeed", "another"),
        ("Contributions", f"{part('bob')} - {part('cid')} -"),
        ("Promises", f"- - {told.promises[2]} -"),
        ("Replaced", "0"),
        ("Contributions", ""),
    ):
        forged = record._replace(tags={**record.tags, name: other})
        assert verify_sources(forged) is False, name
    plain = record._replace(tags={"Commitment": record.tags["Commitment"]})
    assert verify_sources(plain) is None, "as before there were contributions"
