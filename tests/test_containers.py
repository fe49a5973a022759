"""What is written for containers is in order and names what there is; `make ship` tries the image."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from tablee.serve_command import serve_command

ROOT = Path(__file__).parent.parent
CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
COMPOSED = sorted(ROOT.glob("compose*.yaml"))
# Of one line each.
INSTRUCTIONS = [
    line.split(maxsplit=1)
    for line in re.sub(r"^#.*\n", "", CONTAINERFILE, flags=re.MULTILINE)
    .replace("\\\n", " ")
    .splitlines()
    if line.strip()
]
SETTINGS = {
    str(each.envvar) for each in serve_command.params if isinstance(each, click.Option) and each.envvar
}

each_compose = pytest.mark.parametrize("path", COMPOSED, ids=lambda path: path.name)


def read(path: Path) -> dict[str, Any]:
    found = yaml.safe_load(path.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def said(instruction: str) -> list[str]:
    """In the last stage, which is the image."""
    last = max(at for at, each in enumerate(INSTRUCTIONS) if each[0] == "FROM")
    return [each[1] for each in INSTRUCTIONS[last:] if each[0] == instruction]


def copied() -> list[str]:
    """What comes from the checkout."""
    words = [each[1].split() for each in INSTRUCTIONS if each[0] == "COPY"]
    return [name for each in words if not each[0].startswith("--from") for name in each[:-1]]


def ours(path: Path) -> dict[str, dict[str, Any]]:
    return {name: each for name, each in read(path)["services"].items() if "build" in each}


# -- the Containerfile -------------------------------------------------------------------------------


def test_what_is_copied_exists_and_is_sent() -> None:
    assert copied()
    assert [name for name in copied() if not (ROOT / name).exists()] == []
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    sent = {line[1:] for line in lines if line.startswith("!")}
    assert "*" in lines, "all that is not named stays here: .git, .venv, .env"
    assert [name for name in copied() if not {name, name.split("/")[0]} & sent] == []
    assert [name for name in sent if not (ROOT / name).exists()] == []


def test_the_image_is_nobodys_and_ends_in_order() -> None:
    assert said("FROM") == ["scratch"]
    (user,) = said("USER")
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", user), "a number: who mounts a folder must know it"
    assert f"--uid {user.partition(':')[0]}" in CONTAINERFILE
    assert said("STOPSIGNAL") == ["SIGTERM"]
    for instruction in ("ENTRYPOINT", "CMD"):  # no shell between the signal and the server
        assert all(json.loads(words) for words in said(instruction))


def test_its_variables_are_settings() -> None:
    (variables,) = said("ENV")
    names = set(re.findall(r"\b(TABLEE_\w+)=", variables))
    assert {"TABLEE_HOST", "TABLEE_DATA_DIR", "TABLEE_PORT"} <= names <= SETTINGS
    assert said("VOLUME") == re.findall(r"TABLEE_DATA_DIR=(\S+)", variables)
    assert said("EXPOSE") == re.findall(r"TABLEE_PORT=(\S+)", variables)


def test_the_check_of_its_health_is_python() -> None:
    (check,) = said("HEALTHCHECK")
    python, flag, source = json.loads(check.partition(" CMD ")[2])
    assert (python, flag) == ("python", "-c")
    assert "/healthz" in source
    compile(source, "HEALTHCHECK", "exec")


def test_requirements_are_those_that_are_tested() -> None:
    """The image has the versions of requirements/dev.txt, and all that `serve` needs of them."""
    pinned = [
        dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "requirements" / name).read_text("utf-8"), re.M))
        for name in ("serve.txt", "dev.txt")
    ]
    assert {"asyncpg", "greenlet", "uvicorn"} <= set(pinned[0])
    assert pinned[0].items() <= pinned[1].items()
    assert not {"mypy", "setuptools", "pytest"} & set(pinned[0])


# -- compose -----------------------------------------------------------------------------------------


def test_there_are_two_flavours() -> None:
    assert [path.name for path in COMPOSED] == ["compose.cluster.yaml", "compose.yaml"]
    assert len(ours(ROOT / "compose.yaml")) == 1
    assert len(ours(ROOT / "compose.cluster.yaml")) == 2


@each_compose
def test_no_service_may_more_than_it_must(path: Path) -> None:
    for name, service in read(path)["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["restart"] == "unless-stopped", name
        assert any(each.split(":")[0] == "/tmp" for each in service["tmpfs"]), name
        assert "privileged" not in service, name
        assert service.get("cap_add", []) in ([], ["NET_BIND_SERVICE"]), name


@each_compose
def test_what_it_names_exists(path: Path) -> None:
    about = read(path)
    for name, service in about["services"].items():
        if "build" in service:
            assert (ROOT / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (ROOT / source).is_file() if source[0] == "." else source in about["volumes"], name
        assert set(service.get("networks", [])) <= set(about.get("networks", {})), name
        assert set(service.get("depends_on", [])) <= set(about["services"]), name


@each_compose
def test_variables_of_nodes_are_settings(path: Path) -> None:
    for name, service in ours(path).items():
        assert set(service["environment"]) - {"FORWARDED_ALLOW_IPS"} <= SETTINGS, name


@each_compose
def test_nothing_starts_without_its_secrets(path: Path) -> None:
    """What must be said is asked for with a sentence, and the example has it, without a value."""
    asked = re.findall(r"\$\{(\w+)(.*?)\}", path.read_text("utf-8"))
    example = (ROOT / "deploy" / "env.example").read_text("utf-8")
    for name, otherwise in asked:
        assert otherwise.startswith(":?"), name
        assert re.search(rf"^{name}=", example, re.MULTILINE), name
    assert re.findall(r"^(?:TABLEE_TOKEN|POSTGRES_PASSWORD)=(.+)$", example, re.MULTILINE) == []
    assert ".env" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


def test_nodes_trust_a_proxy_that_alone_can_reach_them() -> None:
    about = read(ROOT / "compose.cluster.yaml")
    published = {name for name, service in about["services"].items() if "ports" in service}
    assert published == {"caddy"}
    assert about["networks"]["back"]["internal"] is True
    assert about["services"]["postgres"]["networks"] == ["back"]
    assert about["services"]["caddy"]["networks"] == ["front"]
    for node in ours(ROOT / "compose.cluster.yaml").values():
        assert node["environment"]["TABLEE_SECURE"] == "1"
        assert node["depends_on"]["postgres"]["condition"] == "service_healthy"


# -- Caddy -------------------------------------------------------------------------------------------


def test_caddy_knows_all_nodes_and_hides_what_is_private() -> None:
    text = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    (nodes,) = re.findall(r"\{\$NODES:(.*?)\}", text)
    assert nodes.split() == [f"{name}:8000" for name in ours(ROOT / "compose.cluster.yaml")]
    assert re.search(r"@private path /metrics\b", text)
    assert "respond @private 404" in text


@pytest.mark.skipif(shutil.which("caddy") is None, reason="there is no caddy here")
def test_caddy_understands_its_file(tmp_path: Path) -> None:
    words = ["caddy", "adapt", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"]
    env = {**os.environ, "SITE": "games.example.org", "HOME": str(tmp_path)}
    ran = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    text = json.dumps(json.loads(ran.stdout))
    assert all(f'"dial": "{name}:8000"' in text for name in ours(ROOT / "compose.cluster.yaml"))
    assert '"games.example.org"' in text
