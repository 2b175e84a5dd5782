"""What a table's code, or its address, tells somebody who has not even come in yet."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from gangoffour.server.runtime.rate_limits import Budget, Limits
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.support.live import Live, live


def served(path: Path, test: Callable[[Live], Awaitable[None]]) -> None:
    async def run() -> None:
        async with live(path / "one.db") as server:
            await test(server)

    asyncio.run(run())


async def told(server: Live, path: str, **headers: str) -> Any:
    return (await server.http.get(f"/api/tables/{path}", headers=headers)).json()


def test_a_newcomer_is_told_who_invites_and_who_sits_there(tmp_path: Path) -> None:
    async def test(server: Live) -> None:
        ann, bob = await server.person("Ann"), await server.person("Bob")
        options = Options(private=True, clock="none", target=150, seats=4)
        room = await server.server.tables.open(c.Person(ann.me["id"], "Ann", 50), options)
        await bob.do(room.id, c.Sit(2))
        await server.client(ann.token)
        command = c.Command(c.SetBot(3, "crane"), c.Person(ann.me["id"], "Ann", 50))
        await server.server.tables.do(room.id, command)
        by_code = await told(server, f"code/{room.code.lower()}")
        assert by_code["seat"] and not by_code["running"] and by_code["host"] == 0
        shown = by_code["shown"]
        assert shown["names"] == ["Ann", "", "Bob", "crane"]
        assert shown["bots"] == [None, None, None, "crane"]
        assert (shown["free"], shown["options"]["target"]) == (1, 150)
        assert await told(server, room.id) == by_code, "by its address no more and no less"
        text = str(by_code)
        assert ann.me["id"] not in text and bob.me["id"] not in text, "names, and no more of them"

    served(tmp_path, test)


def test_where_nobody_may_watch_nobody_else_is_told_who_plays(tmp_path: Path) -> None:
    async def test(server: Live) -> None:
        ann = await server.person("Ann")
        room = await server.match(ann, options=Options(spectators=False, clock="none"))
        found = await told(server, f"code/{room.code}")
        assert (found["running"], found["seat"]) == (True, False)
        assert found["shown"] is None and found["host"] is None
        assert "Ann" not in str(found)
        refused = await server.http.get(f"/api/tables/{room.id}")
        assert refused.status_code == 403
        assert refused.json()["error"]["code"] == "no_spectators"
        assert room.code not in refused.text
        mine = await told(server, room.id, authorization=f"Bearer {ann.token}")
        assert mine["shown"]["names"][0] == "Ann"

    served(tmp_path, test)


def test_what_is_said_at_a_table_and_who_holds_which_cards_is_not_told(tmp_path: Path) -> None:
    async def test(server: Live) -> None:
        ann = await server.person("Ann")
        room = await server.match(ann)
        await ann.do(room.id, c.Say("between us"))
        found = await told(server, f"code/{room.code}")
        assert "between us" not in str(found)
        assert found["shown"].keys() == {
            *("id", "code", "options", "phase", "names", "bots", "free", "watching"),
            *("avatars", "round", "totals"),
        }

    served(tmp_path, test)


def test_who_guesses_codes_is_slowed_down(tmp_path: Path) -> None:
    async def test(server: Live) -> None:
        server.server.limits = Limits(http=Budget(0.001, 3))
        answers = [await server.http.get(f"/api/tables/code/AAAAA{n}") for n in range(5)]
        codes = [one.json()["error"]["code"] for one in answers]
        assert codes == ["unknown_table"] * 3 + ["too_fast"] * 2
        server.server.limits = Limits(wrong_code=Budget(0.001, 3))
        room = await server.match(await server.person("Ann"))
        proxied = [{"x-forwarded-for": f"2001:db8:1:{n}::1"} for n in range(5)]
        for n, of_one_customer in enumerate(proxied):
            path = f"/api/tables/code/AAAAA{n}"
            answers[n] = await server.http.get(path, headers=of_one_customer)
        codes = [one.json()["error"]["code"] for one in answers]
        assert codes == ["unknown_table"] * 3 + ["too_fast"] * 2
        path = f"/api/tables/code/{room.code}"
        guessed = await server.http.get(path, headers=proxied[0])
        assert guessed.json()["error"]["code"] == "too_fast", "nor do they learn what is right"
        assert (await server.http.get(path)).status_code == 200
        server.server.limits = Limits(http=Budget(0.001, 3))
        answers = [await server.http.get(f"/api/tables/nothing-{n}") for n in range(5)]
        codes = [one.json()["error"]["code"] for one in answers]
        assert codes == ["unknown_table"] * 3 + ["too_fast"] * 2

    served(tmp_path, test)
