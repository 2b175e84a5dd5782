"""What stays in one process; and a test that hangs ends its own: it fails, is not tried again, and
the others are run."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.support.order import Groups, group_of

TESTS = ["a.py::one", "a.py::two", "b.py::one", "c.py::one", "c.py::two"]


class Node:
    """A process that runs what it is given, as the scheduler sees it."""

    def __init__(self, name: str) -> None:
        self.gateway = SimpleNamespace(id=name)
        self.given: list[str] = []
        self.shutting_down = False

    def send_runtest_some(self, places: list[int]) -> None:
        self.given += [TESTS[place] for place in places]

    def shutdown(self) -> None:
        self.shutting_down = True


def joined(groups: Any, node: Node) -> Node:
    groups.add_node(node)
    groups.add_node_collection(node, TESTS)
    return node


def test_what_ended_a_process_is_not_tried_again_and_the_rest_is_done() -> None:
    config: Any = SimpleNamespace(getvalue=lambda name: ["popen"] * 2, option=SimpleNamespace())
    groups: Any = Groups(config)
    first, second = joined(groups, Node("gw0")), joined(groups, Node("gw1"))
    groups.schedule()
    assert sorted(first.given + second.given) == TESTS
    assert first.shutting_down and second.shutting_down, "there is nothing to wait for"
    groups.mark_test_complete(first, TESTS.index(first.given[0]))
    assert groups.remove_node(first) == first.given[1]
    third = joined(groups, Node("gw2"))
    groups.schedule()
    assert sorted([*first.given[:2], *second.given, *third.given]) == TESTS
    assert third.shutting_down, "a process that waits for more never begins its last test"


def test_a_file_is_one_group_unless_it_shares_what_is_dear_to_start() -> None:
    """Files with a browser are not one long group, for which all others would wait at the end."""
    browsers = {group_of(f"tests/browser/test_{name}.py::one") for name in ("talk", "stage", "pad")}
    assert len(browsers) == 3
    for shared in (("server/cluster/test_leases", "deploy/test_near"), ("lab/x", "training/y")):
        assert len({group_of(f"tests/{file}.py::one") for file in shared}) == 1
