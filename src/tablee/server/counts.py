"""What happens with every move, in plain numbers; `metrics` shows them to Prometheus."""

from __future__ import annotations

from typing import Final

SECONDS: Final = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0]


class Counts:
    def __init__(self) -> None:
        self.received = 0  # messages
        self.sent = 0
        self.written: dict[str, int] = {}  # entries, by what became of them
        # How long writing them took: how many up to each of SECONDS, and more.
        self.lasting = [0] * (len(SECONDS) + 1)
        self.seconds = 0.0

    def wrote(self, how: str, seconds: float) -> None:
        self.written[how] = self.written.get(how, 0) + 1
        n = 0
        while n < len(SECONDS) and seconds > SECONDS[n]:
            n += 1
        self.lasting[n] += 1
        self.seconds += seconds
