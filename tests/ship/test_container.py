"""The image: what is in it, what it says of itself, and both flavours of compose, run by chroot."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import shutil
import signal
import socket
import stat
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from server.conftest import Postgres
from server.live import Process, started
from ship.containers import ROOT, Image, image, why_not
from ship.ways import size_of
from support import LAST_RESORT, until
from tablee import client
from tablee.client import Server, Table

MOST = 165e6  # bytes on disk
TOKEN, PASSWORD = "let-us-in", "of-no-use-here"
SOCKETS = "/run/postgresql"
PACE = 0.5  # seconds from an answer to the next message: a server hangs up on 30 in ten seconds


@pytest.fixture(scope="module")
def built() -> Image:
    if reason := why_not():
        pytest.skip(reason)
    return image()


class Contained(Process):
    """The image's own command, with a folder of ours as its volume."""

    def __init__(self, built: Image, folder: Path, name: str, mounts: dict[Path, str], **env: str):
        super().__init__(folder, environ=dict.fromkeys(os.environ, ""))
        os.chown(folder, 10001, 10001)
        entry, command = built.config["Entrypoint"], built.config["Cmd"]
        mounts = {folder: "/data", **mounts}
        port = free_port()
        env = {**env, "TABLEE_PORT": str(port), "TABLEE_WORKERS": "1"}
        self.port = port
        self.command = built.script(folder.parent / f"{name}.sh", [*entry, *command], mounts, **env)
        (_, *check) = built.config["Healthcheck"]["Test"]
        self.check = built.script(folder.parent / f"{name}-health.sh", check, mounts, **env)
        self.said: list[str] = []

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True, cwd="/")
        assert self.process.stdout is not None
        self.said = [self.process.stdout.readline().strip() for _ in range(2)]
        assert self.said[0] == self.url + "/"
        until("it is healthy", self.healthy)

    def healthy(self) -> bool:
        return subprocess.run(self.check, capture_output=True, check=False).returncode == 0


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def test_it_is_small(built: Image) -> None:
    assert size_of(built.root) <= MOST


def test_there_is_nothing_to_become_somebody_else_with(built: Image) -> None:
    """No compiler, no installer, nothing that runs as root, nothing that its user could change."""
    assert [
        path
        for name in ("gcc", "cc", "ld", "pip*", "apt*", "perl", "curl", "wget", "openssl")
        for folder in ("usr/bin", "usr/sbin", "usr/local/bin", "opt/tablee/bin")
        for path in (built.root / folder).glob(name)
    ] == []
    assert list((built.root / "opt").rglob("site-packages/pip")) == []
    for path in built.root.rglob("*"):
        about = path.lstat()
        if stat.S_ISLNK(about.st_mode):
            continue
        name = path.relative_to(built.root).as_posix()
        assert stat.S_ISDIR(about.st_mode) or not about.st_mode & (stat.S_ISUID | stat.S_ISGID), name
        if about.st_uid == 10001:
            assert name == "data"
        elif about.st_mode & stat.S_IWOTH:
            assert name in ("tmp", "var/tmp", "run/lock") or name.startswith("dev/"), name


def test_what_it_says_of_itself(built: Image) -> None:
    config = built.config
    assert config["User"] == "10001:10001"
    assert config["Entrypoint"] == ["tablee"]
    assert config["Cmd"] == ["serve"]
    assert config["StopSignal"] in ("SIGTERM", "15")
    assert config["ExposedPorts"] == {"8000/tcp": {}}
    assert config["Volumes"] == {"/data": {}}
    assert config["Healthcheck"]["Test"][0] == "CMD"


def test_its_root_cannot_be_written(built: Image, tmp_path: Path) -> None:
    words = ["python", "-c", "import sys; open(sys.argv[1] + '/x', 'w')"]
    data = tmp_path / "data"
    data.mkdir()
    os.chown(data, 10001, 10001)
    for folder, may in {"/data": True, "/tmp": True, "/opt/tablee": False, "/": False}.items():
        script = built.script(tmp_path / "try.sh", [*words, folder], {data: "/data"})
        ran = subprocess.run(script, capture_output=True, text=True, check=False)
        assert (ran.returncode == 0) is may, ran.stderr


