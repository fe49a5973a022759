"""Tablée: small family games, their rules written once, to play, to study and to train on."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from tablee.bots.bot import Bot, Judged
from tablee.bots.make import make_bot
from tablee.core.contract import Event, Game, Outcome, View
from tablee.core.errors import (
    BadOption,
    BadPosition,
    BadProof,
    BadSave,
    BadSeats,
    BadSeed,
    IllegalAction,
    MalformedAction,
    NoSuchSeat,
    NotYourTurn,
    TableeError,
    UnknownBot,
    UnknownGame,
)
from tablee.core.match import Match, Refusal, read_save, replay
from tablee.core.tables import SeededTable, seed_bytes
from tablee.games import GAMES, game

if TYPE_CHECKING:
    from tablee.client import connect

__all__ = [
    "BadOption",
    "BadPosition",
    "BadProof",
    "BadSave",
    "BadSeats",
    "BadSeed",
    "Bot",
    "Event",
    "Game",
    "IllegalAction",
    "Judged",
    "MalformedAction",
    "Match",
    "NoSuchSeat",
    "NotYourTurn",
    "Outcome",
    "Refusal",
    "TableeError",
    "UnknownBot",
    "UnknownGame",
    "View",
    "connect",
    "game",
    "games",
    "load_match",
    "new_bot",
    "new_match",
]
__version__ = version("tablee")


def __getattr__(name: str) -> Any:
    """`connect` is read when it is asked for: most who import Tablée need no network."""
    if name == "connect":
        from tablee.client import connect

        return connect
    raise AttributeError(f"module 'tablee' has no attribute {name!r}")


def games() -> tuple[str, ...]:
    """The names of our five games."""
    return tuple(found.name for found in GAMES)


def new_match(
    name: str,
    seats: int,
    seed: int | bytes | None = None,
    options: Mapping[str, object] | None = None,
) -> Match:
    """Set up a match. The same seed gives the same luck; without one, nobody can foresee it."""
    return Match(game(name), seats, options, SeededTable(seed_bytes(seed)))


def new_bot(name: str, game_name: str, seed: int | bytes | None = None) -> Bot:
    """Somebody to play with: easy, medium, hard, expert, random, greedy, ismcts:N or ismcts:Nms.

    It is given views and nothing else: `bot.choose(view)`, `bot.explain(view)`.
    """
    return make_bot(name, game(game_name), SeededTable(seed_bytes(seed)))


def load_match(text: str) -> Match:
    """The match that `Match.save` wrote, by playing it again."""
    data = read_save(text)
    return replay(game(str(data.get("game"))), data)
