"""Random and adversarial games, checked at every step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tablee.core.contract import Game
from tablee.core.encode import state_fields
from tablee.core.errors import BadOption
from tablee.core.match import Match
from tablee.core.tables import LabTable, TapeTable
from tablee.testing import checks
from tablee.testing.checks import Fault, demand


class Case(NamedTuple):
    """One way to play a game."""

    game: Game
    seats: int
    options: Mapping[str, object]

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game.name}-{self.seats}" + (f"[{options}]" if options else "")


def cases(game: Game) -> Iterator[Case]:
    """Every seat count with every variant that is allowed there."""
    for seats in range(game.fewest, game.most + 1):
        for options in game.variants:
            try:
                game.check(seats, options)
            except BadOption:
                continue
            yield Case(game, seats, options)


class Walk:
    """One game from set-up to outcome. `deep` is the share of steps that get the slow checks."""

    def __init__(self, case: Case, seed: int, deep: float = 1.0) -> None:
        self.case = case
        self.seed = seed
        self.deep = deep
        self.luck = LabTable(seed * 2 + 1)  # chooses moves and what to check
        self.match = Match(case.game, case.seats, case.options, LabTable(seed))
        self.moves = 0
        self.worlds = 0  # imagined worlds that differed from the truth

    def choose(self, actions: list[int]) -> int:
        """By seed: at random, or stubbornly the first or the last legal action most of the time."""
        if self.seed % 4 >= 2 and self.luck.below(10) > 0:
            return actions[0 if self.seed % 4 == 2 else -1]
        return actions[self.luck.below(len(actions))]

    def run(self) -> Match:
        """Play; a Fault says where to find it again."""
        try:
            self.play()
        except Exception as error:
            where = f"{self.case} seed {self.seed} move {self.moves}"
            raise Fault(f"{where}: {type(error).__name__}: {error}") from error
        return self.match

    def play(self) -> None:
        game, match = self.case.game, self.match
        bound = game.bound(match.seats, match.options)
        census = match.state.census()
        told = 0
        while match.state.acting != 0:
            demand(self.moves < bound, f"more than {bound} actions [ALL-4]")
            checks.check_legal(game, match.state)
            actors = match.actors()
            seat = actors[self.luck.below(len(actors))]
            action = self.choose(match.legal(seat))
            if self.luck.below(1000) < int(self.deep * 1000):
                self.look_closely(seat, action)
            match.state.apply(seat, action, match.table)
            match.log.append((seat, action))
            self.moves += 1
            demand(match.state.census() == census, "components are not conserved [ALL-5]")
            checks.check_over(match.state)
            for news in match.table.news[told:]:
                for event in (news.event, news.others):
                    if event is not None:
                        checks.check_event_texts(game, event)
            told = len(match.table.news)
        self.worlds += checks.check_imagine(game, match.state, self.seed)
        self.replay()

    def look_closely(self, seat: int, action: int) -> None:
        game, state = self.case.game, self.match.state
        luck = self.luck.below(1 << 30)
        checks.check_pure(game, state)
        checks.check_copy(game, state, seat, action, luck)
        checks.check_silent(state, seat, action, luck)
        self.worlds += checks.check_imagine(game, state, luck)
        checks.check_secrets(game, state, luck)
        checks.check_shows(game, state, seat, action, luck)
        checks.check_whispers(game, state, luck)
        checks.check_commute(game, state, luck)

    def replay(self) -> None:
        """Actions and tape give the same match again."""
        tape = TapeTable(self.match.table.tape)
        again = Match(self.case.game, self.case.seats, self.case.options, tape)
        for seat, action in self.match.log:
            again.play(seat, action)
        same = state_fields(again.state) == state_fields(self.match.state)
        # As text: events of two kinds with equal fields are equal tuples.
        demand(same and repr(again.table.news) == repr(self.match.table.news), "a replay differs")
