"""``docs/compatibility.md``: public names exist, all are there, numbers are the code's."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import gangoffour.lab.strategy.__main__
import gangoffour.rules
from gangoffour.engine import PROTOCOL
from gangoffour.rules.record import FORMAT

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "compatibility.md").read_text(encoding="utf-8")
PUBLIC = {
    module: re.findall(r"`(\w+)`", names)
    for module, names in re.findall(r"^\| `(gangoffour[\w.]*)` \| (`\w+`.*) \|$", PAGE, re.M)
}
"""The names the page promises, by module."""
MODULES = {
    "gangoffour",
    "gangoffour.bots",
    "gangoffour.bots.review",
    "gangoffour.svg",
    *(
        f"gangoffour.lab.{name}"
        for name in (
            "actions",
            "agreement",
            "arena",
            "environment",
            "gang_of_four_v1",
            "gpu",
            "observation",
            "one_seat",
            "puzzles",
            "random_play",
            "rounds",
            "spiel",
            "tables",
            "vector",
        )
    ),
}


def test_which_modules_are_public() -> None:
    assert PUBLIC.keys() == MODULES
    assert callable(gangoffour.lab.strategy.__main__.main), "python -m gangoffour.lab.strategy"


@pytest.mark.parametrize("module", sorted(MODULES))
def test_every_public_name_exists_and_is_on_the_page(module: str) -> None:
    found = importlib.import_module(module)
    gone = [name for name in PUBLIC[module] if not hasattr(found, name)]
    assert not gone, f"{module} has no {', '.join(gone)}, which docs/compatibility.md promises"
    new = set(found.__all__) - set(PUBLIC[module])
    assert not new, f"docs/compatibility.md: {module} also has {', '.join(sorted(new))}"
    assert not set(PUBLIC[module]) - set(found.__all__), "promised, so in __all__"


def test_every_module_of_the_rules_is_on_the_page() -> None:
    table = PAGE.partition("| module of `gangoffour.rules` |")[2].partition("\n\n")[0]
    named = {
        name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])
    }
    assert named == {one.name for one in pkgutil.iter_modules(gangoffour.rules.__path__)}


def test_versions_of_formats_are_those_of_the_code() -> None:
    assert f'`Format "{FORMAT}"`' in PAGE
    assert f"`protocol` {PROTOCOL} in `hello`" in PAGE
