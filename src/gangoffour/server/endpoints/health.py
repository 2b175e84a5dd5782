"""How a server does: for balancers and supervisors, and in numbers for Prometheus.

``/livez`` is this process alone: whoever gets no answer there may end it. ``/readyz`` is whether
new people should be sent here: a server without its database is not dead, and those who are
connected stay so. ``/metrics`` is for those named in the settings, and never comes through a proxy.
"""

from __future__ import annotations

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from gangoffour.server.process import Server
from gangoffour.server.runtime.networks import FORWARDED, Networks


def health_routes(server: Server) -> list[Route]:
    """``/livez``, ``/readyz`` (its old name is ``/healthz``) and ``/metrics``."""
    readers = Networks(server.settings.metrics_from)

    async def livez(request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def readyz(request: Request) -> Response:
        """A balancer may ask to be told no by 404, which haproxy understands as "no new people"."""
        if server.ready:
            return PlainTextResponse("ok\n")
        no = 404 if request.query_params.get("not_ready") == "404" else 503
        return PlainTextResponse("the database is not available\n", status_code=no)

    async def metrics(request: Request) -> Response:
        client = request.client.host if request.client else ""
        if client not in readers or any(one in request.headers for one in FORWARDED):
            return PlainTextResponse("not for you\n", status_code=403)
        return PlainTextResponse(server.metrics.text, media_type=CONTENT_TYPE_LATEST)

    return [
        Route("/livez", livez),
        Route("/readyz", readyz),
        Route("/healthz", readyz),
        Route("/metrics", metrics),
    ]
