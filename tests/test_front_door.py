"""The front door: `import tablee`, as the README shows it, and what it says to bad input."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tablee

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
