"""Write the golden playthroughs anew."""

from __future__ import annotations

import sys

from tests.golden import HERE, path, playthrough, tables

written = set()
for name, rules, seats, seed in tables():
    text = playthrough(name, rules, seats, seed)
    path(name).write_text(text)
    written.add(path(name))
    sys.stdout.write(f"{path(name).name}: {text.count(chr(10))} lines\n")
for old in set(HERE.glob("*.txt")) - written:
    old.unlink()
    sys.stdout.write(f"{old.name}: removed\n")
