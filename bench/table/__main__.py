"""How many tables one server holds, beside the least that its stack has to do.

    python -m bench.table [--tables 1500] [--seconds 30] [--think 8] [--json FILE] [--picture FILE]

Two people at every table, over real sockets, with real thinking times; no bots. The number of
tables grows step by step. The floor plays the recorded messages of a match to as many people,
without rules, store or views. Client and server share the machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

from bench.table.load import Crowd, Thinking
from bench.table.report import Row, as_json, draw, row, show
from bench.table.servers import Running, floor, free_port, kermesse, running

STEPS = (50, 200, 500, 1000, 1500)
LONGEST_TAPE = 40  # turns
HOPELESS_MS = 1000.0  # a 99th percentile beyond which no larger step is tried
WATCHED = ("uvicorn", "starlette", "wsproto", "uvloop", "numba", "apsw")


def steps_up_to(most: int) -> list[int]:
    """The numbers of tables that are tried."""
    return sorted({step for step in STEPS if step < most} | {most})


async def ramp(
    server: Running, tables: int, seconds: float, thinking: Thinking
) -> tuple[list[Row], list[list[str]]]:
    """More and more tables on one server; the figures, and what the first pair was sent."""
    crowd = Crowd(server, thinking)
    rows: list[Row] = []
    empty = server.resident_kib()
    for step in steps_up_to(tables):
        await crowd.grow(step)
        tally, cpu, took = await crowd.measure(seconds)
        kib = server.resident_kib() - empty
        load = os.getloadavg()[0]
        rows.append(row(server.name, step, tally, cpu, took, kib, load))
        show(rows)
        if rows[-1].p99_ms > HOPELESS_MS:
            break  # more people would only wait longer
    crowd.go_home()
    await asyncio.sleep(1)
    return rows, crowd.tape


async def record(server: Running) -> list[tuple[str, str]]:
    """What two people are sent in a match without pauses, turn by turn."""
    crowd = Crowd(server, Thinking(0.05))
    await crowd.grow(1)
    while min(map(len, crowd.tape)) < LONGEST_TAPE and not crowd.pairs[0].ended:
        await asyncio.sleep(0.1)
    crowd.go_home()
    return list(zip(*crowd.tape, strict=False))


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **{name: version(name) for name in WATCHED},
    }


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.option("--tables", default=STEPS[-1], show_default=True, help="the largest step")
@click.option("--seconds", default=30.0, show_default=True, help="length of each measurement")
@click.option("--think", default=8.0, show_default=True, help="mean seconds for a turn")
@click.option("--without-floor", is_flag=True, help="measure Kermesse alone")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="where figures go")
@click.option("--picture", type=click.Path(path_type=Path), help="where the picture goes")
def main(
    tables: int,
    seconds: float,
    think: float,
    without_floor: bool,
    json_file: Path | None,
    picture: Path | None,
) -> None:
    """Measure and show."""
    thinking = Thinking(think)
    with tempfile.TemporaryDirectory() as folder:
        place, port = Path(folder), free_port()
        command = kermesse(port, place / "data")
        with running("Kermesse", command, port, place / "kermesse.log") as server:
            tape = asyncio.run(record(server))
            rows, _ = asyncio.run(ramp(server, tables, seconds, thinking))
        if not without_floor:
            (place / "tape.json").write_text(json.dumps(tape))
            port = free_port()
            command = floor(port, place / "tape.json")
            with running("floor", command, port, place / "floor.log") as server:
                rows += asyncio.run(ramp(server, tables, seconds, thinking))[0]
    show(rows)
    if json_file:
        json_file.write_text(json.dumps(as_json(rows, machine()), indent=2) + "\n")
    if picture:
        try:
            draw(rows, picture)
        except ModuleNotFoundError:
            click.echo("no picture: matplotlib is missing")


if __name__ == "__main__":
    main()
