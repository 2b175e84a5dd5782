"""The image, the manifests and the dashboard: what they name is there, and fits together.

The manifests and the Compose file keep to their projects' schemas, which lie in ``schemas`` as
``tools.schemas`` has cut them; the rest is what a schema cannot know.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml

from gangoffour.cli import load
from gangoffour.server.runtime.settings import from_environment
from tests.support.programs import program

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
REQUIREMENTS = "requirements/cluster.txt"
FOLDER = DEPLOY / "kubernetes"
TOGETHER: dict[str, Any] = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
PARTS: list[dict[str, Any]] = [
    part
    for name in TOGETHER["resources"]
    for part in yaml.safe_load_all((FOLDER / name).read_text())
]
SCHEMAS = Path(__file__).parent / "schemas"
RUNNING = [one for one in PARTS if one["kind"] == "Deployment"]


def named(kind: str) -> dict[str, dict[str, Any]]:
    return {one["metadata"]["name"]: one for one in PARTS if one["kind"] == kind}


def steps() -> list[list[str]]:
    """The lines of the recipe, each with its first word."""
    text = re.sub(r"\\\n", " ", (DEPLOY / "Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [line.split(maxsplit=1) for line in lines]


def faults(schema: dict[str, Any], thing: dict[str, Any]) -> list[str]:
    """What a schema has against something, each with its place."""
    found = jsonschema_rs.validator_for(schema).iter_errors(thing)
    return [f"{'/'.join(map(str, one.instance_path))}: {one.message}" for one in found]


def schema_of(kind: str) -> dict[str, Any]:
    known = json.loads((SCHEMAS / "kubernetes.json").read_text())
    return {**known["kinds"][kind], "$defs": known["$defs"]}


@pytest.mark.parametrize("one", PARTS, ids=lambda one: f"{one['kind']}-{one['metadata']['name']}")
def test_manifests_keep_to_the_schema_of_kubernetes(one: dict[str, Any]) -> None:
    schema = schema_of(one["kind"])
    assert faults(schema, one) == []
    wrong = {**one, "spce": {}}
    assert "'spce' was unexpected" in faults(schema, wrong)[0], "it does look"


def test_compose_keeps_to_its_schema() -> None:
    schema = json.loads((SCHEMAS / "compose.json").read_text())
    given = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert faults(schema, given) == []
    next(iter(given["services"].values()))["imgae"] = "postgres"
    assert "'imgae' was unexpected" in faults(schema, given)[0], "it does look"


def test_the_recipe_keeps_the_usual_rules(tmp_path: Path) -> None:
    """As hadolint has them, and that what is in it in the end is nobody's root and can be asked."""
    hadolint = str(Path(sys.executable).with_name("hadolint"))
    words = [hadolint, "--no-color", "--failure-threshold", "info"]
    told = subprocess.run([*words, str(DEPLOY / "Dockerfile")], capture_output=True, text=True)
    assert told.returncode == 0, told.stdout
    wrong = tmp_path / "Dockerfile"
    wrong.write_text("FROM debian\nRUN apt-get install gcc\n")
    assert "DL3006" in subprocess.run([*words, str(wrong)], capture_output=True, text=True).stdout
    words_of_it = [word for word, _ in steps()]
    assert words_of_it.count("FROM") == 2, "what builds it is not in it"
    last = len(words_of_it) - 1 - words_of_it[::-1].index("FROM")
    (user,) = [text for word, text in steps()[last:] if word == "USER"]
    assert int(user) > 0, "a number that is not root, so that a cluster can tell"
    (health,) = [text for word, text in steps() if word == "HEALTHCHECK"]
    test = json.loads(health.partition("CMD ")[2])
    compile(test[2], "health", "exec")
    assert "/livez" in test[2]


def test_the_manifests_know_each_other() -> None:
    assert {path.name for path in FOLDER.glob("*.yaml")} == {
        "kustomization.yaml",
        *TOGETHER["resources"],
    }
    labels = {
        one["metadata"]["name"]: one["spec"]["template"]["metadata"]["labels"] for one in RUNNING
    }
    for one in RUNNING:
        assert one["spec"]["selector"]["matchLabels"] == labels[one["metadata"]["name"]]
    for service in named("Service").values():
        (target,) = [name for name, some in labels.items() if some == service["spec"]["selector"]]
        (container,) = named("Deployment")[target]["spec"]["template"]["spec"]["containers"]
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        for port in service["spec"]["ports"]:
            assert ports[port["targetPort"]] == port["port"]
    (ingress,) = named("Ingress").values()
    (rule,) = ingress["spec"]["rules"]
    backend = rule["http"]["paths"][0]["backend"]["service"]
    service = named("Service")[backend["name"]]
    assert backend["port"]["name"] in {one["name"] for one in service["spec"]["ports"]}
    settings = named("ConfigMap")["gangoffour"]["data"]
    assert settings["GANGOFFOUR_PUBLIC_URL"] == f"https://{rule['host']}"
    host, _, port = settings["GANGOFFOUR_BUS"].removeprefix("nats://").partition(":")
    assert named("Service")[host]["spec"]["ports"][0]["port"] == int(port)


