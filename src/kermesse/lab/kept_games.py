"""Portions recorded as soon as they are played, so that an interrupted run can continue."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa

from kermesse import bots, lab
from kermesse.core.cache import sources_key
from kermesse.lab.experiment import Experiment
from kermesse.lab.files import CannotWrite
from kermesse.lab.notes import Notes, fresh_notes
from kermesse.lab.table_file import HEAD, batch_of, notes_of

ENDING = ".portions"
PLAYERS = tuple(Path(package.__path__[0]) for package in (bots, lab))  # what decides beside rules


class Keeper:
    """One file for each experiment in a folder, a batch for each portion, in their order."""

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        self.experiment = experiment
        self.head = json.dumps(experiment.as_json(), sort_keys=True).encode()
        made_by = sources_key(experiment.game.home, *PLAYERS)  # other kernels play other games
        name = hashlib.sha256(self.head + made_by.encode()).hexdigest()[:16]
        self.path = folder / f"{experiment.game.name}-{name}{ENDING}"

    def read(self) -> list[Notes]:
        """The portions that are complete; what was cut off by an interruption is left out."""
        if not self.path.exists():
            return []
        found = []
        try:
            with pa.OSFile(str(self.path)) as source, pa.ipc.open_stream(source) as batches:
                if (batches.schema.metadata or {}).get(HEAD) != self.head:
                    return []
                for batch in batches:
                    found.append(notes_of(self.experiment, batch))
        except (pa.ArrowInvalid, OSError):
            pass  # the end of what was written
        return found

    @contextmanager
    def writing(self, known: list[Notes]) -> Iterator[pa.RecordBatchWriter]:
        """Write the known portions once more, cleanly, and then each new one as it comes."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            draft = self.path.with_suffix(".draft")
            sink = pa.OSFile(str(draft), "wb")
        except OSError as broken:
            raise CannotWrite(f"cannot write {self.path}: {broken.strerror}") from None
        nothing = fresh_notes(self.experiment.game, self.experiment.seats, 0)
        schema = batch_of(self.experiment, nothing).schema
        with sink, pa.ipc.new_stream(sink, schema) as writer:
            for notes in known:
                writer.write_batch(batch_of(self.experiment, notes))
            sink.flush()
            os.replace(draft, self.path)
            yield writer

    def forget(self) -> None:
        """The results are elsewhere now."""
        self.path.unlink(missing_ok=True)
