"""How bots think about a game: the levels that a game offers, and what suits its search."""

from __future__ import annotations

from typing import Final, NamedTuple

# From the weakest to the strongest.
LEVELS: Final = ("easy", "medium", "hard", "expert")


class Level(NamedTuple):
    """A strength: how long a bot looks ahead, and the share of good moves that it fails to see."""

    iterations: int
    overlooks: float = 0.0


class Thinking(NamedTuple):
    """What suits a game. The figures of the games are measured in the arena (docs/bots.md)."""

    easy: Level = Level(12, 0.35)
    medium: Level = Level(80, 0.1)
    hard: Level = Level(500)
    expert: Level = Level(3000)
    explore: float = 0.7  # how much a search prefers what it has seldom tried
    guided: bool = True  # rollouts by the game's instinct, else at random
    depth: int = 0  # moves after which a rollout is estimated by `prospects`; 0: played to the end

    def level(self, name: str) -> Level:
        return (self.easy, self.medium, self.hard, self.expert)[LEVELS.index(name)]
