"""The engine's operations about bots: ``bots``, ``choose``, ``hint`` and ``review``."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from gangoffour.bots import BotError
from gangoffour.bots.advice.reasons import REASONS
from gangoffour.engine import Engine


def ask(engine: Engine, **request: object) -> dict[str, Any]:
    answer: dict[str, Any] = engine.answer(request)
    return answer


@pytest.fixture
def engine() -> Engine:
    engine = Engine()
    assert ask(engine, op="new", seats=4, seed=5)["match"] == "m1"
    return engine


def turn(engine: Engine) -> int:
    seat: int = ask(engine, op="view", match="m1", seat=0)["view"]["turn"]
    return seat


def test_six_levels_are_listed(engine: Engine) -> None:
    listed = ask(engine, op="bots")["bots"]
    assert [bot["level"] for bot in listed] == [1, 2, 3, 4, 5, 6]
    assert all(bot["name"] and bot["title"] and bot["description"] for bot in listed)


@pytest.mark.parametrize("bot", ["greedy", "level:1", "lantern"])
def test_a_chosen_action_applies_and_a_seed_repeats_it(engine: Engine, bot: str) -> None:
    seat = turn(engine)
    request = {"op": "choose", "match": "m1", "seat": seat, "bot": bot, "seed": 3}
    chosen = ask(engine, **request)
    assert chosen == ask(engine, **request)
    assert ask(engine, op="act", match="m1", seat=seat, action=chosen["action"])["ok"]


def test_a_hint_has_points_and_reasons_from_the_closed_list(engine: Engine) -> None:
    advised = ask(engine, op="hint", match="m1", seat=turn(engine))["plays"]
    assert advised
    for one in advised:
        assert isinstance(one["points"], float)
        assert set(one["reasons"]) <= set(REASONS)


@pytest.mark.parametrize("bot", ["nobody", "level:9", "cmd:rm -rf x", "evil.py:Bot", ""])
def test_what_is_no_named_bot_is_refused(engine: Engine, bot: str) -> None:
    answer = ask(engine, op="choose", match="m1", seat=turn(engine), bot=bot)
    assert answer["error"]["code"] == "unknown_bot"
    message = answer["error"]["message"]
    assert message.endswith("typhoon, typhoon-deep, and level:1 to level:6."), "and nothing else"
    assert f"There is no bot {bot!r}; there are greedy, random, " in message


@pytest.mark.parametrize("more", [{"op": "choose", "bot": "greedy"}, {"op": "hint"}])
def test_only_the_seat_to_move_is_advised(engine: Engine, more: dict[str, str]) -> None:
    answer = ask(engine, match="m1", seat=(turn(engine) + 1) % 4, **more)
    assert answer["error"]["code"] == "not_your_turn"


def test_a_review_judges_what_was_played(engine: Engine) -> None:
    seat = turn(engine)
    chosen = ask(engine, op="choose", match="m1", seat=seat, bot="level:5")["action"]
    ask(engine, op="act", match="m1", seat=seat, action=chosen)
    made = ask(engine, op="review", match="m1")["review"]
    assert made["rounds"] == 1 and made["marked"] == []
    assert [one["decisions"] for one in made["seats"]] == [int(one == seat) for one in range(4)]
    assert ask(engine, op="review", match="m1", seats=[9])["error"]["code"] == "unknown_seat"
    assert ask(engine, op="review", match="m1", seats=[True])["error"]["code"] == "bad_request"


@pytest.mark.parametrize("op", ["choose", "hint", "review"])
def test_damaged_weights_are_an_answer_and_not_the_end(
    engine: Engine, op: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged() -> None:
        raise BotError("bad_weights", problem="network.npz is damaged.")

    for module in ("levels", "advice.hint", "advice.reviewer"):
        monkeypatch.setattr(import_module(f"gangoffour.bots.{module}"), "shipped", damaged)
    seat = turn(engine)
    own: dict[str, dict[str, object]] = {
        "choose": {"seat": seat, "bot": "tiger"},
        "hint": {"seat": seat},
        "review": {},
    }
    answer = ask(engine, op=op, match="m1", **own[op])
    assert answer["error"]["code"] == "bad_weights"
    assert answer["error"]["message"] == (
        "The trained network cannot be used: network.npz is damaged."
    )
    assert ask(engine, op="hello")["ok"]
