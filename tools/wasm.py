"""``bots/kernel/exact.c`` as WebAssembly: compiled by Zig and kept beside its source.

``make wasm`` compiles it anew, ``make wasm CHECK=--check`` says whether what is kept is what the
source gives. Zig is needed for that alone (``requirements/wasm.txt``).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).parents[1] / "src" / "gangoffour" / "bots" / "kernel" / "exact.c"
KEPT: Final = SOURCE.with_name("exact.wasm")
MARK: Final = SOURCE.with_name("exact.wasm.sha256")
"""The digest of the source that ``KEPT`` was made of, so that tests need no compiler."""
EXPORTED: Final = (
    *("catalogue_room", "question_room", "weights_room", "weights_size", "scores_room"),
    *("take_weights", "judge", "judge_by_reflex"),
)
FLAGS: Final = (
    *("-target", "wasm32-freestanding", "-mcpu=generic+simd128", "-O3", "-std=c11", "-nostdlib"),
    *("-Wl,--no-entry", "-Wl,--strip-all", *(f"-Wl,--export={name}" for name in EXPORTED)),
)


def source_digest() -> str:
    """What tells one source from another."""
    return sha256(SOURCE.read_bytes() + repr(FLAGS).encode()).hexdigest()


def compiled() -> bytes:
    """The source, compiled now."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / KEPT.name
        command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, "-o", str(target), SOURCE.name]
        subprocess.run(command, check=True, cwd=SOURCE.parent)
        return target.read_bytes()


def main() -> int:
    """Compile and keep it; with ``--check`` only compare."""
    fresh = compiled()
    if "--check" in sys.argv:
        same = KEPT.read_bytes() == fresh and MARK.read_text(encoding="utf-8") == source_digest()
        sys.stdout.write(
            f"{KEPT.name}: {'as the source gives it' if same else 'not what the source gives'}\n"
        )
        return 0 if same else 1
    KEPT.write_bytes(fresh)
    MARK.write_text(source_digest(), encoding="utf-8")
    sys.stdout.write(f"{KEPT.name}: {len(fresh)} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
