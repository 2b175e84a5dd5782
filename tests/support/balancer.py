"""The real haproxy with the file that is shipped; only servers and ports are this machine's."""

from __future__ import annotations

import asyncio
import re
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tools.free_ports import free_port

from tests.support.patience import PATIENT_S
from tests.support.programs import program
from tests.support.servers import listens

CONFIGURATION: Final = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"


def written(ports: list[int], plain: int, tls: int) -> str:
    """The shipped configuration with these servers by address instead of by Docker's names. It
    waits longer for what they say of themselves: they often have no processor for two seconds."""
    text = CONFIGURATION.read_text()
    template = re.compile(r"^    server-template .*$", re.MULTILINE)
    assert len(template.findall(text)) == 2 and text.count("bind :8080") == 1
    text, changed = re.subn(r"timeout check \d+s", f"timeout check {PATIENT_S}s", text)
    assert changed == 1
    servers = "\n".join(f"    server s{port} 127.0.0.1:{port}" for port in ports)
    text = template.sub(servers, text)
    return text.replace("bind :8080", f"bind :{plain}").replace(":8443", f":{tls}")


class Balancer:
    """A running haproxy."""

    def __init__(self, folder: Path, ports: list[int], certificate: Path | None) -> None:
        self.port, self.tls_port = free_port(), free_port()
        file = folder / "haproxy.cfg"
        file.write_text(written(ports, self.port, self.tls_port))
        named = {} if certificate is None else {"CERTIFICATES": str(certificate)}
        with (folder / "haproxy.log").open("ab") as log:
            self._process = subprocess.Popen(
                [program("haproxy"), "-db", "-f", str(file)], env=named, stdout=log, stderr=log
            )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        async with asyncio.timeout(60):
            while not listens(self.port):
                assert self._process.poll() is None, "haproxy did not start"
                await asyncio.sleep(0.02)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait(10)


@asynccontextmanager
async def balancer(
    folder: Path, ports: list[int], certificate: Path | None = None
) -> AsyncIterator[Balancer]:
    """haproxy before some servers of this machine, inside the block."""
    one = Balancer(folder, ports, certificate)
    try:
        await one.start()
        yield one
    finally:
        one.stop()


def self_signed(folder: Path) -> Path:
    """A certificate for this machine with its key, in one file as haproxy wants it."""
    both, key, certificate = folder / "both.pem", folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=localhost", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    both.write_text(certificate.read_text() + key.read_text())
    return both


def trusting_anything() -> ssl.SSLContext:
    """For a certificate that nobody has signed."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
