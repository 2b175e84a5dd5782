"""A built site under the server's policy: no script or style inside of a page, no other host.

``outside`` moves scripts from pages to files of their own; ``faults`` reads every page as a browser
would and names what it could not load, links that lead nowhere, and what the policy refuses.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)
STYLED: Final = re.compile(r'<(t[dh]) style="text-align: (left|center|right);">')
"""How tables are aligned."""
SHADOW: Final = Path(__file__).with_name("shadow.js")
LOADED: Final = {"script": "src", "img": "src", "iframe": "src", "source": "src"}
DATA: Final = ("application/json", "application/ld+json")


def outside(site: Path) -> None:
    """Every page without a script or a style of its own: they become files beside it."""
    (site / "assets").mkdir(exist_ok=True)
    shutil.copyfile(SHADOW, site / "assets" / SHADOW.name)
    for page in site.rglob("*.html"):
        up = "../" * (len(page.relative_to(site).parts) - 1)
        text = page.read_text(encoding="utf-8")

        def file(found: re.Match[str], kind: str, up: str = up) -> str:
            name = f"assets/{kind}-{hashlib.sha256(found[1].encode()).hexdigest()[:12]}.{kind}"
            (site / name).write_text(found[1], encoding="utf-8")
            if kind == "js":
                return f'<script src="{up}{name}"></script>'
            return f'<link rel="stylesheet" href="{up}{name}">'

        first = f'<head><script src="{up}assets/{SHADOW.name}"></script>'
        text = text.replace("<head>", first, 1)
        text = SCRIPT.sub(lambda found: file(found, "js"), text)
        text = STYLE.sub(lambda found: file(found, "css"), text)
        text = STYLED.sub(r'<\1 align="\2">', text)
        page.write_text(text, encoding="utf-8")


class Page(HTMLParser):
    """What a page loads, where it leads, which places it has, and what the policy would refuse."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()
        self.refused: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in given}
        self.places |= {attributes[name] for name in ("id", "name") if name in attributes}
        if tag == "script" and "src" not in attributes and attributes.get("type") not in DATA:
            self.refused.append("a script inside of the page")
        if tag == "style":
            self.refused.append("a style inside of the page")
        self.refused += [
            f"{name}=… of <{tag}>"
            for name in attributes
            if name == "style" or name.startswith("on")
        ]
        if tag in LOADED and LOADED[tag] in attributes:
            self.loads.append(attributes[LOADED[tag]])
        if tag == "link" and attributes.get("rel", "") not in ("canonical", "next", "prev"):
            self.loads.append(attributes.get("href", ""))
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])


def faults(site: Path) -> Iterator[str]:
    """What is wrong with a site, page by page; nothing, if all is well."""
    pages = {
        path.resolve(): Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")
    }
    for path, page in sorted(pages.items()):
        here = path.relative_to(site.resolve())
        for what in page.refused:
            yield f"{here}: {what}"
        for address in page.loads:
            if urlsplit(address).scheme not in ("", "data") or address.startswith("//"):
                yield f"{here}: loads {address} from another host"
            elif not address.startswith("data:") and not _file(path, site, address).is_file():
                yield f"{here}: loads {address}, which is not there"
        for address in page.links:
            parts = urlsplit(address)
            if parts.scheme or address.startswith("//"):
                continue
            there = _file(path, site, address) if parts.path else path
            if there.is_dir():
                there = there / "index.html"
            if not there.is_file():
                yield f"{here}: {address} leads nowhere"
            elif parts.fragment and unquote(parts.fragment) not in _places(pages, there):
                yield f"{here}: {address}: there is no such heading"


def _places(pages: dict[Path, Page], there: Path) -> set[str]:
    return pages[there].places if there in pages else set()


def _file(page: Path, site: Path, address: str) -> Path:
    path = unquote(urlsplit(address).path)
    base = site if path.startswith("/") else page.parent
    return (base / path.lstrip("/")).resolve()
