"""The option that says which team each seat plays."""

from __future__ import annotations

from typing import ClassVar

from tablee.core.options import Option, Value
from tablee.core.texts import Said
from tablee.games.push_em_up.actions import TEAM_NAMES


class Teams(Option):
    """PU-1: the team of each seat, every team at most once; left out, teams go by seat."""

    kind: ClassVar[str] = "teams"

    def __init__(self) -> None:
        super().__init__("teams", None)

    def takes(self, seats: int) -> Said:
        return Said("takes.teams", {"n": seats, "words": TEAM_NAMES})

    def read(self, value: object, seats: int) -> Value:
        if isinstance(value, (list, tuple)) and len(value) == seats:
            if all(isinstance(team, str) and team in TEAM_NAMES for team in value):
                if len(set(value)) == seats:
                    return tuple(value)
        raise self.bad(value, seats)

    def schema(self, seats: int) -> dict[str, object]:
        return {
            "type": "array",
            "items": {"enum": list(TEAM_NAMES)},
            "uniqueItems": True,
            "minItems": seats,
            "maxItems": seats,
        }
