"""The session cookie, and which pages may use it."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from gangoffour.server.endpoints.credentials import COOKIE
from gangoffour.server.endpoints.http.endpoint import Call
from gangoffour.server.people.sessions import COOKIE_MS
from gangoffour.server.transport.security import same_origin
from gangoffour.server.wire.refusals import ServerRefusal

MARK: Final = "gof_browser"


def set_cookie(call: Call, response: Response, token: str) -> None:
    """Let the browser keep a token where no script can read it."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_MS // 1000,
        path="/",
        secure=_secure(call),
        httponly=True,
        samesite="lax",
    )


def drop_cookie(call: Call, response: Response) -> None:
    response.delete_cookie(COOKIE, path="/", secure=_secure(call), httponly=True, samesite="lax")


def mark_of(call: Call) -> str | None:
    """What a browser keeps to be known as the same one by, whoever uses it."""
    return call.request.cookies.get(MARK) or None


def set_mark(call: Call, response: Response, mark: str) -> None:
    response.set_cookie(
        MARK,
        mark,
        max_age=COOKIE_MS // 1000,
        path="/api",
        secure=_secure(call),
        httponly=True,
        samesite="lax",
    )


def _secure(call: Call) -> bool:
    settings = call.server.settings
    return settings.secure_cookies or settings.behind_tls or call.request.url.scheme == "https"


def require_own_page(request: Request, allowed: tuple[str, ...], by_cookie: bool) -> None:
    """Refuse what another page makes a browser send.

    A request that names a foreign origin is refused in any case. One that names none comes from
    a program: it may use a token in a header, but not a cookie.
    """
    own = same_origin(request.headers, allowed)
    if own is None:
        site = request.headers.get("sec-fetch-site")
        if site is not None:
            own = site in ("same-origin", "none")
        elif by_cookie:
            own = False
    if own is False:
        raise ServerRefusal("foreign_origin")
