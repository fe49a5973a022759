"""A bot that plays any legal action, all equally likely."""

from __future__ import annotations

from tablee.bots.bot import Bot, Judged, legal_of
from tablee.core.contract import View


class RandomBot(Bot):
    def explain(self, view: View) -> list[Judged]:
        """All alike, in a random order."""
        actions = legal_of(self.game, self.game.recall(view), view.seat).to_list()
        mixed: list[Judged] = []
        while actions:
            mixed.append(Judged(actions.pop(self.luck.below(len(actions))), 0.5, 0))
        return mixed

    def choose(self, view: View) -> int:
        out = legal_of(self.game, self.game.recall(view), view.seat)
        return out.at[self.luck.below(out.n)]
