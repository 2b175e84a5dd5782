"""The daily on a phone: from the front page through five rounds to a result that can be shared."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import update

from gangoffour.server.daily.standings import FRESH_S
from gangoffour.server.storage.models import PlayerRow
from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.browser.player import Player
from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, visit, window


@pytest.mark.long
def test_a_day_from_the_front_page_to_the_result(scenery: Scenery, browser: Browser) -> None:
    mirja = scenery.account("Mirja")
    scenery.daily(mirja)
    ann = Player(browser, scenery.url, "Ann", "shortcuts")
    page = ann.page
    try:
        ann.go("/")
        page.locator("[data-daily]").click()
        expect(page.get_by_role("timer").first).to_be_visible()
        expect(page.locator("#daily-ranking")).to_be_visible()
        assert "Mirja" not in page.locator("#main").inner_text()
        page.locator("[data-action=play]").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("Ann")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("/table/"))
        place = page.url
        ann.turn_comes()
        expect(page.locator("[data-action=hint]")).to_be_disabled()
        room = scenery.do(scenery.live.server.tables.get(place.rpartition("/")[2]))
        person = room.table.seats[0].person or ""
        me = scenery.do(scenery.live.server.sessions.of_person(person))
        assert me is not None

        # A round is over: the next one is dealt; the tab is closed in the middle of it.
        ann.look_away()
        scenery.playing(room, [me], 60, 0).result()
        page.locator("[data-action=next-deal]").click()
        page.locator("[data-key]").first.wait_for()
        page.goto(f"{scenery.url}/daily/today")
        page.locator("[data-action=play]").click()
        page.wait_for_url(place)
        ann.look_away()
        for number in (2, 3, 4, 5):
            scenery.playing(room, [me], 60, 0).result()
            if number < 5:
                expect(page.locator("[data-so-far]")).to_contain_text("Points so far: ")
                scenery.ask(room, c.Rematch(), me)

        # All are played: the result, what it cost, and where one stands.
        page.locator("[data-action=result]").click()
        expect(page.locator("[data-cost]")).to_have_text(re.compile(r"^\d+\.\d$"))
        expect(page.locator("[data-streak]")).to_contain_text("1 day in a row")
        expect(page.locator("#main")).to_contain_text("Mirja")
        expect(page.locator("[data-calendar] .whole.counts")).to_have_count(1)
        page.evaluate(
            "navigator.share = undefined; navigator.clipboard.writeText = (text) => "
            "{ window.copied = text; return Promise.resolve(); }"
        )
        page.locator("[data-action=share]").click()
        text = page.wait_for_function("() => window.copied").json_value()
        assert re.search(r"\n[⭐🟢🟡🔴]{5}  Cost: \d", text) and "/daily/" in text
        with page.expect_download() as saved:
            page.locator("[data-action=picture]").click()
        assert saved.value.suggested_filename.endswith(".png")

        # One's own rounds can be looked at now.
        page.locator("[data-action=replay]").first.click()
        page.locator("[data-replay-seat]").first.wait_for()

        # And a challenge is one tap away.
        ann.go("/daily")
        page.locator("[data-action=challenge]").click()
        page.wait_for_url(re.compile("/challenge/"))
        expect(page.locator("[data-action=play]")).to_be_visible()
        for one in (mirja, me):
            scenery.challenge(page.url.rpartition("/")[2], one)
        side = page.locator("section", has=page.locator("#challenge-all"))
        replays = side.locator("li [data-action=replay]")
        ends = time.monotonic() + 3 * FRESH_S
        while replays.count() < 10 and time.monotonic() < ends:  # a standing is kept for a moment
            page.reload()
            replays.first.wait_for()
        expect(replays).to_have_count(10)
        side.locator("li", has_text="Mirja").locator("[data-action=replay]").first.click()
        page.locator("[data-replay-seat]").first.wait_for()
    finally:
        ann.leave()


def test_a_challenge_is_found_again_by_who_made_or_took_it_up(
    scenery: Scenery, browser: Browser
) -> None:
    ann, ben = scenery.account("Ann Dares"), scenery.account("Ben Dared")
    new = scenery.live.server.daily.sets.new_challenge
    with window(browser, PHONE, scenery.cookie(ann.name), expected=("status of 404",)) as page:
        page.goto(f"{scenery.url}/daily")
        expect(page.locator("[data-challenges]")).to_have_count(0)
        page.locator("[data-action=challenge]").click()
        page.wait_for_url(re.compile("/challenge/"))
        key = page.url.rpartition("/")[2]
        expect(page.locator("[data-action=play]")).to_have_text("Play these cards")
        page.get_by_role("link", name="Daily deal").click()
        line = page.locator(f"[data-challenge='{key}']")
        expect(line).to_contain_text("not played · 0 players so far")
        page.evaluate(
            "navigator.share = undefined; navigator.clipboard.writeText = (text) => "
            "{ window.copied = text; return Promise.resolve(); }"
        )
        line.get_by_role("button", name="Share the link: Your challenge").click()
        copied = str(page.wait_for_function("() => window.copied").json_value())
        assert copied.endswith(f"{scenery.url}/challenge/{key}")
        visit(page, "/")
        page.locator("[data-open-challenges]").click()
        page.wait_for_url(f"**/challenge/{key}")
        other = scenery.do(new(ben.id, None)).id
        person = c.Person(ann.id, ann.name, ann.karma, ann.avatar)
        taken = scenery.do(scenery.live.server.daily.sets.challenge(other))
        play = scenery.live.server.daily.attempts.play
        scenery.do(play(taken, person, None, known=True))
        visit(page, "/")
        expect(page.locator("[data-open-challenges='2']")).to_be_visible()
        page.locator("[data-open-challenges]").click()
        line = page.locator(f"[data-challenge='{other}']")
        expect(line).to_contain_text("Challenge from Ben Dared")
        expect(line).to_contain_text("Continue: round 1 of 5")
        visit(page, "/challenge/cnowhere")
        expect(page.get_by_role("alert")).to_contain_text("This challenge does not exist")
        expect(page.locator("#main")).not_to_contain_text("challenges you")


def test_a_day_without_cards_leads_to_one_that_has_some(scenery: Scenery, browser: Browser) -> None:
    with window(browser, PHONE, expected=("status of 404",)) as page:
        page.goto(f"{scenery.url}/daily/2020-01-01")
        expect(page.get_by_role("alert")).to_contain_text("no cards for this day")
        page.get_by_role("link", name="Back to today").click()
        expect(page.locator("[data-action=play]")).to_be_visible()


async def won(scenery: Scenery, match: str) -> None:
    """Whoever sat there alone has won."""
    this = (PlayerRow.match_id == match) & (PlayerRow.seat == 0)
    async with scenery.live.server.database.writing() as connection:
        await connection.execute(update(PlayerRow).where(this).values(won=True, rounds=5))


@pytest.mark.long
def test_the_ladder_shows_medals_and_leads_to_the_next_step(
    scenery: Scenery, browser: Browser
) -> None:
    climber = scenery.account("Climbing Cat")
    options = Options(clock="none", target=30)
    match = scenery.match([climber], options, ["dumpling"] * 3)
    scenery.do(won(scenery, match))
    scenery.begin([climber], options, ["dumpling"] * 3)
    with window(browser, PHONE, scenery.cookie(climber.name)) as page:
        # The cards of a match are for others to play, too.
        page.goto(f"{scenery.url}/match/{match}")
        page.get_by_role("button", name="Score").click()
        page.get_by_role("dialog").locator("[data-action=challenge-match]").click()
        page.wait_for_url(re.compile("/challenge/"))
        expect(page.locator("[data-action=play]")).to_be_visible()
        challenge = page.url.rpartition("/")[2]
        scenery.challenge(challenge, climber)

        visit(page, "/")
        ladder = page.locator("[data-ladder]")
        expect(ladder.locator("li")).to_have_count(6)
        expect(ladder.locator("li.bronze")).to_have_count(1)
        expect(ladder).to_contain_text("An unfinished match does not count as a win.")
        expect(ladder.get_by_role("img", name="bronze")).to_have_count(1)
        page.locator("[data-action=next-step]").click()
        expect(page.get_by_role("radio", name="Sparrow")).to_be_checked()

        # Whoever made a challenge of cards they knew is beside the others, without a rank.
        visit(page, f"/challenge/{challenge}")
        maker = page.locator("section", has=page.locator("#challenge-all"))
        expect(maker).to_contain_text("Already knew the cards, so not ranked.")
        expect(maker.locator("li")).to_have_count(1)
        expect(maker.locator("li .rank")).to_have_text("")
        expect(maker.locator("li [data-action=replay]")).to_have_count(5)
