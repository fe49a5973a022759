"""Our games as PettingZoo environments: `env("mow", seats=4)`; its agents are the seats."""

from __future__ import annotations

from typing import Any

from tablee.adapters.kit import RENDER_MODES, Kit, new_luck
from tablee.adapters.rewards import rewards
from tablee.core.contract import Outcome
from tablee.core.play import CUT, REFUSED
from tablee.core.turns import Turns
from tablee.installed import missing

try:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise missing("environments need more packages", "rl") from error

# What is compiled (tablee.core.turns) and not among an environment's `vars`.
COMPILED = (
    "agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations",
    "infos", "shown",
)  # fmt: skip


def env(
    name: str, seats: int, *, render_mode: str | None = None, cap: int = 0, **options: object
) -> Environment:
    """A game with its options; `cap` cuts a match off after so many moves (0: never)."""
    return Environment(name, seats, render_mode, cap, options)


class Environment(Turns, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One match at a time. An agent is a seat; it observes its view, and a mask of what it may do.

    Rewards come at the end. An action that is not allowed raises IllegalAction and changes nothing.
    """

    def __init__(
        self, name: str, seats: int, render_mode: str | None, cap: int, options: dict[str, object]
    ) -> None:
        self.kit = Kit(name, seats, options, cap)
        self.kit.check_mode(render_mode)
        self.luck = new_luck(None)
        super().__init__(self.kit.lens, self.kit.start(self.luck))
        self.render_mode = render_mode
        self.metadata = {
            "name": f"tablee_{name}_v{self.kit.game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.observation_spaces = {agent: self.make_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.kit.action_space() for agent in self.possible_agents}

    def make_space(self) -> spaces.Dict:
        return spaces.Dict(
            {"observation": self.kit.observation_space(), "action_mask": self.kit.mask_space()}
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    # -- playing -----------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. Without a seed, its luck goes on from that of the match before."""
        if seed is not None:
            self.luck = new_luck(seed)
        self.play = self.kit.start(self.luck)
        self.begin(self.possible_agents[:])
        self.shown = self.render_mode == "human"
        if self.shown:
            self.render()

    def complain(self, action: Any) -> None:
        if not self.agents:
            raise ResetNeeded("no match is going on: call reset()")
        raise ValueError(f"the match is over: the only step left is None, not {action!r:.80}")

    def insist(self, action: Any) -> int:
        number = self.kit.number(action)
        seat = self.play.advance(number)
        if seat == REFUSED:
            raise self.kit.refusal(self.play, number)
        return seat

    def stop(self, how: int) -> None:
        if how == CUT:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            outcome = self.play.state.outcome()
            assert outcome is not None
            self.rewards = dict(zip(self.agents, rewards(outcome), strict=True))
            self._cumulative_rewards = dict(self.rewards)
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {each: self.result(outcome, each) for each in self.agents}
        self.agent_selection = self.agents[0]

    def result(self, outcome: Outcome, agent: str) -> dict[str, Any]:
        """How the match ended for an agent."""
        seat = self.seat_of[agent]
        return {"score": outcome.scores[seat], "rank": outcome.ranks[seat], "reason": outcome.reason}

    # -- looking -----------------------------------------------------------------------------------

    def render(self) -> Any:
        """The position as the agent to act sees it."""
        return self.kit.render(self.play, self.render_mode, self.play.seat)

    def close(self) -> None:
        """There is nothing to close."""

    # -- copies and pickles ------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        left = ("kit", "lens", "play", "luck")
        kept = {name: value for name, value in vars(self).items() if name not in left}
        kept |= {name: getattr(self, name) for name in COMPILED}
        match = self.kit.pack(self.play, self.luck)
        return {"made": self.kit.made(), "match": match, "kept": kept}

    def __setstate__(self, data: dict[str, Any]) -> None:
        self.kit = Kit(*data["made"])
        play, self.luck = self.kit.unpack(data["match"])
        super().__init__(self.kit.lens, play)
        for name, value in data["kept"].items():
            setattr(self, name, value)
