"""Planted faults: wrong variants of the games that the suite must catch, every one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Planted(NamedTuple):
    """Replace `owner.attribute` by `wrong(original)`, and something must notice."""

    name: str
    kind: str  # rules, view, events or imagine
    owner: Any  # a class or a module
    attribute: str
    wrong: Callable[[Callable[..., Any]], Callable[..., Any]]
