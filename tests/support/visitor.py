"""Somebody who asks a server over HTTP and waits as long as a busy machine takes."""

from __future__ import annotations

from typing import Any

import httpx


def visitor(url: str, **more: Any) -> httpx.AsyncClient:
    """Without the roots of trust: to read all of them takes 50 ms, and nobody here is asked."""
    return httpx.AsyncClient(**{"verify": False, "base_url": url, "timeout": 60, **more})
