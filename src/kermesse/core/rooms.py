"""Putting a game together from its rooms: everything is found by its name."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from kermesse.core.contract import KERNELS
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.plain_notation import PlainNotation

MAY_BE_LEFT_OUT = ("unseal", "afresh", "manners", "note", "pace")  # of the kernels

# what a room calls a part, and what the Game calls it
PARTS = {
    "SEATS": "seats",
    "FIELDS": "fields",
    "OPTIONS": "options",
    "Phase": "phases",
    "Happening": "events",
    "Ending": "endings",
    "ACTIONS": "actions",
    "FEATURES": "features",
    "BOX": "box",
    "SEALED": "sealed",
    "FORGETTING": "forgetting",
    "MEASURES": "measures",
    "bound": "bound",
    "notation": "notation",
    "board": "board",
}
NEEDED = set(PARTS) - {"OPTIONS", "SEALED", "FORGETTING", "MEASURES", "ACTIONS"}


def game_of(title: str, *rooms: ModuleType, version: str = "1", **more: Any) -> Game:
    """The game that some modules of one package make; it has the package's name.

    Parts have the names of `PARTS`, kernels those of the contract. Actions that a plain notation
    lists are counted. ``more`` are further fields of the `Game`. A part that two rooms have is the
    same in both, imported by one of them; else it is refused, since nobody could tell which one is
    meant.
    """
    package = rooms[0].__name__.rpartition(".")[0]
    parts = named_in(rooms, PARTS)
    missing = sorted(NEEDED - set(parts))
    if missing:
        raise KermesseError(f"no room of {package} has {', '.join(missing)}")
    fields = {PARTS[name]: part for name, part in parts.items()}
    if isinstance(parts["notation"], PlainNotation):
        fields.setdefault("actions", len(parts["notation"].actions))
    return Game(
        name=package.rpartition(".")[2],
        title=title,
        package=package,
        version=version,
        kernels=named_in(rooms, (*KERNELS, *MAY_BE_LEFT_OUT)),
        **{"options": (), **fields, **more},
    )


def named_in(
    rooms: tuple[ModuleType, ...], names: Mapping[str, str] | tuple[str, ...]
) -> dict[str, Any]:
    """What the rooms hold of these names."""
    found: dict[str, Any] = {}
    homes: dict[str, str] = {}
    for room in rooms:
        for name in names:
            part = getattr(room, name, None)
            if part is None:
                continue
            if found.get(name, part) is not part:
                raise KermesseError(f"{homes[name]} and {room.__name__} both have {name}")
            found[name], homes[name] = part, room.__name__
    return found
