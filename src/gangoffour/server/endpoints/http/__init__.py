"""The HTTP interface, by noun. Every endpoint is a value in a table: routes, limits, checks and the
OpenAPI document all come from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.routing import Route

from gangoffour.server.endpoints.http import catalogue, lessons, matches, me, pads, people, tables
from gangoffour.server.endpoints.http import sign_in as entry
from gangoffour.server.endpoints.http.dispatch import Resource
from gangoffour.server.endpoints.http.endpoint import Call, Endpoint

if TYPE_CHECKING:
    from gangoffour.server.app import Server

ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    *entry.ENDPOINTS,
    *me.ENDPOINTS,
    *people.ENDPOINTS,
    *tables.ENDPOINTS,
    *matches.ENDPOINTS,
    *pads.ENDPOINTS,
    *catalogue.ENDPOINTS,
    *lessons.ENDPOINTS,
)


async def _description(call: Call) -> object:
    from gangoffour.server.endpoints.openapi import document

    return document()


DESCRIPTION: Final = Endpoint(
    "GET",
    "/openapi.json",
    _description,
    "This interface, as an OpenAPI document",
    dict[str, object],
)


def routes(server: Server) -> list[Route]:
    """All routes under ``/api``, and the description at ``/openapi.json``."""
    by_path: dict[str, list[Endpoint]] = {}
    for one in (*ENDPOINTS, DESCRIPTION):
        by_path.setdefault(one.path, []).append(one)
    found = [Route(path, Resource(server, ones)) for path, ones in by_path.items()]
    return [
        *found,
        Route("/api/{rest:path}", Resource(server, [])),
        Route("/api", Resource(server, [])),
    ]