def test_the_terminal_works_too(built: Image, tmp_path: Path) -> None:
    """With all that was left out, rules can be shown and nothing of ours is missing."""
    script = built.script(tmp_path / "try.sh", ["tablee"])
    for words in (["rules", "mow"], ["doctor"], ["games"]):
        ran = subprocess.run([*script, *words], capture_output=True, text=True, check=False)
        assert "Traceback" not in ran.stderr, ran.stderr
        assert ran.stdout
        assert ran.returncode == 0 or words == ["doctor"], ran.stdout + ran.stderr


def test_one_server_with_a_volume(built: Image, tmp_path: Path) -> None:
    """compose.yaml: healthy by its own check, closed to who has no token, and it ends in order."""
    folder = tmp_path / "data"
    folder.mkdir()
    server = Contained(built, folder, "one", {})
    server.start()
    try:
        with urllib.request.urlopen(server.url) as answer:
            assert b'<script type="module"' in answer.read()
        token = server.said[1].partition("?token=")[2]
        assert token
        with pytest.raises(client.Failed):
            asyncio.run(Server(server.url, name="Eve").sign_in())
        asyncio.run(Server(f"{server.url}/?token={token}", name="Ada").sign_in())
    finally:
        code = server.end(signal.SIGTERM)
    assert code == 0
    assert not server.healthy()
    assert (folder / "tablee.db").exists()


def test_backup_and_restore_by_pipes(built: Image, tmp_path: Path) -> None:
    """As docs/deploy.md says it: files of ours are nothing that the container could open."""
    told = []
    backup = (ROOT / "tests" / "kept" / "0.1.0" / "backup.gz").read_bytes()
    (found,) = re.findall(r"-c '(.*tablee restore.*)' <", (ROOT / "docs/deploy.md").read_text("utf-8"))
    for name in ("first", "again"):
        data = tmp_path / name
        data.mkdir()
        os.chown(data, 10001, 10001)

        def do(*words: str, given: bytes = b"", data: Path = data) -> bytes:
            script = built.script(tmp_path / "do.sh", list(words), {data: "/data"})
            return subprocess.run(script, input=given, stdout=subprocess.PIPE, check=True).stdout

        do("sh", "-c", found, given=backup)
        backup = do("tablee", "backup", "-")
        told.append(do("tablee", "tables", "--json"))
    assert told[0] == told[1]
    assert len(json.loads(told[0])) == 10


# -- two nodes, PostgreSQL, Caddy --------------------------------------------------------------------


def node_settings() -> dict[str, str]:
    """Those of compose.cluster.yaml, which both nodes share, with secrets as an .env would say them."""
    services = yaml.safe_load((ROOT / "compose.cluster.yaml").read_text("utf-8"))["services"]
    assert services["tablee1"] == services["tablee2"]
    secrets = {"TABLEE_TOKEN": TOKEN, "POSTGRES_PASSWORD": PASSWORD}
    return {
        name: re.sub(r"\$\{(\w+)[^}]*\}", lambda found: secrets[found[1]], value)
        for name, value in services["tablee1"]["environment"].items()
    }


