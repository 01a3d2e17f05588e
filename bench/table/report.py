"""Figures of a run: as a table on the screen, as JSON, and as a picture."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from statistics import quantiles
from typing import Any

from rich.console import Console
from rich.table import Table as Sheet

from bench.table.load import Tally

TARGET_MS = 100.0  # of the 99th percentile, from a decision to the other person's frames
COLOURS = {"Kermesse": "#c0392b", "floor": "#7f8c8d"}


@dataclass(frozen=True)
class Row:
    """One server with so many tables."""

    server: str
    tables: int
    turns_per_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    answer_p99_ms: float
    cpu_ms_per_turn: float
    busy: float  # share of one core
    kib_per_table: float
    wire_bytes: float  # of a message with frames
    plain_bytes: float
    errors: dict[str, int]
    load_average: float  # of the machine, everything on it counted

    @property
    def holds(self) -> bool:
        """Whether so many tables are served well."""
        return self.p99_ms < TARGET_MS and not self.errors


def row(
    server: str, tables: int, tally: Tally, cpu: float, took: float, kib: float, load: float
) -> Row:
    """The figures of one measurement."""
    turns = max(1, len(tally.shown))
    shown, answered = cuts(tally.shown), cuts(tally.answered)
    messages = max(1, tally.messages)
    return Row(
        server=server,
        tables=tables,
        turns_per_second=len(tally.shown) / took,
        p50_ms=shown[49],
        p95_ms=shown[94],
        p99_ms=shown[98],
        answer_p99_ms=answered[98],
        cpu_ms_per_turn=1000 * cpu / turns,
        busy=cpu / took,
        kib_per_table=kib / tables,
        wire_bytes=tally.wire / messages,
        plain_bytes=tally.plain / messages,
        errors=dict(tally.errors),
        load_average=load,
    )


def cuts(seconds: list[float]) -> list[float]:
    """The 99 percentiles in milliseconds."""
    if len(seconds) < 2:
        return [0.0] * 99
    return [1000 * value for value in quantiles(seconds, n=100)]


def verdict(rows: list[Row]) -> str:
    """How many tables are held, in words."""
    held = [row.tables for row in rows if row.server == "Kermesse" and row.holds]
    if not held:
        return f"no step was held at p99 below {TARGET_MS:.0f} ms"
    return f"{max(held):,} tables held at p99 below {TARGET_MS:.0f} ms"


def show(rows: list[Row]) -> None:
    """The table on the screen."""
    sheet = Sheet(
        *("server", "tables", "turns/s", "p50 ms", "p95 ms", "p99 ms"),
        *("CPU ms/turn", "busy", "KiB/table", "B/message", "unpacked", "errors", "load"),
    )
    for r in rows:
        sheet.add_row(
            *(r.server, f"{r.tables:,}", f"{r.turns_per_second:.1f}"),
            *(f"{r.p50_ms:.1f}", f"{r.p95_ms:.1f}", f"{r.p99_ms:.1f}"),
            *(f"{r.cpu_ms_per_turn:.2f}", f"{r.busy:.0%}", f"{r.kib_per_table:.0f}"),
            *(f"{r.wire_bytes:,.0f}", f"{r.plain_bytes:,.0f}", str(sum(r.errors.values()))),
            f"{r.load_average:.1f}",
        )
    console = Console(width=140)
    console.print(sheet)
    console.print(verdict(rows))


def as_json(rows: list[Row], machine: dict[str, Any]) -> dict[str, Any]:
    """Everything, for other programs."""
    return {"machine": machine, "verdict": verdict(rows), "rows": [asdict(row) for row in rows]}


def draw(rows: list[Row], picture: Path) -> None:
    """Latency and CPU by the number of tables."""
    pyplot = import_module("matplotlib.pyplot")  # late and by name: it may be absent
    pyplot.switch_backend("Agg")
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(8, 3.2), layout="constrained")
    for server, colour in COLOURS.items():
        mine = [row for row in rows if row.server == server]
        tables = [row.tables for row in mine]
        left.plot(tables, [r.p99_ms for r in mine], "o-", color=colour, label=f"{server}, p99")
        left.plot(tables, [r.p50_ms for r in mine], "o:", color=colour, label=f"{server}, p50")
        right.plot(tables, [r.cpu_ms_per_turn for r in mine], "o-", color=colour, label=server)
    left.axhline(TARGET_MS, color="#bbbbbb", linewidth=0.8)
    left.set(xlabel="tables", ylabel="ms until the other sees it", yscale="log")
    right.set(xlabel="tables", ylabel="server CPU, ms per turn", ylim=(0, None))
    for side in (left, right):
        side.legend(frameon=False, fontsize=8)
        side.spines[["top", "right"]].set_visible(False)
    figure.savefig(picture, dpi=80)
