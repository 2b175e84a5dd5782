"""Nudges on a phone: asked for with a tap, shown by the service worker, ended with another."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, window
from tests.support.post_office import Browser as Device

STAND_IN = """
window.asked = 0;
Notification.requestPermission = async () => { window.asked += 1; return 'granted'; };
const device = DEVICE;
const subscription = { ...device, toJSON: () => device, unsubscribe: async () => {
  delete localStorage.subscribed; return true; } };
PushManager.prototype.getSubscription = async () => localStorage.subscribed ? subscription : null;
PushManager.prototype.subscribe = async (options) => {
  localStorage.subscribed = options.applicationServerKey.length; return subscription; };
"""
"""No push service can be reached from here: what it would give the browser is given by this."""


def stand_in() -> str:
    given = Device("https://push.example.org/phone").body
    keys = {"p256dh": given["key"], "auth": given["auth"]}
    return STAND_IN.replace("DEVICE", json.dumps({"endpoint": given["endpoint"], "keys": keys}))


def deliver(page: Page, registration: str, **told: str) -> None:
    """What a push service does, for the browser."""
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    message = {"origin": told.pop("origin"), "registrationId": registration}
    session.send("ServiceWorker.deliverPushMessage", {**message, "data": json.dumps(told)})
    session.detach()


def registration_of(page: Page) -> str:
    """The browser's own name of the page's service worker."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []

    def note(event: dict[str, Any]) -> None:
        found.extend(
            one["registrationId"]
            for one in event["registrations"]
            if page.url.startswith(one["scopeURL"])
        )

    session.on("ServiceWorker.workerRegistrationUpdated", note)
    session.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    while not found:
        page.wait_for_timeout(20)
    session.detach()
    return found[0]


SHOWN = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map("
SHOWN += "(one) => [one.title, one.tag, one.data.link])"


def test_nudges_are_asked_for_shown_and_ended(browser: Browser, scenery: Scenery) -> None:
    scenery.account("Nodding Newt")
    cookie = scenery.cookie("Nodding Newt")
    allowed = {"service_workers": "allow", "permissions": ["notifications"]}
    with window(browser, PHONE, cookie, **allowed) as page:
        page.add_init_script(stand_in())
        page.goto(f"{scenery.url}/settings")
        group = page.get_by_role("region", name="Nudges")
        here = group.get_by_role("checkbox", name="On this device")
        turn = group.get_by_role("checkbox", name="My turn")
        expect(here).not_to_be_checked()
        expect(turn).not_to_be_checked()
        assert page.evaluate("window.asked") == 0, "nobody is asked before they tap"
        here.check(force=True)
        expect(turn).to_be_checked()
        expect(here).to_be_checked()
        assert page.evaluate("[window.asked, localStorage.subscribed]") == [1, "65"]
        group.get_by_label("Until").select_option("06:00")
        group.get_by_label("From").select_option("21:00")
        expect(group).to_have_attribute("aria-busy", "false")
        page.reload()
        expect(group.get_by_label("From")).to_have_value("21")
        expect(group.get_by_label("Until")).to_have_value("6")
        expect(here).to_be_checked()
        worker = registration_of(page)
        told = {"title": "Your turn", "body": "At the table with Ben.", "tag": "turn/1"}
        told |= {"link": "/rules", "stop": "/api/nudges/stop/x", "language": "en"}
        told |= {"stop_title": "No more nudges", "origin": scenery.url}
        deliver(page, worker, **told | {"tag": "turn/0"})
        assert page.evaluate(SHOWN) == [], "who looks is not nudged"
        page.goto("about:blank")
        deliver(page, worker, **told)
        deliver(page, worker, **told | {"body": "again"})
        page.goto(f"{scenery.url}/settings")
        page.wait_for_function(f"({SHOWN})().then((all) => all.length === 1)")
        assert page.evaluate(SHOWN) == [["Your turn", "turn/1", "/rules"]]
        me = scenery.people["Nodding Newt"].id
        choice = scenery.do(scenery.live.server.nudges.choices.of(me))
        assert choice.kinds == ("turn",) and choice.language == "en"
        page.goto(f"{scenery.url}/nudge/stop/{choice.stop}")
        expect(page.get_by_text("You will not be nudged any more.")).to_be_visible()
        page.get_by_role("main").get_by_role("link", name="Settings").click()
        expect(turn).not_to_be_checked()
        here.uncheck(force=True)
        expect(here).not_to_be_checked()
        assert scenery.do(scenery.live.server.nudges.devices.of(me)) == []
