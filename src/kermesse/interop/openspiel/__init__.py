"""OpenSpiel: importing this registers all installed games for `pyspiel.load_game`.

import pyspiel, kermesse.interop.openspiel
game = pyspiel.load_game("kermesse_viva(players=4)")
"""

from __future__ import annotations

try:
    import pyspiel as _library  # noqa: F401
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "this adapter needs OpenSpiel: pip install 'kermesse[openspiel]'", name="pyspiel"
    ) from missing

from kermesse.interop.openspiel.games import (
    KermesseGame,
    load,
    register,
    register_installed,
)
from kermesse.interop.openspiel.states import KermesseState

register_installed()

__all__ = ["KermesseGame", "KermesseState", "load", "register"]
