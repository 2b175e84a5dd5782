"""Which tests stay together in one process, and which come first.

The tests of a file share what they start, so they stay together; so do those that share a browser,
and those that share PostgreSQL and NATS. What takes long begins first, what computes beside what
waits: at the end no process waits for another's last tests.
"""

from __future__ import annotations

from typing import Final

import pytest

GROUPS: Final = (
    ("browser/test_table", "browser/test_comfort", "browser/test_motion"),
    ("server/cluster/test_faults",),
    ("browser/test_rules", "browser/test_pages", "browser/test_review", "browser/test_frames"),
    ("server/cluster/", "server/bots/test_worker", "deploy/"),
    ("browser/",),
    ("server/test_restart",),
    ("server/endpoints/test_openapi",),
    ("lab/strategy/",),
    ("lab/",),
    ("rules/test_agreement",),
    ("terminal/test_interrupt",),
    ("server/",),
    ("terminal/",),
)
"""Parts of paths, in the order in which they begin; all others come afterwards. Where a part names
a folder of servers, its tests are one group; else each file is a group of its own."""
TOGETHER: Final = 5
"""So many of the groups are one each."""


def arrange(items: list[pytest.Item]) -> None:
    """Sort the tests, and name each one's group for ``--dist loadgroup``."""
    places = {file: _place(file) for file in {_file(item) for item in items}}
    items.sort(key=lambda item: places[_file(item)])
    for item in items:
        place = places[_file(item)]
        name = f"group{place}" if place < TOGETHER else _file(item)
        item.add_marker(pytest.mark.xdist_group(name))


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _place(file: str) -> int:
    """The first group that names a part of the path."""
    for place, parts in enumerate(GROUPS):
        if any(part in file for part in parts):
            return place
    return len(GROUPS)
