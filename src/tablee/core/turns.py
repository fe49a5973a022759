"""Turns as PettingZoo has them: what its environments do in each step, compiled.

All names are PettingZoo's own, and mean what they mean there; it is not needed here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from tablee.core.lens import Lens
from tablee.core.play import REFUSED, Play

ENDLESS: Final = 1 << 62


@mypyc_attr(allow_interpreted_subclasses=True)
class Turns(ABC):
    """Whose turn it is, what each agent gets, and what it sees; the rest is up to the environment."""

    def __init__(self, lens: Lens, play: Play) -> None:
        self.lens = lens
        self.play = play
        self.possible_agents = [f"seat_{seat}" for seat in range(play.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.shown = False  # after each step
        # Whether `observe` is the one below: then `last` need not look for another at each step.
        self.plain = type(self).observe is Turns.observe
        self.begin([])

    def begin(self, agents: list[str]) -> None:
        """A new match, for these agents."""
        self.agents = agents
        self.agent_selection = agents[self.play.seat] if agents else ""
        self.rewards: dict[str, Any] = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards: dict[str, Any] = dict.fromkeys(agents, 0.0)
        self.terminations: dict[str, Any] = dict.fromkeys(agents, False)
        self.truncations: dict[str, Any] = dict.fromkeys(agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in agents}

    def agent_iter(self, max_iter: Any = ENDLESS) -> Rounds:
        return Rounds(self, max_iter)

    def observe(self, agent: str) -> Any:
        return self.lens.observe(self.play, self.seat_of[agent])

    def last(self, observe: Any = True) -> tuple[Any, ...]:
        agent = self.agent_selection
        seen: Any = None
        if observe:
            if self.plain:
                seat = self.play.seat
                if seat < 0 or agent is not self.possible_agents[seat]:
                    seat = self.seat_of[agent]
                seen = self.lens.observe(self.play, seat)
            else:
                seen = self.observe(agent)
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: Any) -> None:
        """The action of `agent_selection`; None for those who leave when it is over."""
        agent = self.agent_selection
        if not self.agents or self.terminations[agent] or self.truncations[agent]:
            if not self.agents or action is not None:
                self.complain(action)
            self.leave(agent)
            return
        # Until the end there is nothing to clear: all rewards are 0.
        seat = self.play.advance(action)
        if seat == REFUSED:
            seat = self.insist(action)
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
        else:
            self.stop(seat)
        if self.shown:
            self.render()

    def leave(self, agent: str) -> None:
        """What PettingZoo does with an agent whose match is over; it ends for all of them at once."""
        del self.rewards[agent]
        del self._cumulative_rewards[agent]
        del self.terminations[agent]
        del self.truncations[agent]
        del self.infos[agent]
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]
        for other in self.agents:
            self.rewards[other] = 0.0

    @abstractmethod
    def complain(self, action: Any) -> None:
        """Raise what PettingZoo's users expect of a step that is none when a match is over."""

    @abstractmethod
    def insist(self, action: Any) -> i64:
        """Do what `Play.advance` refused, if it was only not understood; or say why it cannot be."""

    @abstractmethod
    def stop(self, how: i64) -> None:
        """The match came to its end: as `Play.advance` says."""

    @abstractmethod
    def render(self) -> Any:
        """Show the position."""


class Rounds:
    """The agents in the order of their turns, until all have left, or so many."""

    def __init__(self, turns: Turns, most: Any) -> None:
        self.turns = turns
        self.most = most

    def __iter__(self) -> Round:
        return Round(self.turns, min(self.most, ENDLESS))


class Round:
    def __init__(self, turns: Turns, left: i64) -> None:
        self.turns = turns
        self.left = left

    def __iter__(self) -> Round:
        return self

    def __next__(self) -> str:
        if self.left <= 0 or not self.turns.agents:
            raise StopIteration
        self.left -= 1
        return self.turns.agent_selection
