"""A bot that looks one action ahead, at what the game says of the prospects then."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tablee.bots.bot import Bot, Judged, legal_of
from tablee.core.contract import Game, Table, View

WORLDS = 12


class GreedyBot(Bot):
    def __init__(self, game: Game, luck: Table, worlds: int = WORLDS) -> None:
        super().__init__(game, luck)
        self.worlds = worlds

    def explain(self, view: View) -> list[Judged]:
        """Each action is tried in the same few imagined worlds."""
        recalled = self.game.recall(view)
        actions = legal_of(self.game, recalled, view.seat).to_list()
        imagined, tried = recalled.copy(), recalled.copy()
        sums = [0.0] * len(actions)
        prospects = vec[float]([0.0] * int(recalled.seats))
        seat: i64 = view.seat
        for _ in range(self.worlds):
            imagined.set_from(recalled)
            imagined.reimagine(seat, self.luck)
            for i, action in enumerate(actions):
                tried.set_from(imagined)
                tried.apply(seat, action, self.luck)
                tried.prospects(prospects)
                sums[i] += prospects[seat]
        judged = [
            Judged(action, total / self.worlds, self.worlds)
            for action, total in zip(actions, sums, strict=True)
        ]
        # Equally good ones in a random order, so that it is no creature of habit.
        ties = [self.luck.below(1 << 30) for _ in judged]
        order = sorted(range(len(judged)), key=lambda i: (-judged[i].value, ties[i]))
        return [judged[i] for i in order]
