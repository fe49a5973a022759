"""What a seat sees, as those who train want it: named arrays of its view's features, and a mask.

Arrays are numpy's, which the core does without: it is told how to make one of a vector.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final

from librt.vecs import extend, vec
from mypy_extensions import i64, u8

from tablee.core.features import Encoder, Sheet
from tablee.core.play import Play

# Those who learn mostly copy what they see: then its memory is free again, one or two looks later.
PAGES: Final = 2
REFERENCES: Final[Callable[[object], int]] = sys.getrefcount


class Page:
    """Memory for one observation. `array` makes an array that shares the numbers of a vector."""

    def __init__(self, encoder: Encoder, actions: int, array: Callable[[object, str], Any]) -> None:
        self.encoder = encoder
        self.sheet = Sheet(int(encoder.size))
        self.no_flags = vec[u8]([0] * actions)
        self.room = vec[u8](capacity=actions)
        self.flags = extend(self.room, self.no_flags)  # always in the same memory, as in a sheet
        self.numbers = array(self.sheet.numbers, "int16")
        self.mask = array(self.flags, "int8")
        self.names = list(encoder.parts)
        self.slices = [slice(begin, end) for begin, end in encoder.parts.values()]
        # What makes a new array on the same memory, for each part and the mask.
        self.lend_parts: list[Callable[[], Any]] = [self.numbers[each].view for each in self.slices]
        self.lend_mask: Callable[[], Any] = self.mask.view
        self.alone = self.holders()

    def holders(self) -> int:
        """Every array on the same memory holds the first one, so that it cannot be overlooked."""
        return REFERENCES(self.numbers) + REFERENCES(self.mask)

    def is_free(self) -> bool:
        """Whether nobody has an array of it."""
        return self.holders() == self.alone

    def write(self, play: Play, seat: i64) -> None:
        sheet = self.sheet
        sheet.clear()
        self.encoder.write(play.state.view(seat), seat, 0, sheet)
        self.write_mask(play, seat)

    def write_mask(self, play: Play, seat: i64) -> None:
        """For each action, 1 if the seat may do it now."""
        flags = self.flags = extend(self.room, self.no_flags)
        if seat == play.seat:
            legal = play.legal
            for i in range(legal.n):
                flags[legal.at[i]] = 1

    def lent(self) -> dict[str, Any]:
        """Arrays on this memory."""
        parts: dict[str, Any] = {}
        for i in range(len(self.names)):
            parts[self.names[i]] = self.lend_parts[i]()
        return {"observation": parts, "action_mask": self.lend_mask()}

    def copied(self) -> dict[str, Any]:
        """Arrays on memory of their own: one copy of everything, and views of its parts."""
        numbers = self.numbers.copy()
        parts = {name: numbers[self.slices[i]] for i, name in enumerate(self.names)}
        return {"observation": parts, "action_mask": self.mask.copy()}


class Lens:
    """Observations of one game and number of seats: all of them new, none of them changed later."""

    def __init__(self, encoder: Encoder, actions: int, array: Callable[[object, str], Any]) -> None:
        self.own = Page(encoder, actions, array)  # never lent, only copied
        self.pages = [Page(encoder, actions, array) for _ in range(PAGES)]
        self.next: i64 = 0  # the page that was lent longest ago

    def observe(self, play: Play, seat: i64) -> dict[str, Any]:
        for _ in range(PAGES):
            page = self.pages[self.next]
            self.next = (self.next + 1) % PAGES
            if page.is_free():
                page.write(play, seat)
                return page.lent()
        self.own.write(play, seat)
        return self.own.copied()

    def mask(self, play: Play, seat: i64) -> Any:
        """For each action, 1 if the seat may do it now."""
        self.own.write_mask(play, seat)
        return self.own.mask.copy()
