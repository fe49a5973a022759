"""The drawings of the terminal: every view of a game, in both languages, at 80 columns."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from tablee.core.contract import Game
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.core.texts import LANGUAGES
from tablee.games import GAMES
from tablee.terminal.kit import Pen
from tablee.terminal.table import drawing


def drawn(match: Match, seat: int | None, pen: Pen) -> str:
    draw = drawing(match.game.name)
    assert draw is not None
    out = io.StringIO()
    Console(width=80, file=out, no_color=True, markup=False, highlight=False).print(
        draw(match.view(seat), pen)
    )
    return out.getvalue()


@pytest.mark.parametrize("seats", ["fewest", "most"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_drawings_of_every_view(game: Game, language: str, seats: str) -> None:
    match = Match(game, getattr(game, seats), None, LabTable(4))
    names = [f"Camille{n}" for n in range(match.seats)]
    pen = Pen(game.texts(), language, names)
    luck = LabTable(4)
    while True:
        if len(match.log) % 29 == 0 or not match.actors():
            for seat in [None, *range(match.seats)]:
                text = drawn(match, seat, pen)
                assert "draw." not in text, text  # a text that is missing shows its key
                assert max(len(line) for line in text.splitlines()) <= 80
                assert all(name in text for name in names), text
        if not match.actors() or len(match.log) > 400:
            break
        seat = match.actors()[luck.below(len(match.actors()))]
        actions = match.legal(seat)
        match.play(seat, actions[luck.below(len(actions))])
