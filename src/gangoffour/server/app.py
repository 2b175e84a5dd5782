"""The ASGI application: routes and lifespan."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from gangoffour.server.endpoints.routes import routes as http_routes
from gangoffour.server.endpoints.sockets import serve_socket
from gangoffour.server.process import Server
from gangoffour.server.runtime.settings import Settings
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.transport.security import SecurityHeaders
from gangoffour.server.transport.static import NOT_BUILT, ClientFiles, client_folder


def create_app(settings: Settings) -> Starlette:
    """The ASGI application of a new server process."""
    return app_of(Server(settings))


def app_of(server: Server) -> Starlette:
    """The ASGI application; its ``state.server`` is the ``Server``."""

    async def healthz(request: Request) -> Response:
        try:
            async with server.database.reading():
                return PlainTextResponse("ok\n")
        except StorageUnavailable:
            return PlainTextResponse("the database is not available\n", status_code=503)

    async def metrics(request: Request) -> Response:
        return PlainTextResponse(server.metrics.text(server.gauges()))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.close()

    routes: list[BaseRoute] = [
        Route("/healthz", healthz),
        Route("/metrics", metrics),
        WebSocketRoute("/ws", partial(serve_socket, server)),
        *http_routes(server),
    ]
    folder = client_folder()
    if folder is not None:
        routes.append(Mount("/", ClientFiles(directory=folder, html=True)))
    else:
        routes.append(Route("/", _not_built))
    app = Starlette(routes=routes, middleware=[Middleware(SecurityHeaders)], lifespan=lifespan)
    app.state.server = server
    return app


async def _not_built(request: Request) -> Response:
    return Response(NOT_BUILT, media_type="text/html")
