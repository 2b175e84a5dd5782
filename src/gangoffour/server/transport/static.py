"""The web client's files: hashed assets for ever, pages fresh, other paths the client's own."""

from __future__ import annotations

import os
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from gangoffour.server.transport.packed import ENDING, unpacked, unpacked_size
from gangoffour.server.transport.security import POCKET_POLICY

PACKAGED: Final = Path(__file__).parents[1] / "client"
BUILT: Final = Path(__file__).parents[4] / "web" / "dist"

POCKET_WORKER: Final = "assets/pocket_worker-"
"""The worker that plays without a server: it alone may compile WebAssembly."""

ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
"""How a file may have been compressed when the client was built, the smallest first."""

NOT_BUILT = b"""<!doctype html><meta charset="utf-8"><title>Gang of Four</title>
<p>The web client has not been built yet: run <code>make play</code> in the source folder.</p>
"""


def client_folder() -> Path | None:
    """Where the built client lies: in the installed package, else in the source tree."""
    for folder in (PACKAGED, BUILT):
        if (folder / "index.html").is_file():
            return folder
    return None


class Documents(StaticFiles):
    """The documentation's site, which is asked for anew each time: its files keep their names."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        if path.startswith(f"play/{POCKET_WORKER}"):  # the game inside of the documentation
            response.headers["content-security-policy"] = POCKET_POLICY
        return response


def _wanted(headers: Headers) -> list[str]:
    """The encodings that somebody reads; those marked with ``q=0`` they do not."""
    said = headers.get("accept-encoding", "").lower().split(",")
    return [one for one in said if "q=0" not in one.replace(" ", "").replace("q=0.", "")]


def _as_it_was(plain: str, stat_result: os.stat_result, status_code: int) -> Response:
    """A file that nothing is done to; one that is there compressed only is unpacked on its way."""
    if os.path.isfile(plain):
        return FileResponse(plain, status_code=status_code, stat_result=stat_result)
    path = Path(plain)
    as_packed = FileResponse(plain, stat_result=stat_result).headers
    headers = {
        "content-length": str(unpacked_size(path)),
        "etag": as_packed["etag"][:-1] + '-plain"',
        "last-modified": as_packed["last-modified"],
    }
    kind = guess_type(plain)[0] or "application/octet-stream"
    return StreamingResponse(unpacked(path), status_code, headers, media_type=kind)


class ClientFiles(StaticFiles):
    """Serves the client; a path that is no file is one of its pages.

    What was compressed when the client was built is sent so to those who read it. Each of the ways
    has an ETag of its own, and whatever is kept in between is told what it depends on. What is
    large is there compressed only in an installed package.
    """

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where a file lies, or would if it were not compressed only."""
        found, stat_result = super().lookup_path(path)
        if stat_result is not None:
            return found, stat_result
        found, stat_result = super().lookup_path(path + ENDING)
        return found.removesuffix(ENDING), stat_result

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file as it is, or the smallest of its compressed forms that is read there."""
        headers, plain = Headers(scope=scope), os.fspath(full_path)
        read = {one.partition(";")[0].strip() for one in _wanted(headers)}
        response = _as_it_was(plain, stat_result, status_code)
        varies = False
        for name, ending in reversed(ENCODINGS):
            if not os.path.isfile(plain + ending):
                continue
            varies = True
            if name in read:
                found = os.stat(plain + ending)
                kind = guess_type(plain)[0] or "application/octet-stream"
                response = FileResponse(
                    plain + ending,
                    status_code=status_code,
                    stat_result=found,
                    media_type=kind,
                    headers={"content-encoding": name},
                )
        if varies:
            response.headers["vary"] = "Accept-Encoding"
        if self.is_not_modified(response.headers, headers):
            return NotModifiedResponse(response.headers)
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or "." in path.rsplit("/", 1)[-1]:
                raise
            response = await super().get_response("index.html", scope)
        if path.startswith(POCKET_WORKER):
            response.headers["content-security-policy"] = POCKET_POLICY
        if path.startswith("assets/"):
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        elif isinstance(response, FileResponse):
            response.headers["cache-control"] = "no-cache"
        return response
