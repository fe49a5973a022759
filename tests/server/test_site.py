"""The pages: what is served of the built app and how, links for others, when it is built anew."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from server.test_authorisation import HOST, site
from tablee.cli import main
from tablee.server import building
from tablee.server import site as pages
from tablee.server.app import HEADERS
from tablee.server.serving import Settings

WEB = Path(__file__).parents[2] / "web"
SCRIPT = "const table = 1;\n" * 200


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Tablée</title>")
    (folder / "assets" / "index-1.js").write_text(SCRIPT)
    (folder / "manifest.webmanifest").write_text("{}")
    (tmp_path / "secret.txt").write_text("not for anybody")
    return folder


def test_files_have_their_types_and_last_as_long_as_they_should(built: Path, tmp_path: Path) -> None:
    kinds = {
        "/": ("text/html; charset=utf-8", pages.SOON),
        f"/t/{'0' * 40}": ("text/html; charset=utf-8", pages.SOON),
        "/assets/index-1.js": ("text/javascript; charset=utf-8", pages.FOREVER),
        "/manifest.webmanifest": ("application/manifest+json", pages.SOON),
    }

    async def look() -> None:
        async with site(tmp_path / "data") as made:
            with patch.object(pages.page, "__defaults__", (built,)):
                for path, (kind, cache) in kinds.items():
                    status, _ = await made.ask("GET", path, {})
                    assert (status, made.last[b"content-type"].decode()) == (200, kind), path
                    assert made.last[b"cache-control"].decode() == cache
                    policy = HEADERS["content-security-policy"]
                    assert made.last[b"content-security-policy"].decode() == policy
                    same = {"if-none-match": made.last[b"etag"].decode()}
                    assert (await made.ask("GET", path, same))[0] == 304
                _, packed = await made.ask("GET", "/assets/index-1.js", {"accept-encoding": "gzip, br"})
                assert gzip.decompress(packed).decode() == SCRIPT

    asyncio.run(look())


def test_nothing_outside_the_folder_is_a_page(built: Path, tmp_path: Path) -> None:
    async def look() -> None:
        async with site(tmp_path / "data") as made:
            with patch.object(pages.page, "__defaults__", (built,)):
                for path in (
                    "/secret.txt",
                    "/../secret.txt",
                    "/assets/../../secret.txt",
                    "/assets/",
                    "/x/y",
                ):
                    assert (await made.ask("GET", path, {}))[0] == 404, path
                # People are told so by the app itself, programs in JSON.
                status, said = await made.ask("GET", "/nowhere", {"accept": "text/html"})
                assert (status, b"doctype" in said) == (404, True)
                status, said = await made.ask("GET", "/api/nowhere", {"accept": "text/html"})
                assert (status, said["code"]) == (404, "not_found")

    asyncio.run(look())


def test_without_pages_the_server_says_how_to_get_them(tmp_path: Path) -> None:
    async def look() -> None:
        async with site(tmp_path / "data") as made:
            with patch.object(pages.page, "__defaults__", (tmp_path / "none",)):
                status, said = await made.ask("GET", "/", {})
                assert (status, b"make play" in said) == (200, True)

    asyncio.run(look())


def test_links_for_others() -> None:
    base, table = "http://192.168.1.5:8000/", "a" * 40
    made = pages.invitation(base, f"/t/{table}", "let me in")
    assert made is not None
    assert made["link"] == f"http://192.168.1.5:8000/t/{table}?token=let%20me%20in"
    code = made["code"]
    assert isinstance(code, list)
    assert {len(row) for row in code} == {len(code)}
    claim = pages.invitation(base, "/claim#abc.def-1", "x")
    assert claim is not None
    assert claim["link"] == "http://192.168.1.5:8000/claim?token=x#abc.def-1"
    for other in ("//evil.example/", "http://evil.example", "/t/../x", "/api/session", "", "/claim"):
        assert pages.invitation(base, other, "") is None, other


def test_on_the_servers_own_machine_links_have_its_address_in_the_house(tmp_path: Path) -> None:
    async def look() -> None:
        async with site(tmp_path) as made:
            headers = made.headers("page")
            _, said = await made.ask("GET", "/api/invitation", headers)
            assert said["link"] == f"http://{HOST}/"
            with patch.object(made.web.house, "others", lambda: "http://192.168.1.5:8000/"):
                _, said = await made.ask("GET", "/api/invitation", headers)
            assert said["link"] == "http://192.168.1.5:8000/"
            elsewhere = {**made.headers("program"), "host": "tables.example"}
            _, said = await made.ask("GET", "/api/invitation", elsewhere)
            assert said["link"] == "http://tables.example/"

    asyncio.run(look())


def test_pages_are_built_when_their_sources_are_others(tmp_path: Path, built: Path) -> None:
    """Not when they are newer: in a fresh clone every file is."""
    web = tmp_path / "web"
    assert not building.needed(web, built)
    (web / "src").mkdir(parents=True)
    (web / "package.json").write_text("{}")
    source = web / "src" / "main.ts"
    source.write_text("1")
    assert building.needed(web, built)
    (web / building.STAMP).write_text(json.dumps(building.stamp(web, built)))
    assert not building.needed(web, built)
    os.utime(source, (0, 0))
    assert not building.needed(web, built)
    assert building.needed(web, tmp_path / "none")
    source.write_text("2")
    assert building.needed(web, built)
    source.write_text("1")
    (built / "assets" / "index-1.js").write_text("")
    assert building.needed(web, built)


def test_without_node_nothing_breaks(tmp_path: Path) -> None:
    with (
        patch("shutil.which", return_value=None),
        patch("importlib.util.find_spec", return_value=None),
        pytest.raises(building.CannotBuild, match="no npm"),
    ):
        building.build(tmp_path)


@pytest.mark.parametrize(
    ("said", "is_used"),
    [("v20.19.0", True), ("v24.1.0", True), ("v18.20.4", False), ("v22.3.0", False)],
)
def test_an_old_node_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, is_used: bool
) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {said}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (building.find_node().npm == [str(tmp_path / "npm")]) is is_used


def test_pages_are_built_and_served_without_node(tmp_path: Path) -> None:
    """With the one from PyPI, and nothing on the PATH but a shell."""
    web, server, tools = (tmp_path / part for part in ("web", "src/tablee/server", "tools"))
    shutil.copytree(WEB, web, ignore=shutil.ignore_patterns("node_modules", building.STAMP))
    server.mkdir(parents=True)
    shutil.copy(str(building.__file__), server / "building.py")
    tools.mkdir()
    for tool in ("sh", "env"):
        (tools / tool).symlink_to(shutil.which(tool) or tool)
    built = subprocess.run(
        [sys.executable, server / "building.py"],
        env={**os.environ, "PATH": str(tools)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    # And they are those that everybody gets with a checkout, byte for byte.
    kept, made = (json.loads((each / building.STAMP).read_text("utf-8")) for each in (WEB, web))
    assert not building.needed(WEB, building.STATIC), (
        "web/ was changed: make ready, and commit what it built"
    )
    assert made == kept, "another build gives other pages"
    assert not building.needed(web, server / "static")

    async def look() -> None:
        async with site(tmp_path / "data") as made:
            with patch.object(pages.page, "__defaults__", (server / "static",)):
                status, said = await made.ask("GET", "/", {})
                assert status == 200
                assets = re.findall(rb'"/(assets/[^"]+)"', said)
                assert assets
                for asset in assets:
                    assert (await made.ask("GET", f"/{asset.decode()}", {}))[0] == 200

    asyncio.run(look())


def test_the_bare_command_builds_what_is_missing_and_serves(tmp_path: Path) -> None:
    served = []

    async def serve(settings: Settings, lang: str, *, browser: bool) -> None:
        served.append((settings.host, settings.data_dir, browser))

    with (
        patch("tablee.cli.build_if_needed") as build,
        patch("tablee.serve_command.serve", serve),
    ):
        env = {"TABLEE_DATA_DIR": str(tmp_path), "LC_ALL": "C"}
        ran = CliRunner().invoke(main, [], env=env, catch_exceptions=False)
    assert (ran.exit_code, build.call_count) == (0, 1)
    assert served == [("127.0.0.1", tmp_path, True)]
