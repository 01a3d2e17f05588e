"""The order of play as a list: from it follow the kernels `legal`, `act` and `step`.

    TURN = order_of_play(
        Decision(Phase.CARD, held_cards, choose_card, "MV-13", sealed=True),
        Decision(Phase.PUSH, open_pushes, choose_push, "MV-14", "MV-15"),
        Step(Phase.SLIDE, slide, "MV-16"),
        …
    )

A decision is made by a seat that is due, from the actions that its options list. A step happens by
itself. What comes next, each effect says by setting the phase.

A game that names whose turn it is leaves it to the order of play who owes a decision. Then one with
a single option takes itself: such decisions say which option that is. Of a `Choice`, whose options
are the members of a set, it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from kermesse.core.bits import bit, has, listed, lowest
from kermesse.core.generated import generated
from kermesse.core.kernel import inlined, kernel
from kermesse.core.record import EVENT_ARGS, Moves, Record

Options = Callable[[Any, int, Moves], int]
Effect = Callable[[Any, int, int], None]
Automatic = Callable[[Any], None]
Only = Callable[[Any, int], int]
Mover = Callable[[Any], int]

ORIGIN = "the order of play"

SEVERAL, NONE = -2, -1  # instead of the only option: there are several, or none that is of any use


class Decision:
    """What a seat decides in a phase: its options, what each does, and the rules that say so.

    If the order of play asks (see `order_of_play`), ``only`` says which option is the only one, or
    SEVERAL, or NONE. The next step takes it; the effect of NONE is what happens instead.
    """

    def __init__(
        self,
        phase: IntEnum,
        options: Options,
        effect: Effect,
        *rules: str,
        sealed: bool = False,
        only: Only | None = None,
    ) -> None:
        self.phase = phase
        self.options = options
        self.effect = effect
        self.rules = rules
        self.sealed = sealed  # decided in secret: others see only that it was decided
        self.only = only


class Choice(Decision):
    """A decision for a member of a set: ``first`` plus its number is the option for each.

    It takes itself if there is one; if there is none, the effect is that of NONE.
    """

    def __init__(
        self, phase: IntEnum, members: Only, first: int, effect: Effect, *rules: str
    ) -> None:
        known = {"members": members, "listed": listed, "only_member": only_member}
        home = members.__module__
        options, only = (
            generated(name, f"def {name}({args}): return {call}", known, home, ORIGIN)
            for name, args, call in (
                ("options", "s, seat, out", f"listed(members(s, seat), out, {first})"),
                ("only", "s, seat", f"only_member(members(s, seat), {first})"),
            )
        )
        super().__init__(phase, options, effect, *rules, only=only)


class Step:
    """What happens by itself in a phase, and the rules that say so."""

    def __init__(self, phase: IntEnum, effect: Automatic, *rules: str) -> None:
        self.phase = phase
        self.effect = effect
        self.rules = rules


class Onward:
    """How it goes on from a phase is found out at once, before the step ends that led there.

    No record is seen in such a phase, so it is none of the game's `Phase`.
    """

    def __init__(self, phase: int, effect: Automatic, *rules: str) -> None:
        self.phase = phase
        self.effect = effect
        self.rules = rules


Entry = Decision | Step | Onward


@dataclass(frozen=True)
class OrderOfPlay:
    """The order of play, and the kernels that carry it out."""

    order: tuple[Entry, ...]
    legal: Callable[[Record, int, Moves], int]
    act: Callable[[Record, int, int], None]
    step: Callable[[Record], None]
    asked: Callable[[Record], int] | None = None  # the seats that owe a decision, as a set

    @property
    def sealed(self) -> frozenset[int]:
        """The phases whose decisions are secret until they are carried out."""
        return frozenset(
            int(each.phase) for each in self.order if isinstance(each, Decision) and each.sealed
        )


def order_of_play(*order: Entry, mover: Mover | None = None) -> OrderOfPlay:
    """The order of play, in the order of the rulebook.

    With ``mover``, which says whose turn it is, `due` is set after every act and step.
    """
    phases = [each.phase for each in order]
    doubled = {getattr(phase, "name", "") for phase in phases if phases.count(phase) > 1}
    if doubled:
        raise TypeError(f"phases that are in the turn twice: {', '.join(sorted(doubled))}")
    decisions = [each for each in order if isinstance(each, Decision)]
    steps = [each for each in order if isinstance(each, Step)]
    # built in: random play of Muvuca is a sixth faster for it
    legal = dispatcher(
        "legal", "s, seat, out", decisions, [inlined(each.options) for each in decisions],
        before="if not has(s.due, seat): return 0", prefix="inlined",
    )  # fmt: skip
    act = dispatcher("act", "s, seat, action", decisions, [each.effect for each in decisions])
    step = dispatcher("step", "s", steps, [each.effect for each in steps])
    if mover is None:
        return OrderOfPlay(order, legal, act, step)
    return with_asking(OrderOfPlay(order, legal, act, step), mover)


def with_asking(plain: OrderOfPlay, mover: Mover) -> OrderOfPlay:
    """The same, but after each act and step the due seats are determined."""
    decisions = [each for each in plain.order if isinstance(each, Decision)]
    onward = [each for each in plain.order if isinstance(each, Onward)]
    known: dict[str, Any] = {
        "mover": mover, "bit": bit, "known_act": plain.act, "known_step": plain.step,
        "only": dispatcher(
            "only", "s, seat", decisions, [each.only or undecided for each in decisions],
        ),
    }  # fmt: skip
    known |= {f"onward_{place}": each.effect for place, each in enumerate(onward)}
    is_decision = " or ".join(f"s.phase == {int(each.phase)}" for each in decisions)
    go_on = "".join(
        f"    if s.phase == {int(each.phase)}: onward_{place}(s)\n"
        for place, each in enumerate(onward)
    )
    sources = {
        "asked": f"""
def asked(s):
    if {is_decision}:
        return bit(mover(s)) if only(s, mover(s)) == {SEVERAL} else 0
    return 0""",
        "go_on": f"def go_on(s):\n{go_on}    s.due = asked(s)",
        "act": """
def act(s, seat, action):
    known_act(s, 0 + int(seat), 0 + int(action))
    go_on(s)""",
        "step": f"""
def step(s):
    if {is_decision}:
        seat = mover(s)
        action = only(s, seat)
        known_act(s, seat, action)
        if action != {NONE}: s.event_args[{EVENT_ARGS - 1}] = 1
    else:
        known_step(s)
    go_on(s)""",
    }
    for name, source in sources.items():
        known[name] = generated(name, source, known, mover.__module__, ORIGIN)
    return OrderOfPlay(plain.order, plain.legal, known["act"], known["step"], known["asked"])


@kernel
def only_member(members: int, first: int) -> int:
    """The option for the only member of a set, or SEVERAL, or NONE."""
    if members == 0:
        return NONE
    return SEVERAL if members & (members - 1) else first + lowest(members)


@kernel
def undecided(s: Record, seat: int) -> int:
    """A decision that is asked of somebody whatever its options are."""
    return SEVERAL


def dispatcher(
    name: str,
    args: str,
    entries: Sequence[Entry],
    targets: Sequence[Callable[..., Any]],
    before: str = "pass",
    prefix: str = "called",
) -> Any:
    """A kernel that calls the target of the record's phase, which is one of the entries'.

    It is generated as source: Numba only calls what the code names. The last entry is not
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
    return generated(name, "\n".join(lines), known, targets[0].__module__, ORIGIN)
