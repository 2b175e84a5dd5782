"""What is heard at a table: each event has a sound of its own, as loud as one likes, or none."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from gangoffour.table.options import Options
from tests.browser.scenery import Scenery
from tests.browser.teller import Teller
from tests.browser.test_stage import BOTS, mine
from tests.browser.window import PHONE, visit, window

LISTEN = """
window.heard = [];
window.out = null;
Object.defineProperty(navigator, 'audioSession', { value: { type: 'auto' } });
window.AudioContext = class extends AudioContext {
  constructor() {
    super();
    void this.suspend();
  }
  resume() {
    return Promise.resolve();
  }
};
const { createOscillator, createBiquadFilter, createGain } = BaseAudioContext.prototype;
BaseAudioContext.prototype.createGain = function () {
  const made = createGain.call(this);
  window.out ??= made.gain;
  return made;
};
BaseAudioContext.prototype.createOscillator = function () {
  const made = createOscillator.call(this);
  const { setValueAtTime } = made.frequency;
  made.frequency.setValueAtTime = (pitch, at) => {
    heard.push(`tone ${Math.round(pitch)}`);
    return setValueAtTime.call(made.frequency, pitch, at);
  };
  return made;
};
BaseAudioContext.prototype.createBiquadFilter = function () {
  const made = createBiquadFilter.call(this);
  setTimeout(() => heard.push(`brush ${Math.round(made.frequency.value)}`));
  return made;
};
"""
"""Notes what sounds are made of and how loud all of them are, on a system with a silent switch.
Nobody hears them: to make them heard costs more than the rest."""
HURRIED = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (work, ms, ...more) =>
    wait.call(window, work, Math.min(ms ?? 0, 25), ...more);
}"""
"""Nobody looks for long: what follows comes at once."""
POINTS = {"left": [0, 3, 4, 5], "points": [0, 3, 4, 5], "totals": [0, 3, 4, 5], "barred": []}
ROUND = {"round": 1, "direction": 1, "winner": 0, "loser": 3, **POINTS}
ONE_CARD = {"seat": 1, "cards": ["G5"], "kind": "single", "call": False, "lead": False}
EVENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "card": ("played", ONE_CARD),
    "gang": ("played", {**ONE_CARD, "cards": ["G5", "G5", "Y5", "R5"], "kind": "gang"}),
    "pass": ("passed", {"seat": 1}),
    "last card": ("called", {"seat": 1}),
    "trick": ("trick_taken", {"seat": 1, "leader": 1}),
    "given": ("card_given", {"seat": 1, "to": 0, "card": "RD"}),
    "deal": ("round_began", {}),
    "out": ("round_ended", ROUND),
    "won": ("match_ended", {"winners": [0], "totals": [1, 2, 3, 4]}),
    "lost": ("match_ended", {"winners": [1], "totals": [1, 2, 3, 4]}),
    "chat": ("said", {"person": "somebody", "name": "Bo", "text": "hello"}),
}


def listened(page: Page) -> tuple[str, ...]:
    """What has been heard since the last time, once all of it is there."""
    page.wait_for_function("() => heard.length > 0")
    found: list[str] = page.evaluate(
        "() => new Promise((told) => setTimeout(() => told(heard.splice(0)), 20))"
    )
    return tuple(sorted(found))


@pytest.mark.long
def test_every_event_is_heard_as_loud_as_chosen_or_not_at_all(
    scenery: Scenery, browser: Browser
) -> None:
    ann = scenery.guest("Ann")
    room = scenery.moment([ann], Options(clock="none"), BOTS, mine)
    with window(browser, PHONE, scenery.cookie("Ann")) as page:
        page.add_init_script(LISTEN)
        teller = Teller(page, room)
        page.goto(f"{scenery.url}/settings")
        loudness = page.get_by_role("slider")
        assert page.evaluate("out === null"), "silent until somebody touches something"
        loudness.click()
        loudness.press("End")
        listened(page)
        assert page.evaluate("[out.value, navigator.audioSession.type]") == [1, "ambient"]
        loudness.press("Home")
        for _ in range(10):
            loudness.press("ArrowRight")
        page.wait_for_function("() => Math.abs(out.value - 0.25) < 0.001")
        visit(page, f"/table/{room.id}")
        page.locator("[data-hand] .card-button").first.wait_for()
        page.evaluate("window.setTimeout(() => (heard.length = 0))")
        page.evaluate(HURRIED)
        heard = {}
        for name, (what, more) in EVENTS.items():
            teller.tell(what, **more)
            heard[name] = listened(page)
        assert len(set(heard.values())) == len(EVENTS), heard
        visit(page, "/settings")
        page.get_by_role("checkbox", name="Sound", exact=True).uncheck()
        visit(page, f"/table/{room.id}")
        page.locator("[data-hand] .card-button").first.wait_for()
        page.evaluate("heard.length = 0")
        for what, more in EVENTS.values():
            teller.tell(what, **more)
        teller.tell("passed", seat=3)
        last = page.locator("section[data-seat='3']").get_attribute("aria-label")
        page.locator("[data-speech=polite]", has_text=f"{last} passes.").wait_for(state="attached")
        assert page.evaluate("heard") == []
