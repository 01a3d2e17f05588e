"""Batches on a GPU, as far as they can be looked at without one."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from tests.batch.test_cuda import simulated
from tests.batch.warps import LANES, Warp

import kermesse
from kermesse.core.batch import device_kernels, sharing
from kermesse.core.batch.device import first_phase, usual_plan, wait_for
from kermesse.core.binding import bind
from kermesse.core.cuda import SIMULATED, cuda_module
from kermesse.core.errors import SetupRefused
from kermesse.core.kernel import plain
from kermesse.core.playout import settle

ROOT = Path(__file__).resolve().parents[2]
in_the_simulator = pytest.mark.skipif(not simulated(), reason="Numba has no CUDA simulator here")


def run_simulated(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "ignore", *command],
        cwd=ROOT,
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )


def bench(folder: Path, *wishes: str) -> subprocess.CompletedProcess[str]:
    command = ("-m", "bench.batches", "gpu", "--pgx", "no", "--turns", "0", "--keep", str(folder))
    return run_simulated(*command, *wishes)


@in_the_simulator
@pytest.mark.parametrize(
    ("name", "steps"),
    [
        pytest.param("muvuca", 2, marks=pytest.mark.long),
        pytest.param("muckle", 60, marks=pytest.mark.long),
        pytest.param("viva", 5, marks=pytest.mark.long),
        pytest.param("shuppa", 5, marks=pytest.mark.long),
        pytest.param("moon_river", 3, marks=pytest.mark.long),
    ],
)
def test_the_simulated_device_leaves_the_bytes_of_the_cpu(
    name: str, steps: int, tmp_path: Path
) -> None:
    done = bench(tmp_path, name, "--check", "2", "--steps", str(steps))
    assert done.returncode == 0, done.stdout + done.stderr
    seats = kermesse.game(name).seats
    assert done.stdout.count(": the same bytes\n") == len(seats)


ENDING = """
from bench.batches.device import differing
from kermesse.core.batch.device import Plan
from tests.toys.huddle import game

print(differing(game, None, 4, games=2, steps=16))
print(differing(game, Plan(block=2, tile=4, copies=True, by_phase=True), 2, games=3, steps=6))
"""


@in_the_simulator
@pytest.mark.thorough
def test_matches_end_there_as_they_do_here() -> None:
    """A toy: its matches are short enough to be simulated to their end, and beyond."""
    from tests.toys.huddle import game

    batch = game.batch(3, 4, seed=7)
    ended = 0
    for _ in range(30):
        ended += int(batch.step(batch.random_actions()).over.sum())
    assert ended >= 3
    done = run_simulated("-c", ENDING)
    assert done.stdout == "[]\n[]\n", done.stderr


REFUSALS = """
import numpy as np
import kermesse
from kermesse.core.batch.sharing import DeviceArray
from kermesse.core.cuda import cuda_module

options = {"rounds_to_win": 1, "end_lines": 1}
batch = kermesse.game("muvuca").batch(2, seed=7, options=options, device="cuda", observe=False)

def there(*numbers, kind=np.int64):
    return DeviceArray(cuda_module().to_device(np.array(numbers, kind)))

legal = batch.mask.numpy().argmax(1)
before = batch.records.numpy().tobytes()
tried = [np.array(legal), there(*legal, kind=np.float32), there(legal[0]), there(legal[0], 40),
         there(-1, legal[1]), [0, 0]]
for actions in tried:
    try:
        batch.step(actions)
    except kermesse.KermesseError as refused:
        print(type(refused).__name__, str(refused))
