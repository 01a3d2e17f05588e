"""Which batch is meant: the one door to those on the CPU and those on a GPU."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kermesse.core.batch.batch import Batch
from kermesse.core.errors import SetupRefused, brief

if TYPE_CHECKING:
    from kermesse.core.game import Game

DEVICES = ("cpu", "cuda")


def make_batch(
    game: Game,
    games: int,
    seats: int | None,
    seed: int | None,
    options: Mapping[str, Any] | None,
    *,
    device: str,
    threads: int | None,
    observe: bool,
) -> Batch:
    """A batch on the device of that name, all games dealt."""
    if device not in DEVICES:
        raise SetupRefused(f"no device {brief(device)}; the devices are {' and '.join(DEVICES)}")
    if device == "cpu":
        from kermesse.core.batch.cpu import CpuBatch

        return CpuBatch(game, games, seats, seed, options, threads=threads, observe=observe)
    if threads is not None:
        raise SetupRefused("threads are those of the CPU: leave them out on a GPU")
    from kermesse.core.batch.device import DeviceBatch

    return DeviceBatch(game, games, seats, seed, options, observe=observe)
