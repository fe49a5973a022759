"""The review of a match: chances move by move, what luck and decisions did, and what was missed.

All of it is counted in playouts: from a position everybody plays on by the game's `instinct`, with new
luck, to the end; a seat's chance is its share of the wins. Each round plays every position once, with
the same numbers for all of them, so that what differs is the position.

- The *chance* after a move is that of the true position: what somebody would say who sees all hands,
  but not what is still to be drawn.
- A *decision* is judged by what its seat could see: in worlds that are imagined from its view, how much
  better do those fare who do what was done than those who follow their instinct?
- *Luck* is the rest: the deal, what was drawn, and what was hidden and came to light.

So for each seat, the chance at the end less that before the deal is luck, its own decisions and those
of the others, and nothing else.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from tablee.bots.ismcts_bot import IsmctsBot
from tablee.bots.playout import instinct_playout
from tablee.core.contract import Actions, Game, State, Table, View
from tablee.core.match import Match
from tablee.core.tables import LabTable, SeededTable, TapeTable
from tablee.lab.contest import mixed
from tablee.lab.shares import wilson, win_shares
from tablee.lab.simulate import check_count

FORMAT: Final = "tablee-review"
FORMAT_VERSION: Final = 1
PLAYOUTS: Final = 200
MOST_PLAYOUTS: Final = 100_000
FEWEST: Final = 2  # rounds, however short the time is
JUDGE: Final = 400  # iterations of the search that looks for a better move
JUDGING: Final = 0.25  # its share of the time
# Hundreds of moves are looked at: two standard errors would find something in every game.
SURE: Final = 3.0
ENOUGH: Final = 30  # rounds below which nothing is said of a single move
TURN: Final = 0.1  # a change that makes a turning point
MOST_TURNS: Final = 5
MISSED: Final = 0.05  # so much better, a move was clearly missed

Progress = Callable[[float], None]  # how much is done, from 0 to 1


class Mean:
    """A mean of rounds, and how sure it is."""

    def __init__(self) -> None:
        self.n = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        self.n += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.n if self.n else 0.0

    def error(self) -> float:
        """The standard error of the mean."""
        if self.n < 2:
            return math.inf
        spread = max(0.0, self.squares - self.total * self.total / self.n)
        return math.sqrt(spread / (self.n - 1) / self.n)

    def interval(self, wide: float | None = None) -> tuple[float, float]:
        """So many standard errors to each side; by default what makes 95 %."""
        reach = (student95(self.n - 1) if wide is None else wide) * self.error()
        return self.mean - reach, self.mean + reach


def student95(freedom: int) -> float:
    """Student's t for 95 %, by the series of Cornish and Fisher."""
    z, v = 1.959964, max(1, freedom)
    return z + (z**3 + z) / (4 * v) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v * v)


class Decision:
    """A choice among several: what the seat could see, what it did, what a search would have done."""

    def __init__(self, step: int, view: View, done: int, recalled: State) -> None:
        self.step = step
        self.view = view
        self.seat = view.seat
        self.done = done
        self.recalled = recalled
        self.best = done
        self.worth = [Mean() for _ in range(int(recalled.seats))]  # by seat: done against instinct
        self.gain = Mean()  # of its own seat: the best against what was done


class Sums(NamedTuple):
    """What becomes of a seat's chance, round by round."""

    before: Mean
    after: Mean
    luck: Mean
    skill: Mean
    others: Mean


