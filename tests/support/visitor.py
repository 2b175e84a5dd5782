"""Somebody who asks a server over HTTP and waits as long as a busy machine takes."""

from __future__ import annotations

from typing import Any

import httpx

NONE_KEPT = httpx.Limits(max_keepalive_connections=0)


def visitor(url: str, **more: Any) -> httpx.AsyncClient:
    """Without the roots of trust: to read all of them takes 50 ms, and nobody here is asked.

    Each request has a line of its own. A server closes one on which nothing comes for five seconds,
    and whoever stands still for so long before sending would ask on a line that is being closed.
    """
    usual = {"verify": False, "base_url": url, "timeout": 60, "limits": NONE_KEPT}
    return httpx.AsyncClient(**{**usual, **more})
