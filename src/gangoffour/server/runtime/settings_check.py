"""Whether a server can run with some settings: every trouble as one sentence, before it starts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from email.utils import parseaddr
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from gangoffour.server.runtime.networks import Networks
from gangoffour.server.runtime.settings import Settings

LEVELS: Final = ("debug", "info", "warning", "error")
DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
BUSES: Final = ("nats://", "tls://")
MAY_BE_NOTHING: Final = ("port", "bot_pause_ms", "pack_after_hours", "nudge_seconds")
SECURITY: Final = ("starttls", "tls", "none")
MAX_PORT: Final = 65_535


def problems(settings: Settings) -> list[str]:
    """What stands against serving with these settings; nothing if they are fine."""
    return [*_found(settings), *_sharing(settings)]


def require_sound(settings: Settings, *, serves: bool = True) -> Settings:
    """The same settings, to serve with or for a worker and other work; the first trouble with them
    as a ValueError."""
    for problem in problems(settings) if serves else _found(settings):
        raise ValueError(problem)
    return settings


def _found(settings: Settings) -> list[str]:
    return [*_numbers(settings), *_texts(settings), *database_problems(settings.database_url)]


def _numbers(settings: Settings) -> Iterator[str]:
    if settings.port > MAX_PORT:
        yield f"port is from 0 to {MAX_PORT}, not {settings.port}."
    for one in fields(Settings):
        value = getattr(settings, one.name)
        least = 0 if one.name in MAY_BE_NOTHING else 1
        if isinstance(value, int) and not isinstance(value, bool) and value < least:
            yield f"{one.name} is at least {least}, not {value}."


def _texts(settings: Settings) -> Iterator[str]:
    if settings.log_level not in LEVELS:
        yield f"log_level is one of {', '.join(LEVELS)}, not {settings.log_level!r}."
    if settings.bus and not settings.bus.startswith(BUSES):
        yield "bus is the URL of NATS: it begins with nats:// or tls://."
    if settings.docs and not (Path(settings.docs) / "index.html").is_file():
        yield f"docs: {settings.docs} has no index.html: it is no built documentation."
    for name in ("proxies", "metrics_from"):
        try:
            Networks(getattr(settings, name))
        except ValueError as error:
            yield f"{name}: {error}"
    yield from _mail(settings)
    for name, value in (("public_url", settings.public_url), *_origins(settings)):
        if value and not value.startswith(("http://", "https://")):
            yield f"{name} begins with http:// or https://, unlike {value!r}."


def _sharing(settings: Settings) -> Iterator[str]:
    if settings.bus.startswith(BUSES) and settings.database_url.startswith(DRIVERS["sqlite"]):
        yield "bus needs PostgreSQL as its database: a SQLite file has one server."


def _mail(settings: Settings) -> Iterator[str]:
    if settings.smtp_security not in SECURITY:
        said = settings.smtp_security
        yield f"smtp_security is one of {', '.join(SECURITY)}, not {said!r}."
    if settings.smtp_port > MAX_PORT:
        yield f"smtp_port is at most {MAX_PORT}, not {settings.smtp_port}."
    if settings.smtp_host and "@" not in parseaddr(settings.smtp_from)[1]:
        yield "smtp_host needs smtp_from, the address that mails come from."
    if settings.smtp_host and not settings.public_url:
        yield "smtp_host needs public_url: mails have links in them."
    if settings.push_contact and not settings.push_contact.startswith(("mailto:", "https://")):
        yield f"push_contact begins with mailto: or https://, unlike {settings.push_contact!r}."


def _origins(settings: Settings) -> Iterator[tuple[str, str]]:
    return (("origins", one) for one in settings.origin_list)


def database_problems(url: str) -> list[str]:
    """What stands against the URL of a database. No password is repeated."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        return ["database is not a database URL, such as sqlite+aiosqlite:////srv/gangoffour.db."]
    backend, shown = parsed.get_backend_name(), parsed.render_as_string(hide_password=True)
    driver = DRIVERS.get(backend)
    if driver is None:
        return [f"database must be SQLite or PostgreSQL, not {backend!r}."]
    if parsed.drivername != driver:
        right = shown.replace(parsed.drivername, driver, 1)
        return [f"database is without its driver, or has another one: write {right}"]
    if backend == "postgresql" and find_spec("asyncpg") is None:
        return ["PostgreSQL needs asyncpg: pip install 'gangoffour[cluster]'."]
    if backend == "postgresql" and not parsed.database:
        return [f"database names no database: write {shown.rstrip('/')}/gangoffour"]
    return []