class Reviewer:
    """One match under review; `round` after `round` its figures get surer."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match = match
        self.game: Game = match.game
        self.seats = match.seats
        self.seed = seed
        self.positions: list[State] = []
        self.decisions: list[Decision] = []
        self.look_again()
        self.out: Actions = self.game.actions()
        self.tried = self.positions[0].blank()
        self.world = self.positions[0].blank()
        steps = range(len(self.positions))
        self.chances = [[Mean() for _ in range(self.seats)] for _ in steps]
        self.changes = [[Mean() for _ in range(self.seats)] for _ in steps]
        self.sums = [Sums(Mean(), Mean(), Mean(), Mean(), Mean()) for _ in range(self.seats)]
        self.rounds = 0

    def look_again(self) -> None:
        """Play the match once more, with its luck, and note what each seat could see."""
        played = self.match
        source = played.table.luck
        luck: Table = TapeTable(played.table.tape)
        if isinstance(source, SeededTable):
            luck = SeededTable(source.seed)
        again = Match(self.game, self.seats, played.options.given, luck)
        self.positions.append(again.state.copy())
        for step, (seat, action) in enumerate(played.log, 1):
            if len(again.legal(seat)) > 1:
                view = again.view(seat)
                self.decisions.append(Decision(step, view, action, self.game.recall(view)))
            again.play(seat, action)
            self.positions.append(again.state.copy())

    def luck(self, what: int, number: int) -> LabTable:
        return LabTable(mixed(self.seed, what, number))

    # -- better moves ------------------------------------------------------------------------------

    def judge(self, decision: Decision, seconds: float | None) -> None:
        """Ask a search that sees no more than the seat did."""
        bot = IsmctsBot(
            self.game,
            self.luck(0, decision.step),
            JUDGE,
            milliseconds=None if seconds is None else max(1, int(1000 * seconds)),
        )
        decision.best = bot.explain(decision.view)[0].action

    # -- playouts ----------------------------------------------------------------------------------

    def round(self) -> None:
        number = self.rounds
        fresh = self.game.setup(self.seats, self.match.options, self.luck(1, number))
        before = self.play_on(fresh, self.luck(2, number))
        chances = [self.from_position(position, number) for position in self.positions]
        for step, shares in enumerate(chances):
            last = chances[step - 1] if step else before
            for seat, share in enumerate(shares):
                self.chances[step][seat].add(share)
                self.changes[step][seat].add(share - last[seat])
        own, others = [0.0] * self.seats, [0.0] * self.seats
        for decision in self.decisions:
            for seat, worth in enumerate(self.weigh(decision, number)):
                decision.worth[seat].add(worth)
                (own if seat == decision.seat else others)[seat] += worth
        for seat, sums in enumerate(self.sums):
            after = chances[-1][seat]
            luck = after - before[seat] - own[seat] - others[seat]
            for mean, value in zip(
                sums, (before[seat], after, luck, own[seat], others[seat]), strict=True
            ):
                mean.add(value)
        self.rounds += 1

    def from_position(self, position: State, number: int) -> tuple[float, ...]:
        self.tried.set_from(position)
        return self.play_on(self.tried, self.luck(3, number))

    def play_on(self, state: State, luck: Table) -> tuple[float, ...]:
        """Each seat's share of the win, after everybody has played on by instinct."""
        instinct_playout(state, self.out, luck)
        outcome = state.outcome()
        assert outcome is not None
        return win_shares(self.game, outcome.ranks)

    def weigh(self, decision: Decision, number: int) -> list[float]:
        """By seat, in one imagined world: what was done against what instinct would have done."""
        seat, world = decision.seat, self.world
        luck = self.luck(4 + decision.step, number)
        world.set_from(decision.recalled)
        world.reimagine(seat, luck)
        self.out.n = 0
        world.legal(seat, self.out)
        usual = int(world.instinct(seat, self.out, luck))
        found = {
            action: self.after(world, seat, action, luck.state)
            for action in {decision.done, decision.best, usual}
        }
        if decision.best != decision.done:
            decision.gain.add(found[decision.best][seat] - found[decision.done][seat])
        pairs = zip(found[decision.done], found[usual], strict=True)
        return [done - instead for done, instead in pairs]

    def after(self, world: State, seat: int, action: int, seed: int) -> tuple[float, ...]:
        """The same luck for each of the actions."""
        luck = LabTable(seed)
        self.tried.set_from(world)
        self.tried.apply(seat, action, luck)
        return self.play_on(self.tried, luck)

    # -- what came of it ---------------------------------------------------------------------------

    def report(self) -> dict[str, Any]:
        outcome = self.match.outcome()
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": self.game.name,
            "seats": self.seats,
            "finished": outcome is not None,
            "playouts": self.rounds,
            "seed": self.seed,
            "steps": self.steps(),
            "turning_points": self.turning_points(),
            "totals": [self.total(seat) for seat in range(self.seats)],
        }

    def steps(self) -> list[dict[str, Any]]:
        """The deal (no seat, no action), then the moves; each with what it did to all chances."""
        by_step = {decision.step: decision for decision in self.decisions}
        found = []
        for step, (chances, changes) in enumerate(zip(self.chances, self.changes, strict=True)):
            decision = by_step.get(step)
            seat, action = self.match.log[step - 1] if step else (None, None)
            decided = [0.0] * self.seats
            if decision is not None:
                decided = [worth.mean for worth in decision.worth]
            spans = [wilson(chance.mean, chance.n) for chance in chances]
            if self.positions[step].acting == 0:  # it is over: nothing is a matter of chance any more
                spans = [(chance.mean, chance.mean) for chance in chances]
            found.append(
                {
                    "seat": seat,
                    "action": None if action is None else self.match.text(action),
                    "chances": rounded(chance.mean for chance in chances),
                    "low": rounded(low for low, _ in spans),
                    "high": rounded(high for _, high in spans),
                    "decision": rounded(decided),
                    "luck": rounded(
                        change.mean - part for change, part in zip(changes, decided, strict=True)
                    ),
                    "better": None if decision is None else self.better(decision),
                }
            )
        return found

    def better(self, decision: Decision) -> dict[str, Any] | None:
        """The move that was clearly missed: a search prefers it, and playouts bear it out."""
        gain = decision.gain
        low, high = gain.interval(SURE)
        if gain.n < ENOUGH or gain.mean < MISSED or low <= 0.0:
            return None
        return {
            "action": self.match.text(decision.best),
            "gain": round(gain.mean, 4),
            "low": round(low, 4),
            "high": round(min(1.0, high), 4),
        }

    def turning_points(self) -> list[dict[str, Any]]:
        """The steps that moved somebody's chance most, in the order of the game."""
        worth = {decision.step: decision.worth for decision in self.decisions}
        found: list[dict[str, Any]] = []
        for step, changes in enumerate(self.changes):
            seat = max(range(self.seats), key=lambda each: abs(changes[each].mean))
            change = changes[seat]
            low, high = change.interval(SURE)
            if change.n < ENOUGH or abs(change.mean) < TURN or low <= 0.0 <= high:
                continue
            decided = worth[step][seat].mean if step in worth else 0.0
            by = "decision" if abs(decided) > abs(change.mean - decided) else "luck"
            found.append({"step": step, "seat": seat, "change": round(change.mean, 4), "by": by})
        largest = sorted(found, key=lambda each: -abs(each["change"]))[:MOST_TURNS]
        return sorted(largest, key=lambda each: each["step"])

    def total(self, seat: int) -> dict[str, Any]:
        sums = self.sums[seat]
        return {
            "before": round(sums.before.mean, 4),
            "after": round(sums.after.mean, 4),
            **{
                name: {"mean": round(mean.mean, 4), "low": round(low, 4), "high": round(high, 4)}
                for name, mean in (("luck", sums.luck), ("skill", sums.skill), ("others", sums.others))
                for low, high in [mean.interval()]
            },
        }


