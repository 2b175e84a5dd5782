"""What a web worker hands in and gets back: text. What is kept is enough to begin again."""

from __future__ import annotations

import json
from typing import Any

from gangoffour.pocket import worker_entry

NOW = 1_700_000_000_000


def test_what_is_kept_is_enough_to_begin_again() -> None:
    kept: list[dict[str, Any]] = []

    def took(text: str) -> dict[str, Any]:
        step: dict[str, Any] = json.loads(text)
        kept.extend(step["kept"])
        return step

    worker_entry.begin("[]", "null")
    entered = took(worker_entry.ask("POST", "/api/guest", '{"name": "Zoë"}', NOW))
    assert entered["status"] == 200 and entered["owner"]["name"] == "Zoë"
    assert '"welcome"' in took(worker_entry.connect(NOW))["told"][0]
    quick = {"type": "quick", "id": "q", "seats": 4, "wait_s": 0, "level": 3}
    matched = took(worker_entry.hear(json.dumps(quick), NOW))["told"]
    table = next(json.loads(one)["table"] for one in matched if '"matched"' in one)
    watch = json.dumps({"type": "watch", "id": "w", "table": table})
    shown = took(worker_entry.hear(watch, NOW))
    if shown["wake_at"] is not None:
        shown = took(worker_entry.wake(shown["wake_at"]))
    worker_entry.begin(json.dumps(kept), json.dumps(entered["owner"]))
    took(worker_entry.connect(NOW))
    again = json.loads(took(worker_entry.hear(watch, NOW))["told"][0])
    assert again["type"] == "table" and again["public"]["seats"][0]["name"] == "Zoë"
    assert [one["seq"] for one in kept] == list(range(1, len(kept) + 1))
    listed = took(worker_entry.ask("GET", "/api/me/matches", "", NOW))
    assert json.loads(listed["body"])["matches"][0]["table"] == table
