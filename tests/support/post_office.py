"""A push service and a mail server on this machine, as far as a sender sees them.

What arrives is opened here by the browser's half of RFC 8291, written a second time.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, cast

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.support.listening import listening


def plain(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """A browser's push subscription, with the keys that it keeps to itself."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.secret = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    @property
    def key(self) -> bytes:
        return self.secret.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def body(self) -> dict[str, str]:
        """What its page sends to the server."""
        return {
            "endpoint": self.endpoint,
            "key": written(self.key),
            "auth": written(self.auth),
        }

    def open(self, sealed: bytes) -> dict[str, Any]:
        """The words of a message."""
        salt, length = sealed[:16], sealed[20]
        sender, cipher = sealed[21 : 21 + length], sealed[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.secret.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + self.key + sender
        secret = _derived(shared, self.auth, info, 32)
        content = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(content).decrypt(nonce, cipher, None).rstrip(b"\0")
        assert text[-1] == 2
        return cast(dict[str, Any], json.loads(text[:-1]))


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


DRIPS = -2
"""A letter now and then."""


async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say one letter after the other until whoever listens has gone."""
    with suppress(ConnectionError):
        while not reader.at_eof():
            writer.write(b"a")
            await writer.drain()
            with suppress(TimeoutError):
                async with asyncio.timeout(0.05):
                    await reader.read(1_000)


@dataclass
class PushService:
    """Takes messages at any path; what it answers can be chosen for each path: 0 is no answer, and
    below that the line stays open, too, or the answer never ends (``DRIPS``)."""

    url: str = ""
    taken: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=dict)
    arrived: asyncio.Condition = field(default_factory=asyncio.Condition)
    left: asyncio.Event = field(default_factory=asyncio.Event)
    """Somebody did not wait for the end of an answer."""

    def browser(self, path: str) -> Browser:
        return Browser(f"{self.url}/{path}")

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            pairs = (line.split(": ", 1) for line in head[1:] if line)
            headers = {name.lower(): value for name, value in pairs}
            body = await reader.readexactly(int(headers["content-length"]))
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()  # whoever sent it died on the way
            return
        path = head[0].split()[1]
        status = self.answers.get(path, 201)
        async with self.arrived:
            self.taken.append((path, headers, body))
            self.arrived.notify_all()
        if status == DRIPS:
            writer.write(b"HTTP/1.1 201 .\r\nx: ")
            await drip(reader, writer)
            self.left.set()
        elif status < 0:
            await reader.read()  # until whoever sent it gives up
        elif status:
            writer.write(f"HTTP/1.1 {status} .\r\ncontent-length: 0\r\n\r\n".encode())
        writer.close()

    def at(self, browser: Browser) -> list[dict[str, Any]]:
        """What a browser was sent."""
        return [
            browser.open(body) for path, _, body in self.taken if browser.endpoint.endswith(path)
        ]

    async def wait_for(self, count: int) -> None:
        async with asyncio.timeout(60), self.arrived:
            await self.arrived.wait_for(lambda: len(self.taken) >= count)


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    async with listening(service.serve) as port:
        service.url = f"http://127.0.0.1:{port}"
        yield service


ANSWERS = {"CONNECT": "220 here", "DATA": "354 go on", ".": "250 taken", "QUIT": "221 bye"}


@dataclass
class MailServer:
    """Takes mails, as SMTP has it (RFC 5321)."""

    port: int = 0
    answers: bool = True
    """Whether it says that it has taken a mail; else the line breaks."""
    silent: bool = False
    """Whether it says nothing at all, and keeps the line open."""
    drips_at: str = ""
    """To which word its answer never ends; ``CONNECT`` is its greeting, ``.`` the end of a mail."""
    mails: list[EmailMessage] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    """The same, byte by byte."""
    arrived: asyncio.Condition = field(default_factory=asyncio.Condition)
    left: asyncio.Event = field(default_factory=asyncio.Event)
    """Somebody did not wait for an answer."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):  # the sender died on the way
            await self._talk(reader, writer)
        writer.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        if self.silent:
            await reader.read()
            self.left.set()
            return
        line, text = b"CONNECT", b""
        while line and (word := line.split()[0].decode().upper()) != self.drips_at:
            if word == ".":
                await self._take(text)
                if not self.answers:
                    return
            say(ANSWERS.get(word, "250 fine"))
            if word == "QUIT":
                return
            if word == "DATA":
                text = (await reader.readuntil(b"\r\n.\r\n"))[:-3]
                line = b"."
            else:
                line = await reader.readline()
        if line:
            await drip(reader, writer)
            self.left.set()

    async def _take(self, text: bytes) -> None:
        async with self.arrived:
            self.mails.append(message_from_bytes(text, policy=policy.default))
            self.raw.append(text)
            self.arrived.notify_all()

    async def wait_for(self, count: int) -> list[EmailMessage]:
        async with asyncio.timeout(60), self.arrived:
            await self.arrived.wait_for(lambda: len(self.mails) >= count)
        return self.mails


@asynccontextmanager
async def mail_server() -> AsyncIterator[MailServer]:
    mails = MailServer()
    async with listening(mails.serve) as mails.port:
        yield mails
