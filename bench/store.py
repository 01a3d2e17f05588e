"""How many moves a second the store makes durable, and how soon each is acknowledged.

    python -m bench.store [--seconds 3] [--work 0] [--folder FOLDER]

Every table has one move under way at a time, as at a real table. `--work` keeps the event loop busy
for so many microseconds after each acknowledgement, as a server that renders views would.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter

import click
from rich.console import Console
from rich.table import Table as Sheet

from kermesse.store import NewEvent, Seat, Store, Table

TABLES = (1, 64)
MOVE = {"at": 17, "path": ["fries-star", "row1 >"]}


async def play(store: Store, table_id: str, person: int, until: float, work: float) -> list[float]:
    """Append to one table until the time is up; seconds that each acknowledgement took."""
    taken, seq = [], 0
    while (start := perf_counter()) < until:
        move = NewEvent("act", MOVE, 0, person, f"message-{seq}")
        stored = await asyncio.wrap_future(store.append(table_id, seq, [move]))
        seq += len(stored)
        taken.append(perf_counter() - start)
        busy_until = perf_counter() + work
        while perf_counter() < busy_until:
            pass
    return taken


async def measure(store: Store, tables: int, seconds: float, work: float) -> list[float]:
    """Many tables at once; all acknowledgement times."""
    person = store.new_person("Ann", "en").result().id
    ids = [f"bench-{tables}-{number}" for number in range(tables)]
    for table_id in ids:
        table = Table(table_id, "muvuca", "1", 2, bytes(32), "0" * 64)
        store.create_table(table, [Seat(table_id, seat) for seat in range(2)]).result()
    until = perf_counter() + seconds
    runs = await asyncio.gather(*(play(store, name, person, until, work) for name in ids))
    return [taken for run in runs for taken in run]


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--seconds", default=3.0, show_default=True, help="length of each measurement")
@click.option("--work", default=0, show_default=True, help="µs of other work per acknowledgement")
@click.option("--folder", type=click.Path(path_type=Path), help="where to write; a disk counts")
def main(seconds: float, work: int, folder: Path | None) -> None:
    """Measure and show."""
    sheet = Sheet("tables", "moves/s", "p50 ms", "p99 ms", "worst ms")
    with tempfile.TemporaryDirectory(dir=folder) as place, Store(Path(place)) as store:
        for tables in TABLES:
            taken = asyncio.run(measure(store, tables, seconds, work / 1e6))
            cuts = quantiles(taken, n=100)
            shown = (1000 * cuts[49], 1000 * cuts[98], 1000 * max(taken))
            rate = f"{len(taken) / seconds:,.0f}"
            sheet.add_row(str(tables), rate, *(f"{ms:.2f}" for ms in shown))
    Console().print(sheet)


if __name__ == "__main__":
    main()
