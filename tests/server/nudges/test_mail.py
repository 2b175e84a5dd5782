"""Mails, handed to a mail server that talks as slowly as it can."""

from __future__ import annotations

import asyncio
from typing import Final

import pytest

from gangoffour.server.nudges import mail
from gangoffour.server.nudges.mail import Letter, Mail
from gangoffour.server.runtime.settings import Settings
from tests.support.post_office import mail_server

pytestmark = pytest.mark.anyio
OUTCOMES: Final = {
    "CONNECT": "later",
    "EHLO": "later",
    "MAIL": "later",
    "RCPT": "later",
    "DATA": "unknown",
    ".": "unknown",
    "QUIT": "sent",
    "nothing": "sent",
}
"""What is known of a mail, by the word to which the answer never ends."""


async def outcome(drips_at: str) -> str:
    async with mail_server() as server:
        server.drips_at = drips_at
        settings = Settings(
            smtp_host="127.0.0.1",
            smtp_port=server.port,
            smtp_security="none",
            smtp_from="game@house.example",
        )

        async def mark() -> bool:
            return True

        letter = Letter("ann@mail.example", "Your turn", "Come.", drips_at)
        found = await Mail(settings).send(letter, mark)
        assert len(server.mails) == (found == "sent")
        if drips_at != "nothing":
            await server.left.wait()  # the line is closed, not only forgotten
        return found


async def test_a_mail_server_that_drips_has_one_deadline_for_the_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A letter now and then, so that no single step is ever late; and what the server has taken
    stays sent, whether it says good-bye or not."""
    monkeypatch.setattr(mail, "STEP_S", 600.0)
    monkeypatch.setattr(mail, "TOTAL_S", 3.0)
    async with asyncio.timeout(60):
        found = await asyncio.gather(*map(outcome, OUTCOMES))
    assert dict(zip(OUTCOMES, found, strict=True)) == OUTCOMES
