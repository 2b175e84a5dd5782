"""A new page of the client is whole: a route, a title, a test in a browser, a picture.

``tests/web/test_messages.py`` asks for its words in every language.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from tools.screenshots import MOMENTS, shots

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "web" / "src"
(TABLE,) = (path for path in SOURCE.rglob("routes.ts"))
SCRIPT = re.compile(r"import \w+ from '(\.[^']+\.svelte)'")
TITLE = re.compile(r"<Page\b[^>]*\btitle=|windowTitle\.page = ")
BROWSER = "\n".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "browser").glob("*.py")
)


class Route(NamedTuple):
    """A line of the client's table of routes."""

    path: str
    component: Path

    @property
    def address(self) -> re.Pattern[str]:
        """Addresses that lead there, whatever the parts with a colon are."""
        return re.compile(re.sub(r":\w+", r"[^/?#]+", self.path) + r"(?=$|[?#])")


ROUTES = [
    Route(path, (TABLE.parent / component).resolve())
    for path, component in re.findall(
        r"path: '(/[^']*)',\s*load: \(\) => import\('([^']+)'\)", TABLE.read_text(encoding="utf-8")
    )
]


def components(start: Path) -> set[Path]:
    """A component and all that it shows."""
    found, waiting = set[Path](), [start]
    while waiting:
        path = waiting.pop()
        if path not in found and path.is_file():
            found.add(path)
            text = path.read_text(encoding="utf-8")
            waiting += [(path.parent / one).resolve() for one in SCRIPT.findall(text)]
    return found


def test_a_route_leads_to_every_page() -> None:
    table = TABLE.read_text(encoding="utf-8")
    assert len(ROUTES) == table.count("path: '/"), "every line of the table was understood"
    loaded = {(TABLE.parent / one).resolve() for one in re.findall(r"import\('([^']+)'\)", table)}
    pages = {path.resolve() for path in SOURCE.rglob("?*Page.svelte")}
    lost = {path.name for path in pages - loaded}
    assert not lost, f"no route in {TABLE.relative_to(ROOT)} leads to {', '.join(sorted(lost))}"


def test_the_page_exists_and_names_the_window() -> None:
    for route in ROUTES:
        assert route.component.is_file(), f"{route.path} leads to no file: {route.component}"
        texts = [path.read_text(encoding="utf-8") for path in components(route.component)]
        assert any(TITLE.search(text) for text in texts), (
            f"{route.component.name} ({route.path}) has no title: "
            '<Page title="…"> or windowTitle.page'
        )


def test_a_browser_opens_the_page() -> None:
    strings = re.findall(r"""f?["']([^"'\s]*/[^"'\s]*)["']""", BROWSER)
    paths = {re.sub(r"^\{[\w.]*url\}|\{[^}]*\}", _filled, one) or "/" for one in strings}
    for route in ROUTES:
        assert any(route.address.match(path) for path in paths), (
            f"no test in tests/browser opens {route.path} (test_pages.py has the list)"
        )


def _filled(found: re.Match[str]) -> str:
    """The server's own address goes, other blanks are filled."""
    return "" if found[0].endswith("url}") else "x"


def test_the_page_has_its_picture() -> None:
    at = defaultdict(lambda: "x", dict.fromkeys(MOMENTS, "/table/x"))
    paths = [shot.path for shot in shots(at)]
    for route in ROUTES:
        assert any(route.address.match(path) for path in paths), (
            f"tools/screenshots.py has no picture of {route.path}"
        )
