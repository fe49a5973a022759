"""Positions of Megabou laid by hand, and short questions about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from tablee.core.errors import IllegalAction
from tablee.core.match import Match
from tablee.core.tables import LabTable, TapeTable
from tablee.games.megabou import GAME
from tablee.games.megabou.actions import COLOUR_NAMES

# A galaxy to aim in: planets and Earth on top, five black holes, then asteroids.
#    0 vortex   1 green    2 blue     3 yellow   4 red      5 white
#    6 green    7 blue     8 yellow   9 red     10 white   11 Earth
#   12…16 black holes, 17…35 asteroids
LAYOUT = (6, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5, 7, 7, 7, 7, 7, *[8] * 19)
PLANETS = range(1, 12)
EARTH = 11
ALL_BUT_EARTH = range(1, 11)
FOUR = {"green": 1, "blue": 1, "yellow": 1, "red": 1}


def scene(
    seats: int,
    megabou: int,
    minibous: Mapping[int, str],
    *,
    loose: Mapping[int, Mapping[str, int]] | None = None,
    trophies: Mapping[int, Mapping[str, int]] | None = None,
    gone: Iterable[int] = (),
    secrets: Iterable[str] = ("green", "blue", "red", "white"),
    tape: Iterable[int] = (),
) -> Match:
    """Seat 0 is to move in the galaxy above; Minibous that are nowhere else lie in the box."""
    match = Match(GAME, seats, {"first": 0}, LabTable(1))
    match.table.luck = TapeTable(list(tape))
    match.table.news.clear()
    state = match.state
    box = dict.fromkeys(COLOUR_NAMES, 7)
    state.megabou = megabou
    for i in range(6):
        state.planets[i] = 0
    for i in range(5):
        state.gems[i] = 0
    for cell, card in enumerate(LAYOUT):
        state.cards[cell] = card
        if card < 6 and cell not in gone:
            state.planets[card] |= 1 << cell
    for cell, colour in minibous.items():
        state.gems[COLOUR_NAMES.index(colour)] |= 1 << cell
        box[colour] -= 1
    for vector, given in ((state.loose, loose), (state.trophies, trophies)):
        for seat, counts in (given or {}).items():
            for colour, n in counts.items():
                vector[seat * 5 + COLOUR_NAMES.index(colour)] = n
                box[colour] -= n
    for i, colour in enumerate(COLOUR_NAMES):
        assert box[colour] >= 0
        state.box[i] = box[colour]
    for seat, colour in zip(range(seats), secrets, strict=False):
        state.secrets[seat] = COLOUR_NAMES.index(colour)
    state.derive()
    return match


def legal(match: Match) -> list[str]:
    return [match.text(action) for action in match.legal(match.actors()[0])]


def moves(match: Match) -> set[str]:
    return {text.removeprefix("move ") for text in legal(match)}


def loose(match: Match, seat: int) -> dict[str, int]:
    return {c: n for c, n in zip(COLOUR_NAMES, match.view(None).loose[seat], strict=True) if n}


def trophies(match: Match, seat: int) -> dict[str, int]:
    return {c: n for c, n in zip(COLOUR_NAMES, match.view(None).trophies[seat], strict=True) if n}


def box(match: Match) -> dict[str, int]:
    return dict(zip(COLOUR_NAMES, match.view(None).box, strict=True))


def heard(match: Match) -> list[object]:
    return match.events(None)


def why(match: Match, seat: int, text: str) -> str:
    """The key of a refusal, with its case."""
    found = match.state.refusal(seat, match.action(text))
    with pytest.raises(IllegalAction):
        match.play(seat, text)
    assert found is not None
    refusal = match.refusal(seat, text)
    assert refusal is not None
    assert refusal.rule == found.partition("/")[0]
    assert "{" not in refusal.message("fr") + refusal.message("en")
    return found


def both_ripe() -> Match:
    """Seat 0 takes a third white Minibou, and both a white planet and Earth are ripe.

    Laid by hand: in play Earth would have been devoured before that third one came.
    """
    match = scene(2, 18, {19: "white", 20: "red"}, loose={0: {**FOUR, "white": 2}})
    match.play(0, "move e")
    return match


def on_a_hole(seats: int = 3, minibou: str = "green", **more: object) -> Match:
    """Seat 0 moves from 18 north onto the black hole 12."""
    match = scene(seats, 18, {12: minibou, 13: "blue"}, **more)  # type: ignore[arg-type]
    match.play(0, "move n")
    return match
