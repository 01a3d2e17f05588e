"""The order of play as a list: from it follow the kernels `legal`, `act` and `step`.

    TURN = order_of_play(
        Decision(Phase.CARD, held_cards, choose_card, "MV-13", sealed=True),
        Decision(Phase.PUSH, open_pushes, choose_push, "MV-14", "MV-15"),
        Step(Phase.SLIDE, slide, "MV-16"),
        …
    )

A decision is made by a seat that is due, from the actions that its options list. A step happens by
itself. What comes next, each effect says by setting the phase.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, cast

from kermesse.core.bits import has
from kermesse.core.kernel import PLAIN, compiled
from kermesse.core.record import Moves, Record

Options = Callable[[Any, int, Moves], int]
Effect = Callable[[Any, int, int], None]
Automatic = Callable[[Any], None]


class Decision:
    """What a seat decides in a phase: its options, what each does, and the rules that say so."""

    def __init__(
        self, phase: IntEnum, options: Options, effect: Effect, *rules: str, sealed: bool = False
    ) -> None:
        self.phase = phase
        self.options = options
        self.effect = effect
        self.rules = rules
        self.sealed = sealed  # decided in secret: others see only that it was decided


class Step:
    """What happens by itself in a phase, and the rules that say so."""

    def __init__(self, phase: IntEnum, effect: Automatic, *rules: str) -> None:
        self.phase = phase
        self.effect = effect
        self.rules = rules


@dataclass(frozen=True)
class OrderOfPlay:
    """The order of play, and the kernels that carry it out."""

    order: tuple[Decision | Step, ...]
    legal: Callable[[Record, int, Moves], int]
    act: Callable[[Record, int, int], None]
    step: Callable[[Record], None]

    @property
    def sealed(self) -> frozenset[int]:
        """The phases whose decisions are secret until they are carried out."""
        return frozenset(
            int(each.phase) for each in self.order if isinstance(each, Decision) and each.sealed
        )


def order_of_play(*order: Decision | Step) -> OrderOfPlay:
    """The order of play, in the order of the rulebook."""
    phases = [each.phase for each in order]
    doubled = {phase.name for phase in phases if phases.count(phase) > 1}
    if doubled:
        raise TypeError(f"phases that are in the turn twice: {', '.join(sorted(doubled))}")
    decisions = [each for each in order if isinstance(each, Decision)]
    steps = [each for each in order if isinstance(each, Step)]
    return OrderOfPlay(
        order,
        dispatcher(
            "legal", "s, seat, out", decisions, [inlined(each.options) for each in decisions],
            before="if not has(s.due, seat): return 0", prefix="inlined",
        ),
        dispatcher("act", "s, seat, action", decisions, [each.effect for each in decisions]),
        dispatcher("step", "s", steps, [each.effect for each in steps]),
    )  # fmt: skip


def inlined(options: Options) -> Options:
    """The same kernel, built into its caller: random play of Muvuca is a sixth faster for it."""
    if PLAIN:
        return options
    from numba import njit

    source = getattr(options, "py_func", options)
    return cast("Options", njit(nogil=True, error_model="numpy", forceinline=True)(source))


def dispatcher(
    name: str,
    args: str,
    entries: Sequence[Decision | Step],
    targets: Sequence[Callable[..., Any]],
    before: str = "pass",
    prefix: str = "called",
) -> Any:
    """A kernel that calls the target of the record's phase, which is one of the entries'.

    It is written as source: Numba calls only what stands in the code by name. The last entry is not
    asked for: the phase can be no other.
    """
    lines = [f"def {name}({args}):", f"    {before}"]
    lines += [
        f"    if s.phase == {int(each.phase)}: return {prefix}_{place}({args})"
        for place, each in enumerate(entries[:-1])
    ]
    lines.append(f"    return {prefix}_{len(entries) - 1}({args})")
    known: dict[str, Any] = {f"{prefix}_{place}": target for place, target in enumerate(targets)}
    known["has"] = has
    exec(compile("\n".join(lines), f"<{name}, from the order of play>", "exec"), known)
    made = known.pop(name)
    made.__module__ = targets[0].__module__
    return made if PLAIN else compiled(made)
