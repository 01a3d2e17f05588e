"""A batch on a GPU: the same games, one thread each, in arrays that stay there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from kermesse.core.batch import device_kernels as kernels
from kermesse.core.batch.batch import WANTED, Array, Batch, Turn
from kermesse.core.batch.ledgers import LEDGER, words_for
from kermesse.core.batch.sharing import LEGACY_STREAM, DeviceArray
from kermesse.core.chance import checked_seed
from kermesse.core.cuda import SIMULATED, cuda_module, on_device
from kermesse.core.errors import SetupRefused, UnreadableAction, brief
from kermesse.core.kernel import plain
from kermesse.core.record import Records

if TYPE_CHECKING:
    from kermesse.core.game import Game

cuda = cuda_module()

WORD = 8  # bytes
LONG = 256  # bytes of a record: the games with long rules have the larger ones
HUGE = 1024  # bytes: copies are then too slow for games that wait for one another


@dataclass(frozen=True)
class Plan:
    """How the work is laid out on the device. It changes how fast a batch is, and nothing else."""

    block: int = 128  # threads
    registers: int = 0  # that a thread may use; 0: as many as it likes
    together: bool = False  # games of a warp wait for one another, to take the same steps
    copies: bool = False  # views, and such steps too, are made in the thread's own memory
    by_phase: bool = False  # games in the same phase are decided side by side
    tile: int = 32  # rows and columns of observations that a block turns at a time


def usual_plan(game: Game) -> Plan:
    """The layout in which such games were fastest (`bench.batches`).

    The simulator knows the simplest one only.
    """
    if SIMULATED:
        return Plan(block=2, tile=4)
    waits = LONG <= game.dtype.itemsize < HUGE
    return Plan(registers=64, together=waits, copies=True)


class DeviceBatch(Batch):
    """`Batch` in the memory of a GPU. Its kernels run in the default stream, one after another."""

    def __init__(
        self,
        game: Game,
        games: int,
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        observe: bool = True,
        plan: Plan | None = None,
    ) -> None:
        super().__init__(game, games, seats, options)
        self.seed = checked_seed(seed)
        check_device()
        self.plan = usual_plan(game) if plan is None else plan
        self._observes = observe
        self._allocate()
        self._show()
        self._launches: dict[Any, Any] = {}
        self.reset()

    def _allocate(self) -> None:
        """All memory of the batch; a step needs no more."""
        n, game = self.games, self.game
        features = game.features if self._observes else 0
        self._records = cuda.device_array(n, game.dtype)
        self._views = cuda.device_array(n if self._observes else 0, game.dtype)
        self._record_words, self._view_words = as_words(self._records), as_words(self._views)
        self._columns = cuda.device_array((features, n), np.float32)
        self._rows = cuda.device_array((n, features), np.float32)
        self._bits = cuda.device_array((words_for(game.actions), n), np.uint32)
        self._mask_size = n * game.actions
        self._mask = cuda.device_array(-(-self._mask_size // kernels.BYTES), np.uint32)
        self._seat = cuda.device_array(n, np.int8)
        self._reward = cuda.device_array((n, self.seats), np.float32)
        self._over = cuda.device_array(n, np.bool_)
        self._chosen = cuda.device_array(n, np.int32)  # at random
        self._actions = cuda.device_array(n, np.int32)  # in the step that is under way
        self._ledgers = cuda.device_array(n, LEDGER)
        self._blank_words = cuda.to_device(self._blank.view(np.uint64))
        self._teams = cuda.to_device(self.teams)
        self._all, self._all_length = numbers(np.arange(n)), numbers([n])
        self._tally, self._starts = (numbers(np.zeros(phases(game))) for _ in range(2))
        self._ended, self._ended_length = numbers(np.zeros(n)), numbers([0])
        self._refused = numbers([n])

    def _show(self) -> None:
        """What others see of that memory."""
        self.records, self.views = DeviceArray(self._records), DeviceArray(self._views)
        self.observation, self.seat = DeviceArray(self._rows), DeviceArray(self._seat)
        self.reward, self.over = DeviceArray(self._reward), DeviceArray(self._over)
        self.mask_bits = DeviceArray(self._bits, turned=True)
        marks = self._mask.view(np.bool_)[: self._mask_size]
        self.mask = DeviceArray(marks.reshape(self.games, self.game.actions))
        self._random_actions = DeviceArray(self._chosen)
        self._turn = Turn(self.observation, self.reward, self.over, self.seat, self.mask)

    def random_actions(self) -> Array:
        """A legal action for each game, uniformly, by chance of the batch's own; int32."""
        self._check_idle()
        self._run(kernels.choose_each)(self._ledgers, self._bits, self._chosen)
        return self._random_actions

    def _deal(self, ledgers: Records) -> None:
        self._ledgers.copy_to_device(ledgers)
        self._reward.copy_to_device(np.zeros((self.games, self.seats), np.float32))
        self._over.copy_to_device(np.zeros(self.games, np.bool_))
        self._deal_listed(self._all, self._all_length)
        self._look()

    def _begin(self, actions: Array, unchecked: bool) -> None:
        self._take(actions, unchecked)
        self._run(kernels.act_each)(self._records, self._all, self._actions, self._ended_length)
        self._settle(self._all, self._all_length)
        self._run(kernels.pay_each)(
            self._records,
            self._ledgers,
            self._teams,
            self._reward,
            self._over,
            self._ended,
            self._ended_length,
        )
        self._deal_listed(self._ended, self._ended_length)
        self._look()

    def _end(self) -> Turn:
        return self._turn  # readers wait in the same stream

    def _take(self, actions: Array, unchecked: bool) -> None:
        """Copy the actions to where the kernels look for them; refuse those that are not open."""
        given = on_this_device(actions)
        self._check_form(given)
        wait_for(actions)
        if not unchecked:
            self._refused.copy_to_device(np.array([self.games], np.int32))
        self._run(kernels.take_each)(given, self._bits, self._actions, self._refused)
        if unchecked:
            return
        refused = int(self._refused.copy_to_host()[0])
        if refused < self.games:
            self._refuse(refused, int(given[refused : refused + 1].copy_to_host()[0]))

    def _settle(self, listed: Any, length: Any) -> None:
        if self.plan.together and self.plan.copies:
            self._run(kernels.settle_in_copies)(self._record_words, listed, length)
        else:
            settle = kernels.settle_in_warps if self.plan.together else kernels.settle_each
            self._run(settle)(self._records, listed, length)

    def _deal_listed(self, listed: Any, length: Any) -> None:
        self._run(kernels.deal_each)(
            self._records, self._record_words, self._blank_words, self._ledgers, listed, length
        )
        self._settle(listed, length)

    def _look(self) -> None:
        """Write down who decides, what is open, and what is seen."""
        if self.plan.by_phase:
            self._list_by_phase()
        self._run(kernels.mark_each)(self._records, self._all, self._seat, self._bits)
        self._run(kernels.unpack, len(self._mask))(self._bits, self._mask, self._mask_size)
        if self._observes:
            view = kernels.view_in_copies if self.plan.copies else kernels.view_each
            seen = self._views, self._view_words, self._columns
            self._run(view)(self._record_words, self._seat, *seen)
            self._turn_columns()

    def _list_by_phase(self) -> None:
        """Put the list of all games in order; it holds until the next decisions have been taken."""
        self._run(kernels.tally_each)(self._records, self._tally)
        self._run(kernels.add_up, 1)(self._tally, self._starts)
        self._run(kernels.list_each)(self._records, self._starts, self._all)

    def _turn_columns(self) -> None:
        tile = self.plan.tile
        tiles = tuple(-(-length // tile) for length in self._rows.shape)
        turn = kernel_for(kernels.turn, self.game, 0, tile)
        turn[tiles, (tile, tile // kernels.TURNS)](self._columns, self._rows)

    def _run(self, kernel: Callable[..., None], threads: int | None = None) -> Any:
        """A kernel with a thread for each game, ready to be called."""
        if kernel not in self._launches:
            blocks = -(-(self.games if threads is None else threads) // self.plan.block)
            made = kernel_for(kernel, self.game, self.plan.registers)
            self._launches[kernel] = made[blocks, self.plan.block]
        return self._launches[kernel]

    def _record(self, i: int) -> Records:
        copy = self._records[i : i + 1].copy_to_host()
        return np.frombuffer(bytearray(copy.tobytes()), self.game.dtype)


def as_words(records: Any) -> Any:
    """The memory of records as 64-bit words, one row per record."""
    return records.view(np.uint64).reshape(len(records), records.dtype.itemsize // WORD)


def numbers(values: Any) -> Any:
    """Whole numbers on the device."""
    return cuda.to_device(np.asarray(values, np.int32))


@cache
def kernel_for(kernel: Callable[..., None], game: Game, registers: int, tile: int = 1) -> Any:
    """A kernel made for a game; made once and kept, for plans that differ in other things too."""
    return on_device(
        kernel,
        game,
        registers,
        ACTIONS=game.actions,
        MOST_SEATS=game.seats[-1],
        SHAPE=game.dtype,
        PHASES=phases(game),
        START=first_phase(game),
        TILE=tile,
        WIDTH=tile + 1,
    )


def phases(game: Game) -> int:
    """How many numbers phases may have."""
    return max(game.phases) + 1


@cache
def first_phase(game: Game) -> int:
    """The phase that set-up leads to."""
    s = game.blank()[0]
    plain(game.kernels["setup"])(s)
    return int(s["phase"])


def check_device() -> None:
    """Refuse where there is no GPU, or no way to reach it."""
    if not cuda.is_available():
        raise SetupRefused(
            "no GPU can be used here; a batch on one needs a CUDA device and numba-cuda "
            "(pip install 'kermesse[cuda]')"
        )


def on_this_device(actions: Array) -> Any:
    """The array as numba-cuda's, without a copy; refuses arrays that are not on the device."""
    if isinstance(actions, DeviceArray):
        return actions.array
    if not hasattr(actions, "__cuda_array_interface__"):
        raise UnreadableAction(f"{WANTED} on the device, not {brief(actions)}")
    if hasattr(actions, "__dlpack_device__"):
        _, number = actions.__dlpack_device__()
        if number != cuda.get_current_device().id:
            raise UnreadableAction(f"these actions lie on device {number}, and this batch does not")
    return cuda.as_cuda_array(actions)


def wait_for(actions: Array) -> None:
    """Let our stream wait until they are computed: JAX hands arrays out before that."""
    if not isinstance(actions, DeviceArray) and hasattr(actions, "__dlpack__"):
        actions.__dlpack__(stream=LEGACY_STREAM)
