"""What can go wrong in the lab, and its texts."""

from __future__ import annotations

from typing import ClassVar

from tablee.core.errors import TableeError
from tablee.core.texts import CORE, load

TEXTS = load("tablee.lab", CORE)


class LabError(TableeError):
    """With the texts of the lab."""

    def __init__(self, **values: object) -> None:
        super().__init__(texts=TEXTS, **values)


class MissingExtra(LabError):
    """Something that needs packages which are not installed."""

    key: ClassVar[str] = "error.missing_extra"


class NoCluster(LabError):
    """No Ray answers at that address."""

    key: ClassVar[str] = "error.no_cluster"


class OtherRules(LabError):
    """A worker has another version of Tablée or of the rules than the one that asks it."""

    key: ClassVar[str] = "error.other_rules"


class SameVariants(LabError):
    """Two variants to compare that are one and the same."""

    key: ClassVar[str] = "error.same_variants"
