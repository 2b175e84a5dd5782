"""Processor seconds per test file, those of browsers, servers and other children among them.

A plugin of pytest, loaded by ``make costs`` only. Wall time says little on a machine that others
use too; what a test computes stays the same, and so do the budgets of CONTRIBUTING.md.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest

NAME: Final = "processor"
TICKS: Final = os.sysconf("SC_CLK_TCK")
STARTING: Final = "(starting and collecting, all processes)"


def spent() -> float:
    """Processor seconds of this process and all it has started, ended ones among them."""
    ticks = 0
    waiting = [Path("/proc/self")]
    while waiting:
        process = waiting.pop()
        try:
            words = (process / "stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, words[11:15]))
            for thread in (process / "task").iterdir():
                children = (thread / "children").read_text().split()
                waiting += [Path("/proc", child) for child in children]
        except (FileNotFoundError, ProcessLookupError):  # it ended meanwhile
            continue
    return ticks / TICKS


class Costs:
    """Measures each test where it runs, and adds up where the results are printed."""

    def __init__(self) -> None:
        self._last = 0.0
        self._starting = 0.0
        self._files: Counter[str] = Counter()
        self._tests: Counter[str] = Counter()

    def pytest_collection_finish(self) -> None:
        self._last = self._starting = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, Any, Any]:
        report = yield
        if report.when == "teardown":
            now = spent()
            report.user_properties.append((NAME, max(0.0, now - self._last)))
            self._last = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        seconds = sum(float(str(value)) for name, value in report.user_properties if name == NAME)
        self._files[report.nodeid.partition("::")[0]] += seconds  # type: ignore[assignment]
        self._tests[report.nodeid] += seconds  # type: ignore[assignment]

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output[NAME] = self._starting

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self._starting += getattr(node, "workeroutput", {}).get(NAME, 0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        self._files[STARTING] += self._starting  # type: ignore[assignment]
        write = terminalreporter.write_line
        write(f"{sum(self._files.values()):7.1f}  processor seconds in all")
        for counted, least in ((self._files, 0.5), (self._tests, 0.3)):
            write("")
            for name, seconds in counted.most_common():
                if seconds >= least:
                    write(f"{seconds:7.1f}  {name}")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs())
