"""The games for Gymnasium: one seat is yours, bots play the others.

    env = gymnasium.make("kermesse/Muvuca-v0", opponents="greedy")

Importing this registers every installed game; `make` also takes variants.
"""

from __future__ import annotations

try:
    import gymnasium as _library  # noqa: F401
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "this adapter needs Gymnasium: pip install 'kermesse[gymnasium]'", name="gymnasium"
    ) from missing

from kermesse.interop.gymnasium.naming import make, register_games
from kermesse.interop.gymnasium.seat_env import SeatEnv

__all__ = ["SeatEnv", "make"]

register_games()
