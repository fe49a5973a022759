"""llms.txt: what the script makes now, wherever it runs; and it names what there really is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

import tablee
from tablee.cli import main

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "tools" / "llms.py"
KEPT = (ROOT / "llms.txt").read_text("utf-8")
MAKE = f"import runpy; print(runpy.run_path({str(SCRIPT)!r})['made'](), end='')"


def made(**environ: str) -> str:
    """Without any package that is installed: -S and -E leave them out."""
    return subprocess.run(
        [sys.executable, "-S", "-E", "-X", "utf8", "-c", MAKE], cwd=ROOT.parent, encoding="utf-8",
        env={**os.environ, **environ}, stdout=subprocess.PIPE, check=True,
    ).stdout  # fmt: skip


@pytest.mark.parametrize("environ", [{}, {"LC_ALL": "fr_FR.UTF-8", "COLUMNS": "20"}], ids=["", "fr"])
def test_it_is_what_the_script_makes(environ: dict[str, str]) -> None:
    if made(**environ) != KEPT:  # no long comparison: nobody writes this file by hand
        pytest.fail("llms.txt is not what docs and sources say now: run make llms")


def test_links_lead_somewhere() -> None:
    found = re.findall(r"]\(([^)]*)\)", KEPT)
    assert len(found) > 20
    assert [target for target in found if not (ROOT / target).is_file()] == []


def test_it_names_the_commands_and_names_that_there_are() -> None:
    """The script reads sources; here it is asked of what runs."""
    context = click.Context(main)
    wanted = set()
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        wanted.add(name)
        if isinstance(command, click.Group):
            wanted |= {f"{name} {each}" for each in command.list_commands(context)}
    assert set(re.findall(r"^- `tablee ([a-z ]+)`: \S", KEPT, re.MULTILINE)) == wanted
    library = KEPT.partition("## The library")[2].partition("\n## ")[0]
    assert re.findall(r"^- `(\w+)[^`]*`: \S", library, re.MULTILINE) == tablee.__all__
