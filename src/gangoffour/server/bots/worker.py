"""``gangoffour worker``: thinks for all servers on a bus: bots' moves, hints, reviews."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from time import monotonic
from typing import Annotated, Final

import msgspec
import typer

from gangoffour.rules.actions import action_dict
from gangoffour.rules.errors import Refusal
from gangoffour.server.bots.local import LocalBots
from gangoffour.server.bots.requests import (
    GROUP,
    REVIEWS,
    SUBJECT,
    Answer,
    BotRequest,
    ReviewAnswer,
    decode_request,
    decode_review_request,
    encode,
    look_of,
    view_of,
)
from gangoffour.server.cluster.bus import Bus
from gangoffour.server.cluster.choose_bus import bus_at
from gangoffour.server.runtime.health_port import HealthPort
from gangoffour.server.runtime.logs import set_up
from gangoffour.server.runtime.metrics import registry, text
from gangoffour.server.runtime.settings import from_environment, help_of
from gangoffour.server.runtime.settings_check import require_sound

MAX_WAITING: Final = 8
"""How many requests may wait here; who comes then is told at once to ask elsewhere."""
MAX_REVIEWS: Final = 2
"""How many rounds of reviews may wait here, besides."""
log = logging.getLogger("gangoffour.worker")


class Worker:
    """Carries out requests one after the other; those too late to matter are dropped."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._bots = LocalBots()
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._reviews = 0
        self.done = 0
        self._measured = registry(self._now)

    async def start(self) -> None:
        self._bus.answer(SUBJECT, self._answer, GROUP)
        self._bus.answer(REVIEWS, self._review, GROUP)
        await self._bus.start()

    async def _answer(self, question: bytes) -> bytes | None:
        try:
            request = decode_request(question)
        except msgspec.DecodeError:
            log.warning("a request was not understood")
            return None
        if self._waiting >= MAX_WAITING:
            return encode(Answer(busy=True))
        by = monotonic() + request.within_ms / 1000
        self._waiting += 1
        try:
            async with self._turn:
                return None if monotonic() >= by else encode(await self._carry_out(request))
        finally:
            self._waiting -= 1

    async def _carry_out(self, request: BotRequest) -> Answer:
        view = view_of(request.view)
        self.done += 1
        if request.what == "hint":
            return Answer(advice=await self._bots.hint(view))
        return Answer(action=action_dict(await self._bots.decide(request.bot, view)))

    async def _review(self, question: bytes) -> bytes | None:
        """Judge the turns of a round; at most a few of these wait, as bots at tables go first."""
        try:
            request = decode_review_request(question)
            looks = [look_of(one) for one in request.looks]
        except (msgspec.DecodeError, Refusal, IndexError):
            log.warning("a request was not understood")
            return None
        if self._reviews >= MAX_REVIEWS or self._waiting >= MAX_WAITING:
            return encode(ReviewAnswer(busy=True))
        by = monotonic() + request.within_ms / 1000
        self._reviews += 1
        try:
            async with self._turn:
                if monotonic() >= by:
                    return None
                self.done += 1
                return encode(ReviewAnswer(verdicts=await self._bots.judge(looks)))
        finally:
            self._reviews -= 1

    def metrics(self) -> str:
        """What this worker measures, for Prometheus."""
        return text(self._measured)

    def _now(self) -> dict[str, float]:
        return {
            "worker_done": self.done,
            "worker_waiting": self._waiting,
            "worker_reviews_waiting": self._reviews,
        }

    async def close(self) -> None:
        await self._bus.close()
        self._bots.close()


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
        settings = require_sound(from_environment(os.environ, bus=bus, log_level=log_level))
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
