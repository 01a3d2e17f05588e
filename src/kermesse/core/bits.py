"""Sets of small numbers as the bits of one integer: at most 63 members, held in any field."""

from __future__ import annotations

from kermesse.core.kernel import kernel
from kermesse.core.record import Moves

# `int(...)` widens what comes out of a record: an int8 would overflow where machine code does not.
# Fields that hold sets are signed: Numba makes a float of a variable that is now an unsigned and
# now a signed integer, and NumPy will not mix the two at all.


@kernel
def bit(i: int) -> int:
    """The set that holds only ``i``."""
    return 1 << int(i)


@kernel
def has(members: int, i: int) -> bool:
    """Whether ``i`` is a member."""
    return (int(members) >> int(i)) & 1 == 1


@kernel
def including(members: int, i: int) -> int:
    """The set with ``i`` added."""
    return int(members) | (1 << int(i))


@kernel
def without(members: int, i: int) -> int:
    """The set with ``i`` taken out."""
    return int(members) & ~(1 << int(i))


@kernel
def minus(members: int, others: int) -> int:
    """The members of one set that are not in the other."""
    return int(members) & ~int(others)


@kernel
def count(members: int) -> int:
    """How many members there are (LLVM turns this loop into one instruction)."""
    left = int(members)
    n = 0
    while left:
        left &= left - 1
        n += 1
    return n


@kernel
def lowest(members: int) -> int:
    """The smallest member of a set that is not empty."""
    left = int(members)
    if left == 0:
        return 64  # what the line below gives in machine code; in plain Python it would not end
    return count((left & -left) - 1)


@kernel
def nth(members: int, k: int) -> int:
    """The member with exactly ``k`` smaller ones."""
    left = int(members)
    for _ in range(k):
        left &= left - 1
    return lowest(left)


@kernel
def listed(members: int, out: Moves, offset: int = 0) -> int:
    """Write the members in ascending order, each plus ``offset``; return how many.

    Random play is half as fast again as with a loop that asks of each number whether it is a
    member: no processor foresees the answers.
    """
    left = int(members)
    n = 0
    while left:
        out[n] = offset + lowest(left)
        left &= left - 1
        n += 1
    return n
