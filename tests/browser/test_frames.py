"""The count of frames behind ``python -m bench web``: it must see what stutters, and only that."""

from __future__ import annotations

from typing import Any

import pytest
from bench._browser import Trace, Visitor
from bench._frames import FRAME_MS, Frames, read_frames
from playwright.sync_api import Browser

PAGE = 7
DISPLAY = 8
COMPOSITOR, VIZ, MAIN = 71, 81, 70
THREADS = {(PAGE, COMPOSITOR): "Compositor", (DISPLAY, VIZ): "VizCompositorThread"}
BEGIN, MAIN_STAGE, SUBMIT = (
    "BeginImplFrameToSendBeginMainFrame",
    "SendBeginMainFrameToCommit",
    "SubmitCompositorFrameToPresentationCompositorFrame",
)
Event = dict[str, Any]


def event(name: str, ph: str, at_ms: float, **more: Any) -> Event:
    return {"name": name, "ph": ph, "pid": PAGE, "tid": COMPOSITOR, "ts": at_ms * 1000, **more}


def report(
    number: int, state: str, *stages: str, kind: str = "", moving: bool = True, lane: str = "a"
) -> list[Event]:
    """What Chromium writes about a frame; frames begin every 16.7 ms."""
    begin = number * FRAME_MS
    said = {
        "state": f"STATE_{state}",
        "frame_sequence": number,
        "has_compositor_animation": moving,
        "affects_smoothness": state == "DROPPED",
    }
    if kind:
        said["frame_type"] = kind
    where = {"id2": {"local": lane}}
    return [
        event("PipelineReporter", "b", begin, args={"frame_reporter": said}, **where),
        *(event(stage, "b", begin + 1, **where) for stage in stages),
        event("PipelineReporter", "e", begin + 10, **where),
    ]


def read(*reports: list[Event]) -> Frames:
    names = [
        {"name": "thread_name", "ph": "M", "pid": pid, "tid": tid, "args": {"name": name}}
        for (pid, tid), name in THREADS.items()
    ]
    events = [*names, *(one for report in reports for one in report)]
    return read_frames(events, PAGE, 0, 1e6)


def work(pid: int, tid: int, at_ms: float, cpu_ms: float) -> list[Event]:
    more = {"dur": cpu_ms * 1000, "tdur": cpu_ms * 1000}
    return [{**event("RunTask", "X", at_ms, **more), "pid": pid, "tid": tid}]


def test_shown_frames_count_though_they_do_not_affect_smoothness() -> None:
    found = read(report(1, "PRESENTED_ALL", BEGIN, SUBMIT), report(2, "PRESENTED_PARTIAL", BEGIN))
    assert (found.due, found.shown) == (2, 2)
    assert found.gap_ms == pytest.approx(FRAME_MS)


def test_what_the_compositor_shows_counts_when_the_main_thread_is_late() -> None:
    own = report(1, "PRESENTED_PARTIAL", BEGIN, SUBMIT, kind="FORKED", lane="a")
    late = report(1, "DROPPED", BEGIN, MAIN_STAGE, lane="b")
    assert read(late, own)[:2] == (1, {})


def test_frames_get_stuck_where_there_is_too_much_to_do() -> None:
    busy = work(DISPLAY, VIZ, 1.2 * FRAME_MS, 2.5 * FRAME_MS)
    stuck = report(2, "DROPPED", BEGIN, SUBMIT)
    never = report(3, "DROPPED", BEGIN, kind="BACKFILL")
    found = read(report(1, "PRESENTED_ALL"), stuck, never, report(4, "PRESENTED_ALL"), busy)
    assert found.dropped == {"display": 1, "never begun": 1}
    assert (found.due, found.shown, found.starved) == (4, 2, 0)
    assert found.gap_ms == pytest.approx(3 * FRAME_MS)


def test_a_long_task_is_to_blame_though_other_programs_hold_it_up() -> None:
    held_up = work(DISPLAY, VIZ, FRAME_MS, 2 * FRAME_MS)
    held_up[0]["dur"] *= 5
    never = report(2, "DROPPED", BEGIN, kind="BACKFILL")
    assert read(never, held_up).dropped == {"never begun": 1}
    held_up[0]["tdur"] /= 4
    assert read(never, held_up).starved == 1


def test_a_browser_that_fills_the_cores_has_itself_to_blame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    never = report(2, "DROPPED", BEGIN, kind="BACKFILL")
    page, raster = (work(PAGE, tid, FRAME_MS, 2 * FRAME_MS) for tid in (MAIN, 72))
    assert read(never, page).starved == 1
    assert read(never, page, raster).dropped == {"never begun": 1}


def test_nothing_is_dropped_where_nothing_moves_yet() -> None:
    waits = [*report(1, "DROPPED", BEGIN), event("EarlyOut_NoDamage", "I", FRAME_MS + 5)]
    found = read(waits, report(2, "NO_UPDATE_DESIRED", BEGIN), report(3, "DROPPED", moving=False))
    assert (found.due, found.waited) == (0, 1)


MOVES = "@keyframes move { to { transform: translateX(200px) rotate(20deg) } }"
SMOOTH = f"<style>{MOVES} i {{ position: absolute; width: 40px; height: 40px; background: red; "
SMOOTH += "animation: move .4s linear infinite alternate }</style><i></i>"
HEAVY = f"<style>{MOVES} i {{ position: absolute; width: 300px; height: 400px; background: red; "
HEAVY += "filter: blur(40px); animation: move .4s linear infinite alternate }</style>"
LEFT = "<style>@keyframes go { to { left: 200px } } i { position: absolute; width: 40px; "
LEFT += (
    "height: 40px; background: red; animation: go .4s linear infinite alternate }</style><i></i>"
)


def traced(browser: Browser, page: str, wait_ms: float = 1_000) -> Trace:
    visitor = Visitor(browser)
    try:
        with visitor.traced() as traces:
            visitor.page.set_content(page)
            visitor.page.wait_for_timeout(wait_ms)
        return traces[0]
    finally:
        visitor.close()


@pytest.mark.long
def test_a_real_browser_moves_a_small_thing_smoothly(browser: Browser) -> None:
    """Other tests run as well, and a machine may stand still: in one of its moments it is smooth.
    An animation that is too heavy is so in none of them (the next test)."""
    found = []
    for wait_ms in (1_000, 1_000, 2_000, 4_000, 4_000, 8_000, 16_000):
        trace = traced(browser, SMOOTH, wait_ms)
        assert trace.by_main == 0
        found.append(trace.frames)
        if trace.frames.shown > 10 and trace.frames.dropped.total() <= trace.frames.shown // 10:
            break
    else:
        pytest.fail(f"never smooth: {found}")


@pytest.mark.long
def test_a_real_browser_drops_frames_that_are_too_much_for_it(browser: Browser) -> None:
    for boxes in (24, 96, 384):  # whatever the machine, some number is too much
        trace = traced(browser, HEAVY + "<i></i>" * boxes)
        assert trace.by_main == 0
        missing = trace.frames.dropped.total() + trace.frames.starved
        if missing > trace.frames.shown:  # whether other programs are to blame as well or not
            break
    else:
        pytest.fail(f"not even {boxes} blurred boxes made it stutter: {trace.frames}")


def test_an_animation_that_needs_the_main_thread_is_found(browser: Browser) -> None:
    assert traced(browser, LEFT).by_main == 1
