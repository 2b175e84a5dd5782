"""What a request brings to say who it is: a token in a header, or the session cookie."""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection

COOKIE: Final = "gof_session"
_BEARER: Final = "Bearer "


def bearer_token(request: HTTPConnection) -> str | None:
    """The token that a program sends in a header; None if there is no such header."""
    given = request.headers.get("authorization", "")
    return given.removeprefix(_BEARER).strip() if given.startswith(_BEARER) else None


def cookie_token(request: HTTPConnection) -> str | None:
    """The token a browser sends by itself."""
    return request.cookies.get(COOKIE) or None
