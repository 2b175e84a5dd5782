"""What a client has sent, read: a message, or a refusal that says what was wrong with it."""

from __future__ import annotations

from typing import Final

import msgspec

from gangoffour.server.wire import messages as m
from gangoffour.server.wire.plain_text import is_plain_ascii, require_plain_id, require_plain_json
from gangoffour.server.wire.refusals import ServerRefusal

MAX_ID: Final = 64


def decoded(raw: bytes) -> m.FromClient:
    """The message that was sent; refused if it is none."""
    try:
        message: m.FromClient = m.decode_from_client(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ServerRefusal("bad_message", problem=str(error)[:200]) from None
    except RecursionError:
        raise ServerRefusal("bad_message", problem="it is nested too deeply") from None
    if len(message.id) <= MAX_ID and is_plain_ascii(raw):
        return message
    require_plain_json(raw)
    require_plain_id(message.id, MAX_ID)
    if isinstance(message, m.ABOUT_A_TABLE):
        require_plain_id(message.table, m.MAX_MESSAGE)
    return message


class _OnlyId(msgspec.Struct):
    id: str = ""


_decode_id = msgspec.json.Decoder(_OnlyId).decode


def id_in(raw: bytes) -> str:
    """The id of a message that was not understood otherwise, so that its sender gets an answer."""
    try:
        return _decode_id(raw).id[:MAX_ID]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
