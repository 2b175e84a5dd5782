"""``gangoffour worker``: thinks for all servers on a bus: bots' moves, hints, reviews.

A worker comes for work when it has room, one piece at a time, and to each server that has some in
turn. So whatever waits, waits in its server, where any worker may take it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from time import monotonic
from typing import Annotated, Final

import msgspec
import typer

from gangoffour.bots.errors import BotError
from gangoffour.rules.actions import action_dict
from gangoffour.rules.errors import Refusal
from gangoffour.server.bots.local import LocalBots
from gangoffour.server.bots.requests import (
    Answer,
    decode_looks,
    decode_request,
    encode,
    look_of,
    view_of,
)
from gangoffour.server.bots.work_queue import (
    COMES,
    GROUP,
    LATER,
    OFFERS,
    OFFERS_TO_ALL,
    Work,
    decode_work,
    encode_result,
    pulls,
    results,
)
from gangoffour.server.cluster.bus import Bus, NoAnswer
from gangoffour.server.cluster.choose_bus import bus_at
from gangoffour.server.runtime.health_port import HealthPort
from gangoffour.server.runtime.logs import set_up
from gangoffour.server.runtime.metrics import registry, text
from gangoffour.server.runtime.settings import from_environment, help_of
from gangoffour.server.runtime.settings_check import require_sound
from gangoffour.server.runtime.tasks import Tasks

PULL_S: Final = 0.5
"""How long a server may take to hand out work; it says again that there is some."""
MAX_SERVERS: Final = 1000
log = logging.getLogger("gangoffour.worker")


class Worker:
    """Does one piece of work after the other; what is too late to matter is dropped."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._bots = LocalBots()
        self._servers: dict[str, None] = {}
        """Those that have work, in the order in which they are asked for it."""
        self._offered = asyncio.Event()
        self._busy = False
        self._tasks = Tasks()
        self.done = 0
        self.dropped = 0
        self._measured = registry(self._now)

    async def start(self) -> None:
        self._bus.answer(OFFERS, self._answer_offer, GROUP)
        self._bus.listen(OFFERS_TO_ALL, self._note_offer)
        self._tasks.keep(self._pull, "work")
        await self._bus.start()

    async def _answer_offer(self, server: bytes) -> bytes:
        comes = not self._busy and not self._servers
        self._note_offer(server)
        return COMES if comes else LATER

    def _note_offer(self, server: bytes) -> None:
        if len(self._servers) < MAX_SERVERS:
            self._servers.setdefault(server.decode("ascii", "replace"))
            self._offered.set()

    async def _pull(self) -> None:
        """Ask one server after the other for work, as long as they have some."""
        while True:
            self._busy = False
            await self._offered.wait()
            self._busy = True
            while self._servers:
                server = next(iter(self._servers))
                del self._servers[server]
                if await self._worked_for(server):
                    self._servers.setdefault(server)  # after the others: there may be more
            self._offered.clear()

    async def _worked_for(self, server: str) -> bool:
        """Do one piece of work of a server; whether it had any."""
        asked = monotonic()
        try:
            work = decode_work(await self._bus.ask(pulls(server), b"", PULL_S))
        except (NoAnswer, msgspec.DecodeError):
            return False
        if monotonic() >= asked + work.within_ms / 1000:  # it stood still meanwhile
            self.dropped += 1
            return True
        try:
            answer = await self._carry_out(work)
        except (msgspec.DecodeError, Refusal, IndexError, BotError):
            log.warning("work was not understood, or could not be done", extra={"what": work.kind})
            answer = Answer()
        self.done += 1
        await self._bus.publish(results(server), encode_result(work.number, encode(answer)))
        return True

    async def _carry_out(self, work: Work) -> Answer:
        if work.kind == "review":
            looks = [look_of(one) for one in decode_looks(work.body)]
            return Answer(verdicts=await self._bots.judge(looks))
        request = decode_request(work.body)
        view = view_of(request.view)
        if work.kind == "hint":
            return Answer(advice=await self._bots.hint(view))
        return Answer(action=action_dict(await self._bots.decide(request.bot, view)))

    def metrics(self) -> str:
        """What this worker measures, for Prometheus."""
        return text(self._measured)

    def _now(self) -> dict[str, float]:
        return {
            "worker_done": self.done,
            "worker_dropped": self.dropped,
            "worker_busy": float(self._busy),
        }

    async def close(self) -> None:
        await self._tasks.close()
        await self._bus.close()
        await self._bots.close()


def worker(
    bus: Annotated[str | None, typer.Option(help="NATS URL of the servers' bus.")] = None,
    health_host: Annotated[str, typer.Option(help="Address for /livez, /metrics.")] = "127.0.0.1",
    health_port: Annotated[int, typer.Option(help="Port for them; 0 for none.")] = 0,
    log_level: Annotated[str | None, typer.Option(help=help_of("log_level"))] = None,
) -> None:
    """Think for all servers on a bus: bots' moves, hints, and reviews of finished matches.

    One worker uses one core. Start as many as there are cores to spare, on any machine.
    """
    try:
        given = from_environment(os.environ, bus=bus, log_level=log_level)
        settings = require_sound(given, serves=False)
        if not settings.bus:
            raise ValueError("a worker needs --bus, the NATS URL of its servers.")
        line = bus_at(settings.bus)
    except ValueError as error:
        typer.echo(f"gangoffour: {error}", err=True)
        raise typer.Exit(1) from None
    set_up(settings.log_level)
    try:
        asyncio.run(_work(Worker(line), health_host, health_port))
    except OSError as error:
        typer.echo(f"gangoffour: {error}", err=True)
        raise typer.Exit(1) from None


async def _work(one: Worker, health_host: str, health_port: int) -> None:
    health = HealthPort(one.metrics)
    if health_port:
        await health.start(health_host, health_port)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    await one.start()
    typer.echo("A worker is ready; Ctrl-C ends it.")
    await stopped.wait()
    await health.close()
    await one.close()
