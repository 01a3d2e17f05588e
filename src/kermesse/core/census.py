"""Counting components: the kernel `census` of a game, from the declaration of its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from kermesse.core.bits import count, including, minus
from kermesse.core.generated import generated
from kermesse.core.kernel import kernel
from kermesse.core.kinds import LongMembers, Members, Named, Unnamed
from kermesse.core.record import UNKNOWN, Counts, Field, Layout, Record


@kernel
def tally_one(out: Counts, component: int, boxed: int) -> int:
    """Count a component if it is named; return 1 if there is an unnamed one."""
    if component >= 0:
        out[boxed + component] += 1
    return int(component == UNKNOWN)


@kernel
def tally_members(out: Counts, members: int, boxed: int) -> int:
    """Count the members of a set."""
    left = int(members)
    i = boxed
    while left:
        out[i] += left & 1
        left = (left >> 1) & 0x7FFFFFFFFFFFFFFF
        i += 1
    return 0


@kernel
def tally_copies(out: Counts, copies: int, boxed: int) -> int:
    """Count several equal components."""
    out[boxed] += int(copies)
    return 0


def census_of(layout: Layout) -> Callable[[Record, Counts], int]:
    """A kernel that counts all components that the fields name, and returns how many they do not.

    It is generated as source: Numba only calls functions that the code names. A kind of a game's
    own brings a kernel ``tally(out, value)``.
    """
    kernels = (tally_one, tally_members, tally_copies, count)
    known: dict[str, Any] = {each.__name__: each for each in kernels}
    known["players"] = layout.players
    lines = ["def census(s, out):", "    n = 0"]
    for name, field in layout.fields.items():
        lines += counting(name, field, known)
    lines.append("    return n")
    made: Callable[[Record, Counts], int] = generated(
        "census", "\n".join(lines), known, __name__, "the fields"
    )
    return made


def counting(name: str, field: Field, known: dict[str, Any]) -> Iterator[str]:
    """The lines of source that count what one field holds."""
    *places, place = places_of(name, field, known["players"])
    indent = "    " * (len(places) + 1)
    counted = None if field.again else tally(name, field, place, known)
    if counted:
        yield from places
        yield f"{indent}n += {counted}"


def tally(name: str, field: Field, place: str, known: dict[str, Any]) -> str | None:
    """The expression that counts one value; None if it is not a component."""
    kind = field.kind
    if field.boxed:
        known[f"boxed_{name}"] = np.array(field.boxed, np.int64)
        copies = f"count({place})" if isinstance(kind, Members) else place
        last = f"i{len(field.shape) - 1}" if field.shape else "0"
        return f"tally_copies(out, {copies}, boxed_{name}[{last}])"
    if isinstance(kind, Unnamed):
        return f"int({place})"
    if isinstance(kind, Named) and kind.boxed is not None:
        return f"tally_one(out, {place}, {kind.boxed})"
    if isinstance(kind, LongMembers) and kind.of.boxed is not None:
        first = f"{kind.of.boxed} + {kind.each} * i{len(field.shape) - 1}"
        return f"tally_members(out, {place}, {first})"
    if isinstance(kind, Members) and kind.of.boxed is not None:
        return f"tally_members(out, {place}, {kind.of.boxed})"
    own = getattr(kind, "tally", None)
    if own is None:
        return None
    known[f"tally_{name}"] = own
    return f"tally_{name}(out, {place})"


def unnamed_of(state: type[Record], things: Named) -> Callable[[Any], int]:
    """A kernel that says which components of a kind a record does not name: they may lie anywhere.

    For components of which there is one each: what comes out is a set.
    """
    known: dict[str, Any] = {"including": including, "minus": minus}
    known["players"] = state.layout.players
    lines = ["def unnamed(s):", "    named = 0"]
    for name, field in state.layout.fields.items():
        kind = field.kind.of if isinstance(field.kind, Members) else field.kind
        if not field.again and getattr(kind, "boxed", None) is not None:
            *loops, place = places_of(name, field, known["players"])
            lines += loops
            indent = "    " * (len(loops) + 1)
            if isinstance(field.kind, Members):
                lines.append(f"{indent}named |= int({place})")
            else:
                lines.append(f"{indent}if {place} >= 0: named = including(named, {place})")
    lines.append(f"    return minus({(1 << things.most + 1) - 1}, named)")
    made: Callable[[Any], int] = generated(
        "unnamed", "\n".join(lines), known, __name__, "the fields"
    )
    return made


def places_of(name: str, field: Field, players: object = None) -> list[str]:
    """Loops over all values of a field, and at the end the expression for one of them.

    If the record says how many ``players`` there are, a kernel of that name is called.
    """
    indent, loops = "    ", []
    taking_part = "players(s)" if players else "s.seats"
    for axis, size in enumerate(field.shape):
        most = taking_part if field.per_seat and axis == 0 else size
        loops.append(f"{indent}for i{axis} in range({most}):")
        indent += "    "
    axes = ", ".join(f"i{axis}" for axis in range(len(field.shape)))
    return [*loops, f"s.{name}[{axes}]" if axes else f"s.{name}"]
