"""Megabou: everybody flies the same monster over the galaxy, and keeps what it swallows."""

from tablee.games.megabou.rules import GAME

__all__ = ["GAME"]
