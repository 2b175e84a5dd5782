"""The channel: whoever has something to tell somebody posts it here, and it is told once.

``post`` is all that other parts call. What comes of it is decided when it is due: nothing if they
did not ask for it, if they are looking, if it is settled by then (``offer``), if it is too late;
later if it is their night; else it goes to their browsers, and by mail if there is none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from gangoffour.server.nudges.choices import Choices
from gangoffour.server.nudges.delivery import Delivery
from gangoffour.server.nudges.devices import Devices
from gangoffour.server.nudges.lookers import Lookers
from gangoffour.server.nudges.mail import Letter, Mail
from gangoffour.server.nudges.nudge import KINDS, Kind, Nudge
from gangoffour.server.nudges.outbox import Held, Outbox
from gangoffour.server.nudges.places import Place, Places
from gangoffour.server.nudges.quiet_hours import quiet_until
from gangoffour.server.nudges.web_push import WebPush
from gangoffour.server.nudges.words import worded
from gangoffour.server.runtime.clock import Clock
from gangoffour.server.runtime.tasks import Tasks
from gangoffour.server.storage.database import StorageUnavailable

BEAT_S: Final = 2.0
"""How often what is due is looked for."""
CONFIRM_PAGE: Final = "/nudge/yes/"
log = logging.getLogger("gangoffour.nudges")

Settled = Callable[[Held], Awaitable[bool]]
"""Whether what a nudge is about is done by now, so that nobody need be told."""


async def _never(_: Held) -> bool:
    return False


class Nudges:
    """Posts nudges and puts them on their way."""

    def __init__(
        self,
        outbox: Outbox,
        choices: Choices,
        devices: Devices,
        lookers: Lookers,
        mail: Mail,
        clock: Clock,
        public_url: str,
    ) -> None:
        self.choices = choices
        self.devices = devices
        self.mail = mail
        self._outbox = outbox
        self._lookers = lookers
        self._clock = clock
        self._url = public_url.rstrip("/")
        self._settled: dict[Kind, Settled] = {}
        self._wake = asyncio.Event()
        self._places = Places(self._wake.set)
        self.delivery = Delivery(outbox, choices, devices, mail, clock, self._url)
        self._tasks = Tasks()

    def offer(self, kind: Kind, settled: Settled = _never) -> None:
        """People can choose this kind from now on; ``settled`` is asked just before one is sent."""
        self._settled[kind] = settled

    @property
    def offered(self) -> tuple[Kind, ...]:
        return tuple(one for one in KINDS if one in self._settled)

    async def post(self, nudge: Nudge) -> bool:
        """Tell somebody something, once, if they want it; whether it is new and wanted."""
        if nudge.kind not in (await self.choices.of(nudge.person)).kinds:
            return False
        new = await self._outbox.put(nudge)
        if new:
            self._wake.set()
        return new

    async def start(self, push: WebPush, alone: bool) -> None:
        self.delivery.start(push)
        if alone:
            await self._outbox.free_all()
        self._lookers.start()
        self._tasks.keep(self._run, "nudges")

    async def close(self) -> None:
        self._lookers.close()
        await self._tasks.close()
        await self.delivery.close()

    async def purge(self) -> None:
        await self._outbox.purge()
        await self.devices.purge()

    def look(self) -> None:
        """Something may be due now."""
        self._wake.set()

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                for held in await self._outbox.take(self._places.free, self._places.people):
                    place = self._places.take(held.person)
                    self._tasks.spawn(self._handle(held, place), f"nudge {held.id}")
            except StorageUnavailable:
                log.warning("what is due could not be read")
            try:
                async with asyncio.timeout(BEAT_S):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def _handle(self, held: Held, place: Place) -> None:
        """What becomes of one that is due. What cannot be stored is taken up again later."""
        try:
            await self._decide(held)
        except StorageUnavailable:
            log.warning("a nudge waits for the database")
        finally:
            place.leave()

    async def _decide(self, held: Held) -> None:
        choice, now = await self.choices.of(held.person), self._clock.now()
        if held.kind not in choice.kinds:
            return await self._outbox.finish(held.id, "unwanted")
        if now > held.expires_at:
            return await self._outbox.finish(held.id, "late")
        if await self._settled.get(held.kind, _never)(held):
            return await self._outbox.finish(held.id, "settled")
        if await self._lookers.looks(held.person):
            return await self._outbox.finish(held.id, "looking")
        over = quiet_until(now, choice.zone, choice.quiet_from, choice.quiet_to)
        if over > now:
            return await self._outbox.postpone(held.id, over)
        return await self.delivery.deliver(held, choice)

    async def ask_to_confirm(self, person_id: str, email: str, site: str) -> None:
        """Ask whoever reads mail at an address whether they want some."""
        code = await self.choices.ask_to_confirm(person_id, email)
        self._tasks.spawn(self._mail_code(person_id, email, code, site), "confirmation")

    async def _mail_code(self, person_id: str, email: str, code: str, site: str) -> None:
        language = (await self.choices.of(person_id)).language
        link = self._url + CONFIRM_PAGE + code
        lines = (
            worded(language, "confirm_body").replace("{site}", site).replace("{link}", link),
            worded(language, "confirm_why"),
        )
        subject = worded(language, "confirm_title")
        letter = Letter(email, subject, "\n\n".join(lines) + "\n", code[:32])

        async def always() -> bool:
            return True

        await self.mail.send(letter, always)
