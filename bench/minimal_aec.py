"""Crazy eights as a hand-written PettingZoo environment: plain Python over `minimal.py`.

Written as the environments of PettingZoo's own tutorials are, and no slower: the yardstick for ours.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy
from gymnasium.spaces import Box, Dict, Discrete
from minimal import Minimal
from pettingzoo import AECEnv

ACTIONS = 58


class MinimalEnv(AECEnv):  # type: ignore[misc]
    """Observations: own hand, card on top, suit, all that lies there, and how many cards all hold."""

    metadata = {"name": "minimal_crazy_eights", "render_modes": [], "is_parallelizable": False}

    def __init__(self, seats: int) -> None:
        super().__init__()
        self.seats = seats
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.size = 52 + 52 + 4 + 52 + seats + 1
        space = Dict(
            {
                "observation": Box(0, 52, (self.size,), numpy.int8),
                "action_mask": Box(0, 1, (ACTIONS,), numpy.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self.luck = Random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        if seed is not None:
            self.luck = Random(seed)
        self.game = Minimal(self.seats, self.luck)
        self.played = [self.game.top]
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        game = self.game
        seat = self.possible_agents.index(agent)
        seen = numpy.zeros(self.size, numpy.int8)
        seen[list(game.hands[seat])] = 1
        seen[52 + game.top] = 1
        seen[104 + game.suit] = 1
        seen[[108 + card for card in self.played]] = 1
        seen[160:-1] = [len(hand) for hand in game.hands]
        seen[-1] = len(game.deck)
        mask = numpy.zeros(ACTIONS, numpy.int8)
        if seat == game.seat and not game.over:
            mask[game.legal()] = 1
        return {"observation": seen, "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if int(action) not in self.game.legal():
            raise ValueError(f"{action} is not legal")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.apply(int(action))
        if action < 52:
            self.played.append(int(action))
        if self.game.over:
            sizes = [len(hand) for hand in self.game.hands]
            won = [size == min(sizes) for size in sizes]
            for each, wins in zip(self.agents, won, strict=True):
                if not all(won):
                    self.rewards[each] = 1 / sum(won) if wins else -1 / (self.seats - sum(won))
                self.terminations[each] = True
        self.agent_selection = self.agents[self.game.seat]
        self._accumulate_rewards()

    def render(self) -> None:
        pass

    def close(self) -> None:
        pass
