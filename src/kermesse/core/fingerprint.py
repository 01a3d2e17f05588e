"""What a kernel is made of: a digest of its code, of all kernels it calls, and of their constants.

Numba bakes all of that into machine code, and its own cache looks only at the kernel's own file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from enum import Enum
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from kermesse.core.errors import KermesseError, brief
from kermesse.core.graph import (
    LIBRARIES,
    called_by,
    closed_over,
    codes,
    is_function,
    place,
    reached,
    source_of,
)

DIGEST_BYTES = 10


class Unfathomable(KermesseError):
    """A kernel refers to something of which nobody can say whether it has changed."""


def fingerprint(function: Any, how: str = "") -> str:
    """Equal for kernels that are made of the same, whatever file or process they come from.

    ``how`` they are compiled may be part of it.

    Ask for it when the kernel is first called: then everything it names exists, and calls that
    would not last are refused.
    """
    reached(function)  # or refused
    seen = hashlib.blake2b(how.encode(), digest_size=DIGEST_BYTES)
    numbers = {source_of(function): 0}  # a kernel may call itself
    for one in (waiting := [source_of(function)]):
        calls = called_by(one)
        for other in calls:
            if other not in numbers:
                numbers[other] = len(numbers)
                waiting.append(other)
        seen.update(digest_of(one) + repr([numbers[other] for other in calls]).encode())
    return seen.hexdigest()


@cache
def digest_of(function: FunctionType) -> bytes:
    """A digest of one function by itself: its code and constants."""
    reader = Reader(function)
    reader.note(function.__name__, function.__defaults__, function.__kwdefaults__)
    for code in codes(function.__code__):
        reader.read_code(code, function.__globals__)
    for value in closed_over(function):
        reader.read("cell", value)
    return reader.hash.digest()


class Reader:
    """Takes a digest of what a function is made of, less the functions that it calls."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.hash = hashlib.blake2b(digest_size=DIGEST_BYTES)

    def note(self, *words: object) -> None:
        """Add words to the digest."""
        self.hash.update(repr(words).encode())

    def read_code(self, code: CodeType, known: dict[str, Any]) -> None:
        """Add a code object and the globals that it names."""
        constants = [value for value in code.co_consts if not isinstance(value, CodeType)]
        if constants and constants[0] == self.function.__doc__:
            del constants[0]  # a reworded description compiles nothing
        self.note(code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars)
        for name in code.co_names:
            if name in known:
                self.read(name, known[name], code.co_names)

    def read(self, name: str, value: Any, names: Sequence[str] = ()) -> None:
        """Add a constant; ``names`` are those that the code may look up in it."""
        self.note(name, type(value).__qualname__)
        if isinstance(value, np.ndarray):
            self.note(value.dtype.descr, value.shape)
            self.hash.update(np.ascontiguousarray(value).tobytes())
        elif isinstance(value, tuple):
            for part in value:
                self.read("part", part)
        elif isinstance(value, type):
            self.read_type(value)
        elif isinstance(value, ModuleType):
            self.read_module(value, names)
        elif value is None or isinstance(value, int | float | complex | str | bytes | np.generic):
            self.note(value)
        elif isinstance(value, np.dtype):
            self.note(value.descr)
        elif not is_function(value):
            raise Unfathomable(
                f"{self.function.__name__} reads {name} ({place(self.function)}), which is "
                f"{brief(value)}: nobody could say whether that has changed. A kernel reads "
                "numbers, arrays, tuples and enums"
            )

    def read_type(self, kind: type) -> None:
        """Add the members of an enumeration, or the fields of a named tuple."""
        self.note(kind.__qualname__, getattr(kind, "_fields", ()))
        if issubclass(kind, Enum):
            self.note([(member.name, member.value) for member in kind])

    def read_module(self, module: ModuleType, names: Sequence[str]) -> None:
        """Add of a library the name; of any other module what may be read from it."""
        self.note(module.__name__)
        if module.__name__.partition(".")[0] not in LIBRARIES:
            for name in names:
                if hasattr(module, name):
                    self.read(name, getattr(module, name))
