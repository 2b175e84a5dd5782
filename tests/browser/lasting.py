"""What a page shows for some seconds only stays: a machine that is slow looks at it later."""

from __future__ import annotations

from typing import Final

STAYING: Final = """() => {
  const wait = window.setTimeout;
  window.goOn = () => { window.setTimeout = wait; };
  window.setTimeout = (work, ms, ...more) =>
    ms > 1000 && ms < 5000 ? 0 : wait.call(window, work, ms, ...more);
}"""
"""Pictures and bubbles stay until somebody ends them, or until ``goOn()``."""
TOASTS_STAY: Final = """(() => {
  const wait = window.setTimeout;
  window.setTimeout = (work, ms, ...more) =>
    wait.call(window, work, ms < 5000 ? ms : 60 * ms, ...more);
})()"""
"""Before a page is loaded: its toasts stay for minutes."""
WHEN_TOLD: Final = """() => {
  const [wait, stop, late] = [window.setTimeout, window.clearTimeout, new Map()];
  window.setTimeout = (work, ms, ...more) => {
    if (ms < 2000) return wait.call(window, work, ms, ...more);
    late.set(late.size + 1e9, () => work(...more));
    return late.size - 1 + 1e9;
  };
  window.clearTimeout = (id) => late.has(id) ? late.set(id, () => 0) : stop.call(window, id);
  window.timePasses = () => {
    for (const [id, work] of [...late]) { late.set(id, () => 0); work(); }
  };
}"""
"""What would come after two seconds or more comes by ``timePasses()``."""
