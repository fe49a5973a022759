"""The front door: `import tablee`, as the README shows it, and what it says to bad input.

And the pages: what they say to type exists, their links lead somewhere, the README's facts are true.
"""

from __future__ import annotations

import doctest
import importlib.util
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest

import docs
import tablee
from tablee.cli import main
from tablee.core.thinking import LEVELS
from tablee.games import GAMES

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_the_examples_are_true(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_the_five_games() -> None:
    assert tablee.games() == ("super_miaou", "meowtopia", "push_em_up", "megabou", "mow")


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("super_miaou", 2, 4),
        ("meowtopia", 2, 4),
        ("push_em_up", 2, 4),
        ("megabou", 2, 4),
        ("mow", 2, 10),
    ],
)
@pytest.mark.rule("ALL-3")
def test_seats(name: str, low: int, high: int) -> None:
    for seats in range(low, high + 1):
        assert tablee.new_match(name, seats=seats, seed=1).actors()
    odd: list[Any] = [low - 1, high + 1, 0, -1, 10**9, "3", None, True, 2.0]
    for seats in odd:
        with pytest.raises(tablee.BadSeats, match=f"{low} to {high} players") as caught:
            tablee.new_match(name, seats=seats, seed=1)
        assert caught.value.rule == "ALL-3"


@pytest.mark.rule("ALL-3")
@pytest.mark.parametrize("name", tablee.games())
def test_options_are_read_before_anything_is_dealt(name: str) -> None:
    with pytest.raises(tablee.BadOption, match="no option “colour”"):
        tablee.new_match(name, seats=2, seed=1, options={"colour": "red"})
    with pytest.raises(tablee.BadOption, match=r"first.*a seat from 0 to 1"):
        tablee.new_match(name, seats=2, seed=1, options={"first": 2})


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", tablee.games())
def test_the_first_player_is_drawn_or_named(name: str) -> None:
    """All decisions of a first turn are that seat's; Push begins with everybody's secret picks."""

    def first_alone(match: tablee.Match) -> int:
        while match.view(None).phase == "pick":
            match.play(match.actors()[0], match.legal(match.actors()[0])[0])
        return match.actors()[0]

    drawn = {first_alone(tablee.new_match(name, seats=3, seed=seed)) for seed in range(40)}
    assert drawn == {0, 1, 2}
    for seat in range(3):
        for seed in range(5):
            match = tablee.new_match(name, seats=3, seed=seed, options={"first": seat})
            assert first_alone(match) == seat


@pytest.mark.rule("ALL-7")
@pytest.mark.parametrize("name", tablee.games())
def test_every_option_has_name_type_range_and_default(name: str) -> None:
    game = tablee.game(name)
    for option in game.options:
        for seats in range(max(game.fewest, option.seats[0]), min(game.most, option.seats[1]) + 1):
            assert option.schema(seats), option.name
            takes = game.texts().word("en", "takes", option.takes(seats))
            assert takes
            assert not takes.startswith("takes.")
            default = option.default
            if default is not None:
                assert option.read(default, seats) == default
    limit = {option.name: option for option in game.options}.get("max_rounds")
    if limit is not None:
        assert limit.schema(2) == {"type": "integer", "minimum": 1, "maximum": 1000}


def test_unknown_games() -> None:
    with pytest.raises(tablee.UnknownGame, match="super_miaou, meowtopia") as caught:
        tablee.new_match("chess", seats=2)
    assert "Aucun jeu" in caught.value.message("fr")


