"""How often one address may ask, so that nobody takes the server for themselves."""

from __future__ import annotations

import time
from typing import Final

SPAN: Final = 10.0
READS: Final = 200
WRITES: Final = 60
MOST_ADDRESSES: Final = 10_000


class Limits:
    """A count for each address and kind, begun anew after each span."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.counts: dict[tuple[str, bool], int] = {}

    def allows(self, address: str, writes: bool) -> bool:
        now = time.monotonic()
        if now - self.began > SPAN or len(self.counts) > MOST_ADDRESSES:
            self.began = now
            self.counts.clear()
        count = self.counts.get((address, writes), 0) + 1
        self.counts[address, writes] = count
        return count <= (WRITES if writes else READS)
