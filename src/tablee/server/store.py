"""The store: the append-only logs of all tables. What every kind of it must do.

An entry has two keys that can exist only once: its number at the table, and the command that it came
from. Who writes a number that is taken was not first and must read again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, ClassVar, Final, Protocol, runtime_checkable

from tablee.core.texts import CORE, Said, load
from tablee.server.effects import Append, Row

OK: Final = "ok"
CONFLICT: Final = "conflict"
FAILED: Final = "failed"  # nobody knows whether it was written: read again

# Who is there may be left out: then nothing is known about it.
Hint = Callable[[str, int, str, tuple[str, ...] | None], None]


class StoreDown(Exception):
    """The store cannot be reached, or its disk fails. It may come back."""


class CannotServe(Exception):
    """Why a server cannot start, for whoever starts it: the key of a text (or a text), with its values.

    Not one of the errors that are also ValueErrors: nobody should take it for a fault in some value.
    """

    key: ClassVar[str] = "cannot.serve"

    def __init__(self, why: str, **values: object) -> None:
        self.texts = load("tablee.server", CORE)
        key = f"cannot.{why}"
        self.why = Said(key, values) if self.texts.has("en", key) else why
        super().__init__(self.message("en"))

    def message(self, language: str = "en") -> str:
        return self.texts.say(language, self.key, {"why": self.why})


class BadStore(CannotServe):
    """The store cannot be used at all. No password and no row of it is in what this says."""

    key: ClassVar[str] = "cannot.store"


def in_short(error: Exception) -> str:
    """An error in a few words: those of the system or the database, not of what is between."""
    cause = getattr(error, "orig", None) or error
    return getattr(cause, "strerror", None) or next(iter(str(cause).splitlines()), type(cause).__name__)


Done = Callable[[Append, str], None]


class Store(Protocol):
    # Whether several nodes may share it.
    several: ClassVar[bool]

    async def open(self) -> None:
        """Connect, and bring the tables to the newest form; BadStore if that cannot be."""

    async def close(self) -> None:
        """Everything that was taken is written."""

    async def append(self, append: Append) -> str:
        """Durably written (OK) when this returns, or CONFLICT, or FAILED."""

    async def load(self, table: str, since: int) -> list[Row]:
        """The entries after number `since`, in order; none if there is no such table."""

    async def heads(self, tables: Collection[str]) -> dict[str, int]:
        """How far each of these tables is."""

    async def listed(self, limit: int) -> list[dict[str, Any]]:
        """The lines of the lobby, the newest first."""

    async def ended(self, game: str) -> list[str]:
        """The tables at which a game was played to its end."""

    async def all_tables(self) -> list[str]:
        """Every table there is, the oldest first."""

    async def setting(self, name: str, make: Callable[[], str]) -> str:
        """A value that all nodes share; the first who asks makes it."""

    async def set_setting(self, name: str, value: str) -> None:
        """From now on that is its value, on all nodes."""

    async def beat(self, now: int) -> None:
        """A server is there at this time."""

    async def outages(self) -> list[tuple[int, int]]:
        """From when to when no server was there."""

    async def announce(self, table: str, seq: int, node: str, here: tuple[str, ...]) -> None:
        """Tell the other nodes, if there can be any."""

    def listen(self, hint: Hint) -> None:
        """Who wants to know what the other nodes announce."""


@runtime_checkable
class Prompt(Protocol):
    """A store that calls back, and says when it has called back all whom it had an answer for."""

    flushed: Callable[[], None]

    def submit(self, append: Append, done: Done) -> None: ...
