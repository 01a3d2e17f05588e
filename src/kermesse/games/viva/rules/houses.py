"""What may be placed in the houses, and what they show: VV-18 to VV-22, VV-33, VV-45 and VV-46."""

from __future__ import annotations

from kermesse.core.bits import minus
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING
from kermesse.games.viva.cards import one
from kermesse.games.viva.components import EVERY_COLOUR, EVERY_KIND, HOUSES, MATCHING, SHOWN
from kermesse.games.viva.state import HONOUR, State

ALL_HOUSES = (1 << HOUSES) - 1


@kernel
def match(one_kind: int, other: int) -> bool:
    """The golden rule: at least one colour in common (VV-18)."""
    return SHOWN[one_kind] & SHOWN[other] != 0


@kernel
def fitting(top: int) -> int:
    """The kinds that may lie on a top card, or in an empty house (VV-18, VV-24, VV-25)."""
    return int(MATCHING[top]) if top >= 0 else EVERY_KIND


@kernel
def places(s: State, kinds: int) -> int:
    """Where these kinds may be placed: bit 3 * kind + house."""
    if s.table == HONOUR:
        "VV-60"
        return kinds * ALL_HOUSES  # also what is forbidden
    "VV-19, VV-20, VV-21"
    free = minus(kinds, MATCHING[s.block])
    found = 0
    for house in range(HOUSES):
        found |= (free & fitting(s.top[house])) << house
    return found


@kernel
def further_places(s: State) -> int:
    """Where the next identical card may go: wherever the first one could (VV-28, VV-83)."""
    kind = one(s.laid_kind)
    found = 0
    for house in range(HOUSES):
        found |= (kind & fitting(s.top[house])) << house
    return found


@kernel
def forbidden(s: State, kind: int, top: int) -> bool:
    """Whether a card is blocked, or does not match the top card it goes on (VV-18…21)."""
    return match(kind, s.block) or (top >= 0 and not match(kind, top))


@kernel
def shown_by_all(s: State) -> int:
    """The colours that all three houses show, with what is laid and not yet shown (VV-33)."""
    return shown_with(s, NOTHING, NOTHING)


@kernel
def shown_with(s: State, kind: int, house: int) -> int:
    """The same once a card of this kind lies in a house."""
    colours = EVERY_COLOUR
    for other in range(HOUSES):
        top = int(s.laid_kind) if s.laid[other] > 0 else int(s.top[other])
        if other == house:
            top = int(kind)
        colours &= int(SHOWN[top]) if top >= 0 else 0
    return colours
