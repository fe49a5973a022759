"""What the server counts, for Prometheus. Figures only: no names, no tables, no cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from tablee.server.counts import SECONDS, Counts


class Moves(Collector):
    """What is counted with every move: Prometheus' own counters take longer than deciding it."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts

    def collect(self) -> Iterator[CounterMetricFamily | HistogramMetricFamily]:
        counts = self.counts
        yield CounterMetricFamily("tablee_messages_received", "Messages from clients", counts.received)
        yield CounterMetricFamily("tablee_messages_sent", "Messages to clients", counts.sent)
        entries = CounterMetricFamily(
            "tablee_entries", "Entries by what became of them", labels=["how"]
        )
        for how, n in counts.written.items():
            entries.add_metric([how], n)
        yield entries
        limits = [*map(str, SECONDS), "+Inf"]
        buckets = list(zip(limits, accumulate(counts.lasting), strict=True))
        yield HistogramMetricFamily(
            "tablee_write_seconds", "From the decision to the disk", buckets, counts.seconds
        )


class Metrics:
    def __init__(self, counts: Counts) -> None:
        self.registry = CollectorRegistry()
        here = self.registry
        self.connections = Gauge("tablee_connections", "Open WebSockets", registry=here)
        self.tables = Gauge("tablee_tables", "Tables in memory", registry=here)
        here.register(Moves(counts))
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
        return generate_latest(self.registry)
