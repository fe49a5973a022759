"""A bot that thinks by tree search, for so many iterations or milliseconds."""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import i64

from tablee.bots.bot import Bot, Judged, legal_of
from tablee.bots.ismcts import Search
from tablee.core.contract import Game, State, Table, View

SLICE: Final[i64] = 16  # iterations between two looks at the clock
WITNESSES: Final = 3  # worlds that must agree before a tree is used again
FOLLY: Final = 0.25  # so much worse than the best, nobody plays it by oversight
MOST_NODES: Final[i64] = 2_000_000


class IsmctsBot(Bot):
    """It stops after so many iterations, or sooner if `milliseconds` are over.

    `overlooks` is the share of actions that it does not see, as people do; never all of them.
    """

    def __init__(
        self,
        game: Game,
        luck: Table,
        iterations: int = 1000,
        *,
        milliseconds: int | None = None,
        overlooks: float = 0.0,
        guided: bool | None = None,
        explore: float | None = None,
        depth: int | None = None,
    ) -> None:
        super().__init__(game, luck)
        thinking = game.thinking
        self.iterations = iterations
        self.milliseconds = milliseconds
        self.overlooks = overlooks
        self.guided = thinking.guided if guided is None else guided
        self.explore = thinking.explore if explore is None else explore
        self.depth = thinking.depth if depth is None else depth
        # What the last choice leads to, if everybody can foresee it: then its tree is used again.
        self.kept: Search | None = None
        self.expected: View | None = None

    def explain(self, view: View) -> list[Judged]:
        return self.think(view).judged()

    def choose(self, view: View) -> int:
        legal = legal_of(self.game, self.game.recall(view), view.seat)
        if legal.n == 1:
            return legal.at[0]
        search = self.think(view)
        judged = search.judged()
        chosen = judged[0].action
        if self.overlooks > 0.0:
            chosen = self.mistaken(judged)
        self.keep(search, view, chosen)
        return chosen

    def mistaken(self, judged: list[Judged]) -> int:
        """The best of those that it sees: a mistake, but none that loses everything."""
        for each in judged:
            plain_folly = each.value < judged[0].value - FOLLY
            if not plain_folly and float(self.luck.below(1000)) >= 1000.0 * self.overlooks:
                return each.action
        return judged[0].action

    def think(self, view: View) -> Search:
        """A search of the position, new or gone on with."""
        search = self.kept
        if search is None or self.expected != view or search.tree.size > MOST_NODES:
            search = self.search(self.game.recall(view), view.seat)
        self.kept = None
        # A tree that is used again has some of the work done, but never all.
        wanted: i64 = max(self.iterations - search.visits(), self.iterations // 4, 1)
        if self.milliseconds is None:
            search.run(wanted)
            return search
        deadline = time.monotonic() + self.milliseconds / 1000
        while wanted > 0 and search.tree.size < MOST_NODES:
            search.run(min(SLICE, wanted))
            wanted -= SLICE
            if time.monotonic() >= deadline:
                break
        return search

    def search(self, start: State, seat: int) -> Search:
        search = Search(start, seat, self.game.verbs.size, self.luck)
        search.guided = self.guided
        search.explore = self.explore
        if self.depth > 0:
            search.depth = self.depth
        return search

    def keep(self, search: Search, view: View, chosen: int) -> None:
        """Sound if the choice reveals nothing, and so leads to one and the same view in every world."""
        start = self.game.recall(view)
        seat = view.seat
        expected: View | None = None
        for _ in range(WITNESSES):
            world = start.copy()
            world.reimagine(seat, self.luck)
            world.apply(seat, chosen, self.luck)
            if world.actors() != [seat]:
                return
            seen = world.view(seat)
            if expected is not None and seen != expected:
                return
            expected = seen
        assert expected is not None
        if search.advance(chosen, self.game.recall(expected)):
            self.kept = search
            self.expected = expected