assert batch.records.numpy().tobytes() == before
assert batch.observation.shape == (2, 0) and batch.views.shape == (0,)
shared, bits = np.from_dlpack(batch.mask), np.from_dlpack(batch.mask_bits)
assert shared.dtype == bool and np.array_equal(shared, batch.mask.numpy())
assert bits.shape == (2, 2) and bits.strides == (4, 8)
batch.step(there(*legal))
assert batch.records.numpy().tobytes() != before
assert np.array_equal(shared, batch.mask.numpy())  # the same memory, written anew
assert np.array_equal(bits, batch.mask_bits.numpy())
assert batch.position(1).seats == 2
"""


@in_the_simulator
def test_a_device_takes_legal_actions_that_lie_there_and_nothing_else() -> None:
    done = run_simulated("-c", REFUSALS)
    assert done.returncode == 0, done.stderr
    wanted = "UnreadableAction actions are an array of int16, int32 or int64"
    lines = done.stdout.splitlines()
    assert [line[: len(wanted)] for line in lines[:3]] == [wanted] * 3
    assert "on the device, not array(" in lines[0]
    assert lines[1].endswith("not of float32")
    assert lines[2].endswith("of shape (2,), not (1,)")
    assert lines[3].startswith("IllegalMove game 1, action 40 (column4 ^): ")
    assert lines[4] == "UnreadableAction game 0: an action is a number from 0 to 40, not -1"
    assert lines[5].endswith("on the device, not [0, 0]")
    assert len(lines) == 6


@pytest.mark.skipif(SIMULATED or cuda_module().is_available(), reason="there is a GPU")
def test_without_a_gpu_a_batch_there_is_refused() -> None:
    with pytest.raises(SetupRefused, match=r"no GPU can be used here; .* 'kermesse\[cuda\]'"):
        kermesse.game("muvuca").batch(2, device="cuda")


def test_plans_are_those_that_were_fastest() -> None:
    plans = {name: usual_plan(kermesse.game(name)) for name in kermesse.game_names()}
    assert {name for name, plan in plans.items() if plan.together} == {"shuppa"}
    assert all(plan.copies for plan in plans.values())


class Lender:
    """An array of this side, lent as one of a device is."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return sharing.CPU, 0

    def __dlpack__(self, **_: Any) -> Any:
        return sharing.capsule(self.array, self.array.ctypes.data, self.__dlpack_device__())


@pytest.mark.parametrize("kind", [np.float32, np.bool_, np.int8, np.int32, np.uint32])
def test_an_array_is_shared_and_not_copied(kind: Any) -> None:
    array = np.arange(12).reshape(3, 4).astype(kind)
    for lent in (array, array.T, array[1:, ::2]):
        taken = np.from_dlpack(Lender(lent))
        assert (taken.dtype, taken.shape, taken.strides) == (lent.dtype, lent.shape, lent.strides)
        assert np.array_equal(taken, lent)
        assert taken.ctypes.data == lent.ctypes.data


def test_records_are_not_lent() -> None:
    with pytest.raises(BufferError, match="DLPack knows no arrays of dtype"):
        np.from_dlpack(Lender(kermesse.game("muvuca").blank(2)))


def test_what_is_lent_is_kept_until_it_is_given_back() -> None:
    taken = np.from_dlpack(Lender(np.arange(5)))  # nobody else holds the array
    assert len(sharing.lent) == 1
    assert taken.tolist() == [0, 1, 2, 3, 4]
    del taken
    gc.collect()
    assert sharing.lent == {}


def test_what_nobody_takes_is_taken_back() -> None:
    capsule = Lender(np.arange(5)).__dlpack__()
    assert len(sharing.lent) == 1
    del capsule
    gc.collect()
    assert sharing.lent == {}


OUTLIVING = """
import sys
import numpy as np
from tests.batch.test_device import Lender

sys.last_to_go = np.from_dlpack(Lender(np.arange(5)))
"""


def test_what_is_lent_may_outlive_python() -> None:
    done = subprocess.run(
        [sys.executable, "-c", OUTLIVING], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


class Promise(Lender):
    """Actions that somebody still computes: whoever wants them must say in which stream."""

    streams: ClassVar[list[int]] = []

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> Any:
        self.streams.append(stream or 0)
        return super().__dlpack__()


def test_actions_are_waited_for() -> None:
    wait_for(Promise(np.arange(2)))
    assert Promise.streams == [sharing.LEGACY_STREAM]


def test_games_that_wait_for_one_another_settle_as_they_do_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One lane has no game, as beyond the end of a list: it takes part and changes nothing."""
    game = kermesse.game("muckle")
    batch = game.batch(LANES, seed=3, threads=1)
    while len({int(seat) for seat in batch.seat}) == 1:  # until they are not all at the same point
        batch.step(batch.random_actions())
    records, actions = batch.records.copy(), batch.random_actions()
    for lane in range(LANES):
        plain(game.kernels["act"])(records[lane], int(batch.seat[lane]), int(actions[lane]))
    expected = records.copy()
    for lane in range(LANES - 1):
        game.bind(settle, plain=True)(expected[lane])
    warp = Warp()
    monkeypatch.setattr(device_kernels, "WARP", LANES)
    monkeypatch.setattr(device_kernels, "PHASES", len(game.phases))
    monkeypatch.setattr(device_kernels, "START", first_phase(game))
    monkeypatch.setattr(device_kernels, "cuda", warp)
    together = bind(device_kernels.settle_together, game.plain_kernels, game.name, plain=True)

    def play(lane: int) -> None:
        warp.of_thread.lane = lane
        together(records[lane], lane < LANES - 1)

    with ThreadPoolExecutor(LANES) as pool:
        list(pool.map(play, range(LANES)))
    assert records.tobytes() == expected.tobytes()
    assert expected.tobytes() != batch.records.tobytes()
