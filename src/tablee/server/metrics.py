"""What the server counts, for Prometheus. Figures only: no names, no tables, no cards."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Writes(Collector):
    """How long writing took, as a histogram; Prometheus' own takes longer than deciding a move."""

    def __init__(self) -> None:
        self.counts = [0] * (len(SECONDS) + 1)
        self.seconds = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.seconds += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        limits = [*map(str, SECONDS), "+Inf"]
        buckets = list(zip(limits, accumulate(self.counts), strict=True))
        yield HistogramMetricFamily(
            "tablee_write_seconds", "From the decision to the disk", buckets, self.seconds
        )


class Metrics:
    """What happens with every move is counted in plain numbers, and looked at when somebody asks."""

    def __init__(self) -> None:
        self.frames_in = 0
        self.frames_out = 0
        self.written: Tally[str] = Tally()
        self.registry = CollectorRegistry()
        here = self.registry
        self.connections = Gauge("tablee_connections", "Open WebSockets", registry=here)
        self.tables = Gauge("tablee_tables", "Tables in memory", registry=here)
        self.received = Counter("tablee_messages_received", "Messages from clients", registry=here)
        self.sent = Counter("tablee_messages_sent", "Messages to clients", registry=here)
        self.stored = Counter(
            "tablee_entries", "Entries by what became of them", ["how"], registry=here
        )
        self.write = Writes()
        here.register(self.write)
        self.thoughts = Counter("tablee_thoughts", "What bots were asked", ["how"], registry=here)
        self.dropped = Counter(
            "tablee_dropped", "Connections that the server closed", ["code"], registry=here
        )
        self.refused = Counter(
            "tablee_refused", "Requests and sockets that were not allowed", ["why"], registry=here
        )
        self.failures = Counter("tablee_failures", "Faults of our own", registry=here)

    def page(self) -> bytes:
        """All of it as text."""
        self.received.inc(self.frames_in)
        self.sent.inc(self.frames_out)
        for how, n in self.written.items():
            self.stored.labels(how).inc(n)
        self.frames_in = self.frames_out = 0
        self.written.clear()
        return generate_latest(self.registry)
