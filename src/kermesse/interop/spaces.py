"""The spaces of Gymnasium in which observations and actions lie."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from kermesse.core.errors import KermesseError, brief
from kermesse.core.game import Game
from kermesse.interop.engine import HIDDEN_FIELDS

Observations = Literal["flat", "fields"]
KINDS: tuple[Observations, ...] = ("flat", "fields")


def checked_kind(kind: object) -> Observations:
    """How observations are written; refuses any other way."""
    for known in KINDS:
        if kind == known:
            return known
    raise KermesseError(f"observations are one of {', '.join(KINDS)}, not {brief(kind)}")


def seen_space(game: Game, kind: Observations) -> spaces.Space[Any]:
    """Where what a seat sees lies: numbers in a row, or the fields of its view by name."""
    if kind == "flat":
        return spaces.Box(-np.inf, np.inf, (game.features,), np.float32)
    names = [name for name in game.dtype.names or () if name not in HIDDEN_FIELDS]
    return spaces.Dict({name: field_space(game.dtype[name]) for name in names})


def field_space(kind: np.dtype[Any]) -> spaces.Box:
    """Any numbers that a field can hold."""
    limits = np.iinfo(kind.base)
    return spaces.Box(limits.min, limits.max, kind.shape or (1,), kind.base.type)


def masked_space(game: Game, kind: Observations, actions: int) -> spaces.Dict:
    """What a seat sees and what it may do, as in PettingZoo's classic games."""
    return spaces.Dict(
        {
            "observation": seen_space(game, kind),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
