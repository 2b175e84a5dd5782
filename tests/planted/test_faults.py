"""The list of planted faults keeps up with the code: ``make faults`` plants them."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.planted.fault import Fault
from tests.planted.faults import FAULTS

ROOT = Path(__file__).parents[2]
PACKAGES = {
    *("rules", "table", "bots", "lab", "lessons", "terminal", "engine"),
    *("server/tables", "server/people", "server/matches", "server/storage"),
    *("server/transport", "server/endpoints", "web/src"),
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.why)
def test_it_can_be_planted(fault: Fault) -> None:
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    assert text.count(fault.before) == 1, "what it replaces stands once in its file"
    assert fault.after != fault.before
    for path in (one for one in shlex.split(fault.tests) if one.startswith("tests/")):
        assert (ROOT / path.partition("::")[0]).exists()


def test_they_are_many_and_everywhere() -> None:
    assert len(FAULTS) >= 30
    assert len({fault.why for fault in FAULTS}) == len(FAULTS)
    assert {fault.package for fault in FAULTS} >= PACKAGES
