"""Clause 4, the opening: worlds imagined before any decision are distributed like deals."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kermesse.core.conformance.case import Case, who
from kermesse.core.conformance.chi_square import uniform
from kermesse.core.conformance.evidence import Broken, place_of
from kermesse.core.conformance.walk import KEYS

DEALS = 1000  # per viewer
DOUBT = 1e-6  # draws less likely than this are not uniform

Bits = npt.NDArray[np.uint8]


def imagined_as_dealt(case: Case) -> bool:
    """Hold `imagine` against `setup`; whether there was anything to hold against it.

    At the first decision nobody has chosen anything, so what is hidden was dealt by chance alone,
    and a world imagined from a view is dealt once more under what that view knows. Over many
    deals, the two are interchangeable: whatever bit of the record differs between them is as often
    set in one as in the other. `twin` has no part in it.
    """
    random = case.walks[0].random("openings")
    rules, found = case.rules, False
    for viewer in case.viewers:
        dealt, imagined = [], []
        for _ in range(DEALS):
            at = rules.setup(case.blank(random.randrange(KEYS)))
            at = rules.settled(at, case.bound)
            dealt.append(rules.world(at))
            view = rules.view(at, viewer)
            imagined.append(rules.world(rules.imagine(view, random.randrange(KEYS))))
        found |= dealt != imagined
        _interchangeable(case, viewer, _bits(dealt), _bits(imagined))
    return found


def _bits(worlds: list[bytes]) -> Bits:
    """A row for each world, the lowest bit of each byte first."""
    rows = np.frombuffer(b"".join(worlds), np.uint8).reshape(len(worlds), -1)
    return np.unpackbits(rows, axis=1, bitorder="little")


def _interchangeable(case: Case, viewer: int, dealt: Bits, imagined: Bits) -> None:
    """McNemar's test for every bit: of the pairs that differ in it, half have it set in either."""
    only_dealt = (dealt > imagined).sum(axis=0).tolist()
    only_imagined = (dealt < imagined).sum(axis=0).tolist()
    tests = dealt.shape[1] * len(case.viewers)
    for bit, pair in enumerate(zip(only_dealt, only_imagined, strict=True)):
        chance = uniform(pair) if any(pair) else 1.0
        if chance < DOUBT / tests:
            one, other = (int(bits[:, bit].sum()) for bits in (dealt, imagined))
            where = f"bit {bit % 8} of {place_of(case.game, bit // 8)}"
            expected = (
                f"worlds imagined by {who(viewer)} at the first decision to be as likely as those "
                f"that are dealt: {where} is set in {one} of {DEALS}"
            )
            raise Broken(expected, f"it is set in {other}, a chance of {chance:.1e}", "", 0, 0)
