"""Write the table of letters that look alike anew, from the newest ICU at hand.

    python tools/confusables.py /usr/lib/…/libicui18n.so.78     (or pip's icu4py, in icu4py.libs)

ICU has Unicode's confusables (UTS #39) built in; here it is asked for every letter, mark and digit,
for only those may stand in a name. The table is what the server reads: it needs no ICU.
"""

from __future__ import annotations

import ctypes
import re
import sys
import unicodedata
from pathlib import Path

TABLE = Path(__file__).parents[1] / "src/gangoffour/server/people/confusables.txt"
HEAD = """\
# Letters, and what they look like: Unicode's confusables (UTS #39), as ICU {icu} has them.
# Made by tools/confusables.py. (C) 1991 Unicode, Inc.; Unicode License V3, unicode.org/license.txt
"""


class Icu:
    """The few functions of ICU that are needed; their names end in its version."""

    def __init__(self, path: Path) -> None:
        found = re.search(r"\.so\.(\d+)", path.name)
        assert found is not None, "give the path of libicui18n.so.VERSION"
        self.version = found[1]
        for part in ("data", "uc"):  # what it needs itself, beside it
            (other,) = path.parent.glob(f"libicu{part}[-.]*so.{self.version}.*")
            ctypes.CDLL(str(other), ctypes.RTLD_GLOBAL)
        library = ctypes.CDLL(str(path))
        self._skeleton = getattr(library, f"uspoof_getSkeletonUTF8_{self.version}")
        opened = getattr(library, f"uspoof_open_{self.version}")
        opened.restype = ctypes.c_void_p
        self._checker = ctypes.c_void_p(opened(ctypes.byref(ctypes.c_int())))

    def skeleton(self, text: str) -> str:
        raw, room, status = text.encode(), ctypes.create_string_buffer(400), ctypes.c_int()
        size = self._skeleton(
            self._checker, 0, raw, len(raw), room, len(room), ctypes.byref(status)
        )
        assert status.value <= 0, f"ICU says {status.value} about {text!r}"
        return room.raw[:size].decode()


def main() -> None:
    icu = Icu(Path(sys.argv[1]))
    lines = []
    for number in range(0x30, 0x110000):
        letter = chr(number)
        kind = unicodedata.category(letter)
        if kind[0] not in "LMN" or unicodedata.normalize("NFD", letter) != letter:
            continue
        looks = icu.skeleton(letter)
        if looks and looks != letter:
            lines.append(" ".join(f"{ord(one):04X}" for one in (letter, *looks)) + "\n")
    TABLE.write_text(HEAD.format(icu=icu.version) + "".join(lines))


if __name__ == "__main__":
    main()
