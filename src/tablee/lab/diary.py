"""One game in figures: how it went, who led when, what was done and what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import lowest
from tablee.core.contract import Event, Game, Outcome, State, Table
from tablee.core.tables import LabTable
from tablee.lab.contest import choose, make_contestant, mixed
from tablee.lab.shares import win_shares

MARGIN = 0.02  # by which somebody must be ahead of the leader to take over: less is noise
DIGITS = 6  # of an estimate: the last bits may differ from machine to machine


class Listener(Table):
    """Luck as it comes, and everything that is said, secrets included: for the lab alone."""

    def __init__(self, luck: Table) -> None:
        super().__init__()
        self.heard = True
        self.luck = luck
        self.news: list[Event] = []

    def below(self, n: i64) -> i64:
        return self.luck.below(n)

    def tell(self, event: Event) -> None:
        self.news.append(event)

    def whisper(self, seats: tuple[int, ...], event: Event, others: Event | None) -> None:
        self.news.append(event)


class Lead:
    """Who is ahead by the game's own estimate, looked at whenever the turn passes."""

    def __init__(self, game: Game, seats: int) -> None:
        self.sides = game.sides(seats)
        self.out = vec[float]([0.0] * seats)
        self.seen: list[tuple[float, ...]] = []

    def look(self, state: State) -> None:
        state.prospects(self.out)
        self.seen.append(tuple(self.out[side[0]] for side in self.sides))

    def story(self, outcome: Outcome) -> dict[str, Any]:
        """Changes of the leader, the winner's darkest hour, when it was settled, and the swings."""
        if all(len(set(chances)) == 1 for chances in self.seen):  # a game without an estimate
            return {"leads": None, "lowest": None, "settled": None, "swing": None}
        leaders: list[int] = []
        for chances in self.seen:
            best = max(range(len(chances)), key=chances.__getitem__)
            if leaders and chances[best] < chances[leaders[-1]] + MARGIN:
                best = leaders[-1]
            leaders.append(best)
        won = [at for at, side in enumerate(self.sides) if outcome.ranks[side[0]] == 1]
        lowest_hope = settled = None
        if len(won) == 1:
            lowest_hope = round(min(chances[won[0]] for chances in self.seen), DIGITS)
            since = len(leaders)
            while since > 0 and leaders[since - 1] == won[0]:
                since -= 1
            settled = round(since / len(leaders), DIGITS)
        moved = [
            sum(abs(b - a) for a, b in zip(before, after, strict=True)) / 2
            for before, after in pairwise(self.seen)
        ]
        return {
            "leads": sum(a != b for a, b in pairwise(leaders)),
            "lowest": lowest_hope,
            "settled": settled,
            "swing": round(sum(moved) / max(1, len(moved)), DIGITS),
        }


def takes_turns(game: Game, options: Mapping[str, object]) -> bool:
    """Whether the lab may say who begins: then every seat does so equally often."""
    return "first" not in options and any(
        option.name == "first" and option.kind == "seat" for option in game.options
    )


def play_recorded(
    game: Game, seats: int, options: Mapping[str, object], names: Sequence[str], seed: int, number: int
) -> dict[str, Any]:
    """Game `number` of a run as one row: all of it follows from the plan and this number."""
    given = {**options, "first": number % seats} if takes_turns(game, options) else options
    checked = game.check(seats, given)
    bots = [
        make_contestant(name, game, LabTable(mixed(seed, 1 + seat, number)))
        for seat, name in enumerate(names)
    ]
    table = Listener(LabTable(mixed(seed, 0, number)))
    state = game.setup(seats, checked, table)
    first = checked.values.get("first")
    if not isinstance(first, int):
        first = lowest(state.acting)
    lead, legal = Lead(game, seats), game.actions()
    did: Counter[tuple[int, int]] = Counter()
    moves = turns = free = choices = widest = 0
    turn_of = -1
    while state.acting != 0:
        seat = lowest(state.acting)
        if seat != turn_of:
            turn_of = seat
            turns += 1
            lead.look(state)
        legal.n = 0
        state.legal(seat, legal)
        if legal.n > 1:
            free += 1
            choices += legal.n
            widest = max(widest, legal.n)
        action = choose(bots[seat], state, seat)
        did[seat, action] += 1
        state.apply(seat, action, table)
        moves += 1
    outcome = state.outcome()
    assert outcome is not None
    return {
        "number": number,
        "first": first,
        "moves": moves,
        "turns": turns,
        "free": free,
        "choices": choices,
        "widest": widest,
        "reason": outcome.reason,
        "scores": list(outcome.scores),
        "ranks": list(outcome.ranks),
        "shares": list(win_shares(game, outcome.ranks)),
        "spread": max(outcome.scores) - min(outcome.scores),
        "margin": margin(game, outcome),
        **lead.story(outcome),
        "actions": [{"seat": s, "action": a, "n": n} for (s, a), n in sorted(did.items())],
        **heard(game, table.news),
    }


def margin(game: Game, outcome: Outcome) -> int:
    """Points between the first side and the second."""
    sides = sorted(
        (outcome.ranks[side[0]], outcome.scores[side[0]]) for side in game.sides(len(outcome.ranks))
    )
    return abs(sides[0][1] - sides[1][1])


def heard(game: Game, news: Sequence[Event]) -> dict[str, Any]:
    """How often each event happened, and with which words: cards, colours, jobs."""
    numbers = {kind: at for at, kind in enumerate(game.events)}
    events: Counter[int] = Counter()
    words: Counter[tuple[int, str]] = Counter()
    for event in news:
        at = numbers[type(event)]
        events[at] += 1
        for value in event:
            if isinstance(value, str):
                words[at, value] += 1
            elif isinstance(value, tuple):
                words.update((at, each) for each in value if isinstance(each, str))
    return {
        "events": [{"event": at, "n": n} for at, n in sorted(events.items())],
        "words": [{"event": at, "word": word, "n": n} for (at, word), n in sorted(words.items())],
    }
