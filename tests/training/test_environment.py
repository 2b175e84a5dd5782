"""The environment's C++ source, compiled for the CPU, against the rules library."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from training.build import BY_GREEDY, ONE_ROUND, blank
from training.host import HostTables

from gangoffour.bots import network
from gangoffour.rules.cards import Cards
from gangoffour.rules.combinations import catalogue
from gangoffour.rules.match import Match
from tests.support.length import slice_of
from training import check


def _stepper(env: HostTables) -> check.Step:
    def step(chosen: NDArray[np.int32] | None) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        env.step(chosen)
        return env.tables, env.list, env.count

    return step


def _number(words: NDArray[np.uint64]) -> int:
    return int.from_bytes(words.tobytes(), "little")


def _outlines(rest: NDArray[np.uint64], more: NDArray[np.uint16], number: int) -> NDArray[np.bool_]:
    """What plays leave, as the C++ source packs it, as rows of bits."""
    rows = np.zeros((number, network.OUTLINE_BITS), bool)
    at, about = np.arange(number), more[:number].astype(np.int64)
    rows[:, :64] = check._bits(rest[:number, None])
    rows[at, 64 + (about & 15)] = True
    rows[:, 77:82] = about[:, None] >> np.arange(4, 9) & 1
    rows[at, 82 + (about >> 9)] = True
    return rows


@pytest.mark.long
def test_every_state_and_every_feature_agree_with_the_rules() -> None:
    env = HostTables(check.fresh_tables(24, seed=5))

    def look(i: int, match: Match, table: Any) -> None:
        seat = match.turn
        assert seat is not None
        view = match.view(seat)
        now = network.position_of(view, aim_at_match=bool(table["aims"]))
        top = network.strongest(now.unseen)
        bits = _number(env.policy[i])
        assert network.policy_bits(now, top) == bits & (1 << network.POLICY_BITS) - 1
        order = [(seat + match.round.direction * k) % match.seats for k in range(match.seats)]
        hands = [match.round.hands[s] for s in order]
        known = (1 << network.CRITIC_BITS) - 1
        assert network.critic_bits(now, hands) == _number(env.critic[i]) & known
        rows = network.event_rows(now.events)
        told = check._bits(env.events[i])[:, : network.EVENT_BITS]
        assert (told[: len(rows)] == rows).all() and not told[len(rows) :].any()
        legal = env.list[i][: env.count[i]]
        outlines = network.outline_rows(now.hand, legal.tolist(), top, max(now.counts[1:]))
        own = network.unpack(bits >> network.POLICY_BITS, network.OUTLINE_BITS)
        assert (outlines[0] == own).all()
        assert (outlines[1:] == _outlines(env.rest[i], env.more[i], len(legal))).all()
        left = [network.left_by(now, top, int(action)) for action in legal]
        assert left == env.left[i][: env.count[i]].tolist()

    moves = check.run(_stepper(env), 24, slice_of(260, 40), seed=6, look=look)
    assert moves > slice_of(5_000, 600)


def test_greedy_plays_a_round_to_its_end() -> None:
    tables = blank(64)
    tables["seed"] = np.arange(64)
    tables["seats"], tables["duty"], tables["mode"] = 4, 1, ONE_ROUND
    tables["holder"] = BY_GREEDY
    env = HostTables(tables)
    env.step()
    assert (env.count == 0).all() and env.tables["over"].all()
    assert (env.tables["points"].min(axis=1) == 0).all()


def test_a_seed_is_a_deal() -> None:
    env = HostTables(check.fresh_tables(8, seed=1))
    twin = HostTables(check.fresh_tables(8, seed=1))
    env.step()
    twin.step()
    assert (env.tables == twin.tables).all()


def test_only_who_must_play_m1_is_held_to_the_limit() -> None:
    """R4.3, R9: six sixes may open a match without M1, but six ones with M1 may not."""
    tables = check.fresh_tables(2, seed=3)
    tables["seats"] = 3
    env = HostTables(tables)
    env.step()
    assert env.tables["opening"].all()
    held = ("G6 G6 Y6 Y6 R6 R6 G8", "G1 G1 Y1 Y1 R1 M1 G8")
    for table, hand in zip(env.tables, held, strict=True):
        table["hand"][table["turn"]] = Cards.parse(hand).word
    env.step()
    known = catalogue()
    sizes = [{known[n].size for n in env.list[i][: env.count[i]]} for i in range(2)]
    assert sizes == [{1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5}]
