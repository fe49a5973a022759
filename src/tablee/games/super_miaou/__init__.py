"""Super Miaou: buy a Cat and a Cape, and be the first to turn both up in one hand."""

from tablee.games.super_miaou.rules import GAME

__all__ = ["GAME"]
