"""Putting a game together from its rooms: everything is found by its name."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from kermesse.core.census import census_of
from kermesse.core.contract import KERNELS
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.plain_notation import PlainNotation
from kermesse.core.usual_parts import usual_features, usual_parts

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
    "layout": "layout",
    "MEASURES": "measures",
    "SIGHTS": "sights",
    "levels": "levels",
    "bound": "bound",
    "notation": "notation",
    "board": "board",
}
NEEDED = set(PARTS) - {
    "OPTIONS", "SEALED", "FORGETTING", "MEASURES", "ACTIONS", "SIGHTS", "levels", "layout",
}  # fmt: skip


def game_of(title: str, *rooms: ModuleType, version: str = "1", **more: Any) -> Game:
    """The game that some modules of one package make; it has the package's name.

    Parts have the names of `PARTS`, kernels those of the contract. Actions that a plain notation
    lists are counted. ``more`` are further fields of the `Game`. A part that two rooms have is the
    same in both, imported by one of them; otherwise it is refused, since it is unclear which one is
    meant.
    """
    package = rooms[0].__name__.rpartition(".")[0]
    parts = derived(rooms) | named_in(rooms, PARTS)
    fields = {PARTS[name]: part for name, part in parts.items() if name in PARTS} | more
    missing = sorted(name for name in NEEDED if PARTS[name] not in fields)
    if missing:
        raise KermesseError(f"no room of {package} has {', '.join(missing)}")
    if isinstance(fields["notation"], PlainNotation):
        fields.setdefault("actions", len(fields["notation"].actions))
    kernels = {name: parts[name] for name in KERNELS if name in parts}
    return Game(
        name=package.rpartition(".")[2],
        title=title,
        package=package,
        version=version,
        kernels=kernels | named_in(rooms, (*KERNELS, *MAY_BE_LEFT_OUT)),
        **{"options": (), **fields},
    )


def derived(rooms: tuple[ModuleType, ...]) -> dict[str, Any]:
    """What follows from the declared fields, from the order of play, and from a plain number."""
    found = named_in(rooms, ("State", "TURN", "BOUND", "deal", "features"))
    parts: dict[str, Any] = {}
    if "State" in found:
        layout = found["State"].layout
        parts |= {"FIELDS": layout.columns, "OPTIONS": layout.options, "census": census_of(layout)}
        parts |= {"layout": layout, **usual_parts(layout, found.get("deal"))}
        parts |= {} if "features" in found else usual_features(layout)
    if "TURN" in found:
        turn = found["TURN"]
        parts |= {"SEALED": turn.sealed, "legal": turn.legal, "act": turn.act, "step": turn.step}
    if "BOUND" in found:
        parts["bound"] = lambda options: found["BOUND"]
    return parts


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
