"""Crazy eights, with the rules of OpenSpiel's `crazy_eights`: a plug-in that proves the contract."""

from crazy_eights.rules import GAME

__all__ = ["GAME"]
