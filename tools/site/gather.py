"""The pages of the site in one folder: docs/, pages of the root, a page for each public module.

The sources stay where they are read without a site, and their links lead from file to file there;
here they are led to the same page on the site. What a site cannot show as it is (a picture in
Mermaid's words, which would need a script that writes styles) is told in words.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
OF_THE_ROOT: Final = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
MADE_HERE: Final = {"compatibility.md#python": "api/index.md"}
"""Where a page of the site says more than the place that a link leads to elsewhere."""
NOT_SHOWN: Final = ("strategy/??.md", "rules/en.md", "images/*.py", "images/*.json")
"""Texts with blanks for figures, the English rules a second time, and what draws pictures."""
PLAY: Final = "play"
"""Where the game itself lies in the site."""
LINK: Final = re.compile(r"(?<=\]\()(?P<file>[^)#\s:]+)(?P<anchor>#[^)\s]*)?(?=\))")
MERMAID: Final = re.compile(r"```mermaid\nflowchart TB\n(.*?)```\n", re.DOTALL)
PUBLIC: Final = re.compile(r"^\| `(gangoffour[\w.]*)` \| (`\w+`.*) \|$", re.MULTILINE)
EXAMPLE: Final = re.compile(
    r"^( *)(?:\.\.\. |>>> )[^\n]*\n(?:\1(?!\"\"\")\S[^\n]*\n)*", re.MULTILINE
)
TABLE: Final = re.compile(
    r"^( *)=+ +=+\n(?:[^\n]*\n)+?(?: *=+ +=+\n(?:[^\n=]*\n)*?)? *=+ +=+\n", re.MULTILINE
)
RULES: Final = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \| (.+) \|$", re.MULTILINE)


def gather(source: Path, there: Path) -> None:
    """Fill the folder ``there``, anew, from the repository at ``source``."""
    shutil.rmtree(there, ignore_errors=True)
    left_out = shutil.ignore_patterns("mkdocs.yml", "__pycache__")
    shutil.copytree(source / "docs", there, ignore=left_out)
    keys = shutil.ignore_patterns("certificates")  # whose keys are nobody's business
    shutil.copytree(source / "deploy", there / "deploy", ignore=keys)
    shutil.copytree(source / "examples", there / "examples", ignore=left_out)
    for pattern in NOT_SHOWN:
        for path in there.glob(pattern):
            path.unlink()
    shutil.copyfile(source / "web" / "public" / "icons" / "app.svg", there / "favicon.svg")
    for name, place in OF_THE_ROOT.items():
        shutil.copyfile(source / name, there / place)
    for page in there.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        depth = len(page.relative_to(there).parts) - 1
        page.write_text(in_words(led(text, depth)), encoding="utf-8")
    modules(there)
    with (there / "index.md").open("a", encoding="utf-8") as first:
        first.write(
            f'\n<a href="{PLAY}/index.html">**Play it here**</a>: the whole game against bots'
        )
        first.write(" or round one phone, in your browser, without a server.\n")
        first.write(f"\nThey are of version {version(source)}.\n")


def version(source: Path) -> str:
    """Of the package, without importing it."""
    text = (source / "src" / "gangoffour" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    assert found is not None
    return found[1]


def led(text: str, depth: int = 0) -> str:
    """A page whose links lead to places of the site."""
    up = "../" * depth

    def place(found: re.Match[str]) -> str:
        file, anchor = found["file"], found["anchor"] or ""
        if file + anchor in MADE_HERE:
            return up + MADE_HERE[file + anchor]
        plain = re.sub(r"^(\.\./)+|^docs/", "", file).removeprefix("docs/")
        if plain in OF_THE_ROOT:
            return up + OF_THE_ROOT[plain] + anchor
        if file.startswith(("docs/", "../deploy/", "deploy/", "../examples/", "examples/")):
            return up + plain + anchor
        return file + anchor

    return LINK.sub(place, text)


def in_words(text: str) -> str:
    """A page with its flow charts as lists: each box, and where its arrows lead."""

    def listed(found: re.Match[str]) -> str:
        names, arrows = dict[str, str](), dict[str, list[str]]()
        for line in found[1].splitlines():
            names.update(re.findall(r"(\w+)\[\"([^\"]*)\"\]", line))
            one = re.match(
                r"\s*(\w+)(?:\[.*?\])? -.*?-+> (.+)$|\s*(\w+)(?:\[.*?\])? --> (.+)$", line
            )
            if one:
                arrows.setdefault(one[1] or one[3], []).extend(
                    re.findall(r"\w+", re.sub(r"\[.*?\]", "", one[2] or one[4]))
                )
        lines = []
        for box, label in names.items():
            below = ", ".join(names.get(to, to).partition(":")[0] for to in arrows.get(box, []))
            lines.append(f"- {label}" + (f" → {below}" if below else ""))
        return "\n".join(lines) + "\n"

    return MERMAID.sub(listed, text)


def modules(there: Path) -> None:
    """A page for each module that docs/compatibility.md calls public, made of its docstrings."""
    promised = (there / "compatibility.md").read_text(encoding="utf-8")
    folder = there / "api"
    folder.mkdir(exist_ok=True)
    lines = ["# Python, name by name", "", "| module | names |", "|---|---|"]
    for module, names in PUBLIC.findall(promised):
        shown = re.findall(r"`(\w+)`", names.partition(";")[0])
        wanted = "\n".join(f"        - {name}" for name in shown)
        text = f"# {module}\n\n::: {module}\n    options:\n      members:\n{wanted}\n"
        (folder / f"{module}.md").write_text(text, encoding="utf-8")
        lines.append(f"| [`{module}`]({module}.md) | {', '.join(f'`{one}`' for one in shown)} |")
    table = promised.partition("| module of `gangoffour.rules` |")[2].partition("\n\n")[0]
    lines += ["", "## The rules, module by module", "", "| module | what it has |", "|---|---|"]
    for names, what in RULES.findall(table):
        for name in re.findall(r"`(\w+)`", names):
            module = f"gangoffour.rules.{name}"
            text = f"# {module}\n\n::: {module}\n"
            (folder / f"{module}.md").write_text(text, encoding="utf-8")
            lines.append(f"| [`{module}`]({module}.md) | {what} |")
    (folder / "index.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def examples(source: Path, there: Path) -> None:
    """The modules in ``there``, with the examples and tables of their docstrings as blocks."""
    shutil.rmtree(there, ignore_errors=True)
    for path in source.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        text = EXAMPLE.sub(lambda found: _fenced(found, "pycon"), text)
        place = there / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(TABLE.sub(lambda found: _fenced(found, "text"), text), encoding="utf-8")


def _fenced(found: re.Match[str], kind: str) -> str:
    return f"{found[1]}```{kind}\n{found[0]}{found[1]}```\n"
