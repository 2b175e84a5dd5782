"""Structured logs: one JSON object a line, from named fields only, so that no secret slips in."""

from __future__ import annotations

import logging
import sys
from traceback import extract_tb
from typing import Final

import msgspec

FIELDS: Final = (
    "table",
    "owner",
    "code",
    "bot",
    "person",
    "address",
    "status",
    "method",
    "path",
    "ms",
    "count",
    "version",
)
"""What may stand in a log line besides time, level, logger and message."""
FALSE_ALARMS: Final = (
    "returned without completing handshake",
    "Invalid HTTP request received",
    "Unsupported upgrade request",
)
"""What uvicorn says of strangers: anybody could fill the log with it."""
WHERE: Final = 6
"""How many calls an error's line names; never its text, which may hold what a user sent."""


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object; fields that are not in the list are left out."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": f"{self.formatTime(record, '%Y-%m-%dT%H:%M:%S')}.{int(record.msecs):03}",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        for name in FIELDS:
            if name in record.__dict__:
                line[name] = record.__dict__[name]
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = [
                f"{frame.name} in {frame.filename.rpartition('gangoffour/')[2]}:{frame.lineno}"
                for frame in extract_tb(record.exc_info[2])[-WHERE:]
            ]
        return msgspec.json.encode(line, enc_hook=str).decode()


def set_up(level: str) -> None:
    """Send this project's logs, and warnings of others', to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    logging.getLogger("uvicorn.error").addFilter(_no_false_alarm)
    root.setLevel(logging.WARNING)
    logging.getLogger("gangoffour").setLevel(level.upper())


def _no_false_alarm(record: logging.LogRecord) -> bool:
    """A handshake refused with an answer of its own is no error, nor is what strangers send."""
    said = str(record.msg)
    return not any(one in said for one in FALSE_ALARMS)
