"""The documentation's site: what is gathered for it, and what would be found broken in it."""

from __future__ import annotations

import json
from pathlib import Path

import yaml
from tools.site.gather import ROOT, examples, gather, in_words, led
from tools.site.strict import Page, faults, outside
from tools.site.versions import place, with_choice

from gangoffour import __version__

SETTINGS = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def pages(part: object) -> set[str]:
    """The files of a part of the menu."""
    if isinstance(part, str):
        return {part}
    if isinstance(part, dict):
        return set().union(*(pages(one) for one in part.values()))
    assert isinstance(part, list)
    return set().union(*(pages(one) for one in part))


def test_every_page_and_every_public_module_is_on_the_site(tmp_path: Path) -> None:
    gather(ROOT, tmp_path)
    found = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.md")}
    menu = pages(yaml.safe_load(SETTINGS[SETTINGS.index("\nnav:") :])["nav"])
    modules = {one for one in found if one.startswith("api/gangoffour")}
    assert found - modules == menu, "mkdocs.yml has each page once, and no other"
    listed = (tmp_path / "api" / "index.md").read_text()
    assert all(f"({Path(one).name})" in listed for one in modules)
    assert {"api/gangoffour.md", "api/gangoffour.rules.match.md"} <= modules
    assert "- bots" in (tmp_path / "api" / "gangoffour.bots.md").read_text()
    assert "```mermaid" not in (tmp_path / "architecture.md").read_text()
    assert (tmp_path / "deploy" / "compose.yaml").is_file()
    assert (tmp_path / "examples" / "ppo.py").is_file()
    assert '<a href="play/index.html">' in (tmp_path / "index.md").read_text()
    assert (tmp_path / "index.md").read_text().endswith(f"of version {__version__}.\n")


def test_links_between_files_become_links_between_pages() -> None:
    assert led("[a](../CHANGELOG.md#x) [b](bots.md) [c](https://a.example/)") == (
        "[a](changelog.md#x) [b](bots.md) [c](https://a.example/)"
    )
    assert led("[a](docs/bots.md#hints) [b](LICENSE)") == "[a](bots.md#hints) [b](LICENSE)"
    assert led("[a](compatibility.md#python)") == "[a](api/index.md)"
    assert led("[a](../deploy/nginx.conf)") == "[a](deploy/nginx.conf)"
    assert led("[a](../examples/ppo.py)") == "[a](examples/ppo.py)"
    boxes = '  a["a/: one"] --> b & c\n  b["b/: two"]\n  c["c/: three"]\n'
    assert (
        in_words(f"```mermaid\nflowchart TB\n{boxes}```\n")
        == "- a/: one → b/, c/\n- b/: two\n- c/: three\n"
    )


def test_examples_of_docstrings_become_blocks(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "one.py").write_text(
        'def f():\n    """Does.\n\n    >>> f()\n    [1]\n    """\n'
    )
    examples(tmp_path / "here", tmp_path / "there")
    made = (tmp_path / "there" / "one.py").read_text()
    assert made.splitlines()[3:7] == ["    ```pycon", "    >>> f()", "    [1]", "    ```"]


def test_versions_lie_side_by_side_and_the_newest_is_first(tmp_path: Path) -> None:
    site, folder = tmp_path / "site", tmp_path / "versions"
    site.mkdir()
    for version in ("0.9.0", "0.10.0", "0.2.1", "0.9.0"):
        (site / "index.html").write_text(version)
        there = place(site, folder, version)
    assert there == ["0.10.0", "0.9.0", "0.2.1"]
    told = json.loads((folder / "versions.json").read_text())
    assert [one["version"] for one in told] == there
    assert all((folder / one / "index.html").read_text() == one for one in there)
    assert "url=0.10.0/index.html" in (folder / "index.html").read_text()
    extra = with_choice(SETTINGS).partition("\nextra:")[2].partition("\nplugins:")[0]
    assert yaml.safe_load(f"extra:{extra}")["extra"]["version"] == {"provider": "mike"}


def test_whatever_is_broken_or_refused_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<script>go()</script><h1 id="top">A</h1><a href="b/c.html#there">c</a><a href="gone.html">'
        '<p style="color: red" onclick="x()"><a href="#nowhere"><script src="//cdn.example/x.js">'
        '</script><img src="gone.png"><td style="text-align: right;">'
    )
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c.html").write_text('<style>p{}</style><a id="there" href="../a.html#top">')
    outside(tmp_path)
    assert list(faults(tmp_path)) == [
        "a.html: style=… of <p>",
        "a.html: onclick=… of <p>",
        "a.html: loads //cdn.example/x.js from another host",
        "a.html: loads gone.png, which is not there",
        "a.html: gone.html leads nowhere",
        "a.html: #nowhere: there is no such heading",
    ]
    assert '<td align="right">' in (tmp_path / "a.html").read_text()
    (style,) = Page((tmp_path / "b" / "c.html").read_text()).loads
    assert (tmp_path / "b" / style).read_text() == "p{}"
