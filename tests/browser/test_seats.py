"""Seats: who is to sit there before a match, and whose face is seen in it."""

from __future__ import annotations

from playwright.sync_api import expect

from gangoffour.table import commands as c
from gangoffour.table.options import Options
from tests.browser.conftest import Stage
from tests.browser.lasting import TOASTS_STAY
from tests.browser.window import PHONE, window

CALM = Options(clock="none")


def test_a_friend_is_not_removed_without_a_question(stage: Stage) -> None:
    ann, ben = stage.scenery.guest("Ann who hosts"), stage.scenery.guest("Ben who sits")
    room = stage.scenery.table([ann, ben], CALM, ["dumpling"])
    with window(stage.browser, PHONE, stage.scenery.cookie(ann.name)) as page:
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        remove = page.get_by_role("button", name="Remove Ben who sits")
        dialog = page.get_by_role("dialog", name="Remove Ben who sits from their seat?")
        remove.click()
        dialog.get_by_role("button", name="Cancel").click()
        expect(dialog).to_have_count(0)
        assert room.table.seats[1].person == ben.id
        remove.click()
        dialog.locator("[data-action=really-remove]").click()
        expect(page.get_by_text("Free seat")).to_have_count(2)
        assert room.table.seats[1].person is None
        page.get_by_role("button", name="Remove Dumpling").click()  # a bot is soon there again
        expect(page.get_by_text("Free seat")).to_have_count(3)


def test_a_question_about_somebody_who_has_gone_is_withdrawn(stage: Stage) -> None:
    ann, ben = stage.scenery.guest("Ann who asks"), stage.scenery.guest("Ben who goes")
    room = stage.scenery.table([ann, ben], CALM)
    with window(stage.browser, PHONE, stage.scenery.cookie(ann.name)) as page:
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        page.get_by_role("button", name="Remove Ben who goes").click()
        page.get_by_role("dialog").wait_for()
        stage.scenery.ask(room, c.Leave(), ben)
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_free_seat_is_for_somebody_invited_or_a_bot(stage: Stage) -> None:
    """Whoever is faster than the choice is told of by name."""
    ann = stage.scenery.guest("Ann who fills")
    ben, cy = stage.scenery.guest("Ben who helps"), stage.scenery.guest("Cy who is quick")
    room = stage.scenery.table([ann, ben], CALM)
    with window(stage.browser, PHONE, stage.scenery.cookie(ann.name)) as page:
        page.add_init_script(TOASTS_STAY)
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        plus = page.get_by_role("button", name="Who should sit here?")
        expect(plus).to_have_count(2)
        plus.first.click()
        choice = page.get_by_role("dialog", name="Who should sit here?")
        expect(choice.locator("[data-code-shown]")).to_have_text(room.code)
        choice.locator("[data-action=bot-instead]").click()
        picker = page.get_by_role("dialog", name="Which bot?")
        picker.locator("[data-bot=crane]").wait_for()
        stage.scenery.ask(room, c.Sit(2), cy)
        expect(picker).to_have_count(0)
        expect(page.locator(".toast", has_text="Cy who is quick has just sat down")).to_be_visible()
        plus.click()
        choice.locator("[data-action=bot-instead]").click()
        picker.locator("[data-bot=crane]").click()
        expect(page.get_by_role("listitem").filter(has_text="Crane")).to_be_visible()
        assert [seat.bot for seat in room.table.seats] == [None, None, None, "crane"]
    with window(stage.browser, PHONE, stage.scenery.cookie(ben.name)) as page:
        stage.scenery.ask(room, c.Leave(), cy)
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        plus = page.get_by_role("button", name="Who should sit here?")
        plus.click()  # not the host: friends may be invited, bots are not added
        choice = page.get_by_role("dialog", name="Who should sit here?")
        expect(choice.locator("[data-code-shown]")).to_have_text(room.code)
        expect(choice.locator("[data-action=bot-instead]")).to_have_count(0)


def test_who_stands_in_has_no_bots_face(stage: Stage) -> None:
    ann, ben = stage.scenery.guest("Ann who looks"), stage.scenery.guest("Ben who left")
    room = stage.scenery.begin([ann, ben], CALM, ["lantern", "lantern"])
    with window(stage.browser, PHONE, stage.scenery.cookie(ann.name)) as page:
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        seat = page.locator(".seat", has_text="Ben who left")
        face = seat.locator(".portrait [data-face]")
        expect(face).to_have_attribute("data-face", "initials")
        stage.scenery.ask(room, c.Leave(), ben)
        expect(face).to_have_attribute("data-face", "stand-in")
        expect(face).to_contain_text("BW")  # whose seat it is
        expect(page.locator(".portrait [data-face^=lantern]")).to_have_count(2)
