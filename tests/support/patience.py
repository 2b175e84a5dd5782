"""How long the servers inside a test wait: they stand still whenever the test's process does, and
PostgreSQL whenever the machine has something else to do. So what is shipped is not asked of them;
servers that are started as processes of their own, and frozen on purpose, keep to it, unless they
are told not to (``SERVE_PATIENTLY``)."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from gangoffour.server.cluster.leases import USUAL, Pace
from gangoffour.server.storage.database import POSTGRES
from tests.support.process import SERVE

PATIENT_S: Final = 60
LASTING: Final = Pace(lease_s=float(PATIENT_S))
"""A lease that does not lapse, though the test's process stands still for some seconds."""
SERVE_PATIENTLY: Final = (
    f"from tests.support import patience; patience.give(); patience.lend(); {SERVE}"
)
"""``gangoffour serve`` as a process of its own that goes on though it stood still for a while."""
LIMITS: Final = {
    "storage.database": "WAIT_S",
    "storage.probe": "DEADLINE_S",
    "boards.search": "LASTS_S",
    "transport.connection_cap": "FORGET_S",
    "lobby.other_lobbies": "FORGET_S",
}
"""After how many seconds a server gives somebody up, by module."""
_MODULES: Final = {name: import_module(f"gangoffour.server.{name}") for name in LIMITS}
SHIPPED_S: Final = {name: float(getattr(_MODULES[name], limit)) for name, limit in LIMITS.items()}
SHIPPED_POSTGRES: Final = {**POSTGRES["server_settings"]}
"""For tests of just that."""


def give() -> None:
    """Let the servers of this process be patient."""
    for name, limit in LIMITS.items():
        setattr(_MODULES[name], limit, PATIENT_S)
    POSTGRES["timeout"] = POSTGRES["command_timeout"] = PATIENT_S
    for one in SHIPPED_POSTGRES:
        if one.endswith("_timeout"):
            POSTGRES["server_settings"][one] = str(1000 * PATIENT_S)


def lend() -> None:
    """Let its lease last as well: the others take its tables over much later."""
    object.__setattr__(USUAL, "lease_s", LASTING.lease_s)
