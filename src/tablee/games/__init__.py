"""The games: our five, and those that plug-ins add (entry point group `tablee.games`)."""

from __future__ import annotations

from importlib.metadata import entry_points

from tablee.core.contract import Game
from tablee.core.errors import BadPlugin, UnknownGame
from tablee.games import megabou, meowtopia, mow, push_em_up, super_miaou

GAMES: tuple[Game, ...] = (
    super_miaou.GAME,
    meowtopia.GAME,
    push_em_up.GAME,
    megabou.GAME,
    mow.GAME,
)


# What was found once: looking for plug-ins reads every installed package.
FOUND: dict[str, Game] = {found.name: found for found in GAMES}


def game(name: object) -> Game:
    """A game by its name; ours first, then the plug-ins'."""
    if isinstance(name, str) and name in FOUND:
        return FOUND[name]
    for point in entry_points(group="tablee.games"):
        if point.name == name:
            try:
                plugged = point.load()
            except Exception as error:  # whatever a plug-in does wrong
                raise BadPlugin(game=name, why=f"{type(error).__name__}: {error}"[:200]) from error
            if isinstance(plugged, Game):
                FOUND[point.name] = plugged
                return plugged
            raise BadPlugin(game=name, why=f"{point.value} is not a Game")
    raise UnknownGame(game=str(name)[:80], games=(*(found.name for found in GAMES), *plugins()))


def plugins() -> tuple[str, ...]:
    """The names of the games that plug-ins add."""
    ours = {found.name for found in GAMES}
    return tuple(sorted({point.name for point in entry_points(group="tablee.games")} - ours))
