"""Which tests stay together in one process, and which come first.

The tests of a file share what they start, so they stay together; so do those that share PostgreSQL
and NATS, and those that load machine code. What takes long begins first, what computes beside what
waits, and what is short comes last: at the end no process waits for another's last tests. Files
with a browser follow each other, so a process starts one browser for all that it is given.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import pytest
from xdist.scheduler import LoadScopeScheduling

GROUPS: Final = (
    ("lab/", "training/", "docs/test_documents"),
    ("server/cluster/test_faults",),
    ("server/cluster/", "server/bots/test_worker", "deploy/"),
    ("browser/test_pocket", "browser/test_alone"),
    ("browser/test_pages",),
    ("browser/test_site",),
    ("browser/test_stage", "browser/test_table", "browser/test_screens"),
    ("browser/test_pad", "browser/test_lessons"),
    ("browser/test_daily", "browser/test_company"),
    ("browser/",),
    ("server/test_restart",),
    ("server/endpoints/test_openapi",),
    ("rules/test_agreement",),
    ("terminal/test_interrupt",),
    ("server/",),
    ("terminal/",),
)
"""Parts of paths, in the order in which they begin; all others come afterwards."""
WAITING: Final = (
    "terminal/test_interrupt",
    "terminal/test_screen",
    "bots/outside/test_outside",
    "server/transport/test_connection_cap",
)
"""What waits most without a server: ``make check`` looks over the code meanwhile."""
SHARED: Final = 3
"""So many of them are one group each; of the others each file is one."""


def arrange(items: list[pytest.Item], waiting_first: bool = False) -> None:
    """Sort the tests by what takes longest, or what waits before that."""

    def key(item: pytest.Item) -> tuple[bool, int]:
        file = _file(item.nodeid)
        return waiting_first and not any(part in file for part in WAITING), _place(file)

    items.sort(key=key)


def group_of(nodeid: str) -> str:
    """The name of the group to which a test belongs."""
    file = _file(nodeid)
    place = _place(file)
    return "+".join(GROUPS[place]) if place < SHARED else file


class Groups(LoadScopeScheduling):  # type: ignore[misc]  # without types
    """Gives a process one group after the other, in the order of the tests."""

    def __init__(self, config: pytest.Config, log: Any = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def remove_node(self, node: Any) -> str | None:
        """A test that ended its process, as by hanging, is not tried again (it would be, without
        end); what else its process had to do is done by others."""
        groups: dict[str, dict[str, bool]] = self.assigned_work.pop(node)
        waiting = [(group, one) for group in groups.values() for one in group if not group[one]]
        if not waiting:
            return None
        group, ended = waiting[0]
        group[ended] = True
        left = {name: group for name, group in groups.items() if not all(group.values())}
        self.workqueue.update(left)
        for other in self.assigned_work:
            self._reschedule(other)
        return ended

    def _reschedule(self, node: Any) -> None:
        """A process that is given the last group is told so: it waits for another test otherwise
        before it begins its last one, for ever if it took the place of one that has ended."""
        super()._reschedule(node)
        if not self.workqueue and not node.shutting_down:
            node.shutdown()

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]


@cache
def _place(file: str) -> int:
    """The first of the groups that names a part of the path."""
    for place, parts in enumerate(GROUPS):
        if any(part in file for part in parts):
            return place
    return len(GROUPS)
