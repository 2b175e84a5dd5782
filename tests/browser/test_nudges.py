"""Nudges on a phone: asked for with a tap, shown by the service worker, ended with another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Worker, expect

from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, window
from tests.support.post_office import Browser as Device

STAND_IN = """
window.asked = 0;
Object.defineProperty(Notification, 'permission',
  { get: () => localStorage.allowed ? 'granted' : 'default' });
Notification.requestPermission = async () => {
  window.asked += 1; localStorage.allowed = 'yes'; return 'granted'; };
const device = DEVICE;
const subscription = { ...device, toJSON: () => device, unsubscribe: async () => {
  delete localStorage.subscribed; return true; } };
PushManager.prototype.getSubscription = async () => localStorage.subscribed ? subscription : null;
PushManager.prototype.subscribe = async (options) => {
  localStorage.subscribed = options.applicationServerKey.length; return subscription; };
"""
"""No push service can be reached from here, and a browser without a window shows nothing: what
they would do for the page is done by this, and for the service worker by the next."""
IN_WORKER = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, options) => self.shown.push([
    title, options.tag, options.data.link]);
}"""
TAPPED = """async (data) => {
  const event = Object.assign(new Event('notificationclick'), {
    action: 'stop', notification: { data, close: () => undefined },
    waitUntil: (work) => (self.work = work) });
  self.dispatchEvent(event);
  return (await self.work).status;
}"""


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
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    while not found:
        page.wait_for_timeout(20)
    session.detach()
    return found[0]


def worker_of(page: Page) -> Worker:
    """The service worker, once it runs."""
    while not page.context.service_workers:
        page.wait_for_timeout(20)
    return page.context.service_workers[0]


def shown_by(page: Page, registration: str, **told: str) -> tuple[Worker, list[list[str]]]:
    """What a push makes the service worker show. A worker with nothing to do may be ended by the
    browser at any time, and with it what stands in for its notifications: then it is told anew."""
    while True:
        deliver(page, registration, **told)  # starts a worker if none runs
        worker = worker_of(page)
        try:
            shown = worker.evaluate("self.shown")
            while shown is not None and not shown:
                page.wait_for_timeout(20)
                shown = worker.evaluate("self.shown")
            if shown is not None:
                return worker, shown
            worker.evaluate(IN_WORKER)
        except Error as ended:
            if "closed" not in str(ended):
                raise


@pytest.mark.long
def test_nudges_are_asked_for_shown_and_ended(browser: Browser, scenery: Scenery) -> None:
    scenery.account("Nodding Newt")
    cookie = scenery.cookie("Nodding Newt")
    with window(browser, PHONE, cookie, service_workers="allow") as page:
        page.add_init_script(stand_in())
        page.goto(f"{scenery.url}/settings")
        group = page.get_by_role("region", name="Notifications")
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
        registration = registration_of(page)
        worker_of(page).evaluate(IN_WORKER)
        told = {"title": "Your turn", "body": "At the table with Ben.", "tag": "turn/1"}
        told |= {"link": "/rules", "stop": "/api/nudges/stop/x", "language": "en"}
        told |= {"stop_title": "No more notifications", "origin": scenery.url}
        deliver(page, registration, **told | {"tag": "turn/0"})  # who looks is not nudged
        page.goto("about:blank")
        worker, shown = shown_by(page, registration, **told)
        assert shown == [["Your turn", "turn/1", "/rules"]]
        me = scenery.people["Nodding Newt"].id
        choice = scenery.do(scenery.live.server.nudges.choices.of(me))
        assert choice.kinds == ("turn", "challenge", "answer") and choice.language == "en"
        assert worker.evaluate(TAPPED, {"stop": f"/api/nudges/stop/{choice.stop}"}) == 204
        assert scenery.do(scenery.live.server.nudges.choices.of(me)).kinds == ()
        page.goto(f"{scenery.url}/nudge/stop/{choice.stop}")
        expect(page.get_by_text("You will not get any more notifications.")).to_be_visible()
        page.get_by_role("main").get_by_role("link", name="Settings").click()
        expect(turn).not_to_be_checked()
        here.uncheck(force=True)
        page.wait_for_function("() => !localStorage.subscribed")
        expect(here).not_to_be_checked()
        assert scenery.do(scenery.live.server.nudges.devices.of(me)) == []
