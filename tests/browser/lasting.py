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
