"""A match in which luck is a step of its own: the rules stop at every draw and wait for its outcome.

The rules know nothing of this. They draw from a table that has the numbers which were given so far, and
makes up the rest. If it had to, the position that came out is none: it serves as a spare one, and once
the first missing number is given the rules run again, from the position before.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from tablee.adapters.rewards import rewards
from tablee.core.bits import lowest
from tablee.core.contract import Actions, State, View
from tablee.core.encode import dump_state, load_state
from tablee.core.options import Value
from tablee.core.tables import AskedTable, LabTable
from tablee.games import game

# Who is to step where no seat is: numbers that OpenSpiel uses, too.
LUCK: Final = -1
NOBODY: Final = -4

NOTHING: Final[list[int]] = []  # never changed
DICE: Final = 64


class Setting:
    """What all matches of the same game, seats and options share."""

    def __init__(self, name: str, seats: int, given: Mapping[str, object]) -> None:
        self.game = game(name)
        self.options = self.game.check(seats, given)
        self.seats = seats
        dealt = self.game.setup(seats, self.options, LabTable(0))
        # No deck is larger than all components together; and there may be dice in a small game.
        self.most_outcomes = max(DICE, seats, sum(dealt.census().values()))
        self.opening = Stepwise(self)

    def start(self) -> Stepwise:
        """A new match: usually its first draw is awaited."""
        return self.opening.copy()


@lru_cache(maxsize=256)
def setting(name: str, seats: int, given: tuple[tuple[str, Value], ...]) -> Setting:
    return Setting(name, seats, dict(given))


class Stepwise:
    """One match: `player` is the seat to act, LUCK when a draw is awaited, or NOBODY."""

    __slots__ = (
        "action", "buffer", "drawn", "outcomes", "player", "recalled", "seat", "setting", "shared",
        "spare", "state", "told",
    )  # fmt: skip

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.player = LUCK
        # The position before the step that is under way, never changed; None until all is dealt.
        self.state: State | None = None
        self.shared = False  # a copy of this match holds the same position
        self.spare: State | None = None
        self.seat = 0  # who last acted, and how
        self.action = 0
        self.drawn: list[int] = []  # by the step that is under way
        self.outcomes = 0  # of the draw that is awaited
        self.told: dict[int, str] = {}  # what the views say, as far as it was asked for
        self.recalled: tuple[int, State] | None = None
        self.buffer: Actions | None = None
        self.go_on()

    def copy(self) -> Stepwise:
        copied = Stepwise.__new__(Stepwise)
        copied.setting = self.setting
        copied.player = self.player
        copied.state = self.state
        copied.shared = self.shared = True
        copied.spare = None
        copied.seat = self.seat
        copied.action = self.action
        copied.drawn = self.drawn
        copied.outcomes = self.outcomes
        copied.told = self.told
        copied.recalled = self.recalled
        copied.buffer = None
        return copied

    def __deepcopy__(self, memo: object) -> Stepwise:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        at = self.setting
        text = None if self.state is None else dump_state(at.game, self.state)
        pending = (self.seat, self.action, self.drawn) if self.player == LUCK else None
        return restored, (at.game.name, at.seats, at.options.pairs, text, pending)

    # -- playing -----------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """What the seat to act may do."""
        assert self.state is not None
        if self.buffer is None:
            self.buffer = self.setting.game.actions()
        out = self.buffer
        out.n = 0
        self.state.legal(self.player, out)
        return out.to_list()

    def step(self, number: int) -> None:
        """The action of the seat to act, unchecked, or what was drawn."""
        if self.player != LUCK:
            self.seat = self.player
            self.action = number
        elif 0 <= number < self.outcomes:
            self.drawn = [*self.drawn, number]
        else:
            raise ValueError(f"{number} cannot be drawn: it is a number below {self.outcomes}.")
        self.go_on()

    def go_on(self) -> None:
        """Run the step that is under way with what was drawn for it so far."""
        luck = AskedTable(self.drawn)
        before = self.state
        if before is None:
            after = self.setting.game.setup(self.setting.seats, self.setting.options, luck)
        else:
            spare = self.spare
            after = self.spare = before.blank() if spare is None else spare
            after.set_from(before)
            after.apply(self.seat, self.action, luck)
        if luck.wanted:
            if luck.wanted > self.setting.most_outcomes:  # for which OpenSpiel has no room
                raise ValueError(f"a draw out of {luck.wanted}, more than the game has components")
            self.player = LUCK
            self.outcomes = luck.wanted
            return
        self.spare = None if self.shared else before
        self.shared = False
        self.become(after)

    def become(self, state: State) -> None:
        self.state = state
        self.drawn = NOTHING
        self.outcomes = 0
        self.told = {}
        self.recalled = None
        acting = state.acting
        self.player = lowest(acting) if acting else NOBODY

    # -- looking -----------------------------------------------------------------------------------

    def view(self, seat: int) -> View | None:
        """What a seat knows; while a step is under way, what it knew before; None before the deal."""
        return None if self.state is None else self.state.view(seat)

    def tell(self, seat: int) -> str:
        """That view as text."""
        told = self.told.get(seat)
        if told is None:
            told = self.told[seat] = "" if self.state is None else repr(self.state.view(seat))
        return told

    def imagined(self, seat: int, seed: int) -> Stepwise:
        """A match that looks the same to the seat, all that it cannot see drawn anew."""
        assert self.state is not None
        assert self.player != LUCK
        if self.recalled is None or self.recalled[0] != seat:
            self.recalled = (seat, self.setting.game.recall(self.state.view(seat)))
        world = self.recalled[1].copy()
        world.reimagine(seat, LabTable(seed))
        match = self.setting.start()
        match.shared = False
        match.become(world)
        return match

    def worth(self) -> list[float]:
        """What each seat got out of it (rewards.py): nothing before the end."""
        outcome = None if self.state is None else self.state.outcome()
        return [0.0] * self.setting.seats if outcome is None else rewards(outcome)

    def __str__(self) -> str:
        """The whole truth, for tests and debugging."""
        where = "deal" if self.state is None else dump_state(self.setting.game, self.state)
        if self.player != LUCK:
            return where
        if self.state is not None:
            where += f"\n{self.seat}: {self.setting.game.verbs.text(self.action)}"
        return f"{where}\ndrawn: {self.drawn}, next of {self.outcomes}"


def restored(
    name: str,
    seats: int,
    given: tuple[tuple[str, Value], ...],
    text: str | None,
    pending: tuple[int, int, list[int]] | None,
) -> Stepwise:
    """A pickled match again."""
    at = setting(name, seats, given)
    match = at.start()
    if text is not None:
        match.become(load_state(at.game, text))
    if pending is not None:
        match.seat, match.action, match.drawn = pending
        match.go_on()
    return match
