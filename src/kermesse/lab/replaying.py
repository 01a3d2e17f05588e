"""Matches played again in plain Python by the decisions that were taken, as quickly as it goes.

A record with Python's own numbers for its fields is a quarter of the work of one that NumPy reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from kermesse.core.record import SPECTATOR, Record, Records
from kermesse.lab.probing import Kernels

Decisions = list[tuple[int, int]]  # seat, action


@dataclass(frozen=True, eq=False)
class Played:
    """A match that can be played again."""

    table: Records  # before it was set up
    decisions: Decisions


def laid_open(record: Record) -> SimpleNamespace:
    """A record as plain numbers and arrays; its chance stays a word of 64 bits."""
    fields = {name: record[name] for name in record.dtype.names}
    return SimpleNamespace(
        **{name: loose(value) if name != "rng" else value for name, value in fields.items()}
    )


def loose(value: np.generic | np.ndarray) -> int | np.ndarray:
    """A field that is nobody else's."""
    return value.copy() if isinstance(value, np.ndarray) else int(value)


def another(s: SimpleNamespace) -> SimpleNamespace:
    """The same once more."""
    fields = vars(s).items()
    return SimpleNamespace(
        **{name: each.copy() if type(each) is np.ndarray else each for name, each in fields}
    )


def play_again(kernels: Kernels, actions: int, match: Played) -> SimpleNamespace:
    """The same match, step by step, with what everybody sees and may do; return how it ended."""
    s, moves = laid_open(match.table[0]), np.zeros(actions, np.int16)
    kernels["setup"](s)
    look(kernels, s)
    decisions = iter(match.decisions)
    while not s.over:
        if s.due == 0:
            kernels["step"](s)
        else:
            seat, action = next(decisions)
            kernels["legal"](s, seat, moves)
            kernels["act"](s, seat, action)
        look(kernels, s)
    out = np.zeros(s.seats, np.int32)
    kernels["score"](s, out)
    kernels["outcome"](s, out)
    return s


def look(kernels: Kernels, s: SimpleNamespace) -> None:
    """Everybody looks at the table, and a spectator."""
    for viewer in range(SPECTATOR, s.seats):
        kernels["conceal"](another(s), viewer)
