"""OpenSpiel: its crazy eights from a Python loop and in C++ rollouts, its searches on its hearts.

Arguments: loop, rollouts, search_python or search_cpp; the name of its game; the amount: moves,
rollouts or iterations. Runs in the peers' environment.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from timed import Done, timed

EXPLORE = 1.4
LENGTHS = 2_000  # games from which the mean length of a rollout is taken

kind, name, amount = sys.argv[1], sys.argv[2], int(sys.argv[3])
game: Any = pyspiel.load_game(name)


def play_on(state: Any, luck: Random) -> int:
    """Random play to the end; how many decisions the players made.

    Luck is spelt out with plain `random`: `choices` and numpy would be slower.
    """
    random = luck.random
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            left = random()
            for action, chance in state.chance_outcomes():
                left -= chance
                if left < 0:
                    state.apply_action(action)
                    break
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
            moves += 1
    return moves


def first_choice(luck: Random) -> Any:
    """A dealt game where somebody has a choice: a search does nothing about a forced move."""
    state = game.new_initial_state()
    while True:
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(actions, chances)[0])
        elif len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        else:
            return state


def mean_length(state: Any) -> float:
    luck = Random(2)
    return sum(play_on(state.clone(), luck) for _ in range(LENGTHS)) / LENGTHS


def loop(wanted: int) -> Done:
    luck = Random(1)
    moves = games = 0
    while moves < wanted:
        moves += play_on(game.new_initial_state(), luck)
        games += 1
    return {"moves": moves, "games": games}


def rollouts(wanted: int) -> Done:
    """A search of one simulation is its rollouts: nothing but C++ between them."""
    evaluator = pyspiel.RandomRolloutEvaluator(wanted, 1)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORE, 1, 100, False, 1, False)
    bot.mcts_search(start)
    return {"rollouts": wanted, "moves": wanted * length}


def search_python(iterations: int) -> Done:
    numbers = numpy.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, numbers)
    ismcts.ISMCTSBot(game, evaluator, EXPLORE, iterations, random_state=numbers).get_policy(start)
    return {"iterations": iterations, "moves": iterations * length}


def search_cpp(iterations: int) -> Done:
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    pyspiel.ISMCTSBot(1, evaluator, EXPLORE, iterations).get_policy(start)
    return {"iterations": iterations, "moves": iterations * length}


start = first_choice(Random(1))
length = 0.0 if kind == "loop" else mean_length(start)
works = {"loop": loop, "rollouts": rollouts, "search_python": search_python, "search_cpp": search_cpp}
timed(works[kind], amount, length=length)
