"""What several choose in secret at the same time: whoever has chosen may change it until all have."""

from __future__ import annotations

from typing import NamedTuple

from tablee.core.match import Mark, Match


class Pick(NamedTuple):
    """A choice that was made, and the seat's clock before it. What a bot or the clock chose stands."""

    seat: int
    action: int
    stands: bool
    since: int
    left: int


class Picks:
    """Those of one moment, in the order in which they were made."""

    def __init__(self) -> None:
        self.made: list[Pick] = []
        self.start: Mark | None = None  # before the first of them

    def clear(self) -> None:
        self.made.clear()
        self.start = None

    def add(self, start: Mark, pick: Pick) -> None:
        if self.start is None:
            self.start = start
        self.made.append(pick)

    def of(self, seat: int) -> Pick | None:
        """Its last one, if it may be changed."""
        for pick in reversed(self.made):
            if pick.seat == seat and not pick.stands:
                return pick
        return None

    def credit(self, milliseconds: int, now: int) -> None:
        """That time is given back (`Room.credit`)."""
        made = self.made
        self.made = [each._replace(since=min(each.since + milliseconds, now)) for each in made]

    def take_back(self, match: Match, seat: int) -> Pick:
        """As if the seat had not chosen yet; the others' choices stay, none sees another's."""
        start, gone = self.start, self.of(seat)
        assert start is not None
        assert gone is not None
        del self.made[next(at for at in range(len(self.made) - 1, -1, -1) if self.made[at] is gone)]
        match.back_to(start._replace(state=start.state.copy()))
        for pick in self.made:
            match.state.apply(pick.seat, pick.action, match.table)
            match.log.append((pick.seat, pick.action))
        if not self.made:
            self.start = None
        return gone
