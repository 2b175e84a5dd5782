"""The OpenAPI document: written from the same table of endpoints that serves them."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import msgspec

from gangoffour import __version__
from gangoffour.rules.errors import REASONS
from gangoffour.server.endpoints.credentials import COOKIE
from gangoffour.server.endpoints.http import ENDPOINTS
from gangoffour.server.endpoints.http.dispatch import FREE_PARTS, ErrorAnswer
from gangoffour.server.endpoints.http.endpoint import Call, Endpoint
from gangoffour.server.wire.refusals import SERVER_REASONS, STATUS
from gangoffour.table.refusals import TABLE_REASONS

_PART: Final = re.compile(r"\{(\w+)\}")
_SENTENCES: Final = {**REASONS, **TABLE_REASONS, **SERVER_REASONS}
_MEANINGS: Final = {
    "id": "An id.",
    "lesson": "A lesson's name.",
    "person": "Somebody's id.",
    "day": "A day, as 2026-11-16, or `today`.",
    "board": "One of the server's boards by name (rules, strategy, players), or a club's id.",
    "code": "A short code of a table or a score pad; small letters will do.",
    "who": "An id, or the name of an account or a bot.",
}


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    endpoints = (*ENDPOINTS, DESCRIPTION)
    kinds = [ErrorAnswer]
    for one in endpoints:
        kinds += [kind for kind in (one.answer, one.meanwhile, one.body) if kind is not None]
    schemas, components = msgspec.json.schema_components(
        kinds, schema_hook=_anything, ref_template="#/components/schemas/{name}"
    )
    schema_of = {str(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Gang of Four",
            "version": __version__,
            "description": "People, tables and matches. Play itself goes over the WebSocket at "
            "/ws. Every refusal has one shape and a stable code.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _anything(kind: type) -> dict[str, Any]:
    """The schema of values that are not described further."""
    if kind is object:
        return {"description": "Any value."}
    raise NotImplementedError


def refusals_of(endpoint: Endpoint) -> list[str]:
    """Every code an endpoint may refuse with."""
    codes = ["too_fast", "storage_unavailable", *endpoint.refusals]
    if endpoint.body is not None:
        codes += ["bad_message", "body_too_large"]
    if endpoint.query is not None:
        codes.append("bad_message")
    if endpoint.signed_in:
        codes.append("not_signed_in")
    if not endpoint.banned_too:
        codes += ["banned", "network_banned"]
    if endpoint.changes:
        codes.append("foreign_origin")
    for part in _PART.findall(endpoint.path):  # control characters are no part of any
        codes += ["bad_message"] if part in FREE_PARTS else ["bad_message", "not_found"]
    return sorted(set(codes))


def _operation(endpoint: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.summary,
        "tags": [endpoint.path.split("/")[2] if endpoint.path.startswith("/api/") else "openapi"],
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": {**_success(endpoint, schema_of), **_failures(endpoint, schema_of)},
        "security": [{"cookie": []}, {"token": []}, *([] if endpoint.signed_in else [{}])],
    }
    if endpoint.notes:
        operation["description"] = endpoint.notes
    if endpoint.body is not None:
        content = {"application/json": {"schema": schema_of[str(endpoint.body)]}}
        needed = any(one.required for one in msgspec.structs.fields(endpoint.body))
        operation["requestBody"] = {"required": needed, "content": content}
    return operation


def _path_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    found = []
    for part in _PART.findall(endpoint.path):
        free = {"type": "string", "minLength": 1, "maxLength": 80}
        plain = {"type": "string", "pattern": "^[A-Za-z0-9-]{1,48}$"}
        found.append(
            {
                "name": part,
                "in": "path",
                "required": True,
                "description": _MEANINGS[part],
                "schema": free if part in FREE_PARTS else plain,
            }
        )
    return found


def _query_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    if endpoint.query is None:
        return []
    (_,), components = msgspec.json.schema_components([endpoint.query])
    fields = components[endpoint.query.__name__]["properties"]
    return [
        {"name": name, "in": "query", "required": False, "schema": schema}
        for name, schema in fields.items()
    ]


def _success(endpoint: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    if endpoint.answer is None:
        return {"204": {"description": "Done; there is nothing to say."}}
    content = {endpoint.media_type: {"schema": schema_of[str(endpoint.answer)]}}
    found = {"200": {"description": "Done.", "content": content}}
    if endpoint.meanwhile is not None:
        schema = schema_of[str(endpoint.meanwhile)]
        found["202"] = {
            "description": "It is being made; ask again after `Retry-After` seconds.",
            "headers": {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}},
            "content": {"application/json": {"schema": schema}},
        }
    return found


def _failures(endpoint: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for code in refusals_of(endpoint):
        by_status.setdefault(STATUS.get(code, 400), []).append(code)
    schema = schema_of[str(ErrorAnswer)]
    return {
        str(status): {
            "description": "\n\n".join(f"`{code}`: {_SENTENCES[code].sentence}" for code in codes),
            "content": {"application/json": {"schema": schema}},
        }
        for status, codes in sorted(by_status.items())
    }


async def _description(call: Call) -> object:
    return document()


DESCRIPTION: Final = Endpoint(
    "GET",
    "/openapi.json",
    _description,
    "This interface, as an OpenAPI document",
    dict[str, object],
)