def rounded(values: Any) -> list[float]:
    return [round(value, 4) for value in values]


def review(
    match: Match,
    *,
    playouts: int = PLAYOUTS,
    seconds: float | None = None,
    seed: int = 0,
    progress: Progress = lambda done: None,
) -> dict[str, Any]:
    """A match as it was played, judged; `seconds` ends it sooner, with fewer playouts.

    The same seed gives the same review, unless the time runs out. It tells what everybody held: it is
    for after the game.
    """
    check_count("playouts", playouts, MOST_PLAYOUTS)
    begun = time.monotonic()
    work = Reviewer(match, seed)
    judging(work, seconds, progress)
    while work.rounds < playouts:
        spent = time.monotonic() - begun
        if seconds is not None and spent >= seconds and work.rounds >= FEWEST:
            break
        work.round()
        done = work.rounds / playouts
        if seconds is not None:
            done = max(done, min(1.0, (time.monotonic() - begun) / seconds))
        progress(JUDGING + (1 - JUDGING) * done)
    return work.report()


def judging(work: Reviewer, seconds: float | None, progress: Progress) -> None:
    decisions: Sequence[Decision] = work.decisions
    each = None if seconds is None else JUDGING * seconds / max(1, len(decisions))
    for number, decision in enumerate(decisions, 1):
        work.judge(decision, each)
        progress(JUDGING * number / len(decisions))
