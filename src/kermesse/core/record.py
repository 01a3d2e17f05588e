"""The header that every game's record starts with, and how a game's own fields join it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from kermesse.core.kernel import inner_kernel

Record: TypeAlias = Any  # an element of Records: which fields it has, the game decides
Records = npt.NDArray[np.void]
Moves = npt.NDArray[np.int16]
Counts = npt.NDArray[np.int16]
Points = npt.NDArray[np.int32]
Worths = npt.NDArray[np.float32]

TABLE = -2  # `viewer` of the table itself: everything is known
SPECTATOR = -1  # `viewer` of somebody without a seat

UNKNOWN = -1  # something lies here, but this record does not say what
NOTHING = -2  # nothing lies here

EVENT_ARGS = 6
WORD = 8  # bytes of the widest field
MOST_SEATS = 15  # the bits of `due`, which is signed

# Ordered by width so that no record needs padding: equal positions are equal bytes.
HEADER: list[tuple[Any, ...]] = [
    ("rng", np.uint64),
    ("reveals", np.int32),
    ("due", np.int16),
    ("event", np.int16),
    ("event_args", np.int16, (EVENT_ARGS,)),
    ("seats", np.int8),
    ("phase", np.int8),
    ("over", np.int8),
    ("viewer", np.int8),
]


class Fields(np.void):  # type: ignore[misc]
    """A record whose fields are attributes, as they are in machine code.

    NumPy's own `np.record` does the same in Python code and takes three times as long.
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(f"no field {name!r} in this record") from None

    __setattr__ = np.void.__setitem__


def filled_up(fields: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The same and a field that fills the last word: for records whose size a table decides."""
    used = np.dtype([*HEADER, *fields]).itemsize
    return [*fields, ("spare", np.int8, (-used % WORD or WORD,))]


def record_type(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The dtype of a game: the header, then ``fields`` ordered widest first.

    Fields are aligned without gaps, which CUDA needs and byte-wise comparison relies on.
    """
    doubled = {name for name, *_ in HEADER} & {name for name, *_ in fields}
    if doubled:
        raise TypeError(f"fields that the header has already: {', '.join(sorted(doubled))}")
    packed = np.dtype([*HEADER, *fields])
    aligned = np.dtype((Fields, np.dtype([*HEADER, *fields], align=True)))
    if packed.itemsize != aligned.itemsize:
        raise TypeError(
            f"record of {packed.itemsize} bytes would need padding to {aligned.itemsize}: "
            "order its fields widest first and fill the last word with a 'spare' field"
        )
    clashes = sorted(name for name in packed.names or () if hasattr(Fields, name))
    if clashes:
        raise TypeError(f"field names that NumPy's records already use: {', '.join(clashes)}")
    return aligned  # and declared so: else CUDA loads each number byte by byte


@inner_kernel
def tell(
    s: Record,
    event: int,
    a: int = NOTHING,
    b: int = NOTHING,
    c: int = NOTHING,
    d: int = NOTHING,
    e: int = NOTHING,
    f: int = NOTHING,
) -> None:
    """Note in the record what this step did, for the log, the animation and the screen reader."""
    s.event = event
    s.event_args[0] = a
    s.event_args[1] = b
    s.event_args[2] = c
    s.event_args[3] = d
    s.event_args[4] = e
    s.event_args[5] = f
