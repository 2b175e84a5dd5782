"""The ASGI application: routes and lifespan."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from gangoffour.server.endpoints.health import health_routes
from gangoffour.server.endpoints.routes import routes as http_routes
from gangoffour.server.endpoints.sockets import serve_socket
from gangoffour.server.process import Server
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.transport.request_pace import RequestPace
from gangoffour.server.transport.security import SecurityHeaders
from gangoffour.server.transport.static import (
    NOT_BUILT,
    ClientFiles,
    Documents,
    client_folder,
)


def create_app(settings: Settings) -> Starlette:
    """The ASGI application of a new server process."""
    return app_of(Server(settings))


def app_of(server: Server) -> Starlette:
    """The ASGI application; its ``state.server`` is the ``Server``."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.close()

    routes: list[BaseRoute] = [
        *health_routes(server),
        WebSocketRoute("/ws", partial(serve_socket, server)),
        *http_routes(server),
    ]
    if server.settings.docs:
        pages = Mount("/docs", Documents(directory=server.settings.docs, html=True))
        routes += [Route("/docs", _to_documents), pages]
    folder = client_folder()
    if folder is not None:
        routes.append(Mount("/", ClientFiles(directory=folder, html=True)))
    else:
        routes.append(Route("/", _not_built))
    headers = Middleware(SecurityHeaders, always_tls=server.settings.behind_tls)
    pace = Middleware(RequestPace, limits=lambda: server.limits, proxies=server.settings.proxies)
    app = Starlette(routes=routes, middleware=[pace, headers], lifespan=lifespan)
    app.state.server = server
    return app


async def _to_documents(request: Request) -> Response:
    return RedirectResponse("/docs/", 308)


async def _not_built(request: Request) -> Response:
    return Response(NOT_BUILT, media_type="text/html")
