"""The faces that people may choose; the client draws them (``web/src/faces``)."""

from __future__ import annotations

from typing import Final

from gangoffour.server.wire.refusals import ServerRefusal

INITIALS: Final = ""
"""No face: the first letters of the name, as for everybody who has not chosen."""
AVATARS: Final[tuple[str, ...]] = (
    "cat",
    "panda",
    "fox",
    "owl",
    "frog",
    "rabbit",
    "bear",
    "monkey",
    "koi",
    "turtle",
    "pig",
    "mouse",
    "penguin",
    "octopus",
    "teapot",
    "moon",
)


def checked_avatar(code: str) -> str:
    """A face that can be chosen, or none; else a refusal."""
    if code != INITIALS and code not in AVATARS:
        raise ServerRefusal("unknown_avatar", avatar=code[:40])
    return code
