"""Parts of a game that follow from its declared fields, where no room says otherwise.

A game with `points` for each seat, of which the most win, writes neither `score` nor `outcome`.
Learning bots see everything in a view, and searching bots use the points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import IntEnum
from typing import Any

import numpy as np

from kermesse.core.bits import has
from kermesse.core.cards import rank
from kermesse.core.census import places_of
from kermesse.core.generated import generated
from kermesse.core.kernel import kernel
from kermesse.core.kinds import Members, Named
from kermesse.core.plain_board import usual_board
from kermesse.core.record import Counts, Field, Layout, Points, Record, Worths
from kermesse.core.sights import Sight

POINTS = "points"


class Ending(IntEnum):
    """How a match ends that is decided by points."""

    PLAYED_OUT = 0


@kernel
def score(s: Any, out: Points) -> None:
    """Points per seat as they stand."""
    for seat in range(s.seats):
        out[seat] = s.points[seat]


@kernel
def outcome(s: Any, out: Points) -> int:
    """The most points win, and seats with equal points share a place."""
    rank(s.points, s.seats, out)
    return 0


@kernel
def evaluate(s: Any, out: Worths) -> None:
    """More points are better."""
    for seat in range(s.seats):
        out[seat] = s.points[seat]


def usual_parts(layout: Layout, deal: Callable[[Any], None] | None) -> dict[str, Any]:
    """What a game has whose rooms do not say otherwise."""
    parts: dict[str, Any] = {"BOX": one_of_each(layout), "board": usual_board(layout)}
    if POINTS in layout.fields and layout.fields[POINTS].per_seat:
        parts |= {"score": score, "outcome": outcome, "evaluate": evaluate, "Ending": Ending}
    if deal is not None:
        parts["setup"] = setup_of(layout, deal)
    return parts


def usual_features(layout: Layout) -> dict[str, Any]:
    """The kernel `features`: everything in a view, field by field."""
    sights = tuple(Sight(numbers(each), each.meaning) for each in told(layout).values())
    return {
        "features": features_of(layout),
        "FEATURES": sum(sight.numbers for sight in sights),
        "SIGHTS": sights,
    }


def one_of_each(layout: Layout) -> Counts:
    """A box with every component once."""
    kinds = [each.kind for each in layout.fields.values()]
    things = [kind.of if isinstance(kind, Members) else kind for kind in kinds]
    sizes = [kind.boxed + kind.most + 1 for kind in things if isinstance(kind, Named)
             and kind.boxed is not None]  # fmt: skip
    return np.ones(max(sizes, default=0), np.int16)


def setup_of(layout: Layout, deal: Callable[[Any], None]) -> Callable[[Record], None]:
    """All fields as declared, whatever a used record holds, and then the deal."""
    lines = ["def setup(s):", "    s.over = s.reveals = 0"]
    for name, each in layout.fields.items():
        if each.option is None:
            fresh = 0 if callable(each.fresh) else each.fresh
            lines.append(f"    s.{name}{'[:]' if each.shape else ''} = {fresh}")
    source = "\n".join([*lines, "    deal(s)"])
    return generated("setup", source, {"deal": deal}, __name__, "the fields")


def told(layout: Layout) -> dict[str, Field]:
    """The fields that are features: no options."""
    return {name: each for name, each in layout.fields.items() if each.option is None}


def numbers(field: Field) -> int:
    """How many features a field makes."""
    return int(np.prod(field.shape, dtype=int)) * width(field)


def width(field: Field) -> int:
    """How many features one value makes: one for each thing that it may be, or one number."""
    kind = field.kind
    if isinstance(kind, Members):
        return kind.of.most + 1
    return kind.most + 1 if isinstance(kind, Named) else 1


def features_of(layout: Layout) -> Callable[[Record, Worths], None]:
    """The kernel, written as source: Numba calls only what stands in the code by name."""
    lines = ["def features(s, out):", "    n = 0"]
    for name, each in told(layout).items():
        lines += writing(name, each)
    return generated("features", "\n".join(lines), {"has": has}, __name__, "the fields")


def writing(name: str, field: Field) -> Iterator[str]:
    """The lines of source that write what one field holds."""
    *loops, place = places_of(name, replace(field, per_seat=False))  # empty seats are told, too
    indent = "    " * (len(loops) + 1)
    yield from loops
    if isinstance(field.kind, Members | Named):
        test = f"has({place}, k)" if isinstance(field.kind, Members) else f"{place} == k"
        yield f"{indent}for k in range({width(field)}):"
        yield f"{indent}    out[n + k] = 1.0 if {test} else 0.0"
    else:
        yield f"{indent}out[n] = int({place}) / {max(1, field.kind.most)}"
    yield f"{indent}n += {width(field)}"
