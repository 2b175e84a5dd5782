"""A player at a browser: looks at the table and plays by mouse, by touch or by keyboard alone;
or by the fewest keys, where the test is not about playing."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from time import monotonic
from typing import Any, Final, Literal

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
from playwright.sync_api import TimeoutError as WaitedTooLong

from tests.browser.window import PHONE, TOLERATED, context, page_in

DESK: Final[ViewportSize] = {"width": 1440, "height": 900}
Way = Literal["mouse", "touch", "keyboard", "shortcuts"]

LOOK: Final = """() => {
  const play = document.querySelector('[data-action=play]');
  const dialog = document.querySelector('dialog[open]');
  return {
    turn: !!document.querySelector('.status.mine, [data-plays]') || play?.dataset.does === 'play',
    does: play?.dataset.does ?? null,
    pass: document.querySelector('[data-action=pass]')?.disabled === false,
    ready: dialog?.querySelector('[data-action=ready]:not([aria-disabled])') ? true : false,
    over: !!dialog?.querySelector('[data-action=rematch]'),
    plays: Number(document.querySelector('[data-plays]')?.dataset.plays ?? 0),
    cards: document.querySelectorAll('[data-key]').length,
    chosen: [...document.querySelectorAll('[data-key][aria-pressed=true]')].map(
      (one) => one.dataset.key),
  };
}"""

TAB_STOPS: Final = 40
"""Nothing of a screen is further away than that."""
KEYS: Final = "all => all.map(one => one.dataset.key)"


NOTICED: Final = f"""(cards) => {{
  const seen = ({LOOK})();
  return seen.over || seen.ready || seen.cards !== cards || !seen.turn;
}}"""
TO_DO: Final = f"""() => {{
  const seen = ({LOOK})();
  return seen.turn || seen.ready || seen.over;
}}"""


class Player:
    """One person in a browser of their own. Whatever the console complains about is kept."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        name: str,
        way: Way = "mouse",
        *,
        large: bool = False,
        lively: bool = False,
        keeps: bool = False,
    ) -> None:
        """Few tests need a large screen or everything that moves (``lively``): to draw them costs
        more than all the rest of a match. Still fewer need what the application keeps for times
        without a network (``keeps``): to fetch it all costs as much as several pages."""
        self.url = url
        self.name = name
        self.way = way
        self._stay = ExitStack()
        settings: dict[str, Any] = {"has_touch": way == "touch", "locale": "en-GB"}
        if not keeps:
            settings["service_workers"] = "block"
        self.context: BrowserContext = self._stay.enter_context(context(browser, **settings))
        self._size = DESK if large else PHONE
        self._motion: Literal["no-preference", "reduce"] = "no-preference" if lively else "reduce"
        self.complaints: list[str] = []
        self._tried = 0
        self.page: Page
        self.open()

    def open(self) -> None:
        """A window of theirs, the first or another one."""
        self.page = page_in(self.context)
        self.page.set_viewport_size(self._size)
        self.page.emulate_media(reduced_motion=self._motion)
        self.page.set_default_timeout(60_000)
        self.page.on("console", self._heard)
        self.page.on("pageerror", self._erred)

    def leave(self) -> None:
        """Close the windows."""
        self.page.remove_listener("console", self._heard)
        self.page.remove_listener("pageerror", self._erred)
        self._stay.close()

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(TOLERATED):
            self.complaints.append(message.text)

    def _erred(self, error: Any) -> None:
        self.complaints.append(str(error))

    def enter(self) -> None:
        """Be a guest, without the dialog for names."""
        answer = self.context.request.post(
            f"{self.url}/api/guest", data={"name": self.name}, headers={"origin": self.url}
        )
        assert answer.ok, answer.text()

    def open_table(self, **options: Any) -> tuple[str, str]:
        """Open a table as its host; its id and its code."""
        answer = self.context.request.post(
            f"{self.url}/api/tables", data={"options": options}, headers={"origin": self.url}
        )
        assert answer.ok, answer.text()
        place = answer.json()
        return place["table"], place["code"]

    def go(self, path: str) -> None:
        self.page.goto(f"{self.url}{path}")

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def press(self, action: str) -> None:
        """Press a button as this player does."""
        button = self.page.locator(f"[data-action={action}]")
        if self.way == "touch":
            button.tap()
        elif self.way == "mouse":
            button.click()
        else:
            button.wait_for()  # a dialog that has not opened yet takes no focus
            if self.way == "keyboard":
                self._tab_to(action)
                self.page.keyboard.press("Enter")
            else:
                button.press("Enter")

    def _tab_to(self, action: str) -> None:
        """Go from one stop to the next, as somebody without a mouse does."""
        for _ in range(TAB_STOPS):
            if self.page.evaluate("document.activeElement?.dataset?.action ?? null") == action:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{action} is not within {TAB_STOPS} tab stops")

    def act(self) -> bool:
        """Do what is to be done now, if it is this player's turn; False if nothing is."""
        seen = self.look()
        if seen["ready"]:
            self.press("ready")
            self._wait(f"() => !({LOOK})().ready")
            return True
        if seen["over"] or not seen["turn"]:
            return False
        if self.way in ("keyboard", "shortcuts"):
            self._act_by_keys()
        else:
            self._act_by_hand(seen)
        return True

    def _advised(self) -> dict[str, Any]:
        """What the table looks like once a hint has been given, or refused."""
        self._wait("() => document.querySelector('[data-hinted], .toast-alarm')")
        return self.look()

    def _act_by_hand(self, seen: dict[str, Any]) -> None:
        """Pass if there is nothing to play; else do as advised, or find a play by trying (with
        a finger the first few times anyway)."""
        if seen["plays"] == 0 and seen["pass"]:
            self.press("pass")
        elif (self.way == "touch" and self._tried < 3) or not self._do_as_advised():
            self._tried += 1
            self._try_cards()
            self.press("play")
        self._settle(seen)

    def _do_as_advised(self) -> bool:
        """Ask for a hint and follow it; False if there was none (one may not ask all the time)."""
        self.press("hint")
        seen = self._advised()
        if not self.page.locator("[data-hinted]").count():
            return False
        plays = seen["does"] in ("play", "give")
        if not plays and not seen["pass"]:
            return False
        self.press("play" if plays else "pass")
        return True

    def _try_cards(self) -> None:
        """Try the cards from the left until one is part of a play, and take what is suggested."""
        for key in self.page.locator("[data-key]").evaluate_all(KEYS):
            self._touch_card(key)
            if self.look()["does"] in ("play", "give"):
                return
            suggestion = self.page.locator(".suggestion").first
            if suggestion.count():
                suggestion.tap() if self.way == "touch" else suggestion.click()
                return
            self._touch_card(key)

    def _touch_card(self, key: str) -> None:
        card = self.page.locator(f'[data-key="{key}"]')
        if self.way == "touch":
            card.tap(position={"x": 8, "y": 20})
        else:
            card.click(position={"x": 8, "y": 20})

    def _act_by_keys(self) -> None:
        keyboard = self.page.keyboard
        keyboard.press("ArrowRight")
        keyboard.press("h")
        seen = self._advised()
        if seen["does"] in ("play", "give"):
            if self.way == "keyboard":
                self._choose_by_keys(seen["chosen"])
            keyboard.press("Enter")
        elif seen["pass"]:
            keyboard.press("p")
        self._settle(seen)

    def _choose_by_keys(self, keys: list[str]) -> None:
        """Put everything back, then walk through the hand and choose with the space bar."""
        keyboard = self.page.keyboard
        keyboard.press("Escape")
        keyboard.press("Home")
        held: list[str] = self.page.locator("[data-key]").evaluate_all(KEYS)
        places = sorted(held.index(key) for key in keys)
        for last, place in zip((0, *places), places, strict=False):
            for _ in range(place - last):
                keyboard.press("ArrowRight")
            keyboard.press("Space")
        assert sorted(self.look()["chosen"]) == sorted(keys)

    def _settle(self, before: dict[str, Any]) -> None:
        """Wait until the table has taken notice."""
        self._wait(NOTICED, before["cards"])

    def _wait(self, wanted: str, about: Any = None) -> None:
        """Wait for something that may have come and gone."""
        with suppress(WaitedTooLong):
            self.page.wait_for_function(wanted, arg=about, polling=30, timeout=3_000)

    def turn_comes(self) -> None:
        """Wait for this player's turn."""
        self.page.wait_for_function(f"() => ({LOOK})().turn", polling=30)

    def look_away(self) -> None:
        """From now on the window is one in the background, which shows what it hears at once."""
        self.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")

    def end_comes(self, seconds: float) -> None:
        """Watch until the match is over: others play, and the screen shows it in its own time."""
        self.page.wait_for_function(f"() => ({LOOK})().over", polling=100, timeout=seconds * 1000)

    def play_on(self, seconds: float) -> None:
        """Play until the match is over."""
        end = monotonic() + seconds
        while not self.look()["over"]:
            assert monotonic() < end, f"{self.name} is still playing: {self.look()}"
            if not self.act():
                self._wait(TO_DO)

    def play_a_little(self, acts: int = 2) -> None:
        """The match goes on: so many acts, or its end."""
        while acts and not self.look()["over"]:
            self._wait(TO_DO)
            acts -= self.act()
