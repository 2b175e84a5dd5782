"""One fault: what stands where, what would stand there by mistake, and who must notice."""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """``before`` stands once in the file; with ``after`` in its place the tests must fail."""

    why: str
    """What would go wrong."""
    file: str
    before: str
    after: str
    tests: str
    """Files of tests, and perhaps ``-k`` with words of their names."""

    @property
    def package(self) -> str:
        """Where it is planted, by the first folders of its path."""
        parts = self.file.removeprefix("src/gangoffour/").split("/")
        return "/".join(parts[:2]) if parts[0] in ("server", "web") else parts[0]
