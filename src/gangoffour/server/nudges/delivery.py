"""A nudge on its way: to somebody's browsers, and by mail if none of them has taken it."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Final

import msgspec

from gangoffour.server.nudges.choices import Choice, Choices
from gangoffour.server.nudges.devices import Device, Devices
from gangoffour.server.nudges.mail import Letter, Mail
from gangoffour.server.nudges.outbox import Held, Outbox
from gangoffour.server.nudges.push_encryption import base64url
from gangoffour.server.nudges.web_push import TOTAL_S, Outcome, WebPush
from gangoffour.server.nudges.words import worded
from gangoffour.server.runtime.clock import Clock

MAIL: Final = "mail"
MAILS: Final = 20
"""So many at once are handed to the mail server; if it does not answer, the others wait."""
MAIL_WAIT_MS: Final = 5_000
TAKEN: Final = frozenset[Outcome]({"sent", "twice"})
MAYBE: Final = TAKEN | {"unknown"}
"""After these it may have arrived, so it is not sent by another way."""
STOP_PAGE: Final = "/nudge/stop/"
STOP_CALL: Final = "/api/nudges/stop/"


class Delivery:
    """Hands nudges over, and notes who has taken them."""

    def __init__(
        self,
        outbox: Outbox,
        choices: Choices,
        devices: Devices,
        mail: Mail,
        clock: Clock,
        url: str,
    ) -> None:
        self._outbox, self._choices, self._devices = outbox, choices, devices
        self._mail, self._clock, self._url = mail, clock, url
        self._push: WebPush | None = None
        self._mailing = 0

    def start(self, push: WebPush) -> None:
        self._push = push

    async def close(self) -> None:
        if self._push is not None:
            await self._push.close()

    async def deliver(self, held: Held, choice: Choice) -> None:
        """To every browser, those that answered last time first; by mail if there is none. What is
        open from before is sent again."""
        until = asyncio.get_running_loop().time() + TOTAL_S  # for all of them together
        claims = await self._outbox.claims(held.id)
        outcomes: list[Outcome] = ["sent" for settled in claims.values() if settled]
        for device in await self._devices.of(held.person):
            if not claims.get(device.id):
                outcome = await self._to_device(held, choice, device, until)
                perhaps_there = outcome == "later" and device.id in claims
                outcomes.append("unknown" if perhaps_there else outcome)
        if MAYBE.isdisjoint(outcomes) and choice.mail is not None and self._mail.possible:
            if self._mailing >= MAILS:
                return await self._outbox.postpone(held.id, self._clock.now() + MAIL_WAIT_MS)
            outcomes.append(await self._by_mail(held, choice, choice.mail))
        if not TAKEN.isdisjoint(outcomes):
            await self._outbox.finish(held.id, "sent")
        elif "later" in outcomes or "unknown" in outcomes:
            await self._outbox.try_later(held)
        else:
            await self._outbox.finish(held.id, "nowhere")
        return None

    async def _to_device(self, held: Held, choice: Choice, device: Device, until: float) -> Outcome:
        assert self._push is not None
        if asyncio.get_running_loop().time() >= until:
            return "later"
        outcome = await self._push.send(
            device,
            self._payload(held, choice),
            topic=base64url(sha256(held.id.encode()).digest())[:32],
            lasts_s=(held.expires_at - self._clock.now()) // 1000,
            mark=lambda: self._outbox.claim(held.id, device.id),
            until=until,
        )
        await self._note(held, device.id, outcome)
        if outcome == "gone":
            await self._devices.gone(device.id)
        elif outcome in ("later", "unknown"):
            await self._devices.failed(device.id)
        elif outcome == "sent":
            await self._devices.worked(device.id)
        return outcome

    async def _note(self, held: Held, target: str, outcome: Outcome) -> None:
        """What the other side said, if it said anything."""
        if outcome == "sent":
            await self._outbox.taken(held.id, target)
        elif outcome in ("later", "gone"):
            await self._outbox.refused(held.id, target)

    def _payload(self, held: Held, choice: Choice) -> bytes:
        return msgspec.json.encode(
            {
                "kind": held.kind,
                "title": worded(choice.language, f"{held.kind}_title", held.words),
                "body": worded(choice.language, f"{held.kind}_body", held.words),
                "stop_title": worded(choice.language, "push_stop"),
                "language": choice.language,
                "tag": held.id,
                "link": held.link,
                "stop": STOP_CALL + choice.stop,
            }
        )

    async def _by_mail(self, held: Held, choice: Choice, to: str) -> Outcome:
        language = choice.language
        text = "\n\n".join(
            (
                worded(language, f"{held.kind}_body", held.words),
                worded(language, "mail_open").replace("{link}", self._url + held.link),
                worded(language, "mail_why")
                + "\n"
                + worded(language, "mail_stop").replace("{link}", self._page(choice)),
            )
        )
        letter = Letter(
            to=to,
            subject=worded(language, f"{held.kind}_title", held.words),
            text=text + "\n",
            id=sha256(held.id.encode()).hexdigest()[:32],
            stop=self._url + STOP_CALL + choice.stop,
        )
        self._mailing += 1
        try:
            outcome = await self._mail.send(letter, lambda: self._outbox.claim(held.id, MAIL))
        finally:
            self._mailing -= 1
        await self._note(held, MAIL, outcome)
        if outcome == "gone":
            await self._choices.forget_email(held.person)
        return outcome

    def _page(self, choice: Choice) -> str:
        return self._url + STOP_PAGE + choice.stop
