"""Golden playthroughs and perft counts: what the rules did once, they do for ever.

`python -m tablee.testing.golden tests/golden` writes them anew, when a change of the rules is meant.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tablee.bots.ismcts import Search
from tablee.core.contract import Game, State
from tablee.core.encode import plain_event, position, wire
from tablee.core.match import Match
from tablee.core.recorder import News
from tablee.core.tables import LabTable
from tablee.games import GAMES
from tablee.testing.checks import audiences, demand, legal
from tablee.testing.walk import Case, cases

SEED = 20
SHOWN = 40  # moves that are written out; the digest covers them all
PERFT_LEAVES = 2000
SEARCHED = 60  # iterations


def golden_cases(game: Game) -> Iterator[Case]:
    """Every seat count as the book has it, and every variant with the fewest players it takes."""
    seen: list[object] = []
    for case in cases(game):
        if not case.options or case.options not in seen:
            seen.append(case.options)
            yield case


def file_name(case: Case) -> str:
    number = case.game.variants.index(dict(case.options))
    return f"{case.game.name}-{case.seats}-{number}.txt"


def said(news: News) -> str:
    event = json.dumps(plain_event(news.event), ensure_ascii=False)
    if news.seats is None:
        return event
    others = "nothing" if news.others is None else plain_event(news.others)["event"]
    return f"{event} to {list(news.seats)}, {others} to the others"


def playthrough(case: Case, seed: int = SEED) -> str:
    """A random game as text: actions, news, legal actions, and a digest of every view on the way."""
    match = Match(case.game, case.seats, case.options, LabTable(seed))
    choice = LabTable(seed + 1)
    digest = hashlib.sha256()
    lines = [f"{case.game.name}, {case.seats} seats, options {dict(case.options)}, seed {seed}"]
    lines += ["  " + said(news) for news in match.table.news]
    told = len(match.table.news)
    bound = case.game.bound(case.seats, match.options)
    while match.actors():
        demand(len(match.log) < bound, f"more than {bound} actions [ALL-4]")
        actors = match.actors()
        seat = actors[choice.below(len(actors))]
        actions = match.legal(seat)
        action = actions[choice.below(len(actions))]
        match.play(seat, action)
        fresh = match.table.news[told:]
        told += len(fresh)
        digest.update(f"{seat} {actions} {action} {[said(news) for news in fresh]}".encode())
        for audience in audiences(match.state):
            digest.update(wire(match.state.view(audience)))
        if len(match.log) <= SHOWN:
            lines.append(f"{len(match.log)}. seat {seat}: {match.text(action)} (of {len(actions)})")
            lines += ["  " + said(news) for news in fresh]
    outcome = match.outcome()
    lines.append(f"{len(match.log)} moves, digest {digest.hexdigest()}")
    lines.append(str(outcome))
    return "\n".join(lines) + "\n"


def perft(case: Case, depth: int, state: State, seed: int) -> int:
    """How many sequences of so many actions there are, luck being fixed along each path."""
    if depth == 0 or state.acting == 0:
        return 1
    leaves = 0
    for seat in state.actors():
        for action in legal(case.game, state, seat):
            child = state.copy()
            child.apply(seat, action, LabTable(seed + action))
            leaves += perft(case, depth - 1, child, seed * 31 + action)
    return leaves


def perft_counts(case: Case) -> list[int]:
    """Leaves at depth 1, 2, … until there are many, and a check that counting changed nothing."""
    options = case.game.check(case.seats, case.options)
    state = case.game.setup(case.seats, options, LabTable(SEED))
    before = position(state)
    counts: list[int] = []
    while not counts or counts[-1] < PERFT_LEAVES:
        counts.append(perft(case, len(counts) + 1, state, SEED))
        if len(counts) > 12:
            break
    assert position(state) == before
    return counts


def trace(case: Case, games: int = 12) -> str:
    """A digest of every choice and every last position of a few random games."""
    digest = hashlib.sha256()
    options = case.game.check(case.seats, case.options)
    for seed in range(games):
        luck = LabTable(SEED + seed)
        state = case.game.setup(case.seats, options, luck)
        while state.acting != 0:
            seat = state.actors()[0]
            actions = legal(case.game, state, seat)
            action = actions[luck.below(len(actions))]
            digest.update(f"{seat} {action} ".encode())
            state.apply(seat, action, luck)
        digest.update(json.dumps(position(state)).encode())
    return digest.hexdigest()[:32]


def search_counts(case: Case) -> list[list[int]]:
    """How often searches tried what, at the start and a little later, by instinct and at random."""
    luck = LabTable(SEED)
    state = case.game.setup(case.seats, case.game.check(case.seats, case.options), luck)
    counts: list[list[int]] = []
    for step in range(8):
        seat = state.actors()[-1]
        if step in (0, 7):
            for guided in (False, True):
                start = case.game.recall(state.view(seat))
                search = Search(start, seat, case.game.verbs.size, LabTable(SEED + step))
                search.guided = guided
                search.depth = 100
                search.run(SEARCHED)
                judged = [(each.action, each.visits) for each in search.judged()]
                counts.append([int(search.moves), int(search.tree.size), *chain(*judged)])
        actions = legal(case.game, state, seat)
        state.apply(seat, actions[luck.below(len(actions))], luck)
    return counts


def compiled_facts(case: Case) -> dict[str, object]:
    """What interpreted and compiled code must agree on."""
    return {"trace": trace(case), "searches": search_counts(case)}


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    counts: dict[str, list[int]] = {}
    facts: dict[str, dict[str, object]] = {}
    for game in GAMES:
        for case in golden_cases(game):
            facts[str(case)] = compiled_facts(case)
            (folder / file_name(case)).write_text(playthrough(case), "utf-8")
            counts[str(case)] = perft_counts(case)
    (folder / "perft.json").write_text(json.dumps(counts, indent=1) + "\n", "utf-8")
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(fact)}" for name, fact in facts.items())
    (folder / "traces.json").write_text("{\n" + lines + "\n}\n", "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
