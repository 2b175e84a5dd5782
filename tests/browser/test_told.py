"""What a table tells beside the game: short messages, what ears hear, where a link leads."""

from __future__ import annotations

from playwright.sync_api import ViewportSize, expect

from gangoffour.table import commands as c
from gangoffour.table.options import Options
from gangoffour.table.state import Table
from tests.browser.conftest import Stage
from tests.browser.lasting import TOASTS_STAY
from tests.browser.window import PHONE, settle, window

CALM = Options(clock="none")
SIZES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, PHONE)
SHOWN = """(toast) => {
  const box = toast.getBoundingClientRect();
  const button = toast.querySelector('.close').getBoundingClientRect();
  const light = (colour) => {
    const known = document.createElement('canvas').getContext('2d');
    known.fillStyle = colour;
    known.fillRect(0, 0, 1, 1);
    const [r, g, b] = known.getImageData(0, 0, 1, 1).data;
    return (r * 0.3 + g * 0.6 + b * 0.1) / 255;
  };
  const paper = light(getComputedStyle(toast).backgroundColor);
  return {
    high: box.height, low: box.bottom, close: Math.min(button.width, button.height),
    letters: parseFloat(getComputedStyle(toast).fontSize),
    contrast: Math.abs(paper - light(getComputedStyle(toast).color)),
    cut: toast.scrollHeight > toast.clientHeight + 1 || toast.scrollWidth > toast.clientWidth + 1,
  };
}"""


def mine(table: Table) -> bool:
    match = table.match
    return table.phase == "playing" and match is not None and match.turn == 0


def test_on_a_phone_a_message_is_large_and_stands_out_of_the_table(stage: Stage) -> None:
    ann, ben = stage.scenery.guest("Ann who reads"), stage.scenery.guest("Ben away")
    room = stage.scenery.begin([ann, ben], CALM, ["dumpling"] * 2)
    with window(stage.browser, PHONE, stage.scenery.cookie(ann.name)) as page:
        page.add_init_script(TOASTS_STAY)
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        page.locator("[data-key]").first.wait_for()
        stage.scenery.only_browsers(room)
        stage.scenery.ask(room, c.Disconnect(), ben)
        toast = page.locator(".toast", has_text="Ben away has lost their connection")
        toast.wait_for()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for size in SIZES:
                page.set_viewport_size(size)
                settle(page)
                seen = toast.evaluate(SHOWN)
                assert seen["high"] >= 44 and seen["letters"] >= 15, seen
                assert seen["low"] <= 48, "in the top bar: over no seat, no card, no button"
                assert seen["close"] >= 40 and not seen["cut"], seen
                assert seen["contrast"] > 0.5, (scheme, seen)


def test_what_ears_heard_is_not_kept_in_another_language(stage: Stage) -> None:
    ann = stage.scenery.guest("Ann who listens")
    room = stage.scenery.begin([ann], CALM, ["dumpling"] * 3)
    stage.scenery.until(lambda: mine(room.table))
    with window(stage.browser, PHONE, stage.scenery.cookie(ann.name)) as page:
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        page.locator("[data-key]").first.click()
        ears = page.locator("[data-speech]")
        polite = page.locator("[data-speech=polite]")
        expect(polite).not_to_be_empty()
        heard = polite.text_content() or ""
        page.evaluate(
            "dispatchEvent(new StorageEvent('storage', "
            "{ key: 'gangoffour.language', newValue: 'fi' }))"
        )
        expect(page.locator("html")).to_have_attribute("lang", "fi")
        page.locator("[data-key]").first.wait_for()
        for one in ears.all():
            expect(one).not_to_contain_text(heard)


def test_a_link_that_opens_a_new_tab_shows_it(stage: Stage) -> None:
    ann = stage.scenery.guest("Ann who opens")
    room = stage.scenery.begin([ann], CALM, ["dumpling"] * 3)
    with window(stage.browser, PHONE, stage.scenery.cookie(ann.name)) as page:
        page.goto(f"{stage.scenery.url}/table/{room.id}")
        page.get_by_role("button", name="Menu").click()
        for link in page.locator("dialog a[target=_blank]").all():
            expect(link.locator("[data-new-tab]")).to_be_visible()
        expect(page.locator("dialog a[href='/settings'] [data-new-tab]")).to_have_count(1)
