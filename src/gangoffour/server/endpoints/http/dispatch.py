"""One path and its methods: every request is judged here, every failure answered in one shape."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gangoffour.rules.errors import Refusal
from gangoffour.server.endpoints.credentials import bearer_token, cookie_token
from gangoffour.server.endpoints.database_trouble import refusal_of
from gangoffour.server.endpoints.http.cookies import require_own_page
from gangoffour.server.endpoints.http.endpoint import Call, Endpoint, address_of, no_content
from gangoffour.server.people.sessions import Identity
from gangoffour.server.process import Server
from gangoffour.server.storage.database import StorageUnavailable
from gangoffour.server.wire.messages import Error
from gangoffour.server.wire.plain_text import require_plain_json, require_plain_text
from gangoffour.server.wire.refusals import STATUS, ServerRefusal, error_of

MAX_BODY: Final = 65_536
BUSY_S: Final = 5
"""When to come back to a server that has too much of something to do."""
FREE_PARTS: Final = frozenset({"who", "rest"})
"""Parts of paths that may hold anything; all others are ids."""
_ID: Final = re.compile("[A-Za-z0-9-]{1,48}")


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The one shape of every refusal over HTTP."""

    error: Error


class Resource:
    """All endpoints of one path, as an ASGI application."""

    def __init__(self, server: Server, endpoints: list[Endpoint]) -> None:
        self._server = server
        self._endpoints = {one.method: one for one in endpoints}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            response = await self._answer(request)
        except Refusal as refusal:
            response = refused(refusal)
        except StorageUnavailable as trouble:
            response = refused(refusal_of(trouble))
        except ClientDisconnect:
            return
        if response.status_code == 405:
            response.headers["allow"] = ", ".join(sorted(self._endpoints))
        response.headers.setdefault("cache-control", "no-store")
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        endpoint = self._endpoints.get(method)
        if endpoint is None:
            raise ServerRefusal("method_not_allowed" if self._endpoints else "not_found")
        for text in (*request.path_params.values(), *request.query_params.values()):
            require_plain_text(text)
        for name, value in request.path_params.items():
            if name not in FREE_PARTS and not _ID.fullmatch(value):
                raise ServerRefusal("not_found")
        call = await self._judge(endpoint, request)
        answer = await endpoint.handler(call)
        if isinstance(answer, Response):
            return answer
        return no_content() if answer is None else json_response(answer)

    async def _judge(self, endpoint: Endpoint, request: Request) -> Call:
        """Who asks, whether they may, and what they ask, in typed values."""
        server, address = self._server, address_of(request)
        server.limits.require("http", address)
        token = bearer_token(request)
        by_cookie = token is None
        if by_cookie:
            token = cookie_token(request)
        if endpoint.changes:
            require_own_page(request, server.settings.origin_list, by_cookie and token is not None)
        identity = await self._welcome(endpoint, token, address)
        if endpoint.limit is not None:
            person = identity if endpoint.signed_in else None
            server.limits.require(endpoint.limit, address if person is None else person.id)
        body = None
        if endpoint.body is not None:
            raw = await _read(request)
            identity = await self._welcome(endpoint, token, address)  # it may have taken its time
            body = _decoded(raw or b"{}", endpoint.body)
        query = None
        if endpoint.query is not None:
            query = _converted(dict(request.query_params), endpoint.query)
        return Call(server, request, identity, token or None, by_cookie, body, query)

    async def _welcome(
        self, endpoint: Endpoint, token: str | None, address: str
    ) -> Identity | None:
        """Who asks, unless they may not."""
        server = self._server
        found = await server.sessions.read(token) if token else None
        identity = None if found is None else found[0]
        if endpoint.signed_in and identity is None:
            raise ServerRefusal("not_signed_in")
        if identity is not None and identity.banned is not None and not endpoint.banned_too:
            raise ServerRefusal("banned", reason=identity.banned)
        if identity is not None and identity.kind == "guest" and not endpoint.banned_too:
            server.network_bans.require_welcome(address)
        return identity


async def _read(request: Request) -> bytes:
    """The body, if it is not too large."""
    chunks, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > MAX_BODY:
            raise ServerRefusal("body_too_large")
        chunks.append(chunk)
    return b"".join(chunks)


def _decoded(raw: bytes, kind: Any) -> Any:
    try:
        body = msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ServerRefusal("bad_message", problem=str(error)[:200]) from None
    except RecursionError:
        raise ServerRefusal("bad_message", problem="it is nested too deeply") from None
    require_plain_json(raw)
    return body


def _converted(given: dict[str, str], kind: Any) -> Any:
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise ServerRefusal("bad_message", problem=str(error)[:200]) from None


def json_response(answer: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


def refused(refusal: Refusal) -> Response:
    """A refusal as it is sent."""
    response = json_response(ErrorAnswer(error_of(refusal)), STATUS.get(refusal.code, 400))
    seconds = refusal.params.get("seconds", BUSY_S if refusal.code == "too_busy" else None)
    if seconds is not None:
        response.headers["retry-after"] = str(seconds)
    return response
