"""Batches refuse what makes no sense, by name, and change nothing in any game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kermesse
from kermesse.core.batch import Batch
from kermesse.core.errors import IllegalMove, KermesseError, SetupRefused, UnreadableAction

GAMES = 4


@pytest.fixture
def batch() -> Batch:
    return kermesse.game("muvuca").batch(GAMES, seed=7, threads=2)


def everything(batch: Batch) -> list[bytes]:
    """All bytes of a batch, those of the streams and of the actions taken last among them."""
    arrays: list[Any] = [batch.records, batch.views, batch.seat, batch.mask, batch.mask_bits]
    arrays += [batch.observation, batch.reward, batch.over]
    arrays += [getattr(batch, name) for name in ("_ledgers", "_actions")]
    return [array.tobytes() for array in arrays]


def legal(batch: Batch, kind: Any = np.int32) -> Any:
    return batch.mask.argmax(1).astype(kind)


@pytest.mark.parametrize("game", range(GAMES))
def test_an_illegal_action_is_named_with_its_game(batch: Batch, game: int) -> None:
    actions = legal(batch)
    closed = int(np.flatnonzero(~batch.mask[game])[-1])
    actions[game] = closed
    text = batch.game.notation.action_text(closed)
    before = everything(batch)
    with pytest.raises(IllegalMove) as refused:
        batch.step(actions)
    assert refused.value.sentence.startswith(f"game {game}, action {closed} ({text}): ")
    assert refused.value.rule in batch.game.rulebook().rules
    assert everything(batch) == before


def test_of_several_illegal_actions_the_first_is_named(batch: Batch) -> None:
    actions = legal(batch)
    actions[[1, 3]] = batch.game.actions - 1
    with pytest.raises(IllegalMove, match=r"^game 1, "):
        batch.step(actions)


@pytest.mark.parametrize("number", [-1, 41, 63, 64, 2**31 - 1, -(2**31), 2**40, 2**63 - 1])
def test_a_number_that_is_no_action_is_refused(batch: Batch, number: int) -> None:
    actions = legal(batch, np.int64)
    actions[2] = number
    before = everything(batch)
    with pytest.raises(UnreadableAction, match=f"^game 2: .* from 0 to 40, not {number}$"):
        batch.step(actions)
    assert everything(batch) == before


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (np.zeros(GAMES, np.float32), "int16, int32 or int64, not of float32"),
        (np.zeros(GAMES, np.bool_), "not of bool"),
        (np.zeros(GAMES, np.uint8), "not of uint8"),
        (np.zeros(GAMES, object), "not of object"),
        (np.zeros(GAMES - 1, np.int32), r"of shape \(4,\), not \(3,\)"),
        (np.zeros((GAMES, 1), np.int32), r"not \(4, 1\)"),
        (np.zeros((), np.int32), r"not \(\)"),
        ([0] * GAMES, r"not \[0, 0, 0, 0\]"),
        (0, "not 0"),
        (None, "not None"),
        ("fries-star", "not 'fries-star'"),
    ],
)
def test_what_is_no_array_of_actions_is_refused(batch: Batch, actions: Any, words: str) -> None:
    before = everything(batch)
    for unchecked in (False, True):
        with pytest.raises(UnreadableAction, match=words):
            batch.step(actions, unchecked=unchecked)
        with pytest.raises(UnreadableAction, match=words):
            batch.send(actions, unchecked=unchecked)
    assert everything(batch) == before
    batch.step(legal(batch))  # nothing is under way


@pytest.mark.parametrize("kind", [np.int16, np.int32, np.int64])
def test_actions_may_be_of_three_widths(batch: Batch, kind: Any) -> None:
    other = kermesse.game("muvuca").batch(GAMES, seed=7)
    batch.step(legal(batch, kind))
    other.step(legal(other), unchecked=True)
    assert everything(batch) == everything(other)


def test_every_other_number_of_an_array_will_do(batch: Batch) -> None:
    other = kermesse.game("muvuca").batch(GAMES, seed=7)
    batch.step(np.repeat(legal(batch), 2)[::2])
    other.step(legal(other))
    assert everything(batch) == everything(other)


class Lent:
    """An array of another library: it shows itself by DLPack, and says where it lies."""

    def __init__(self, array: Any, device: int) -> None:
        self.array, self.device = array, device

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device, 0

    def __dlpack__(self, **wishes: Any) -> Any:
        return self.array.__dlpack__(**wishes)


def test_arrays_of_other_libraries_are_taken_as_they_are(batch: Batch) -> None:
    other = kermesse.game("muvuca").batch(GAMES, seed=7)
    batch.step(Lent(legal(batch), device=1))
    other.step(legal(other))
    assert everything(batch) == everything(other)


def test_arrays_on_a_device_are_refused(batch: Batch) -> None:
    before = everything(batch)
    with pytest.raises(UnreadableAction, match="lie on a device, and this batch does not"):
        batch.step(Lent(legal(batch), device=2))
    assert everything(batch) == before


def test_a_mask_that_was_written_to_opens_nothing(batch: Batch) -> None:
    batch.mask[:] = True
    with pytest.raises(IllegalMove):
        batch.step(np.full(GAMES, batch.game.actions - 1, np.int32))
    with pytest.raises(ValueError, match="read-only"):
        batch.mask_bits[:] = 0


def test_seats_that_were_written_to_decide_nothing(batch: Batch) -> None:
    """Somebody counts seats from another one on, in place."""
    other = kermesse.game("muvuca").batch(GAMES, seed=7, threads=2)
    for _ in range(20):
        actions = legal(batch)
        batch.seat[:] = 1 - batch.seat
        batch.step(actions)
        other.step(actions)
        assert everything(batch) == everything(other)


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"games": 0}, "a batch has 1 to 2147483647 games, not 0"),
        ({"games": -3}, "not -3"),
        ({"games": 2**31}, "not 2147483648"),
        ({"games": 2.0}, "not 2.0"),
        ({"games": True}, "not True"),
        ({"games": "many"}, "not 'many'"),
        ({"seats": 3}, "Muvuca is for exactly 2 seats, not 3"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"options": {"speed": 1}}, "speed"),
        ({"threads": 0}, "1 thread or more, not 0"),
        ({"threads": 1.5}, "not 1.5"),
        ({"device": "tpu"}, "no device 'tpu'; the devices are cpu and cuda"),
        ({"device": None}, "no device None"),
        ({"device": "cuda", "threads": 2}, "threads are those of the CPU"),
    ],
)
def test_what_no_batch_can_be_made_of_is_refused(wishes: dict[str, Any], words: str) -> None:
    with pytest.raises(SetupRefused, match=words):
        kermesse.game("muvuca").batch(**{"games": 2, **wishes})


@pytest.mark.parametrize("seed", [-1, 2**64, "seven"])
def test_a_seed_that_is_none_leaves_the_batch_as_it_was(batch: Batch, seed: Any) -> None:
    before = everything(batch)
    with pytest.raises(SetupRefused, match="a seed is a whole number"):
        batch.reset(seed)
    assert (everything(batch), batch.seed) == (before, 7)


@pytest.mark.parametrize("number", [-1, GAMES, 1.0, None])
def test_there_is_no_such_game(batch: Batch, number: Any) -> None:
    with pytest.raises(KermesseError, match="the games are 0 to 3"):
        batch.position(number)
