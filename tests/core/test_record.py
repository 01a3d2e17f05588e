"""The record: a common header, no padding, fields as attributes."""

from __future__ import annotations

import numpy as np
import pytest

from kermesse.core.record import EVENT_ARGS, HEADER, NOTHING, record_type, tell


def test_a_record_is_the_header_and_then_the_fields() -> None:
    kind = record_type([("hand", np.int32, (2,)), ("turn", np.int16), ("spare", np.int8, (6,))])
    names = [name for name, *_ in HEADER]
    assert list(kind.names or ()) == [*names, "hand", "turn", "spare"]
    assert kind.itemsize == 32 + 16


def test_a_record_is_read_and_written_by_attribute() -> None:
    batch = np.zeros(2, record_type([("hand", np.int32, (2,))]))
    s = batch[1]
    s.hand[1] = 7
    s.phase = 3
    assert batch["hand"].tolist() == [[0, 0], [0, 7]]
    assert batch["phase"].tolist() == [0, 3]
    assert s.seats == 0


@pytest.mark.parametrize(
    "fields",
    [
        [("turn", np.int8)],
        [("turn", np.int8), ("hand", np.int32)],
        [("hand", np.int64), ("turn", np.int16)],
    ],
)
def test_padding_is_refused(fields: list[tuple[str, type]]) -> None:
    with pytest.raises(TypeError, match="would need padding"):
        record_type(fields)


@pytest.mark.parametrize("name", ["size", "item", "data", "round", "sort", "tobytes"])
def test_names_that_numpy_uses_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"already use: {name}"):
        record_type([(name, np.int64)])


def test_a_name_of_the_header_is_refused() -> None:
    with pytest.raises(TypeError, match="fields that the header has already: rng"):
        record_type([("rng", np.int64)])


def test_telling_an_event_blanks_what_it_does_not_say() -> None:
    s = np.zeros(1, record_type([("spare", np.int64)]))[0]
    tell(s, 4, 10, 11, 12, 13, 14)
    assert s.event == 4
    assert s.event_args.tolist() == [10, 11, 12, 13, 14, NOTHING]
    tell(s, 5, 1)
    assert s.event_args.tolist() == [1] + [NOTHING] * (EVENT_ARGS - 1)


def test_an_unknown_field_is_an_error() -> None:
    s = np.zeros(1, record_type([("spare", np.int64)]))[0]
    with pytest.raises((ValueError, AttributeError)):
        _ = s.nowhere