@pytest.mark.parametrize("one", RUNNING, ids=lambda one: one["metadata"]["name"])
def test_pods_are_unprivileged_and_start_what_there_is(one: dict[str, Any]) -> None:
    pod = one["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["runAsUser"] > 0
    assert container["securityContext"]["readOnlyRootFilesystem"]
    assert not container["securityContext"]["allowPrivilegeEscalation"]
    ports = {port["name"] for port in container["ports"]}
    probes = [probe for name, probe in container.items() if name.endswith("Probe")]
    assert probes and all(probe["httpGet"]["port"] in ports for probe in probes)
    if container["image"] != "gangoffour":
        return
    assert pod["enableServiceLinks"] is False
    command, *options = container["args"]
    load(command).make_context(command, list(options))  # raises unless each is understood
    given = dict(named("ConfigMap")["gangoffour"]["data"])
    given |= {part["name"]: part["value"] for part in container.get("env", ())}
    given.pop("GANGOFFOUR_DATABASE_FILE", None)
    assert from_environment(given).bus.startswith("nats://")
    user = next(text for word, text in steps() if word == "USER")
    assert pod["securityContext"]["runAsUser"] == int(user)
    assert shlex.split(container["args"][0]) == [command]


def test_the_recipe_finds_what_it_copies_and_says_what_is_so(tmp_path: Path) -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    for word, text in steps():
        if word == "COPY" and "--from" not in text:
            for source in text.split()[:-1]:
                assert (ROOT / source).exists() and source not in ignored, source
        if word == "RUN":
            subprocess.run(["sh", "-n", "-c", text], check=True)
    for needed in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSES", "web/dist"):
        assert not any(fnmatch(needed, one) for one in ignored), f"{needed} is needed to build"
    about = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    recipe = (DEPLOY / "Dockerfile").read_text()
    (version,) = set(re.findall(r"FROM python:(3\.\d+)-", recipe))
    assert set(re.findall(r"/python(3\.\d+)/", recipe)) == {version}
    assert about["requires-python"] == f">={version}"
    assert f'licenses="{about["license"]}"' in recipe
    pinned = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / REQUIREMENTS).read_text(), re.M))
    extras = about["optional-dependencies"]
    wanted = [*extras["cluster"], *extras["server"], *extras["play"], "hatchling"]
    names = {re.split(r"[\[>=]", one)[0] for one in wanted} - {"gangoffour"}
    assert names <= pinned, "the package is installed without looking for more"


def board() -> dict[str, Any]:
    return json.loads((DEPLOY / "grafana.json").read_text())  # type: ignore[no-any-return]


def test_the_dashboard_keeps_to_the_fields_of_grafana() -> None:
    schema, given = json.loads((SCHEMAS / "grafana.json").read_text()), board()
    assert faults(schema, given) == []
    given["panels"][0]["tragets"] = []
    assert "'tragets' was unexpected" in faults(schema, given)[0], "it does look"


def test_the_dashboard_is_one_and_asks_each_thing_once() -> None:
    panels = board()["panels"]
    assert (
        len({one["id"] for one in panels}) == len({one["title"] for one in panels}) == len(panels)
    )
    taken = [
        (x, y)
        for one in panels
        for x in range(one["gridPos"]["x"], one["gridPos"]["x"] + one["gridPos"]["w"])
        for y in range(one["gridPos"]["y"], one["gridPos"]["y"] + one["gridPos"]["h"])
    ]
    assert len(taken) == len(set(taken)) and max(x for x, _ in taken) < 24
    questions = [target["expr"] for one in panels for target in one["targets"]]
    assert len(questions) == len(set(questions))
    source = board()["templating"]["list"][0]["name"]
    assert {one["datasource"]["uid"] for one in panels} == {f"${{{source}}}"}
    for one in panels:
        words = [target["legendFormat"] for target in one["targets"]]
        assert len(words) == len(set(words)), "lines can be told apart"
        assert len({target["refId"] for target in one["targets"]}) == len(words)
        for target in one["targets"]:
            by = re.findall(r"sum by \((\w+)\)", target["expr"])
            labels = set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
            summed = "sum" in target["expr"]
            assert labels == ({*by} - {"le"} if summed else {"instance"}), target


def test_prometheus_understands_all_that_is_asked_and_knows_the_jobs(tmp_path: Path) -> None:
    questions = [target["expr"] for one in board()["panels"] for target in one["targets"]]
    rules = [{"record": f"panel:{at}", "expr": one} for at, one in enumerate(questions)]
    asked = tmp_path / "asked.yaml"
    asked.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))
    settings = DEPLOY / "prometheus.yaml"
    for words in (["rules", str(asked)], ["config", str(settings)]):
        done = subprocess.run(
            [program("promtool"), "check", *words], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
    jobs = {one["job_name"]: one for one in yaml.safe_load(settings.read_text())["scrape_configs"]}
    named = [*questions, (DEPLOY / "alerts.yaml").read_text()]
    assert set(re.findall(r'job="([\w-]+)"', " ".join(named))) == jobs.keys()
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    for job in jobs.values():
        (where,) = job["dns_sd_configs"]
        (name,) = where["names"]
        given = services[name]["environment"]
        assert str(where["port"]) in (given.get("GANGOFFOUR_PORT"), given.get("HEALTH_PORT"))