def test_odd_types_get_typed_errors() -> None:
    """Whatever comes in at the front door, what comes out is a TableeError."""
    odd: list[Any] = [None, 1.5, "x", b"x", [], {}, object(), True, -1, 10**30]
    match = tablee.new_match("mow", seats=3, seed=1)
    seat = match.actors()[0]
    for value in odd:
        calls: list[Any] = [
            lambda value=value: tablee.new_match(value, seats=3),
            lambda value=value: tablee.load_match(value),
            lambda value=value: match.play(seat, value),
            lambda value=value: match.refusal(seat, value),
        ]
        if value is not None:
            calls.append(lambda value=value: match.view(value))
        if value is not None and value != {}:
            calls.append(lambda value=value: tablee.new_match("mow", seats=3, options=value))
        if not isinstance(value, str):
            calls.append(lambda value=value: match.action(value))
        if value not in (None, -1, 10**30) and not isinstance(value, bytes):
            calls.append(lambda value=value: tablee.new_match("mow", seats=3, seed=value))
        calls.append(lambda value=value: match.text(value))
        for call in calls:
            with pytest.raises(tablee.TableeError):
                call()
    with pytest.raises(tablee.BadOption):
        tablee.new_match("mow", seats=3, options={1: 2})  # type: ignore[dict-item]


def test_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_events(seed: int | bytes | None) -> list[tablee.Event]:
        return tablee.new_match("mow", seats=4, seed=seed).events(0)

    assert first_events(7) == first_events(7)
    assert first_events(7) != first_events(8)
    assert first_events(bytes(64)) == first_events(bytes(64))
    entropy = iter(range(100))
    monkeypatch.setattr("secrets.token_bytes", lambda count: bytes([next(entropy)] * count))
    assert first_events(None) != first_events(None)
    assert next(entropy) == 2


def test_the_network_is_not_read_before_it_is_used() -> None:
    look = "import sys, tablee; print({'asyncio', 'websockets', 'msgspec'} & set(sys.modules))"
    said = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "set()"
    assert tablee.connect.__module__ == "tablee.client"
    with pytest.raises(AttributeError, match="no attribute 'dance'"):
        tablee.dance  # noqa: B018


# -- what the pages say ------------------------------------------------------------------------------

README = ROOT / "README.md"
FIRST_SCREEN = README.read_text("utf-8").partition("\n## ")[0]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
FOLDERS = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "."}
MADE = {"build", "dist"}  # by what is typed
# What is not ours: that these exist, and what they take, is not for us to say.
STRANGERS = {"chmod", "cp", "docker", "git", "pip", "pipx", "podman", "ray", "umask", "uv"}

each_page = pytest.mark.parametrize("page", docs.pages(), ids=lambda page: str(page.relative_to(ROOT)))


def check_tablee(words: list[str]) -> None:
    """Commands, and each flag of a command, are asked of Click."""
    command: click.Command = main
    context = click.Context(main)
    while words:
        word, *words = words
        if word.startswith("-") and word != "-":  # that is standard input
            flag = word.partition("=")[0]
            known = {opt for param in command.get_params(context) for opt in param.opts}
            assert flag in known, f"{context.command_path} has no {flag}"
            found = next(param for param in command.get_params(context) if flag in param.opts)
            if not (isinstance(found, click.Option) and found.is_flag) and "=" not in word:
                words = words[1:]
        elif isinstance(command, click.Group):
            inner = command.get_command(context, word)
            assert inner is not None, f"there is no command {word}"
            command, context = inner, click.Context(inner, info_name=word, parent=context)
            if word == "python":
                check_python(words)
                return


def check_python(words: list[str]) -> None:
    match words:
        case ["-m", module, *_]:
            assert importlib.util.find_spec(module), module
        case [script, *_] if "/" in script:  # without a folder it is the reader's own
            assert (ROOT / script).is_file(), script


