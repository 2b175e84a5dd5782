"""Every setting of the server in one table: name, default, help.

Each can be given on the command line (``--public-url``), as ``GANGOFFOUR_NAME`` in the environment,
or in a file that ``GANGOFFOUR_NAME_FILE`` names; ``gangoffour serve --help`` and
``docs/operating.md`` show this table.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

PREFIX: Final = "GANGOFFOUR_"
FROM_FILE: Final = "_file"
NO_SETTINGS: Final = frozenset({"ADDRESS", "DEV_SERVER", "TESTS", "TEST_DATABASE", "TOKEN"})
"""Variables of other programs of this project: its tests, its tools, a player's own bot."""


def _setting(default: Any, text: str) -> Any:
    return field(default=default, metadata={"help": text})


def default_database() -> str:
    """A SQLite file in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite+aiosqlite:///{base}/gangoffour/gangoffour.db"


@dataclass(frozen=True, slots=True)
class Settings:
    """How this server runs."""

    host: str = _setting("0.0.0.0", "Address to listen on; 127.0.0.1 keeps it to this machine.")
    port: int = _setting(8064, "Port to listen on; 0 picks a free one.")
    database: str = _setting("", "Database URL; a SQLite file in your data folder if empty.")
    database_connections: int = _setting(
        8, "Connections to PostgreSQL; with a bus there are three more, for the lease."
    )
    bus: str = _setting("", "NATS URL, if several processes serve one database; alone if empty.")
    public_url: str = _setting("", "The address people use, if it differs (behind a proxy).")
    origins: str = _setting("", "Other origins whose pages may connect, with commas between.")
    secure_cookies: bool = _setting(False, "Mark cookies Secure even if a request came over http.")
    proxies: str = _setting(
        "127.0.0.1,::1", "Addresses and networks of proxies whose X-Forwarded headers are believed."
    )
    metrics_from: str = _setting(
        "127.0.0.1,::1", "Addresses and networks that may read /metrics, never through a proxy."
    )
    connections_per_person: int = _setting(12, "Live connections one person may have.")
    connections_per_address: int = _setting(64, "Live connections one address may have.")
    lines_per_address: int = _setting(160, "Open lines of any kind one address may have.")
    request_seconds: int = _setting(15, "Seconds a request's head, and its body, may take.")
    messages_per_second: int = _setting(20, "Messages a connection may send, on average.")
    commands_per_day: int = _setting(43_200, "Commands of one person that are stored in a day.")
    requests_per_minute: int = _setting(240, "HTTP requests an address may make, on average.")
    connects_per_minute: int = _setting(60, "Connections an address may open, on average.")
    queue_messages: int = _setting(256, "Messages a slow reader may lag behind before the end.")
    tables_per_person: int = _setting(20, "Tables one person may have open at once.")
    pads_kept_days: int = _setting(90, "Days until a shared score pad without a change is deleted.")
    guests_kept_days: int = _setting(180, "Days until a guest who was not seen is deleted.")
    visitors_kept_days: int = _setting(7, "The same for a guest who has never played a match.")
    solo_kept_days: int = _setting(365, "Days a match against bots waits for its one person.")
    tables_kept_days: int = _setting(7, "Days until a table where no match began is deleted.")
    addresses_kept_days: int = _setting(30, "Days until an account's hashed address is deleted.")
    bot_pause_ms: int = _setting(800, "How long a bot seems to think while somebody watches.")
    pack_after_hours: int = _setting(24, "When events of finished matches are packed; 0: never.")
    nudge_seconds: int = _setting(15, "Seconds a turn waits before somebody is nudged about it.")
    plan_seconds: int = _setting(
        60, "Seconds a planned move waits at most where a move may take days; a third at least."
    )
    vacation_days: int = _setting(
        30, "Days a year on which somebody may be away, and their slow clocks stand still."
    )
    push_contact: str = _setting(
        "", "Whom a push service may turn to, as mailto:you@example.org; else the public address."
    )
    push_local: bool = _setting(
        False, "Let push services be in this network, and without TLS: for tests, or one's own."
    )
    smtp_host: str = _setting("", "The mail server that sends nudges by e-mail; none if empty.")
    smtp_port: int = _setting(587, "Its port.")
    smtp_security: str = _setting("starttls", "starttls, tls or none, on the way to it.")
    smtp_user: str = _setting("", "The name to log in there with; none if empty.")
    smtp_password: str = _setting("", "The password for that, best in a file.")
    smtp_from: str = _setting("", "The address that mails come from.")
    docs: str = _setting(
        "", "Folder with the built documentation, shown under /docs; none if empty."
    )
    log_level: str = _setting("info", "debug, info, warning or error.")

    @property
    def database_url(self) -> str:
        return self.database or default_database()

    @property
    def behind_tls(self) -> bool:
        """Whether people use https, whatever arrives here."""
        return self.public_url.startswith("https://")

    @property
    def origin_list(self) -> tuple[str, ...]:
        return tuple(one.strip().rstrip("/") for one in self.origins.split(",") if one.strip())


def help_of(name: str) -> str:
    """A setting's help text."""
    return str(next(one.metadata["help"] for one in fields(Settings) if one.name == name))


def default_of(name: str) -> str:
    """A setting's default as it is written on the command line; empty if it is empty."""
    default = next(one.default for one in fields(Settings) if one.name == name)
    return str(default).lower() if isinstance(default, bool) else str(default)


def from_environment(environment: Mapping[str, str], **given: Any) -> Settings:
    """Settings from ``GANGOFFOUR_…`` variables, overridden by what is given (None is not).

    ``GANGOFFOUR_NAME_FILE`` names a file that holds the value: for what is secret. A variable that
    is no setting is refused: it would be a setting that somebody believes in.
    """
    kinds = {one.name: str(one.type) for one in fields(Settings)}
    found: dict[str, Any] = {}
    for variable, text in environment.items():
        if not variable.startswith(PREFIX) or variable.removeprefix(PREFIX) in NO_SETTINGS:
            continue
        name = variable.removeprefix(PREFIX).lower()
        if name.endswith(FROM_FILE) and name not in kinds:
            name, text = name.removesuffix(FROM_FILE), _read(variable, text)
        if name not in kinds:
            raise ValueError(f"{variable} is no setting{_perhaps(variable, kinds)}")
        if name in found:
            raise ValueError(f"{PREFIX}{name.upper()} and the one from a file exclude each other.")
        found[name] = _parse(name, kinds[name], text)
    found.update({name: value for name, value in given.items() if value is not None})
    return Settings(**found)


def _read(variable: str, path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise ValueError(f"{variable}: {path} cannot be read: {why}.") from None


def _perhaps(variable: str, names: Iterable[str]) -> str:
    close = get_close_matches(variable, [PREFIX + name.upper() for name in names], 1)
    return f"; is {close[0]} meant?" if close else "."


def _parse(name: str, kind: str, text: str) -> Any:
    if kind == "int":
        if not text.isdecimal():
            raise ValueError(f"GANGOFFOUR_{name.upper()} must be a whole number, not {text!r}.")
        return int(text)
    if kind == "bool":
        if text.lower() not in ("0", "1", "true", "false", "yes", "no"):
            raise ValueError(f"GANGOFFOUR_{name.upper()} must be true or false, not {text!r}.")
        return text.lower() in ("1", "true", "yes")
    return text
