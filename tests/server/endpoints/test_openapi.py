"""The OpenAPI document is complete, and the server behaves as it says (schemathesis)."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import load_all_checks
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from gangoffour.server.endpoints.http import ENDPOINTS
from gangoffour.server.endpoints.openapi import DESCRIPTION, document, refusals_of
from gangoffour.server.endpoints.routes import routes
from gangoffour.server.wire.refusals import STATUS
from tests.server.house import House, Played, in_a_house, open_house
from tests.support.length import slice_of
from tests.support.limits import without_limits

load_all_checks()


def test_every_endpoint_is_described() -> None:
    paths = document()["paths"]
    described = {(method.upper(), path) for path, item in paths.items() for method in item}
    assert described == {(one.method, one.path) for one in (*ENDPOINTS, DESCRIPTION)}
    served = {route.path for route in routes(None)}  # type: ignore[arg-type]
    assert served - set(paths) == {"/api/{rest:path}", "/api"}
    names = [item[method]["operationId"] for item in paths.values() for method in item]
    assert len(set(names)) == len(names)


def test_every_parameter_body_and_refusal_is_described() -> None:
    paths = document()["paths"]
    for one in ENDPOINTS:
        named = f"{one.method} {one.path}"
        operation = paths[one.path][one.method.lower()]
        parts = {part["name"] for part in operation["parameters"] if part["in"] == "path"}
        assert parts == {part.split("}")[0] for part in one.path.split("{")[1:]}, named
        assert ("requestBody" in operation) == (one.body is not None), named
        for code in refusals_of(one):
            response = operation["responses"][str(STATUS.get(code, 400))]
            assert f"`{code}`" in response["description"], named
            shape = response["content"]["application/json"]["schema"]["$ref"]
            assert shape.endswith("/ErrorAnswer"), named
        assert ("204" in operation["responses"]) == (one.answer is None), named


@in_a_house
async def test_it_is_served(house: House) -> None:
    async with house.client() as client:
        assert (await client.get("/openapi.json")).json() == document()


DOCS = Path(__file__).parents[3] / "docs" / "http.md"


def test_the_documentation_lists_every_endpoint() -> None:
    lines = DOCS.read_text().splitlines()
    listed = [line for line in lines if line.startswith("| `")]
    assert listed == [
        f"| `{one.method}` | `{one.path}` | {one.summary} | {'yes' if one.signed_in else ''} |"
        for one in ENDPOINTS
    ]


@in_a_house
async def test_the_documented_example_runs(house: House) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    names: dict[str, Any] = {}
    exec(example, names)
    async with house.client() as client:
        await names["a_bot_account"](client)
        taken = await client.post("/api/guest", json={"name": "ada"})
        (shape,) = re.findall(r"```json\n(.*?)```", DOCS.read_text(), re.DOTALL)
        expected = json.loads(shape)["error"]
        assert taken.status_code == 409
        assert {**taken.json()["error"], "message": "", "params": 0} == {
            **expected,
            "message": "",
            "params": 0,
        }


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """A real server on loopback with a finished match in it, and a token for an account."""
    ready: dict[str, Any] = {}
    started = threading.Event()

    async def live(folder: Path) -> None:
        async with open_house(folder) as house:
            without_limits(house.server)
            account, token = await house.people.register("Ann", "a good password")
            (bob,) = await house.guests("Bob")
            played = Played("a1", [account, bob], target=5)
            await house.receive(played, played.start())
            played.play_on()
            await house.receive(played, played.last)
            config = uvicorn.Config(house.app, port=0, lifespan="off", log_config=None)
            server = uvicorn.Server(config)
            ready.update(server=server, token=token, bob=bob.id)
            serving = asyncio.create_task(server.serve())
            while not server.started:
                await asyncio.sleep(0.01)
            port = server.servers[0].sockets[0].getsockname()[1]
            ready["url"] = f"http://127.0.0.1:{port}"
            started.set()
            await serving

    folder = tmp_path_factory.mktemp("openapi")
    thread = threading.Thread(target=lambda: asyncio.run(live(folder)))
    thread.start()
    assert started.wait(20)
    yield ready["url"], ready["token"]
    ready["server"].should_exit = True
    thread.join(20)
    assert not thread.is_alive()


CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]


class Asker:
    """Somebody with these headers, and what they were answered."""

    def __init__(self, headers: dict[str, str]) -> None:
        self.headers = headers
        self.statuses: set[int] = set()
        self.codes: set[str] = set()

    def ask(self, case: Any) -> None:
        """Ask once; the answer must be as the document says."""
        response = case.call(headers=self.headers)
        self.statuses.add(response.status_code)
        if response.status_code >= 400:
            self.codes.add(response.json()["error"]["code"])
        case.validate_response(response, checks=CHECKS, headers=self.headers)


LASTING = {("DELETE", "/api/me"), ("POST", "/api/logout")}
"""They would end the session that the other requests need."""


def ask_all(operation: Any, askers: Sequence[Asker]) -> None:
    """Everybody asks the same, whatever it is."""

    @given(case=operation.as_strategy())
    @settings(
        max_examples=slice_of(40, 1),
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any) -> None:
        for one in askers:
            one.ask(case)

    ask()


@pytest.mark.proof
def test_the_server_keeps_its_word(address: tuple[str, str]) -> None:
    """To strangers and to somebody signed in."""
    url, token = address
    stranger, somebody = Asker({}), Asker({"Authorization": f"Bearer {token}"})
    for result in schemathesis.openapi.from_url(f"{url}/openapi.json").get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        lasting = (operation.method.upper(), operation.path) in LASTING
        ask_all(operation, [stranger] if lasting else [stranger, somebody])
    for one in (stranger, somebody):
        assert not one.statuses & {500, 502}
        assert 200 in one.statuses
        assert ("not_signed_in" in one.codes) == (one is stranger)


def test_a_review_is_as_described_while_it_is_made_and_after(address: tuple[str, str]) -> None:
    schema = schemathesis.openapi.from_url(f"{address[0]}/openapi.json")
    case = schema["/api/matches/{id}/review"]["GET"].Case(path_parameters={"id": "a1-1"})
    statuses: list[int] = []
    while not statuses or statuses[-1] == 202:
        time.sleep(0.05)
        response = case.call()
        case.validate_response(response, checks=CHECKS)
        statuses.append(response.status_code)
    assert set(statuses) == {200, 202}
