"""The option `pairs`: which two jobs stand on each of the double tiles."""

from __future__ import annotations

from typing import ClassVar

from tablee.core.options import Option, Options, Value
from tablee.core.texts import Said
from tablee.games.meowtopia.actions import JOB_NAMES, JOBS, PAIRS


class Pairs(Option):
    """MT-42: the jobs of the five double tiles."""

    kind: ClassVar[str] = "pairs"

    def __init__(self) -> None:
        super().__init__("pairs", PAIRS, needs=("double_jobs", True), house=True)

    def takes(self, seats: int) -> Said:
        return Said("takes.pairs", {"words": JOB_NAMES})

    def read(self, value: object, seats: int) -> Value:
        if not isinstance(value, (list, tuple)) or len(value) != JOBS:
            raise self.bad(value, seats)
        pairs: list[tuple[str, str]] = []
        for pair in value:
            if not isinstance(pair, (list, tuple)) or len(pair) != 2 or pair[0] == pair[1]:
                raise self.bad(value, seats)
            one, other = pair
            if not isinstance(one, str) or not isinstance(other, str):
                raise self.bad(value, seats)
            pairs.append((one, other))
        found = [job for pair in pairs for job in pair]
        if any(found.count(job) != 2 for job in JOB_NAMES):
            raise self.bad(value, seats)
        return tuple(pairs)

    def schema(self, seats: int) -> dict[str, object]:
        job = {"enum": list(JOB_NAMES)}
        pair = {"type": "array", "items": job, "minItems": 2, "maxItems": 2, "uniqueItems": True}
        return {"type": "array", "items": pair, "minItems": 5, "maxItems": 5}


def job_pairs(options: Options) -> tuple[tuple[str, str], ...]:
    """The jobs of each tile (MT-40, MT-42)."""
    if not options.flag("double_jobs"):
        return tuple((job, job) for job in JOB_NAMES)
    value = options.values["pairs"]
    assert isinstance(value, tuple)
    pairs: list[tuple[str, str]] = []
    for pair in value:
        assert isinstance(pair, tuple)
        pairs.append((str(pair[0]), str(pair[1])))
    return tuple(pairs)
