"""Figures for the operator, in the form that Prometheus collects. No names, no table ids."""

from __future__ import annotations

from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SLOW = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        made: Any = {"registry": self.registry, "namespace": "kermesse"}
        self.connections = Gauge("connections", "open sockets", **made)
        self.tables = Gauge("tables", "tables in the store", ["state"], **made)
        self.live = Gauge("live_tables", "tables in memory", **made)
        self.decisions = Counter("decisions", "decisions taken", ["game", "by"], **made)
        self.refusals = Counter("refusals", "messages refused", ["kind"], **made)
        self.requests = Counter(
            "requests", "pages and forms", ["route", "method", "status"], **made
        )
        self.sent = Counter("sent_bytes", "bytes of messages before compression", **made)
        self.written = Histogram(
            "write_seconds", "from a decision to its being on disk", buckets=QUICK, **made
        )
        self.shown = Histogram(
            "decision_seconds",
            "from a decision's arrival to its frames being handed to all sockets",
            buckets=QUICK,
            **made,
        )
        self.thinking = Histogram("bot_seconds", "thinking time", ["bot"], buckets=SLOW, **made)
        self.damaged = Gauge("damaged_tables", "tables found damaged since the start", **made)
        self.failures = Counter("failures", "errors that nobody foresaw", ["where"], **made)

    def page(self) -> bytes:
        """The text that Prometheus reads."""
        return generate_latest(self.registry)
