"""Meowtopia: wake kittens, pick one of five jobs, let the others follow, and feed everybody."""

from tablee.games.meowtopia.rules import GAME

__all__ = ["GAME"]
