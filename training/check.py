"""Checks an environment against gangoffour.rules step by step, on the same deals and actions.

``python -m training.check`` checks the GPU's; the tests check the same source compiled for the CPU.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gangoffour.bots import network
from gangoffour.bots.network import GIVE, PASS
from gangoffour.rules.actions import Action, Give, Pass, Play
from gangoffour.rules.cards import CODES, FULL_DECK, ORDERED_FACES, Cards, add, remove, union
from gangoffour.rules.combinations import catalogue
from gangoffour.rules.deal import Deal
from gangoffour.rules.editions import rule_set
from gangoffour.rules.match import Match
from training.build import EVERY_MOVE, LIST, TABLE, blank

NONE = 255


def fresh_tables(count: int, seed: int) -> NDArray[Any]:
    """Tables that stop at every move: three and four players, with and without the duty."""
    tables = blank(count)
    rng = np.random.default_rng(seed)
    tables["seed"] = rng.integers(0, 2**63, count, dtype=np.uint64)
    tables["seats"] = rng.integers(3, 5, count)
    tables["duty"] = rng.random(count) < 0.7
    tables["aims"] = np.where(rng.random(count) < 0.5, 15, 0)
    tables["mode"] = EVERY_MOVE
    return tables


def _words(table: Any) -> tuple[int, ...]:
    return tuple(int(word) for word in table["hand"][: int(table["seats"])])


def _dealt(hands: tuple[int, ...], seats: int) -> Deal:
    seen = 0
    for word in hands:
        seen = union(seen, word)
    return Deal(hands, remove(FULL_DECK, seen) if seats == 3 else 0)


def first_match(table: Any) -> Match:
    """The match of the rules library that begins with a table's first deal."""
    seats, hands = int(table["seats"]), _words(table)
    rules = rule_set("official", last_card="automatic", duty_to_block=bool(table["duty"]))
    dead = _dealt(hands, seats).dead
    return Match.new(
        seats=seats,
        seed=0,
        rules=rules,
        hands=[Cards(word) for word in hands],
        dead=Cards(dead) if seats == 3 else None,
        dealer=(int(table["turn"]) - 1) % seats,
    )


def follow(match: Match, table: Any, seat: int, action: Action) -> Match:
    """Apply an action; a round dealt after it is replaced by the deal that the table shows."""
    after = match.act(seat, action)
    if after.over or after.round.number == match.round.number:
        return after
    hands = list(_words(table))  # the card taken has moved already (R7.1)
    result = after.past[-1].result
    face = ORDERED_FACES[int(table["taken"])]
    hands[result.winner] = remove(hands[result.winner], 1 << face)
    hands[result.loser] = add(hands[result.loser], face)
    return after.deal_next(_dealt(tuple(hands), match.seats))


def numbers(match: Match) -> list[int]:
    """All legal actions of the player to move, by number."""
    assert match.turn is not None
    return [network.action_number(one) for one in match.view(match.turn).actions]


def action_of(number: int) -> Action:
    """The action of a number (the call is automatic)."""
    if number >= GIVE:
        return Give(CODES[ORDERED_FACES[number - GIVE]])
    if number == PASS:
        return Pass()
    return Play(catalogue()[number])


def compare(match: Match, table: Any, legal: list[int]) -> None:
    """One table's state is the match's, and the legal actions are the same."""
    now, seats = match.round, match.seats
    assert _words(table) == now.hands, "hands"
    assert int(table["turn"]) == now.turn, "turn"
    assert int(table["step"]) == now.direction, "direction"
    assert int(table["on"]) == (-1 if now.table is None else now.table.index), "table"
    owner = None if int(table["owner"]) == NONE else int(table["owner"])
    assert owner == now.table_by, "owner"
    assert tuple(s for s in range(seats) if int(table["passed"]) >> s & 1) == now.passed, "passed"
    assert tuple(int(x) for x in table["totals"][:seats]) == match.totals, "totals"
    assert legal == numbers(match), f"legal plays of {Cards(now.hands[now.turn])}"


Step = Callable[[NDArray[np.int32] | None], tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]
Look = Callable[[int, Match, Any], None]


