"""Which path is answered by which endpoint."""

from __future__ import annotations

from starlette.routing import Route

from gangoffour.server.endpoints.http import ENDPOINTS
from gangoffour.server.endpoints.http.dispatch import Resource
from gangoffour.server.endpoints.http.endpoint import Endpoint
from gangoffour.server.endpoints.openapi import DESCRIPTION
from gangoffour.server.process import Server


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
