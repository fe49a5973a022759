"""What is written for a forge and cannot be run here: it is in order, and names what there is."""

from __future__ import annotations

import importlib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import tablee

ROOT = Path(__file__).parent.parent
GITHUB = ROOT / ".github"
WORKFLOWS = sorted(GITHUB.glob("workflows/*.yml"))
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
# Folders at the top of the repository: a word that begins with one of them is meant to be a file.
FOLDERS = "|".join(path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != ".")
MADE = re.compile(r"(dist|build)/")  # by what runs there
MAY_WRITE = {"release.yml": {"draft", "index"}}

each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def read(path: Path) -> dict[str, Any]:
    found = yaml.safe_load(path.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = read(path)["jobs"]
    return found


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in jobs(path).values() for step in job.get("steps", [])]


def promised() -> set[str]:
    """The Pythons of pyproject.toml."""
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["classifiers"]
    return {
        found[1] for each in classifiers if (found := re.fullmatch(r".*:: Python :: (3\.\d+)", each))
    }


def test_there_are_workflows() -> None:
    assert {path.stem for path in WORKFLOWS} >= {"tests", "wheels", "pages", "release"}
    assert promised()


@each_workflow
def test_it_says_what_it_does_and_that_it_never_ran(path: Path) -> None:
    """Whoever has seen it run takes the second half away, and this line with it."""
    comment = re.match(r"(?:#.*\n)+", path.read_text("utf-8"))
    assert comment
    assert "never run" in comment[0]


@each_workflow
def test_no_job_may_more_than_it_must_or_goes_on_for_ever(path: Path) -> None:
    assert read(path)["permissions"] == {"contents": "read"}
    assert "concurrency" in read(path)
    for name, job in jobs(path).items():
        if "uses" not in job:  # a workflow that is called has limits of its own
            assert 0 < job["timeout-minutes"] <= 90, name
        assert "permissions" not in job or name in MAY_WRITE.get(path.name, set()), name
    for step in steps(path):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


@each_workflow
def test_nothing_that_somebody_else_wrote_becomes_a_command(path: Path) -> None:
    """A branch may be called `$(rm …)`: names come as variables of the shell."""
    for step in steps(path):
        assert "${{" not in step.get("run", ""), step


@each_workflow
def test_targets_and_files_exist(path: Path) -> None:
    text = path.read_text("utf-8")
    commands = "\n".join(step.get("run", "") for step in steps(path))
    assert set(re.findall(r"\bmake ([a-z][a-z-]*)", commands)) <= TARGETS
    named = re.findall(rf"(?<![\w/.$-])(?:{FOLDERS}|\.github)/[\w./*-]+", text)
    missing = [name for name in named if not MADE.match(name) and not list(ROOT.glob(name.rstrip(".")))]
    assert missing == []
    scripts = re.findall(r"[\w/.]+\.(?:py|txt|md|toml)\b", text)
    assert [name for name in scripts if not (ROOT / name.removeprefix("/")).is_file()] == []


def test_pythons_are_those_that_are_promised() -> None:
    matrix = jobs(GITHUB / "workflows" / "tests.yml")
    assert set(matrix["everything"]["strategy"]["matrix"]["python"]) == promised()
    assert set(matrix["elsewhere"]["strategy"]["matrix"]["python"]) <= promised()
    wheels = jobs(GITHUB / "workflows" / "wheels.yml")["compiled"]["env"]["CIBW_BUILD"]
    assert set(wheels.split()) == {f"cp{each.replace('.', '')}-*" for each in promised()}


def test_folders_of_dependabot_exist() -> None:
    for update in read(GITHUB / "dependabot.yml")["updates"]:
        assert (ROOT / update["directory"].strip("/")).is_dir()


def test_the_commit_of_a_release_is_released_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The workflow builds from the tag, where the patch of `make release` is applied already."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    release = importlib.import_module("release")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.2"\n', "utf-8")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n- news\n", "utf-8")
    files = release.edited("1.2.3", "2030-01-01")
    assert 'version = "1.2.3"' in files["pyproject.toml"]
    assert files["CHANGELOG.md"].count("## 1.2.3 (2030-01-01)\n\n- news") == 1
    assert release.patch_of(files)
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert release.patch_of(release.edited("1.2.3", "2030-02-02")) == ""


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/good-first-issues.md", "docs/forge.md"])
def test_what_newcomers_are_told_exists(name: str) -> None:
    """Files, targets of make, and functions that an issue says to begin with."""
    text = (ROOT / name).read_text("utf-8")
    named = re.findall(rf"`((?:{FOLDERS}|\.github)/[\w./*-]+)`", text)
    assert [each for each in named if not MADE.match(each) and not list(ROOT.glob(each))] == []
    targets = re.findall(r"(?:`|^)make ([a-z][a-z-]*)(?![\w/.-])", text, re.MULTILINE)
    assert set(targets) <= TARGETS
    for functions, file in re.findall(r"Begin:\*\* ((?:`\w+`(?: and )?)+) in `([\w/.]+\.py)`", text):
        source = (ROOT / file).read_text("utf-8")
        for function in re.findall(r"\w+", functions.replace(" and ", " ")):
            assert f"def {function}(" in source, (function, file)


def test_the_form_for_rules_knows_all_games() -> None:
    form = read(GITHUB / "ISSUE_TEMPLATE" / "rule.yml")
    asked = next(part for part in form["body"] if part.get("id") == "game")["attributes"]["options"]
    titles = [tablee.game(name).texts().say("en", "game.name") for name in tablee.games()]
    assert asked == titles


@pytest.mark.parametrize(
    "path", sorted(GITHUB.glob("ISSUE_TEMPLATE/*.yml")), ids=lambda path: path.name
)
def test_issue_forms_ask_something(path: Path) -> None:
    if path.name != "config.yml":
        ids = [part["id"] for part in read(path)["body"] if part["type"] != "markdown"]
        assert ids
        assert len(set(ids)) == len(ids)