def run(step: Step, count: int, steps: int, seed: int, look: Look | None = None) -> int:
    """Play random legal actions on both sides and compare at every move; returns the moves."""
    tables, lists, counts = step(None)
    matches: list[Match | None] = [first_match(tables[i]) for i in range(count)]
    rng, moves = random.Random(seed), 0
    for _ in range(steps):
        chosen = np.full(count, -1, np.int32)
        actions: list[tuple[int, Action] | None] = [None] * count
        for i, match in enumerate(matches):
            if match is None:
                continue
            legal = [int(a) for a in lists[i][: int(counts[i])]]
            assert len(legal) < LIST - 1
            compare(match, tables[i], legal)
            if look is not None:
                look(i, match, tables[i])
            number = rng.choice(legal)
            if number == PASS and rng.random() < 0.5:  # more plays, shorter rounds
                number = rng.choice(legal)
            chosen[i] = number
            assert match.turn is not None
            actions[i] = (match.turn, action_of(number))
            moves += 1
        tables, lists, counts = step(chosen)
        for i, match in enumerate(matches):
            act = actions[i]
            if match is None or act is None:
                continue
            after = follow(match, tables[i], *act)
            if after.over:
                assert counts[i] == 0 and tables[i]["over"]
                assert tuple(int(x) for x in tables[i]["totals"][: match.seats]) == after.totals
            matches[i] = None if after.over else after
    return moves


def main() -> None:
    """Check the GPU environment: against the rules, then against the CPU's build, bit by bit."""
    import torch

    from training.gpu import Kernels, Tables, Window
    from training.host import HostTables

    kernels, count = Kernels(), 48
    settings = HostTables(fresh_tables(1, 0)).settings
    start = fresh_tables(count, seed=11)
    tables, window = Tables(kernels, start, settings, LIST * count), Window(count, 0)

    def step(chosen: NDArray[np.int32] | None) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        if chosen is not None:
            tables.chosen.copy_(torch.from_numpy(chosen))
        tables.step(window, 0)
        kernels.check()
        return tables.download(), *tables.legal()

    moves = run(step, count, 400, seed=12)
    print(f"GPU against the rules: {moves} moves of {count} matches agree")

    count = 2048
    start = blank(count)
    start["rng"] = np.random.default_rng(13).integers(0, 2**63, count, np.uint64)
    host = HostTables(start)
    tables, window = Tables(kernels, start, host.settings, 64 * count), Window(count, 0)
    host.step()
    tables.step(window, 0)
    rng = np.random.default_rng(14)
    for turn in range(60):
        host.tables["rng"] = rng.integers(0, 2**63, count, np.uint64)
        there = tables.download().copy()
        there["rng"] = host.tables["rng"]
        same = all((there[name] == host.tables[name]).all() for name in TABLE.names or ())
        assert same, f"tables differ at step {turn}"
        tables.state.copy_(torch.from_numpy(there.view(np.uint8).reshape(-1)))
        bits = window.policy[0].cpu().float().numpy() > 0
        assert (bits == _bits(host.policy)).all(), "policy features differ"
        seen = window.critic[0].cpu().float().numpy() > 0
        assert (seen == _bits(host.critic)).all(), "critic features differ"
        told = window.events[0].cpu().numpy().view(np.uint64)
        assert (told == host.events).all(), "events differ"
        base, left = tables.base.cpu().numpy(), tables.left.cpu().numpy()
        actions, counts = tables.action.cpu().numpy(), tables.count.cpu().numpy()
        assert (counts == host.count).all(), "numbers of legal plays differ"
        tables_rest = tables.rest.cpu().numpy()
        more = tables.more.cpu().numpy().astype(np.uint16)
        chosen = np.zeros(count, np.int32)
        for i in range(count):
            mine = slice(base[i], base[i] + counts[i])
            assert (actions[mine] == host.list[i][: counts[i]]).all(), "legal plays differ"
            assert (left[mine] == host.left[i][: counts[i]]).all(), "what plays leave differs"
            rest = tables_rest[mine].view(np.uint64)
            assert (rest == host.rest[i][: counts[i]]).all(), "what rests can make differs"
            assert (more[mine] == host.more[i][: counts[i]]).all(), "rests' plays differ"
            chosen[i] = host.list[i][rng.integers(counts[i])]
        host.step(chosen)
        tables.chosen.copy_(torch.from_numpy(chosen))
        tables.step(window, 0)
        kernels.check()
    print(f"GPU against CPU: {60 * count} decisions agree, features included")


def _bits(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    return np.unpackbits(words.view(np.uint8), axis=1, bitorder="little").astype(bool)


if __name__ == "__main__":
    main()
