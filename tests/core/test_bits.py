"""Bit sets against Python's own sets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kermesse.core import bits

MEMBERS = st.sets(st.integers(0, 62))
NUMBER = st.integers(0, 62)


def packed(members: set[int]) -> int:
    return sum(1 << number for number in members)


def unpacked(word: int) -> set[int]:
    return {number for number in range(63) if word >> number & 1}


@given(NUMBER)
def test_bit(number: int) -> None:
    assert unpacked(bits.bit(number)) == {number}


@given(MEMBERS, NUMBER)
def test_has_including_without(members: set[int], number: int) -> None:
    word = packed(members)
    assert bits.has(word, number) == (number in members)
    assert unpacked(bits.including(word, number)) == members | {number}
    assert unpacked(bits.without(word, number)) == members - {number}


@given(MEMBERS, MEMBERS)
def test_minus(members: set[int], others: set[int]) -> None:
    assert unpacked(bits.minus(packed(members), packed(others))) == members - others


@given(MEMBERS)
def test_count_lowest_nth(members: set[int]) -> None:
    word = packed(members)
    assert bits.count(word) == len(members)
    for k, number in enumerate(sorted(members)):
        assert bits.nth(word, k) == number
    if members:
        assert bits.lowest(word) == min(members)


def test_the_empty_and_the_full_set() -> None:
    full = (1 << 63) - 1
    assert bits.count(0) == 0
    assert bits.count(full) == 63
    assert bits.nth(full, 62) == 62


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_fields_of_any_width_are_widened_first(kind: type[np.signedinteger]) -> None:
    """An int8 in plain Python would overflow where machine code does not."""
    assert bits.bit(kind(40)) == 1 << 40
    assert bits.including(kind(1), kind(40)) == 1 | 1 << 40
    assert bits.has(kind(5), kind(2))
    assert bits.without(kind(5), kind(2)) == 1
    assert bits.minus(kind(7), kind(2)) == 5
    assert bits.count(kind(7)) == 3
    assert bits.lowest(kind(8)) == 3