@pytest.fixture
def nodes(built: Image, tmp_path: Path) -> Iterator[list[Contained]]:
    database = Postgres()
    try:
        database.do("CREATE ROLE tablee LOGIN")
        database.do("CREATE DATABASE tablee OWNER tablee")
        settings = node_settings()
        # The one change: not by a network's name, but by the socket of the server here.
        by_name = f"postgresql://tablee:{PASSWORD}@postgres/tablee"
        assert settings["TABLEE_DATABASE"] == by_name
        settings["TABLEE_DATABASE"] = by_name.replace("@postgres/tablee", f"@/tablee?host={SOCKETS}")
        (sockets,) = parse_qs(urlsplit(database.url("tablee")).query)["host"]
        (found,) = Path(sockets).glob(".s.PGSQL.*[0-9]")
        made = []
        for name in ("tablee1", "tablee2"):
            folder = tmp_path / name
            folder.mkdir()
            made.append(Contained(built, folder, name, {found: f"{SOCKETS}/{found.name}"}, **settings))
        with contextlib.ExitStack() as stack:
            for node in made:
                node.start()
                stack.callback(node.end, signal.SIGTERM)
            yield made
    finally:
        database.end()


@pytest.fixture
def site(nodes: list[Contained], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Caddy with our file, under a name that it has a certificate of its own for."""
    if shutil.which("caddy") is None:
        pytest.skip("there is no caddy here")
    port = free_port()
    kept = tmp_path / "caddy"
    env = {
        "HOME": str(kept),
        "XDG_DATA_HOME": str(kept),
        "XDG_CONFIG_HOME": str(kept),
        "SITE": f"https://localhost:{port}",
        "HTTPS_PORT": str(port),
        "HTTP_PORT": str(free_port()),
        "NODES": " ".join(f"127.0.0.1:{node.port}" for node in nodes),
    }
    words = ["caddy", "run", "--adapter", "caddyfile", "--config", str(ROOT / "deploy" / "Caddyfile")]
    with (tmp_path / "caddy.log").open("w") as log:
        caddy = subprocess.Popen(words, env={**os.environ, **env}, stderr=log)
    try:
        root = kept / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        until("Caddy has a certificate", root.exists)
        monkeypatch.setenv("SSL_CERT_FILE", str(root))
        monkeypatch.setattr(client, "PATIENCE", LAST_RESORT)
        until("Caddy answers", lambda: status(f"{env['SITE']}/healthz") == 200)
        yield env["SITE"]
    finally:
        caddy.terminate()
        caddy.wait(LAST_RESORT)


def status(url: str, **headers: str) -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def test_two_nodes_behind_caddy(nodes: list[Contained], site: str) -> None:
    """Two people play to the end through Caddy; meanwhile one node is killed, then the other ends."""
    assert status(f"{nodes[0].url}/metrics") == 200
    assert status(f"{site}/metrics") == status(f"{site}/metrics/") == 404
    assert status(f"{site}/metrics", **{"X-Forwarded-For": "127.0.0.1"}) == 404
    session = urllib.request.Request(
        f"{site}/api/session",
        b'{"name": "Ada", "token": "%s"}' % TOKEN.encode(),
        {"origin": site, "content-type": "application/json"},
    )
    with urllib.request.urlopen(session) as answer:
        assert "; secure" in answer.headers["set-cookie"].lower()
    with pytest.raises(client.Failed):
        asyncio.run(Server(site, name="Eve").sign_in())
    moves = 0

    async def play(table: Table, luck: random.Random) -> Any:
        nonlocal moves
        async for turn in table.turns():
            await turn.play(luck.choice(turn.legal))
            await asyncio.sleep(PACE)
            moves += 1
            if moves == 4:
                nodes[0].end(signal.SIGKILL)
            if moves == 8:
                await asyncio.to_thread(nodes[0].start)
                assert await asyncio.to_thread(nodes[1].end, signal.SIGTERM) == 0
        return table.outcome()

    async def main() -> list[Any]:
        people = [Server(f"{site}/?token={TOKEN}", name=name) for name in ("Ada", "Bob")]
        for each in people:
            await each.sign_in()
        async with started(people, "mow", options={"target": 10}) as tables:
            return await asyncio.gather(
                *(play(table, random.Random(seat)) for seat, table in enumerate(tables))
            )

    first, second = asyncio.run(main())
    assert first == second
    assert moves > 8
    nodes[1].start()
