"""``gangoffour serve``: start the server, say where it is, open a browser where there is one."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import threading
import webbrowser
from contextlib import ExitStack, closing
from typing import Annotated, Any

import typer
import uvicorn
from rich.console import Console
from rich.markup import escape
from sqlalchemy import URL
from sqlalchemy.engine import make_url
from starlette.applications import Starlette

from gangoffour.server.app import create_app
from gangoffour.server.runtime.logs import set_up
from gangoffour.server.runtime.networks import Networks
from gangoffour.server.runtime.setting_options import with_settings
from gangoffour.server.runtime.settings import Settings, from_environment
from gangoffour.server.runtime.settings_check import require_sound
from gangoffour.server.storage.database import Database, StorageUnavailable
from gangoffour.server.storage.place import make_folder, place_problem, shown, unusable
from gangoffour.server.storage.sole import Sole, take
from gangoffour.server.transport.listener import WebServer
from gangoffour.server.transport.listening_address import bound, in_network
from gangoffour.server.transport.protocol import protocol_for
from gangoffour.server.wire.messages import MAX_MESSAGE

PING_INTERVAL_S = 20.0
PING_TIMEOUT_S = 15.0
"""A dead network is noticed within 35 s."""


@with_settings
def serve(
    *,
    browser: Annotated[bool, typer.Option(help="Open a browser where there is one.")] = True,
    **given: Any,
) -> None:
    """Serve the game: people in browsers, bots, and programs over a WebSocket.

    Every setting can also be given as GANGOFFOUR_NAME in the environment, or in a file that
    GANGOFFOUR_NAME_FILE names.
    """
    with ExitStack() as held:
        try:
            settings = require_sound(from_environment(os.environ, **given))
            url = make_url(settings.database_url)
            sole = held.enter_context(closing(_take_place(url)))
            asyncio.run(_migrate(url))
            app = create_app(settings)
            server = _Announced(config_for(app, settings), settings, browser, sole)
            listener = bound(settings.host, settings.port)
        except (ValueError, OSError) as error:
            typer.echo(f"gangoffour: {error}", err=True)
            raise typer.Exit(1) from None
        set_up(settings.log_level)
        server.run(sockets=[listener])


def config_for(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        app,
        ws=protocol_for(settings.messages_per_second),
        ws_max_size=MAX_MESSAGE,
        ws_ping_interval=PING_INTERVAL_S,
        ws_ping_timeout=PING_TIMEOUT_S,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=Networks(settings.proxies).in_both_families(),
        timeout_graceful_shutdown=5,
        lifespan="on",
    )


class _Announced(WebServer):
    """Says where the server is as soon as it is ready."""

    def __init__(
        self, config: uvicorn.Config, settings: Settings, browser: bool, sole: Sole
    ) -> None:
        super().__init__(config, settings)
        self._settings = settings
        self._browser = browser
        self._sole = sole

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        _spare_the_collector()
        if sockets and not self.should_exit:
            announce(self._settings, sockets[0].getsockname()[1], self._browser)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._sole.say_goodbye()
        await super().shutdown(sockets)


def _spare_the_collector() -> None:
    """What is there at the start stays; and values make no cycles, so look for them less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def announce(settings: Settings, port: int, browser: bool) -> None:
    """Print the addresses, the one for phones also as a QR code, and where the data is; open a
    browser."""
    console = Console(highlight=False, emoji=False)
    here = settings.public_url or f"http://localhost:{port}"
    console.print(f"\n  [bold]Gang of Four[/bold] is served at [bold cyan]{here}[/bold cyan]")
    lan = None if settings.public_url else in_network(settings.host)
    if lan is not None:
        address = f"http://{lan}:{port}"
        console.print(f"  in your network at        [bold cyan]{escape(address)}[/bold cyan]\n")
        if sys.stdout.isatty():
            import segno  # only a terminal shows the code

            segno.make(address, error="l").terminal(out=sys.stdout, border=2, compact=True)
    place = escape(shown(make_url(settings.database_url)))
    console.print(f"  its data is in            {place}", soft_wrap=True)
    console.print("  Ctrl-C ends it; running matches go on when it is started again.\n")
    if browser and has_browser():
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()


def has_browser() -> bool:
    """Whether there is a screen to open a browser on."""
    if not sys.stdout.isatty():
        return False
    return sys.platform == "darwin" or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def _take_place(url: URL) -> Sole:
    """Make the folder of a SQLite file, and take the file for this process; or one sentence."""
    problem = place_problem(url)
    if problem is not None:
        raise ValueError(problem)
    make_folder(url)
    return take(url)


async def _migrate(url: URL) -> None:
    """Bring the schema up to date, or one clear sentence."""
    database = Database(url.render_as_string(hide_password=False), connections=1)
    try:
        await database.migrate()
    except StorageUnavailable as trouble:
        raise ValueError(unusable(url, trouble)) from None
    finally:
        await database.close()
