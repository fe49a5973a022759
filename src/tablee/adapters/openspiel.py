"""Our games in OpenSpiel: `import tablee.adapters.openspiel`, then `pyspiel.load_game(...)`.

Every game is registered as `python_tablee_<name>` with its seats and options as parameters. Whatever
the rules draw is a chance node (stepwise.py); seats that decide at the same time do so one after the
other, the lowest first, and what a seat is told comes from its view alone.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, ClassVar

from tablee.adapters.features import encoder
from tablee.adapters.stepwise import LUCK, NOBODY, Setting, Stepwise, setting
from tablee.core.contract import SPECTATOR, Game
from tablee.core.errors import BadPlugin
from tablee.core.options import FirstSeat, Option
from tablee.games import GAMES, game, plugins
from tablee.installed import missing

try:
    import numpy
    import pyspiel
except ModuleNotFoundError as error:
    raise missing("OpenSpiel is missing", "openspiel") from error

PREFIX = "python_tablee_"
SEATS = "seats"
RANDOM = -1  # of the option `first`: drawn
FULL = 1 << 32
# Equal chances, by the number of outcomes.
CHANCES: dict[int, list[tuple[int, float]]] = {}


# -- parameters --------------------------------------------------------------------------------------


def parameter(option: Option) -> Any:
    """What stands for an option's default: OpenSpiel's parameters are numbers, truth values and texts.

    A list is its items joined by `/`, pairs in it by `+`; a list of one item ends with `/`.
    """
    if isinstance(option, FirstSeat):
        return RANDOM
    if option.default is None or isinstance(option.default, tuple):
        return written(option.default or ())
    return option.default


def written(value: tuple[object, ...]) -> str:
    items = ["+".join(map(str, item)) if isinstance(item, tuple) else str(item) for item in value]
    return "/".join(items) + "/" * (len(items) == 1)


def read(text: str) -> tuple[object, ...]:
    items = text.removesuffix("/").split("/")
    return tuple(tuple(map(word, each.split("+"))) if "+" in each else word(each) for each in items)


def word(text: str) -> int | str:
    return int(text) if text.isdecimal() else text


def given_options(played: Game, parameters: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """The options that differ from their defaults: the others could be idle here (ALL-7)."""
    given = []
    for option in played.options:
        default = parameter(option)
        value = parameters.get(option.name, default)
        if value != default:
            listed = isinstance(default, str) and not isinstance(option.default, str)
            given.append((option.name, read(value) if listed else value))
    return tuple(given)


# -- OpenSpiel's classes -----------------------------------------------------------------------------


class TableeGame(pyspiel.Game):  # type: ignore[misc]
    """One game with its seats and options; `register` makes a class of its own for each game."""

    kind: ClassVar[Any]
    played: ClassVar[Game]

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        played = self.played
        seats: int = parameters.get(SEATS, played.fewest)
        given = given_options(played, parameters)
        self.setting: Setting = setting(played.name, seats, given)
        self.most_actions: int = played.bound(seats, self.setting.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=played.verbs.size,
            max_chance_outcomes=self.setting.most_outcomes,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most_actions,
        )
        told = {name: parameters[name] for name, _ in given}
        super().__init__(self.kind, info, {SEATS: seats, **told})

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (str(self),)

    def new_initial_state(self) -> TableeState:
        return TableeState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Not known better for any game: every action could deal anew."""
        most = (self.most_actions + 1) * self.setting.most_outcomes
        return min(most, (1 << 31) - 1 - self.most_actions)

    def make_py_observer(
        self, kind: Any = None, parameters: Mapping[str, Any] | None = None
    ) -> Observer:
        return Observer(self.setting, kind, parameters)


def load(text: str) -> Any:
    """As `pyspiel.load_game`; whoever unpickles a game comes by here, so that ours are registered."""
    return pyspiel.load_game(text)


class TableeState(pyspiel.State):  # type: ignore[misc]
    """A match; everything that changes is in `match`, which knows how to be copied and pickled."""

    def __init__(self, at: TableeGame) -> None:
        super().__init__(at)
        self.match: Stepwise = at.setting.start()

    def current_player(self) -> int:
        return self.match.player

    def is_terminal(self) -> bool:
        return self.match.player == NOBODY

    def is_chance_node(self) -> bool:
        return self.match.player == LUCK

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.legal()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """As OpenSpiel's own, without the way through C++."""
        match = self.match
        if match.player == LUCK:
            return list(range(match.outcomes))
        if match.player == NOBODY or (player is not None and player != match.player):
            return []
        return match.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        n = self.match.outcomes
        found = CHANCES.get(n)
        if found is None:
            found = CHANCES[n] = [(outcome, 1.0 / n) for outcome in range(n)]
        return found.copy()

    def _apply_action(self, action: int) -> None:
        self.match.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player == LUCK else self.match.setting.game.verbs.text(action)

    def returns(self) -> list[float]:
        return self.match.worth()

    def resample_from_infostate(self, player: int, sampler: Any) -> TableeState:
        """A state that looks the same to the player; its history is nobody's, so it has none."""
        if self.match.player == LUCK:
            raise pyspiel.SpielError("While something is drawn, nobody decides: nothing to resample.")
        resampled = TableeState(self.get_game())
        resampled.match = self.match.imagined(player, int(sampler() * FULL))
        return resampled

    def __str__(self) -> str:
        return str(self.match)


class Observer:
    """What a player is told: its view, or for public information alone that of a spectator."""

    def __init__(self, at: Setting, kind: Any, parameters: Mapping[str, Any] | None) -> None:
        if parameters:
            raise ValueError(f"There are no parameters of observations, but {parameters} was given.")
        private = pyspiel.PrivateInfoType
        self.public = kind is not None and kind.private_info == private.NONE
        if kind is not None and (kind.private_info == private.ALL_PLAYERS or not kind.public_info):
            raise ValueError(
                "Observations hold public information, and what one player knows or nothing."
            )
        # As the environments have it (features.py); who only watches gets words.
        self.encoder = encoder(at.game, at.seats)
        self.tensor = None if self.public else numpy.zeros(self.encoder.size, numpy.float32)
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            for name, (begin, end) in self.encoder.parts.items():
                self.dict[name] = self.tensor[begin:end]

    def set_from(self, state: TableeState, player: int) -> None:
        if self.tensor is not None:
            view = state.match.view(player)
            if view is None:
                self.tensor.fill(0.0)
            else:
                self.tensor[:] = numpy.frombuffer(self.encoder.encode(view), numpy.int16)

    def string_from(self, state: TableeState, player: int) -> str:
        return state.match.tell(SPECTATOR if self.public else player)


# -- registration ------------------------------------------------------------------------------------


def register(played: Game) -> None:
    kind = pyspiel.GameType(
        short_name=PREFIX + played.name,
        long_name=played.texts().say("en", "game.name", {}),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=played.most,
        min_num_players=played.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            SEATS: played.fewest,
            **{option.name: parameter(option) for option in played.options},
        },
    )
    # A class, not a function: OpenSpiel lets go of it after Python's end, which only classes survive.
    made = type(f"TableeGame_{played.name}", (TableeGame,), {"kind": kind, "played": played})
    pyspiel.register_game(kind, made)


def register_all() -> None:
    """Our games, and those of plug-ins; one that cannot be loaded is left out with a warning."""
    for played in GAMES:
        register(played)
    for name in plugins():
        try:
            register(game(name))
        except BadPlugin as error:
            warnings.warn(str(error), stacklevel=2)


register_all()
