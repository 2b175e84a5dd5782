"""Cuts the schemas of Kubernetes and Compose down to what ``tests/deploy`` checks ours against.

``pip download --no-deps kubernetes-validate check-jsonschema``, then
``python -m tools.schemas kubernetes_validate-….whl check_jsonschema-….whl``. Both packages carry
the schemas as their projects publish them, under the Apache License 2.0; descriptions are left out.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

FOLDER = Path(__file__).parents[1] / "tests" / "deploy" / "schemas"
KINDS = (
    *("configmap-v1", "deployment-apps-v1", "ingress-networking-v1"),
    *("poddisruptionbudget-policy-v1", "service-v1"),
)
SHARED = "/api/_definitions.json#/$defs/"


def plain(schema: Any, *, names: bool = False) -> Any:
    """A schema without descriptions; ``names`` says that the keys here are somebody's own."""
    if isinstance(schema, list):
        return [plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema.replace(SHARED, "#/$defs/") if isinstance(schema, str) else schema
    return {
        key: plain(value, names=not names and key in ("properties", "$defs", "definitions"))
        for key, value in schema.items()
        if names or (key != "description" and not key.startswith("x-"))
    }


def needed(schema: Any) -> set[str]:
    """The definitions that a schema names."""
    if isinstance(schema, dict):
        own = {schema["$ref"].removeprefix("#/$defs/")} if "$ref" in schema else set()
        return own.union(*map(needed, schema.values()))
    return set[str]().union(*map(needed, schema)) if isinstance(schema, list) else set()


def kubernetes(wheel: ZipFile) -> dict[str, Any]:
    """The kinds that we use, by name, with all that they are made of."""
    versions = {name.split("/")[2] for name in wheel.namelist() if "-local-strict/" in name}
    newest = max(
        versions, key=lambda name: [int(part) for part in name[1:].split("-")[0].split(".")]
    )
    folder = f"kubernetes_validate/kubernetes-json-schema/{newest}"
    known = plain(json.loads(wheel.read(f"{folder}/_definitions.json")))["$defs"]
    roots = {name: plain(json.loads(wheel.read(f"{folder}/{name}.json"))) for name in KINDS}
    kinds = {one["properties"]["kind"]["enum"][0]: one for one in roots.values()}
    found, waiting = set[str](), needed(kinds)
    while waiting:
        found |= waiting
        waiting = set[str]().union(*(needed(known[name]) for name in waiting)) - found
    parts = {name: known[name] for name in sorted(found)}
    return {"version": newest.partition("-")[0], "kinds": kinds, "$defs": parts}


def main() -> None:
    """Write both."""
    FOLDER.mkdir(exist_ok=True)
    ours, theirs = (ZipFile(path) for path in sys.argv[1:3])
    compose = theirs.read("check_jsonschema/builtin_schemas/vendor/compose-spec.json")
    for name, schema in (
        ("kubernetes", kubernetes(ours)),
        ("compose", plain(json.loads(compose))),
    ):
        text = json.dumps(schema, indent=1, sort_keys=True)
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
