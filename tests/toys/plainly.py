"""What toy games that hide nothing have in common: text, knowledge, and a census of nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import numpy as np
from rich.text import Text

from kermesse.core.contract import KERNELS
from kermesse.core.errors import UnreadableAction
from kermesse.core.game import Game
from kermesse.core.kernel import kernel
from kermesse.core.record import SPECTATOR, TABLE
from kermesse.core.rooms import MAY_BE_LEFT_OUT


class Phase(IntEnum):
    DECIDE = 0
    RESOLVE = 1
    OVER = 2


class Happening(IntEnum):
    ANYTHING = 0


class Ending(IntEnum):
    WON = 0
    TIE = 1


@kernel
def conceal(s, seat):
    s.rng = 0
    s.viewer = seat


@kernel
def imagine(s):
    s.viewer = TABLE


@kernel
def twin(s, seat):
    s.viewer = max(int(s.viewer), SPECTATOR - 1)


@kernel
def census(s, out):
    return 0


@kernel
def features(s, out):
    out[0] = 0.0


@kernel
def evaluate(s, out):
    out[0] = 0.0
    out[1] = 0.0


def read_action(text):
    if not text.isdecimal():
        raise UnreadableAction(f"no number: {text!r}")
    return int(text)


notation = SimpleNamespace(
    action_text=str,
    read_action=read_action,
    position_text=lambda s: s.tobytes().hex(),
    read_position=lambda text, blank: None,
    event_text=lambda s, names=(), say=None: "something happened",
    refusal=lambda s, seat, action, say=None: ("TOY-01", f"{action} is not open"),
)


def kernels_in(rules: Mapping[str, Any]) -> dict[str, Callable[..., Any]]:
    """The kernels among the names of a module; those that it lacks hide and count nothing."""
    named = {**globals(), **rules}
    return {name: named[name] for name in (*KERNELS, *MAY_BE_LEFT_OUT) if name in named}


def toy(name: str, seats: int, actions: int, fields: list[Any], **parts: Any) -> Game:
    """A game of such kernels."""
    return Game(
        name=name,
        title=name,
        package=__package__,
        version="1",
        seats=range(seats, seats + 1),
        fields=fields,
        options=(),
        kernels=kernels_in(parts.pop("kernels")),
        notation=notation,
        board=lambda s: Text(""),
        phases=Phase,
        events=Happening,
        endings=Ending,
        actions=actions,
        features=1,
        box=np.zeros(0, np.int16),
        bound=lambda options: 100,
        **parts,
    )
