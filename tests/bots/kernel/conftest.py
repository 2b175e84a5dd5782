"""The kernel, as the tests of it share it."""

import pytest

from gangoffour.bots.kernel import Imagination, imagination
from gangoffour.bots.players.learned import reflex


@pytest.fixture(scope="package")
def engine() -> Imagination:
    small = reflex()
    assert small is not None
    found = imagination(small)
    assert found is not None, "the kernel does not compile"
    return found
