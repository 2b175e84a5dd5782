"""A new endpoint is whole: documented, with every refusal that it makes itself declared.

The OpenAPI document comes from the same table; ``tests/server/endpoints/test_openapi.py`` asks a
real server whether it keeps its word, refusals that come from deeper down among it.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from pathlib import Path

from gangoffour.rules.errors import REASONS
from gangoffour.server.endpoints.http import ENDPOINTS
from gangoffour.server.endpoints.http.endpoint import Endpoint
from gangoffour.server.runtime.rate_limits import BUDGETS
from gangoffour.server.wire.refusals import SERVER_REASONS
from gangoffour.table.refusals import TABLE_REASONS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
KNOWN = {*REASONS, *TABLE_REASONS, *SERVER_REASONS}


def named(one: Endpoint) -> str:
    return f"{one.method} {one.path}"


def refused_by(one: Endpoint) -> set[str]:
    """The codes that its function refuses with in its own lines."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(one.handler)))
    return {
        str(call.args[0].value)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "ServerRefusal"
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }


def test_endpoints_of_every_module_are_served() -> None:
    folder = ROOT / "src" / "gangoffour" / "server" / "endpoints" / "http"
    served = {one.handler.__module__.rpartition(".")[2] for one in ENDPOINTS}
    with_tables = {
        path.stem
        for path in folder.glob("[a-z]*.py")
        if "\nENDPOINTS" in path.read_text(encoding="utf-8")
    }
    assert with_tables <= served, (
        f"server/endpoints/http/__init__.py does not serve {', '.join(with_tables - served)}"
    )


def test_the_endpoint_is_documented() -> None:
    for one in ENDPOINTS:
        row = (
            f"| `{one.method}` | `{one.path}` | {one.summary} | {'yes' if one.signed_in else ''} |"
        )
        assert row in PAGE.splitlines(), f"docs/http.md, Endpoints, lacks the row {row}"


def test_its_refusals_are_known_and_declared() -> None:
    for one in ENDPOINTS:
        unknown = set(one.refusals) - KNOWN
        assert not unknown, f"server/wire/refusals.py has no sentence for {', '.join(unknown)}"
        missing = refused_by(one) - set(one.refusals)
        assert not missing, f"{named(one)}: refusals=(…) lacks {', '.join(sorted(missing))}"


def test_its_budget_exists() -> None:
    for one in filter(lambda one: one.limit, ENDPOINTS):
        assert one.limit in BUDGETS, f"server/runtime/rate_limits.py has no budget {one.limit!r}"
