"""Push 'em up!: four teams of unknown heroes fight for the columns of a star."""

from tablee.games.push_em_up.rules import GAME

__all__ = ["GAME"]
