"""Whether our environments pass the tests of those whose interfaces they have."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test, test_save_obs

from tablee.adapters import gymnasium, pettingzoo
from tablee.core.contract import Game

# What PettingZoo says of every environment with masks, its own included.
KNOWN = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Action mask numpy array is all zeros",
)


@contextlib.contextmanager
def strictly() -> Iterator[None]:
    """Other warnings are errors, and nothing is printed."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for message in KNOWN:
            warnings.filterwarnings("ignore", message)
        yield


def seeded(environment: Any, seed: int = 0) -> Any:
    """A PettingZoo environment whose next matches, and whose samples of its spaces, are no luck."""
    environment.reset(seed=seed)
    for agent in environment.possible_agents:
        environment.action_space(agent).seed(seed)
        environment.observation_space(agent).seed(seed)
    return environment


def check_pettingzoo(name: str, seats: int, cycles: int) -> None:
    """PettingZoo's own tests, but for the benchmark, which takes five seconds."""

    def make(**options: Any) -> Any:
        return seeded(pettingzoo.env(name, seats, **options))

    with strictly():
        api_test(make(), num_cycles=cycles)
        seed_test(make, num_cycles=cycles)
        render_test(make)
        test_save_obs(make())


def check_benchmark(name: str, seats: int) -> None:
    with strictly():
        performance_benchmark(pettingzoo.env(name, seats))


def check_gymnasium(name: str, seats: int) -> None:
    """Gymnasium's checker; it tries actions that are not allowed, too."""
    for seat in (0, seats - 1, None):
        environment = gymnasium.env(name, seats, seat=seat, render_mode="rgb_array")
        environment.reset(seed=seats)
        environment.action_space.seed(seats)
        with strictly(), warnings.catch_warnings():
            # Other render modes are tested by PettingZoo's test.
            warnings.filterwarnings("ignore", ".*Not able to test alternative render modes")
            check_env(environment)


def tables(games: Iterable[Game]) -> Iterator[tuple[str, int]]:
    """Every game with every number of seats."""
    for each in games:
        for seats in range(each.fewest, each.most + 1):
            yield each.name, seats
