"""Games as Arrow tables: one row for each, columns with names, ready for pandas and polars."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyarrow import csv, parquet

from kermesse.core.errors import KermesseError
from kermesse.lab.experiment import Experiment
from kermesse.lab.files import write_whole
from kermesse.lab.games import Games
from kermesse.lab.notes import TENTHS, Notes, fresh_notes

CSV = ".csv"
HEAD = b"kermesse.lab"  # the key of the experiment in a table's metadata


def columns_of(experiment: Experiment, notes: Notes) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """Every column with its name; the arrays are windows into the notes, not copies."""
    game, seats = experiment.game, range(experiment.seats)
    for name in Notes._fields[: Notes._fields.index("leaders")]:
        yield name, getattr(notes, name)
    for tenth in range(TENTHS):
        yield f"leader_at_{10 * (tenth + 1)}", notes.leaders[:, tenth]
    for seat in seats:
        yield f"order_{seat}", notes.order[:, seat]
        yield f"place_{seat}", notes.places[:, seat]
        yield f"points_{seat}", notes.points[:, seat]
        yield f"bot_{seat}", notes.bots[:, seat]
    for phase in game.phases:
        yield f"decisions_{phase.name.lower()}", notes.kinds[:, phase]
    for (number, measure), seat in product(enumerate(game.measures), seats):
        yield f"{measure.how}_{measure.component}_{seat}", notes.counts[:, seat, number]


def batch_of(experiment: Experiment, notes: Notes) -> pa.RecordBatch:
    """Notes as one batch of a table."""
    columns = dict(columns_of(experiment, notes))
    head = {HEAD: json.dumps(experiment.as_json(), sort_keys=True).encode()}
    arrays = [pa.array(np.ascontiguousarray(column)) for column in columns.values()]
    schema = pa.schema(
        [(name, array.type) for name, array in zip(columns, arrays, strict=True)], metadata=head
    )
    return pa.record_batch(arrays, schema=schema)


def notes_of(experiment: Experiment, table: pa.RecordBatch | pa.Table) -> Notes:
    """The notes that a table was made of."""
    notes = fresh_notes(experiment.game, experiment.seats, table.num_rows)
    for name, column in columns_of(experiment, notes):
        column[:] = table.column(name).to_numpy(zero_copy_only=False)
    return notes


def table_of(games: Games) -> pa.Table:
    """All games as a table; `.to_pandas()` and `polars.from_arrow` take it from here."""
    return pa.Table.from_batches([batch_of(games.experiment, games.notes)])


def write_table(games: Games, path: Path) -> None:
    """Write a table to a file: as text for a spreadsheet if it ends in .csv, else as Parquet."""
    if path.suffix.lower() != CSV:
        return write_parquet(games, path)
    content = BytesIO()
    csv.write_csv(table_of(games), content)
    write_whole(path, content.getvalue())
    return None


def write_parquet(games: Games, path: Path) -> None:
    """Keep a table in a file, all of it or nothing."""
    content = BytesIO()
    parquet.write_table(table_of(games), content, compression="zstd")
    write_whole(path, content.getvalue())


def read_parquet(path: Path) -> Games:
    """The games of a file that `write_parquet` wrote."""
    table = parquet.read_table(path)
    experiment = Experiment.from_json(json.loads(table.schema.metadata[HEAD]))
    try:
        return Games(experiment, notes_of(experiment, table))
    except KeyError as missing:
        told = str(missing).strip("'\"")
        raise KermesseError(f"{path} was not written by this version of the lab: {told}") from None
