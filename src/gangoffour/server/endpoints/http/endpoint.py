"""Endpoints as values: what each takes, answers and refuses, from which routes and OpenAPI come."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

from msgspec import Meta
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from gangoffour.server.people.address_and_device import Arrival
from gangoffour.server.people.sessions import Identity
from gangoffour.server.process import Server
from gangoffour.server.runtime.household import household
from gangoffour.server.wire.refusals import ServerRefusal

Id = Annotated[str, Meta(pattern="^[A-Za-z0-9-]{1,48}$")]
"""An id inside a body; ids in paths are checked alike."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request, judged so far: who asks and with what."""

    server: Server
    request: Request
    identity: Identity | None
    token: str | None
    by_cookie: bool
    body: Any = None
    query: Any = None

    @property
    def me(self) -> Identity:
        """Who asks; only for endpoints that need somebody."""
        if self.identity is None:
            raise ServerRefusal("not_signed_in")
        return self.identity

    @property
    def address(self) -> str:
        return address_of(self.request)

    @property
    def arrival(self) -> Arrival:
        """From where and on what the request comes."""
        return Arrival(self.address, self.request.headers.get("user-agent", ""))

    def path(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])


Handler = Callable[[Call], Awaitable[Any]]
"""Answers with a value to encode, nothing (204), or a whole response."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One method on one path."""

    method: str
    path: str
    handler: Handler
    summary: str
    answer: Any = None
    """The type of the answer; None for none (204)."""
    body: Any = None
    query: Any = None
    signed_in: bool = False
    banned_too: bool = False
    """Whether it is open to the banned: their own data stays theirs."""
    limit: str | None = None
    """A budget of its own, for each person or, without one, each address."""
    refusals: tuple[str, ...] = ()
    """What it may refuse besides what every endpoint may."""
    media_type: str = "application/json"
    meanwhile: Any = None
    """The type of the answer (202) while the real one is being made, if it may take a while."""
    notes: str = field(default="")

    @property
    def changes(self) -> bool:
        """Whether it changes anything, so that other pages must not be able to send it."""
        return self.method not in ("GET", "HEAD")


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from; all limits for an address count by this."""
    return household(request.client.host) if request.client else "unknown"


def no_content() -> Response:
    return Response(status_code=204)
