"""Mails, where the host of the server has set a mail server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from email import policy
from email.headerregistry import BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from gangoffour.server.nudges.email_address import is_address
from gangoffour.server.nudges.web_push import Outcome
from gangoffour.server.runtime.settings import Settings

if TYPE_CHECKING:
    import aiosmtplib

TOTAL_S: Final = 20.0
STEP_S: Final = 10.0
log = logging.getLogger("gangoffour.mail")


class Letter(Struct, frozen=True):
    """One mail in plain text."""

    to: str
    subject: str
    text: str
    id: str
    """The same for the same nudge, so that a mailbox could tell."""
    stop: str = ""
    """Where one tap ends all of it (RFC 8058); empty for what nobody subscribed to."""


class _Links(UnstructuredHeader, BaseHeader):
    """A header of links, which is neither broken nor encoded, however long they are."""

    def fold(self, *, policy: Any) -> str:
        return f"{self.name}: {self}{policy.linesep}"


_HEADERS: Final = HeaderRegistry()
_HEADERS.map_to_type("list-unsubscribe", _Links)
_POLICY: Final = policy.SMTP.clone(cte_type="7bit", header_factory=_HEADERS)
"""Whatever the server takes."""


class Mail:
    """Hands mails to the mail server of the settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def possible(self) -> bool:
        return bool(self._settings.smtp_host)

    def _message(self, letter: Letter) -> EmailMessage:
        message = EmailMessage(_POLICY)
        sender = self._settings.smtp_from
        message["From"] = sender
        message["To"] = letter.to
        message["Subject"] = letter.subject
        message["Date"] = format_datetime(datetime.now(UTC))
        message["Message-ID"] = f"<{letter.id}@{parseaddr(sender)[1].rpartition('@')[2]}>"
        message["Auto-Submitted"] = "auto-generated"
        if letter.stop:
            message["List-Unsubscribe"] = f"<{letter.stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(letter.text)
        return message

    def _data(self, letter: Letter) -> bytes | None:
        """A mail as it is sent; nothing if it cannot be."""
        try:
            if is_address(letter.to):
                return self._message(letter).as_bytes()
            log.warning("a mail was not sent: its address is none")
        except (ValueError, LookupError, AttributeError, TypeError) as error:
            log.warning("a mail was not sent: %s", type(error).__name__)
        return None

    async def send(self, letter: Letter, mark: Callable[[], Awaitable[bool]]) -> Outcome:
        """Hand over a mail. ``mark`` is called before its text is sent, as for Web Push."""
        import aiosmtplib

        data = self._data(letter)
        if data is None:
            return "gone"
        client, marked, taken = self._client(), False, False
        try:
            async with asyncio.timeout(TOTAL_S):
                await client.connect()
                await client.mail(parseaddr(self._settings.smtp_from)[1])
                await client.rcpt(letter.to)
                if not await mark():
                    return "twice"
                marked = True
                await client.data(data)
                taken = True
                await client.quit()
        except aiosmtplib.SMTPRecipientRefused as refused:
            log.info("a mail address was refused", extra={"status": refused.code})
            return "gone" if refused.code >= 500 else "later"
        except aiosmtplib.SMTPDataError as refused:
            return "gone" if refused.code >= 500 else "later"
        except (aiosmtplib.SMTPException, TimeoutError, OSError) as error:
            if taken:
                return "sent"  # it only had no good-bye
            log.warning("the mail server was not reached: %s", type(error).__name__)
            return "unknown" if marked else "later"
        finally:
            client.close()
        return "sent"

    def _client(self) -> aiosmtplib.SMTP:
        import aiosmtplib

        settings = self._settings
        return aiosmtplib.SMTP(
            hostname=settings.smtp_host,
            port=settings.smtp_port,
            timeout=STEP_S,
            use_tls=settings.smtp_security == "tls",
            start_tls=settings.smtp_security == "starttls",
            username=settings.smtp_user or None,
            password=settings.smtp_password or None,
        )
