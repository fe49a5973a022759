"""A bot that plays any legal action, all equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.contract import Table, View


class RandomBot:
    def __init__(self, luck: Table) -> None:
        self.luck = luck

    def choose(self, view: View, legal: Sequence[int]) -> int:
        return legal[self.luck.below(len(legal))]
