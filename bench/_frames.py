"""The frames of a page in a trace: which were due while something moved, and what became of them.

Chromium tells of a frame in one part or in two: what the compositor moves by itself, and what the
main thread changes, which may come later. Only the first decides whether something moves on in
time. A frame is due while the compositor runs an animation that changes the picture. It is shown,
or it is dropped: never begun, or stuck in one of the stages on its way to the screen.

Two things look like that and are told apart: a frame in which nothing could move yet, as what is
to move is still being painted (``waited``), and a frame that nobody worked on as the machine gave
its cores to other programs (``starved``). The report's own ``affects_smoothness`` serves neither:
it is never set for a frame that was shown, and not for all that were dropped.
"""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

Event = dict[str, Any]
REPORT: Final = "PipelineReporter"
IDENTITY: Final = ("layer_tree_host_id", "frame_source", "frame_sequence")
SHOWN: Final = ("STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL")
DROPPED: Final = "STATE_DROPPED"
UNCHANGED: Final = "EarlyOut_NoDamage"
BEGIN: Final = "BeginImplFrameToSendBeginMainFrame"
STAGES: Final = {
    BEGIN: "compositor",
    "SendBeginMainFrameToCommit": "main thread",
    "Commit": "commit",
    "EndCommitToActivation": "raster",
    "Activation": "activation",
    "EndActivateToSubmitCompositorFrame": "submission",
    "SubmitCompositorFrameToPresentationCompositorFrame": "display",
}
"""What Chromium calls the stages of a frame, and what does the work in them."""
DRAWING: Final = ("Compositor", "VizCompositorThread")
"""The threads without which no frame gets to the screen."""
FRAME_MS: Final = 1000 / 60


class Part(NamedTuple):
    """What the trace says of a frame, or of the half of one."""

    frame: tuple[int, ...]
    state: str
    kind: str
    moving: bool
    begin_ms: float
    end_ms: float
    stages: tuple[str, ...]

    @property
    def of_compositor(self) -> tuple[bool, bool]:
        """Sorts the part that tells of the compositor's own work first."""
        return self.kind != "FORKED", BEGIN not in self.stages[:1]

    @property
    def stuck_at(self) -> str:
        """What was to work on it when its time was over."""
        if self.kind == "BACKFILL" or not self.stages:
            return "never begun"
        return STAGES[self.stages[-1]]


class Frames(NamedTuple):
    """What became of the frames while the compositor had something to move."""

    shown: int
    dropped: Counter[str]
    """By the browser's own work: how many got stuck, and where."""
    starved: int
    waited: int
    gap_ms: float
    """The longest time for which the picture stood still though something moved."""

    @property
    def due(self) -> int:
        return self.shown + self.dropped.total() + self.starved


class Work:
    """What the browser's threads did, in CPU time."""

    def __init__(self, events: Iterable[Event], threads: dict[tuple[int, int], str]) -> None:
        self._slices: list[tuple[float, float, float, str]] = []
        ends: dict[tuple[int, int], float] = {}
        for one in sorted(
            (one for one in events if one["ph"] == "X" and "tdur" in one), key=lambda one: one["ts"]
        ):
            where = (one["pid"], one["tid"])
            if one["ts"] < ends.get(where, 0):
                continue  # within another
            ends[where] = one["ts"] + one["dur"]
            begin, length = one["ts"] / 1000, max(one["dur"] / 1000, 1e-3)
            self._slices.append((begin, length, one["tdur"] / 1000, threads.get(where, "")))

    def starved(self, part: Part) -> bool:
        """Whether a dropped frame is owed to other programs: around it no thread that draws had a
        frame's time of work to do, nor was at a task that takes so long, and the browser as a
        whole left a good part of the cores unused."""
        begin, end = part.begin_ms - FRAME_MS, part.begin_ms + FRAME_MS
        work: dict[str, float] = defaultdict(float)
        longest = 0.0
        for start, length, cpu, thread in self._slices:
            if start >= end:
                break
            shared = min(end, start + length) - max(begin, start)
            if shared > 0:
                work[thread] += cpu * shared / length
                longest = max(longest, cpu) if thread in DRAWING else longest
        drawing = max(longest, *(work[thread] for thread in DRAWING))
        cores = os.cpu_count() or 1
        return drawing < FRAME_MS and sum(work.values()) < 0.75 * cores * (end - begin)


def read_frames(events: list[Event], process: int, begin_ms: float, end_ms: float) -> Frames:
    """What became of a page's frames in some time; the page is the only one of its process."""
    frames: dict[tuple[int, ...], Part] = {}
    for part in sorted(_parts(events, process), key=lambda one: one.of_compositor):
        if begin_ms <= part.begin_ms <= end_ms:
            frames.setdefault(part.frame, part)
    threads = {
        (one["pid"], one["tid"]): one["args"]["name"]
        for one in events
        if one["name"] == "thread_name"
    }
    work = Work(events, threads)
    unchanged = sorted(
        one["ts"] / 1000 for one in events if one["name"] == UNCHANGED and one["pid"] == process
    )
    shown, starved, waited, gap = 0, 0, 0, 0.0
    dropped: Counter[str] = Counter()
    last: Part | None = None
    number = 0
    for one in sorted(frames.values(), key=lambda one: one.begin_ms):
        if one.frame[-1] != number + 1:
            last = None  # nobody had asked for frames in between
        number = one.frame[-1]
        still = bisect_right(unchanged, one.end_ms) > bisect_left(unchanged, one.begin_ms)
        if one.moving and one.state in SHOWN:
            shown += 1
            gap = max(gap, one.end_ms - last.end_ms) if last else gap
            last = one
        elif one.moving and one.state == DROPPED and not still:
            if work.starved(one):
                starved += 1
            else:
                dropped[one.stuck_at] += 1
        else:
            waited += one.moving and one.state == DROPPED
            last = None
    return Frames(shown, dropped, starved, waited, gap)


def _parts(events: Iterable[Event], process: int) -> Iterator[Part]:
    """All reports of a process about its frames, with the stages that each went through."""
    begun: dict[str, tuple[Event, list[str]]] = {}
    for one in events:
        if one["pid"] != process or one["ph"] not in ("b", "e"):
            continue
        lane = str(one.get("id2"))  # taken by one report after the other
        if one["name"] == REPORT and one["ph"] == "b":
            begun[lane] = (one, [])
        elif one["name"] == REPORT and lane in begun:
            yield _part(*begun.pop(lane), one["ts"])
        elif one["name"] in STAGES and one["ph"] == "b" and lane in begun:
            begun[lane][1].append(one["name"])


def _part(report: Event, stages: list[str], end: float) -> Part:
    said = report["args"].get("frame_reporter") or report["args"]["chrome_frame_reporter"]
    return Part(
        tuple(int(said.get(key, 0)) for key in IDENTITY),
        said["state"],
        said.get("frame_type", ""),
        bool(said.get("has_compositor_animation")),
        report["ts"] / 1000,
        end / 1000,
        tuple(stages),
    )
