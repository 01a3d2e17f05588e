"""A batch on the CPU: NumPy arrays, and a thread for each core."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from kermesse.core.batch.batch import WANTED, Array, Batch, Turn
from kermesse.core.batch.cpu_kernels import Part, advance
from kermesse.core.batch.ledgers import LEDGER, choose_all, first_refused, words_for
from kermesse.core.chance import checked_seed
from kermesse.core.errors import SetupRefused, UnreadableAction, brief, whole
from kermesse.core.position import same
from kermesse.core.record import Records

if TYPE_CHECKING:
    from kermesse.core.game import Game

CPU = 1  # as DLPack numbers devices


class CpuBatch(Batch):
    """`Batch` in NumPy arrays. Kernels hold no lock, so plain threads use all cores."""

    def __init__(
        self,
        game: Game,
        games: int,
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        threads: int | None = None,
        observe: bool = True,
    ) -> None:
        super().__init__(game, games, seats, options)
        self.threads = checked_threads(threads)
        self.seed = checked_seed(seed)
        seen = self.games if observe else 0
        self.records = np.zeros(self.games, game.dtype)
        self.views = np.zeros(seen, game.dtype)
        self.observation = np.zeros((self.games, game.features if observe else 0), np.float32)
        self.seat = np.zeros(self.games, np.int8)
        self.mask = np.zeros((self.games, game.actions), np.bool_)
        self.reward = np.zeros((self.games, self.seats), np.float32)
        self.over = np.zeros(self.games, np.bool_)
        self._bits = np.zeros((self.games, words_for(game.actions)), np.uint32)
        self.mask_bits = self._bits.view()
        self.mask_bits.flags.writeable = False  # what is legal is checked by them
        self._ledgers = np.zeros(self.games, LEDGER)
        self._chosen = np.zeros(self.games, np.int32)  # at random
        self._actions = np.zeros(self.games, np.int32)  # in the step that is under way
        self._turn = Turn(self.observation, self.reward, self.over, self.seat, self.mask)
        self._parts = self._cut(min(self.threads, self.games))
        self._pool = ThreadPoolExecutor(len(self._parts), "kermesse-batch")
        self._pending: list[Future[None]] = []
        self._advance = game.bind(advance)
        self.reset()

    def random_actions(self) -> Array:
        """A legal action for each game, uniformly, by chance of the batch's own; int32."""
        self._check_idle()
        choose_all(self._ledgers, self._bits, self._chosen)
        return self._chosen

    def step(self, actions: Array, *, unchecked: bool = False) -> Turn:
        """Take an action in every game, carry out what follows, and deal again where it is over.

        If one action is refused, nothing is changed in any game. ``unchecked`` leaves out the
        check: use it only for actions chosen by the mask, or anything may happen.
        """
        if len(self._parts) > 1:
            return super().step(actions, unchecked=unchecked)
        self._check_idle()
        self._take(actions, unchecked)
        self._advance(self._parts[0], False)  # here: waking a thread would take longer
        return self._turn

    def _begin(self, actions: Array, unchecked: bool) -> None:
        self._take(actions, unchecked)
        self._start(anew=False)

    def _end(self) -> Turn:
        for part in self._pending:
            part.result()
        self._pending.clear()
        return self._turn

    def _deal(self, ledgers: Records) -> None:
        self._ledgers[:] = ledgers
        self._start(anew=True)

    def _start(self, *, anew: bool) -> None:
        self._pending += [self._pool.submit(self._advance, part, anew) for part in self._parts]

    def _take(self, actions: Array, unchecked: bool) -> None:
        """Check the actions and copy them to where the kernel looks for them."""
        numbers = on_this_side(actions)
        self._check_form(numbers)
        if not unchecked:
            refused = first_refused(self._bits, numbers)
            if refused < self.games:
                self._refuse(refused, int(numbers[refused]))
        self._actions[:] = numbers

    def _record(self, i: int) -> Records:
        return same(self.records[i : i + 1])

    def _cut(self, number: int) -> list[Part]:
        """As many parts of nearly equal size."""
        edges = np.linspace(0, self.games, number + 1).astype(int)
        return [self._part(slice(start, end)) for start, end in pairwise(edges)]

    def _part(self, where: slice) -> Part:
        return Part(
            self.records[where],
            self._ledgers[where],
            self.seat[where],
            self._actions[where],
            self._bits[where],
            self.mask[where],
            self.views[where],
            self.observation[where],
            self.reward[where],
            self.over[where],
            self._blank,
            self.teams,
            moves=np.zeros(self.game.actions, np.int16),
            places=np.zeros(self.seats, np.int32),
        )


def checked_threads(threads: int | None) -> int:
    """The number of threads; all cores that this process may use unless told otherwise."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else cores()
    number = whole(threads)
    if number is None or number < 1:
        raise SetupRefused(f"a batch has 1 thread or more, not {brief(threads)}")
    return number


def cores() -> int:
    """How many cores the machine has."""
    return os.cpu_count() or 1


def on_this_side(actions: Array) -> Any:
    """The array as NumPy's, without a copy; refuses arrays on a device, and anything else."""
    if isinstance(actions, np.ndarray):
        return actions
    if not hasattr(actions, "__dlpack__"):
        raise UnreadableAction(f"{WANTED}, not {brief(actions)}")
    kind, _ = actions.__dlpack_device__()
    if kind != CPU:
        raise UnreadableAction("these actions lie on a device, and this batch does not")
    return np.from_dlpack(actions)
