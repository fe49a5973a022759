"""MOW: add cows to the herd at either end, or take it home with all its flies. 2 to 10 players."""

from tablee.games.mow.rules import GAME

__all__ = ["GAME"]