def check_command(words: list[str]) -> None:
    """That there is such a thing. What is not known here is a fault: say what it is, above."""
    while words and re.match(r"[A-Z_]+=", words[0]):
        words = words[1:]
    match words:
        case ["make", *rest]:
            for target in (word for word in rest if "=" not in word and not word.startswith("-")):
                assert target in TARGETS or target.partition("/")[0] in MADE, f"make {target}"
        case ["tablee" | "./tablee" | "dist/tablee", *rest]:
            check_tablee(rest)
        case [".venv/bin/python", *rest]:
            check_python(rest)
        case ["podman" | "docker", "build", *_]:
            assert (ROOT / "Containerfile").is_file()
        case [first, *_]:
            name = first.removeprefix(".venv/bin/").removeprefix("/opt/tablee/bin/")
            assert name in STRANGERS | {"pytest"}, f"what is {first}?"
    for word in words:
        if word.partition("/")[0] in FOLDERS - MADE and "/" in word:
            assert list(ROOT.glob(word)), f"there is no {word}"


def commands_in(line: str) -> list[list[str]]:
    """Of a line of shell; what is to be filled in may stand in it as it likes."""
    parts = re.split(r"&&|\|\||(?<!\w)\||;", re.sub(r"\$\(.*?\)|<\s*\S+|'[^']*'", "…", line))
    return [words for part in parts if (words := shlex.split(part.strip().strip("()")))]


@each_page
def test_what_it_says_to_type_exists(page: Path) -> None:
    for line in docs.shell_lines(page):
        for words in commands_in(line):
            check_command(words)


@each_page
def test_commands_in_its_sentences_exist(page: Path) -> None:
    said = [span for span in docs.spans(page) if re.match(r"(make|(\./)?tablee) [^ ]", span)]
    for span in said:
        if "\\0" not in span and "/" not in span.split()[1]:  # bytes of a proof; a file that make makes
            for words in commands_in(re.sub(r"[\[\]…“”]|\\\|\S+", "", span)):
                check_command(words)


@each_page
def test_its_links_lead_somewhere(page: Path) -> None:
    for link in docs.links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path) if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in docs.anchors(target), link


@each_page
def test_nobody_is_sent_to_an_index_for_tablee(page: Path) -> None:
    """It is on none: what is installed is a checkout, a wheel, or the packages of an extra by name."""
    assert not docs.FROM_AN_INDEX.search(page.read_text("utf-8"))


def test_the_first_screen_is_short() -> None:
    """One picture, the two commands, three other ways in; about what a forge shows at once."""
    assert len(FIRST_SCREEN.splitlines()) <= 40
    assert len(re.findall(r"<img |!\[", FIRST_SCREEN)) == 1
    first, *others = [line.split()[:2] for line in docs.shell_lines(README) if line in FIRST_SCREEN]
    assert first == ["make", "play"]
    assert others == [
        *(["make", "test"], ["pipx", "install"], ["make", "onefile"]),
        *(["podman", "build"], ["podman", "run"]),
    ]
    for system in ("Linux", "Windows", "macOS"):
        assert system in FIRST_SCREEN


def test_the_first_screen_is_true() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    kinds = [each.rpartition(" :: ")[2] for each in project["classifiers"] if "Python :: 3." in each]
    low, high = kinds[0], kinds[-1]
    assert kinds == [f"3.{minor}" for minor in range(int(low[2:]), int(high[2:]) + 1)]
    assert project["requires-python"] == f">={low}"
    assert f"Python {low} to {high}" in FIRST_SCREEN
    numbers = {4: "four", 5: "five", 6: "six"}
    assert f"{numbers[len(GAMES)]} family games".capitalize() in FIRST_SCREEN
    assert f"bots of {numbers[len(LEVELS)]} levels" in FIRST_SCREEN
    (long,) = re.findall(r"^test:.*\((.*)\)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert f"({long})" in FIRST_SCREEN


def test_the_table_of_games_is_true() -> None:
    rows = re.findall(
        r"^\| \[(.*)\]\(src/tablee/games/(.*)/README.md\) \| (\d+)–(\d+) \|",
        README.read_text("utf-8"),
        re.MULTILINE,
    )
    wanted = [
        (each.texts().say("en", "game.name").replace("’", "'"), each.name, each.fewest, each.most)
        for each in GAMES
    ]
    assert [(title, name, int(low), int(high)) for title, name, low, high in rows] == wanted
