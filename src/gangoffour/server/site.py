"""The game as one folder of files, which any web host can serve: ``gangoffour site``.

It is the built client, told that it lies somewhere as files alone. Everybody plays in their own
browser (``docs/offline.md``): nobody is asked for anything, nothing is counted, no cookie is set.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Annotated, Final

import typer

from gangoffour.server.transport.packed import only_packed, unpacked
from gangoffour.server.transport.security import CONTENT_SECURITY_POLICY
from gangoffour.server.transport.static import client_folder

LEFT_OUT: Final = shutil.ignore_patterns("gallery", "built", "*.map", "*.br", "*.gz")
DOCUMENTS: Final = Path("build", "docs")
"""Where ``make docs`` puts the documentation."""
MARK: Final = "data-site"
"""On the page's root: by it the client knows that there is no server."""
POLICY: Final = re.sub(r"; frame-ancestors [^;]*", "", CONTENT_SECURITY_POLICY)
"""What pages of a server are told by a header, as far as a page may say so itself."""


TO_THE_GAME: Final = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gang of Four</title>'
    '<meta http-equiv="refresh" content="0; url=../../index.html"></head>'
    '<body><a href="../../index.html">Gang of Four</a></body></html>\n'
)
"""In the place of the game that the documentation brings along: it is there once."""


class NoSite(Exception):
    """Why the folder cannot be written."""


def written(out: Path, client: Path | None, documents: Path | None = None) -> int:
    """Write the site into a folder that is new, empty or an older one; its size in bytes."""
    if client is None:
        raise NoSite("The web client has not been built yet: run make play in the source folder.")
    if out.exists():
        page = out / "index.html"
        if not out.is_dir() or (any(out.iterdir()) and not _is_ours(page)):
            raise NoSite(f"{out} is there already and is not such a site: name a new folder.")
        shutil.rmtree(out)
    shutil.copytree(client, out, ignore=LEFT_OUT)
    for plain in only_packed(client):
        with (out / plain.relative_to(client)).open("wb") as file:
            file.writelines(unpacked(plain))
    for name in ("index.html", "offline.html"):
        _rewrite(out / name, r'\b(href|src)="/', r'\1="./')
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    _rewrite(
        out / "index.html", r'<html lang="en">\s*<head>', f'<html lang="en" {MARK}><head>{policy}'
    )
    _rewrite(out / "app.webmanifest", r'"url": "\./', '"url": "./?/')
    _rewrite(out / "sw.js", r"\bconst SITE = false;", "const SITE = true;")
    if documents is not None and (documents / "index.html").is_file():
        shutil.copytree(documents, out / "docs", ignore=shutil.ignore_patterns("play"))
        (out / "docs" / "play").mkdir()
        (out / "docs" / "play" / "index.html").write_text(TO_THE_GAME, encoding="utf-8")
    return sum(one.stat().st_size for one in out.rglob("*") if one.is_file())


def _is_ours(page: Path) -> bool:
    return page.is_file() and MARK in page.read_text(encoding="utf-8")


def _rewrite(path: Path, pattern: str, text: str) -> None:
    before = path.read_text(encoding="utf-8")
    after, times = re.subn(pattern, text, before)
    if not times:
        raise NoSite(f"{path.name} of the web client is not as it should be: build it anew.")
    path.write_text(after, encoding="utf-8")


def site(
    out: Annotated[Path, typer.Option("--out", help="The folder to write: new, or an older one.")],
    docs: Annotated[
        Path, typer.Option("--docs", help="The built documentation, put under docs/ if there.")
    ] = DOCUMENTS,
) -> None:
    """Write the whole game as one folder of files that any web host can serve.

    Against bots, round one phone, lessons, score pad, rules and strategy; at any path, without a
    server of ours, without cookies, without a call to anybody.

    \b
    Example:
      gangoffour site --out public
    """
    try:
        size = written(out, client_folder(), docs)
    except (NoSite, OSError) as problem:
        typer.echo(f"gangoffour: {problem}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{out}: {size / 1e6:.1f} MB")
