"""The games for PettingZoo: one agent for each seat.

    env = kermesse.interop.pettingzoo.env("viva", seats=4)

Importing this registers every installed game with PettingZoo, as `kermesse/viva_v0`, and makes a
module of its name: `from kermesse.interop.pettingzoo import viva_v0`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    import pettingzoo as _library  # noqa: F401
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "this adapter needs PettingZoo: pip install 'kermesse[pettingzoo]'", name="pettingzoo"
    ) from missing

from kermesse.interop.pettingzoo.aec import TurnEnv, env, raw_env
from kermesse.interop.pettingzoo.naming import register_games
from kermesse.interop.pettingzoo.parallel import TogetherEnv, parallel_env, raw_parallel_env

__all__ = ["TogetherEnv", "TurnEnv", "env", "parallel_env", "raw_env", "raw_parallel_env"]

register_games()

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
