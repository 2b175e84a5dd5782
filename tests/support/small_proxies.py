"""The real nginx and Caddy with the files that are shipped; ports and names are this machine's."""

from __future__ import annotations

import asyncio
import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tools.free_ports import free_port

from tests.support.programs import program
from tests.support.servers import listens

DEPLOY: Final = Path(__file__).parents[2] / "deploy"


def _nginx(folder: Path, port: int, servers: list[int]) -> list[str]:
    text = (DEPLOY / "nginx.conf").read_text().replace("listen 443 ssl;", f"listen {port};")
    text = re.sub(r"^ *ssl_certificate.*\n", "", text, flags=re.MULTILINE)
    named = "\n".join(f"    server 127.0.0.1:{one};" for one in servers)
    assert text.count("    server 127.0.0.1:8064;") == 2
    (folder / "site.conf").write_text(text.replace("    server 127.0.0.1:8064;", named))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")  # else in a package's place
    temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;\n"
        f"events {{}} http {{ access_log off; {temporary} include {folder}/site.conf; }}\n"
    )
    return [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


def _caddy(folder: Path, port: int, servers: list[int]) -> list[str]:
    named = " ".join(f"127.0.0.1:{one}" for one in servers)
    text = (
        (DEPLOY / "Caddyfile")
        .read_text()
        .replace("reverse_proxy 127.0.0.1:8064", f"reverse_proxy {named}")
    )
    text = text.replace("\ncards.example {", f"\nhttp://127.0.0.1:{port} {{")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{text}")
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


PROXIES: Final = {"nginx": _nginx, "caddy": _caddy}


@asynccontextmanager
async def small_proxy(name: str, folder: Path, *servers: int) -> AsyncIterator[str]:
    """A proxy before some servers of this machine, inside the block; its address."""
    port = free_port()
    with (folder / f"{name}.out").open("ab") as out:
        process = subprocess.Popen(
            PROXIES[name](folder, port, list(servers)),
            stdout=out,
            stderr=out,
            env={"HOME": str(folder)},
        )
    try:
        async with asyncio.timeout(60):
            while not listens(port):
                assert process.poll() is None, (folder / f"{name}.out").read_text()
                await asyncio.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)
