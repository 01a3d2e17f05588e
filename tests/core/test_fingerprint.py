"""What a kernel is made of, as a digest (core/fingerprint.py)."""

from __future__ import annotations

from enum import IntEnum
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

import kermesse
from kermesse.core.fingerprint import Unfathomable, fingerprint
from kermesse.core.playout import playouts

SOURCE = """
def inner(n):
    return n + LIMIT

def outer(n):
    return inner(n) + TABLE[0] + SIZES.width + Kind.LAST + tables.DEEP + again(n)

def again(n):
    return again(n - 1) if n > 9 else 0
"""


class Sizes(NamedTuple):
    width: int
    height: int


class Kind(IntEnum):
    FIRST = 0
    LAST = 1


class Grown(IntEnum):
    FIRST = 0
    BETWEEN = 1
    LAST = 2


def module(deep: int) -> ModuleType:
    made = ModuleType("tables")
    vars(made)["DEEP"] = deep
    return made


def print_of(source: str = SOURCE, **changed: Any) -> str:
    names: dict[str, Any] = {
        "LIMIT": 3,
        "TABLE": np.array([1, 2], np.int8),
        "SIZES": Sizes(4, 5),
        "Kind": Kind,
        "tables": module(6),
        "UNUSED": 7,
        **changed,
    }
    exec(source, names)
    return fingerprint(names["outer"])


def test_it_is_the_same_wherever_a_kernel_is_read() -> None:
    assert print_of() == print_of()
    assert print_of("# another line\n\n" + SOURCE) == print_of()


@pytest.mark.parametrize(
    "changed",
    [
        {"LIMIT": 4},
        {"LIMIT": 3.0},
        {"TABLE": np.array([1, 3], np.int8)},
        {"TABLE": np.array([1, 2], np.int16)},
        {"SIZES": Sizes(5, 5)},
        {"Kind": Grown},
        {"tables": module(7)},
    ],
)
def test_a_constant_counts_also_of_a_kernel_that_is_called(changed: dict[str, Any]) -> None:
    assert print_of(**changed) != print_of()


def test_what_is_not_referred_to_does_not_count() -> None:
    assert print_of(UNUSED=8) == print_of()


def test_a_description_does_not_count() -> None:
    assert print_of(described("It adds.")) == print_of(described("It adds numbers."))


def described(text: str) -> str:
    return SOURCE.replace("(n):\n", f'(n):\n    "{text}"\n')


def test_code_counts_also_of_a_kernel_that_is_called() -> None:
    assert print_of(SOURCE.replace("n + LIMIT", "n - LIMIT")) != print_of()
    assert print_of(SOURCE.replace("n > 9", "n > 8")) != print_of()


def test_what_nobody_can_judge_is_said_so() -> None:
    with pytest.raises(Unfathomable, match="LIMIT"):
        print_of(LIMIT=object())


def test_bound_kernels_of_games_differ() -> None:
    prints = {fingerprint(kermesse.game(name).bind(playouts)) for name in kermesse.game_names()}
    assert len(prints) == len(kermesse.game_names())
