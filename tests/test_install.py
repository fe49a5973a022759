"""Installing: without a C compiler it works as well, only slower."""

from __future__ import annotations

import email.parser
import json
import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent


def check_what_it_says_of_itself(target: Path) -> None:
    """Licences and what of others is in it; pages; and no address that leads nowhere."""
    (about,) = target.glob("tablee-*.dist-info")
    said = email.parser.Parser().parsestr((about / "METADATA").read_text("utf-8"))
    for name in said.get_all("License-File", []):
        assert (about / "licenses" / name).read_text("utf-8")
    bill = json.loads((about / "sboms" / "tablee.cdx.json").read_text("utf-8"))
    bundled = {part["name"] for part in bill["components"]}
    licences = (target / "tablee" / "server" / "static" / "licences.txt").read_text("utf-8")
    assert {"svelte", "@fontsource/baloo-2"} <= bundled
    assert [name for name in bundled if name not in licences] == []
    assert "Root-Is-Purelib: true" in (about / "WHEEL").read_text("utf-8")
    assert (target / "tablee" / "py.typed").exists()
    assert (target / "tablee" / "server" / "static" / "index.html").exists()
    for name in ("Project-URL", "Home-page", "Author-Email", "Maintainer-Email"):
        assert said[name] is None


def test_without_a_compiler_the_install_runs_interpreted(tmp_path: Path) -> None:
    """A copy of the sources, so that no build folder of the checkout helps or gets in the way."""
    sources, target = tmp_path / "sources", tmp_path / "installed"
    sources.mkdir()
    for name in ("src", "tools", "web", "setup.py", "pyproject.toml", "README.md", "LICENSE"):
        (sources / name).symlink_to(CHECKOUT / name)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    where = ["--no-deps", "--no-build-isolation", "--target", str(target), str(sources)]
    env = {**os.environ, "CC": "/bin/false", "TABLEE_COMPILE_TOO": ""}
    installed = subprocess.run([*pip, *where], env=env, capture_output=True, text=True, check=False)
    assert installed.returncode == 0, installed.stderr
    assert (target / "tablee" / "core" / "contract.py").exists()
    assert not list(target.rglob("*.so"))
    check_what_it_says_of_itself(target)
    words = [sys.executable, "-c", "from tablee.cli import main; main()", "--version"]
    env = {**os.environ, "PYTHONPATH": str(target)}
    said = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    first, how = said.stdout.splitlines()
    assert first.endswith("(interpreted)")
    assert "C compiler" in how
