"""Trouble with the database in the words of a refusal: nothing untrue is ever answered."""

from __future__ import annotations

import logging

from gangoffour.server.storage.database import OutcomeUnknown, StorageUnavailable
from gangoffour.server.wire.refusals import ServerRefusal

log = logging.getLogger("gangoffour.storage")


def refusal_of(trouble: StorageUnavailable) -> ServerRefusal:
    """ "Nothing was changed" only where that is known."""
    log.error("storage unavailable: %s", trouble)
    if isinstance(trouble, OutcomeUnknown):
        return ServerRefusal("outcome_unknown")
    return ServerRefusal("storage_unavailable")
