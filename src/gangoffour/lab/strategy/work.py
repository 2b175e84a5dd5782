"""All the deals that the guide needs: on all cores, kept in a file, resumed after a stop."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from gangoffour.lab.processes import Say, on_all_cores
from gangoffour.lab.strategy.rounds import Row, play

Piece = tuple[str, int]


def pieces(deals: Mapping[str, int]) -> list[Piece]:
    """Everything to play, mixed so that a stopped run has a part of everything.

    >>> pieces({"a": 1, "b": 3})
    [('b', 0), ('a', 0), ('b', 1), ('b', 2)]
    """
    some = [
        ((deal + 0.5) / number, what, deal)
        for what, number in deals.items()
        for deal in range(number)
    ]
    return [(what, deal) for _, what, deal in sorted(some)]


def collect(deals: Mapping[str, int], seed: int, path: Path, jobs: int | None) -> Iterator[int]:
    """Play what is not yet in the file; yields how many deals are there, after each."""
    done = {(row["what"], row["deal"]) for row in read(path)} if path.exists() else set()
    todo = [piece for piece in pieces(deals) if piece not in done]
    count = sum(deals.values()) - len(todo)
    yield count
    cut_off = path.exists() and not path.read_text().endswith("\n")
    with path.open("a") as file:
        file.write("\n" if cut_off else "")
        for row in _played(todo, seed, jobs or os.cpu_count() or 1):
            file.write(json.dumps(row) + "\n")
            file.flush()
            count += 1
            yield count


def read(path: Path) -> list[dict[str, Any]]:
    """The rows of a file; half a line at the end is left out."""
    rows = []
    for line in path.read_text().splitlines():
        try:
            rows.append(json.loads(line))
        except ValueError:
            continue
    return rows


def _played(todo: list[Piece], seed: int, jobs: int) -> Iterable[Row]:
    if jobs == 1 or len(todo) < 2:
        yield from (_one(piece, seed) for piece in todo)
        return
    with closing(on_all_cores(partial(_prepared, seed), todo, jobs)) as heard:
        yield from (message.what for message in heard)


@contextmanager
def _prepared(seed: int, _: Say) -> Iterator[Callable[[Piece], Row]]:
    yield partial(_one, seed=seed)


def _one(piece: Piece, seed: int) -> Row:
    what, deal = piece
    return {"what": what, "deal": deal, **play(what, deal, seed)}
