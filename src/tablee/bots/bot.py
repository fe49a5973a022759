"""What every bot answers: which action it chooses, and what it thinks of all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from mypy_extensions import i64, mypyc_attr

from tablee.core.contract import Actions, Game, State, Table, View


class Judged(NamedTuple):
    """What a bot thinks of an action: its expected worth (0 to 1) and how often it was tried."""

    action: int
    value: float
    visits: int


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """Plays one seat, given nothing but that seat's views. Its own luck makes it reproducible."""

    def __init__(self, game: Game, luck: Table) -> None:
        self.game = game
        self.luck = luck

    @abstractmethod
    def explain(self, view: View) -> list[Judged]:
        """The legal actions it considered, the best one first."""

    def choose(self, view: View) -> int:
        """The action it plays: one of those that are legal for the seat of the view."""
        recalled = self.game.recall(view)
        found = legal_of(self.game, recalled, view.seat)
        if found.n == 1:
            return found.at[0]
        return self.explain(view)[0].action


def legal_of(game: Game, state: State, seat: i64) -> Actions:
    out = game.actions()
    state.legal(seat, out)
    return out
