"""Boards: what is written is read by who may, stays text, and is refused to who may not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import insert, update
from typer.testing import CliRunner

from gangoffour.rules.errors import Refusal
from gangoffour.server.boards import reader
from gangoffour.server.boards.access import thread_at
from gangoffour.server.boards.admin import app
from gangoffour.server.boards.search import MAX_SEARCHES, SLICE
from gangoffour.server.boards.search_words import MAX_FOLDED
from gangoffour.server.boards.text import MAX_POST, MAX_TITLE, checked_post, checked_title
from gangoffour.server.boards.writer import EDIT_MS, POSTS_PER_DAY, THREADS_PER_DAY
from gangoffour.server.people.sessions import DAY_MS
from gangoffour.server.runtime.rate_limits import BUDGETS
from gangoffour.server.storage.talk_models import (
    ClubMemberRow,
    ClubRow,
    FollowRow,
    PostRow,
    ThreadRow,
)
from tests.server.boards.talking import WORDS, begin, found, people, posts, say
from tests.server.endpoints.test_http import code_of
from tests.server.house import House, in_a_house
from tests.support.limits import standing_limits, without_limits

HOSTILE = "<script>alert(1)</script> <img src=x onerror=y> &amp; [a](javascript:b) **c**"


@in_a_house
async def test_threads_are_written_answered_followed_and_read(house: House) -> None:
    async with people(house, "Ann", "Bob") as (ann, bob), house.client() as guest:
        thread = (await begin(ann, title="  Two \t gangs ", text="G3 G3?\n\n\n\nR5.3\r\nx"))[
            "thread"
        ]
        house.clock.at += 1_000
        other = (await begin(bob, language="fr", title="Deux dragons"))["thread"]
        listed = (await guest.get("/api/boards/rules/threads")).json()
        assert [one["title"] for one in listed["threads"]] == ["Deux dragons", "Two gangs"]
        assert (listed["place"]["writes"], listed["more"]) == (False, False)
        house.clock.at += 1_000
        assert (await say(bob, thread, "the lower one"))["number"] == 2
        (line, _) = (await guest.get("/api/boards/rules/threads")).json()["threads"]
        assert (line["id"], line["answers"], line["unread"]) == (thread, 1, None)
        french = (await guest.get("/api/boards/rules/threads?language=fr")).json()["threads"]
        assert [one["id"] for one in french] == [other]
        first, second = await posts(guest, thread)
        assert (first["text"], first["author"]["name"]) == ("G3 G3?\n\nR5.3\nx", "Ann")
        assert (second["number"], second["editable"], second["state"]) == (2, False, "shown")
        (news,) = (await ann.get("/api/me/threads")).json()["threads"]
        assert (news["id"], news["unread"]) == (thread, 1)
        assert (await ann.put(f"/api/threads/{thread}/follow", json={"read": 99})).is_success
        (news,) = (await ann.get("/api/me/threads")).json()["threads"]
        assert news["unread"] == 0
        assert (await ann.delete(f"/api/threads/{thread}/follow")).is_success
        assert (await ann.get("/api/me/threads")).json()["threads"] == []
        (board, *_) = (await guest.get("/api/boards")).json()["boards"]
        assert (board["id"], board["threads"], board["bumped_at"]) == ("rules", 2, house.clock.at)


@in_a_house
async def test_who_may_not_write_is_refused_and_changes_nothing(house: House) -> None:
    async with people(house, "Ann", "Bob") as (ann, bob), house.client() as stranger:
        place = await begin(ann)
        thread, post = place["thread"], place["post"]
        before = await house.everything()
        asked: list[tuple[str, str, Any]] = [
            ("POST", "/api/boards/rules/threads", WORDS),
            ("POST", f"/api/threads/{thread}/posts", {"text": "x"}),
            ("PATCH", f"/api/posts/{post}", {"text": "x"}),
            ("DELETE", f"/api/posts/{post}", None),
            ("PUT", f"/api/posts/{post}/hidden", {"hidden": True}),
            ("PATCH", f"/api/threads/{thread}", {"closed": True}),
        ]
        codes = {}
        for who, client in (("stranger", stranger), ("bob", bob)):
            codes[who] = [
                code_of(await client.request(method, path, json=body))[1]
                for method, path, body in asked[0 if who == "stranger" else 2 :]
            ]
        assert codes["stranger"] == ["not_signed_in"] * 6
        assert codes["bob"] == [*["not_your_post"] * 2, *["hosts_only"] * 2]
        assert await house.everything() == before
        await stranger.post("/api/guest", json={"name": "Gus"})
        for method, path, body in asked[:2]:
            assert code_of(await stranger.request(method, path, json=body))[1] == "account_needed"
        for method, path, body in asked:
            lost = path.replace(thread, "nowhere").replace(post, "nowhere").replace("rules", "no")
            assert code_of(await bob.request(method, lost, json=body))[0] == 404
        await house.server.moderation.ban("Bob", "rude")
        assert code_of(await bob.post(asked[1][1], json={"text": "x"})) == (403, "banned")


@in_a_house
async def test_words_are_changed_for_minutes_and_taken_back_for_ever(house: House) -> None:
    async with people(house, "Ann", "Bob") as (ann, bob):
        place = await begin(ann)
        thread, path = place["thread"], f"/api/posts/{place['post']}"
        house.clock.at += EDIT_MS
        assert (await posts(ann, thread))[0]["editable"]
        assert (await ann.patch(path, json={"text": "dragon", "title": "One"})).is_success
        (post,) = await posts(ann, thread)
        assert (post["text"], post["edited_at"]) == ("dragon", house.clock.at)
        assert await found(bob, "dragon one") == ["dragon"] and not await found(bob, "gangs")
        house.clock.at += 1
        assert code_of(await ann.patch(path, json={"text": "x"})) == (409, "edit_too_late")
        answer = await say(bob, thread, "a phoenix")
        assert (await ann.delete(path)).status_code == 204
        first, second = await posts(bob, thread)
        assert (first["state"], first["text"], second["text"]) == ("gone", "", "a phoenix")
        assert not await found(bob, "dragon")
        assert code_of(await ann.patch(path, json={"text": "x"})) == (404, "unknown_post")
        assert (await bob.delete(f"/api/posts/{answer['post']}")).is_success
        alone = await begin(ann, title="Nobody answers")
        assert (await ann.delete(f"/api/posts/{alone['post']}")).is_success
        assert code_of(await bob.get(f"/api/threads/{alone['thread']}"))[1] == "unknown_thread"


@in_a_house
async def test_a_post_sent_again_is_stored_once(house: House) -> None:
    async with people(house, "Ann", "Bob") as (ann, bob):
        body = {**WORDS, "id": "0123456789abcdef"}
        first = await ann.post("/api/boards/rules/threads", json=body)
        again = await ann.post("/api/boards/rules/threads", json=body)
        assert first.json() == again.json() and len(await house.rows(ThreadRow)) == 1
        path, answer = f"/api/threads/{body['id']}/posts", {"text": "yes", "id": "f" * 16}
        assert (await bob.post(path, json=answer)).json() == (
            await bob.post(path, json=answer)
        ).json()
        assert len(await house.rows(PostRow)) == 2
        assert code_of(await ann.post(path, json=answer)) == (409, "id_reused")
        other = {**answer, "text": "no"}
        assert code_of(await bob.post(path, json=other)) == (409, "id_reused")
        for board, changed in (("rules", {"title": "Another"}), ("strategy", {})):
            reused = await ann.post(f"/api/boards/{board}/threads", json={**body, **changed})
            assert code_of(reused) == (409, "id_reused"), (board, changed)
        elsewhere = await begin(bob, title="Another")
        path = f"/api/threads/{elsewhere['thread']}/posts"
        assert code_of(await bob.post(path, json=answer)) == (409, "id_reused")


@in_a_house
async def test_a_thread_is_taken_back_while_it_is_read(house: House) -> None:
    async with people(house, "Ann", "Bob") as (ann, bob):
        thread = await begin(ann, title="Soon gone")

        async def goes(*asked: Any) -> Any:
            found = await thread_at(*asked)
            patch.undo()
            assert (await ann.delete(f"/api/posts/{thread['post']}")).is_success
            return found

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(reader, "thread_at", goes)
            answer = await bob.get(f"/api/threads/{thread['thread']}")
        assert code_of(answer) == (404, "unknown_thread")


@in_a_house
async def test_text_stays_text_and_search_takes_no_signs(house: House) -> None:
    async with people(house, "Ann") as (ann,):
        thread = (await begin(ann, title=HOSTILE[:MAX_TITLE], text=HOSTILE))["thread"]
        answer = await ann.get(f"/api/threads/{thread}")
        assert answer.headers["content-type"] == "application/json"
        assert (await posts(ann, thread))[0]["text"] == HOSTILE
        for evil in ("nul\x00", "bell\x07", "\ud800"):
            body = b'{"text": "%s"}' % evil.encode("utf-8", "surrogatepass")
            if evil != "\ud800":
                body = b'{"text": "x\\u%04x"}' % ord(evil[-1])
            refused = await ann.post(f"/api/threads/{thread}/posts", content=body)
            assert code_of(refused) == (400, "bad_message")
        await say(ann, thread, "50% of_them\\ 'quoted' ÉTÉ Straße")
        assert len(await found(ann, "été STRASSE")) == 1
        for words in ("5%_%", "o_t", "%%", "__", "of\\them", "' OR 1=1 --", "\\\\"):
            assert await found(ann, words) == [], words
        assert len(await found(ann, "50% of_them\\")) == 1
        for path in (
            "/api/search?words=x%00y",
            "/api/search?board=a%27b",
            "/api/search?words=" + "x" * 101,
        ):
            assert code_of(await ann.get(path)) == (400, "bad_message")


def test_what_cannot_be_seen_is_taken_out_of_posts() -> None:
    assert checked_post("a\u202eb\u200bc\u2066d\u3164") == "abcd"
    assert checked_title("a\u202e \n b\u0301\u0301\u0301\u0301") == "a b\u0301\u0301".replace(
        "b", "b"
    )
    assert checked_post("x\n\n\n\ny\n \n") == "x\n\ny"
    for text, code in (
        ("\u202e\n\u200b ", "empty_text"),
        ("x" * (MAX_POST + 1), "text_too_long"),
        ("x" * 100_000, "text_too_long"),
        ("x\n" * 200, "text_too_long"),
    ):
        with pytest.raises(Refusal) as refused:
            checked_post(text)
        assert refused.value.code == code
    assert len(checked_post("x" * MAX_POST)) == MAX_POST


@in_a_house
async def test_muted_words_are_hidden_on_boards(house: House) -> None:
    async with people(house, "Ann", "Bob") as (ann, bob):
        thread = (await begin(ann))["thread"]
        await say(bob, thread, "noise")
        await begin(bob, title="More noise")
        bob_id = (await bob.get("/api/me")).json()["me"]["id"]
        await ann.put(f"/api/me/mutes/{bob_id}")
        muted = (await posts(ann, thread))[1]
        assert (muted["state"], muted["text"]) == ("muted", "")
        assert not await found(ann, "noise") and len(await found(bob, "noise")) == 2
        shown = (await ann.get("/api/boards/rules/threads")).json()["threads"]
        assert [one["id"] for one in shown] == [thread]


@in_a_house
async def test_a_closed_board_is_for_members(house: House) -> None:
    async with people(house, "Ann", "Bob", "Cy") as (ann, bob, cy), house.client() as guest:
        (one, two) = [(await client.get("/api/me")).json()["me"]["id"] for client in (ann, bob)]
        club = {"name": "Tuesdays", "name_look": "x", "about": "", "entry": "link", "link": "x"}
        roles = ((one, "owner"), (two, "member"))
        async with house.database.writing() as connection:
            await connection.execute(
                insert(ClubRow).values(id="c1", open_board=False, created_at=1, **club)
            )
            for person, role in roles:
                member = {"club_id": "c1", "person_id": person, "role": role, "since": 1}
                await connection.execute(insert(ClubMemberRow).values(**member))
        chosen = {"id": "0123456789abcdef"}
        place = await begin(bob, "c1", text="between us", **chosen)
        thread, post = place["thread"], place["post"]
        assert await begin(bob, "c1", text="between us", **chosen) == place, "sent again"
        other = await begin(bob, "c1", text="not by an id of theirs either")
        for taken in (post, other["post"], chosen["id"]):
            path = "/api/boards/rules/threads"
            tried = await cy.post(path, json={**WORDS, "id": taken})
            expected = (400, "bad_message") if taken != chosen["id"] else (200, "")
            assert (tried.status_code, "" if tried.is_success else code_of(tried)[1]) == expected
        for outsider in (cy, guest):
            assert code_of(await outsider.get("/api/boards/c1/threads")) == (403, "members_only")
            assert code_of(await outsider.get(f"/api/threads/{thread}")) == (404, "unknown_thread")
            assert code_of(await outsider.get("/api/search?words=between&board=c1"))[0] == 403
            assert not await found(outsider, "between")
            assert [one["id"] for one in (await outsider.get("/api/boards")).json()["boards"]] == [
                *("rules", "strategy", "players")
            ]
        assert code_of(await cy.post("/api/boards/c1/threads", json=WORDS))[1] == "members_only"
        for method, path, body in (
            ("POST", f"/api/threads/{thread}/posts", {"text": "x"}),
            ("PUT", f"/api/threads/{thread}/follow", {}),
            ("PATCH", f"/api/posts/{post}", {"text": "x"}),
            ("POST", f"/api/posts/{post}/report", {"reason": "x"}),
            ("PUT", f"/api/posts/{post}/hidden", {"hidden": True}),
        ):
            assert code_of(await cy.request(method, path, json=body))[0] == 404, path
        assert code_of(await bob.put(f"/api/posts/{post}/hidden", json={"hidden": True}))[0] == 403
        assert (await ann.put(f"/api/posts/{post}/hidden", json={"hidden": True})).is_success
        assert (await posts(ann, thread))[0]["text"] == "between us"  # its hosts can judge it
        assert code_of(await bob.get(f"/api/threads/{thread}")) == (404, "unknown_thread")
        assert (await ann.patch(f"/api/threads/{thread}", json={"pinned": True})).is_success
        async with house.database.writing() as connection:
            out = update(ClubMemberRow).where(ClubMemberRow.person_id == two)
            await connection.execute(out.values(role="banned"))
        assert code_of(await bob.get("/api/boards/c1/threads")) == (403, "members_only")
        assert (await bob.get("/api/me/threads")).json()["threads"] == []


@in_a_house
async def test_what_is_written_has_budgets(house: House) -> None:
    standing_limits(house.server)
    async with people(house, "Ann") as (ann,):
        for _ in range(int(BUDGETS["thread"].burst)):
            await begin(ann)
        assert code_of(await ann.post("/api/boards/rules/threads", json=WORDS)) == (429, "too_fast")
        without_limits(house.server)
        thread = ""
        for _ in range(THREADS_PER_DAY - int(BUDGETS["thread"].burst)):
            thread = (await begin(ann))["thread"]
        refused = await ann.post("/api/boards/rules/threads", json=WORDS)
        assert code_of(refused) == (429, "posts_spent")
        for _ in range(POSTS_PER_DAY - THREADS_PER_DAY):
            await say(ann, thread, "x")
        refused = await ann.post(f"/api/threads/{thread}/posts", json={"text": "x"})
        assert code_of(refused) == (429, "posts_spent")
        house.clock.at += DAY_MS
        await say(ann, thread, "the next day")


@in_a_house
async def test_the_host_hides_closes_and_reads_reports(house: House) -> None:
    url = str(house.database.url)

    def admin(*words: str) -> str:
        return CliRunner().invoke(app, [*words, "--database", url]).output

    async with people(house, "Ann", "Bob", "Cy") as (ann, bob, cy):
        place = await begin(ann)
        thread = place["thread"]
        post = (await say(bob, thread, "rude words"))["post"]
        path = f"/api/posts/{post}/report"
        told = [(await cy.post(path, json={"reason": "rude"})).json() for _ in range(2)]
        assert told[0] == told[1]
        assert code_of(await bob.post(path, json={"reason": "me"})) == (400, "not_yourself")
        (report,) = await house.server.moderation.reports()
        assert (report.post, report.evidence, report.about_name) == (post, "rude words", "Bob")
        without_limits(house.server)
        await asyncio.to_thread(admin, "hide-post", post)
        hidden = (await posts(bob, thread))[1]
        assert (hidden["state"], hidden["text"]) == ("hidden", "")
        assert not await found(cy, "rude")
        assert f"post {post}" in await asyncio.to_thread(admin, "reports")
        await asyncio.to_thread(admin, "show-post", post)
        assert (await posts(cy, thread))[1]["text"] == "rude words"
        await asyncio.to_thread(admin, "thread", thread, "--close", "--pin")
        closed = await bob.post(f"/api/threads/{thread}/posts", json={"text": "x"})
        assert code_of(closed) == (409, "thread_closed")
        await asyncio.to_thread(admin, "hide-post", place["post"])
        assert code_of(await bob.get(f"/api/threads/{thread}")) == (404, "unknown_thread")
        assert (await cy.get("/api/boards/rules/threads")).json()["threads"] == []
        assert "no such post" in await asyncio.to_thread(admin, "hide-post", "nowhere")


@in_a_house
async def test_a_clubs_hosts_read_what_is_complained_about_there(house: House) -> None:
    async with people(house, "Ann", "Bob", "Cy") as (ann, bob, cy):
        club = (await ann.post("/api/clubs", json={"name": "Tuesdays"})).json()["id"]
        link = (await ann.get(f"/api/clubs/{club}")).json()["link"]
        for one in (bob, cy):
            await one.post(f"/api/clubs/{club}/join", json={"link": link})
        thread = await begin(ann, club)
        rude = await say(bob, thread["thread"], "You all play like donkeys.")
        elsewhere = await begin(bob)
        for post in (rude["post"], elsewhere["post"], thread["post"]):
            said = {"reason": "rude"}
            assert (await cy.post(f"/api/posts/{post}/report", json=said)).is_success
        path = f"/api/clubs/{club}/reports"
        for one in (bob, cy):
            assert code_of(await one.get(path)) == (403, "hosts_only")
        answer = await ann.get(path)
        (told,) = answer.json()["reports"]  # none from elsewhere, and none about herself
        assert (told["about"], told["reason"], told["number"]) == ("Bob", "rude", 2)
        assert told["evidence"] == "You all play like donkeys." and "Cy" not in answer.text
        assert (
            await ann.put(f"/api/posts/{rude['post']}/hidden", json={"hidden": True})
        ).is_success
        assert (await ann.get(path)).json()["reports"] == []
        assert len(await house.server.moderation.reports()) == 3, "the host of the server has all"


@in_a_house
async def test_an_account_takes_its_words_along(house: House) -> None:
    async with people(house, "Ann", "Bob") as (ann, bob):
        mine = (await begin(ann, title="Secret title", text="secret text"))["thread"]
        await say(ann, mine, "secret again")
        shared = (await begin(ann, title="Secret question", text="secret too"))["thread"]
        await say(bob, shared, "an answer")
        his = (await begin(bob))["thread"]
        await say(ann, his, "secret answer")
        kept = (await ann.get("/api/me/export")).json()
        assert [one["title"] for one in kept["threads"]] == ["Secret title", "Secret question"]
        assert len(kept["posts"]) == 4 and len(kept["follows"]) == 3
        gone = await ann.request("DELETE", "/api/me", json={"password": "password of Ann"})
        assert gone.status_code == 204, gone.text
        assert "ecret" not in await house.everything()
        assert code_of(await bob.get(f"/api/threads/{mine}"))[1] == "unknown_thread"
        first, answer = await posts(bob, shared)
        assert (first["author"], first["state"], answer["text"]) == (None, "gone", "an answer")
        assert {one.person_id for one in await house.rows(FollowRow)} == {
            (await bob.get("/api/me")).json()["me"]["id"]
        }


@in_a_house
async def test_a_search_holds_nobody_up(house: House) -> None:
    async with people(house, "Ann", "Bob") as writers, house.client("10.1.0.1") as stranger:
        without_limits(house.server)
        for writer in writers:
            thread = (await begin(writer, text="\u2057" * MAX_POST))["thread"]
            for _ in range(9):
                await say(writer, thread, "\u2057" * MAX_POST)
        await say(writer, thread, "the needle of 100000 stacks")
        stored = await house.rows(PostRow.__table__)
        assert max(len(one.folded) for one in stored) <= MAX_FOLDED
        asked = {"words": "\u2057" * 99 + "x"}
        crowd = [
            asyncio.create_task(stranger.get("/api/search", params=asked))
            for _ in range(4 * (MAX_SEARCHES + 1))
        ]
        while not all(one.done() for one in crowd):
            assert (await stranger.get("/api/boards")).status_code == 200
        answers = [one.result() for one in crowd]
        assert {one.status_code for one in answers} == {200, 429}
        assert sum(one.is_success for one in answers) >= MAX_SEARCHES
        refused = next(one for one in answers if not one.is_success)
        assert code_of(refused) == (429, "too_fast")
        for words in ("NEEDLE stacks", "100000", "the needle"):
            assert await found(stranger, words) == ["the needle of 100000 stacks"]


@in_a_house
async def test_a_search_goes_back_through_the_latest_posts(house: House) -> None:
    async with people(house, "Ann") as (ann,):
        place = await begin(ann, text="the oldest needle")
        row = {"thread_id": place["thread"], "author_id": None, "text": "hay", "folded": "hay"}
        async with house.database.writing() as connection:
            for number in range(2, 2 * SLICE + 3):
                at = house.clock.at + number // 3
                new = {**row, "id": f"p{number:05}", "number": number, "created_at": at}
                await connection.execute(insert(PostRow).values(new))
        assert await found(ann, "needle") == ["the oldest needle"]
        assert len(await found(ann, "hay")) == 30
