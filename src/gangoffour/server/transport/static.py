"""The web client's files: hashed assets for ever, pages fresh, other paths the client's own."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from gangoffour.server.transport.security import POCKET_POLICY

PACKAGED: Final = Path(__file__).parents[1] / "client"
BUILT: Final = Path(__file__).parents[4] / "web" / "dist"

POCKET_WORKER: Final = "assets/pocket_worker-"
"""The worker that plays without a server: it alone may compile WebAssembly."""

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
        return response


class ClientFiles(StaticFiles):
    """Serves the client; a path that is no file is one of its pages."""

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
