"""The engine protocol: one JSON object a line in, one out, in the same order (as UCI for chess).

For programs in any language. ``docs/engine.md`` lists the operations. Bad input of any kind gets an
answer with ``"ok": false`` and changes nothing; the engine only ends when its input does.
"""

from gangoffour.engine.lines import read_lines, serve
from gangoffour.engine.operations import PROTOCOL, Engine
from gangoffour.engine.request import MAX_LINE

__all__ = ["MAX_LINE", "PROTOCOL", "Engine", "read_lines", "serve"]
