"""The WebSocket protocol of the server: as uvicorn's, but a reader that stands still is cut off."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class PatientProtocol(WebSocketsSansIOProtocol):
    """Waits ``patience_s`` for a reader that takes nothing off the wire, then aborts.

    A close frame would only queue up behind what is not read, so there is none.
    """

    patience_s: ClassVar[float] = 10.0
    _stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(self.patience_s, self.transport.abort)

    def resume_writing(self) -> None:
        self._forgive()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forgive()
        super().connection_lost(exc)

    def _forgive(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
