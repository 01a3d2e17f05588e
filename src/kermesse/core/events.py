"""Events: what a step did, with arguments that have a name, a kind, and who may know them.

    class Happening(EventKind):
        PUSHED = tells(seat=SEAT, push=PUSH, forced=FORCED)
        TOOK = tells(seat=SEAT, card=Secret(CARD, seen_by="seat", unless="face_up"), face_up=FLAG)

    MATCH_WON = tells(Tempo.END, seat=SEAT)

A game writes an event by `tell(s, Happening.TOOK, seat, card, face_up)`, in this order. What its
declaration hides is hidden by the kernel that `hider` makes, and cannot be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from types import FunctionType, SimpleNamespace
from typing import Any, Self, cast

import numpy as np

from kermesse.core.errors import KermesseError
from kermesse.core.graph import transplant
from kermesse.core.kernel import kernel
from kermesse.core.kinds import FLAG, NOTHING, UNKNOWN, Kind
from kermesse.core.record import EVENT_ARGS, Record


class Tempo(IntEnum):
    """How long an event is shown, from not at all to the last one of a match."""

    DULL = 0  # only its sentence: the next event is shown at once
    TICK = 1  # a small thing
    MOVE = 2  # a piece goes somewhere
    REVEAL = 3  # something is seen for the first time, or lost
    TURNING = 4  # a turning point
    END = 5


def tempo_of(event: IntEnum) -> Tempo:
    """The tempo of an event; what says nothing of it is a move."""
    return getattr(event, "tempo", Tempo.MOVE)


@dataclass(frozen=True)
class Secret:
    """An argument that only one seat may know, unless a flag says that everybody saw it."""

    kind: Kind
    seen_by: str  # the argument with that seat; it may be secret itself
    unless: str = ""  # the argument with that flag


@dataclass(frozen=True)
class Last:
    """An argument that has the last place, however many there are."""

    kind: Kind


Arg = Kind | Secret | Last

# whether a decision took itself, there being one option: `order_of_play` notes it
FORCED = Last(FLAG.or_nothing())


@dataclass(frozen=True)
class Telling:
    """The arguments of an event by their names, in their order, and its tempo."""

    args: dict[str, Arg]
    tempo: Tempo


def tells(tempo: Tempo = Tempo.MOVE, /, **args: Arg) -> Telling:
    """The declaration of an event, as a member of an `EventKind`."""
    if len(args) > EVENT_ARGS:
        raise TypeError(f"an event has at most {EVENT_ARGS} arguments, not {len(args)}")
    if "event" in args:
        raise TypeError("no argument can be called 'event': so is the event itself")
    for name, arg in args.items():
        for other in (arg.seen_by, arg.unless) if isinstance(arg, Secret) else ():
            if other and other not in args:
                raise TypeError(f"{name} depends on {other!r}, which the event does not tell")
            owner = args.get(other)
            if isinstance(owner, Secret) and list(args).index(other) > list(args).index(name):
                raise TypeError(f"{name} depends on {other!r}, which is secret, too: put it first")
    return Telling(args, tempo)


class EventKind(IntEnum):
    """What can happen in a game, counted from 0 in the order of declaration."""

    args: dict[str, Arg]
    tempo: Tempo
    places: dict[str, int]  # of the arguments among the numbers of an event

    def __new__(cls, telling: Telling) -> Self:
        number = len(cls.__members__)
        member = int.__new__(cls, number)
        member._value_ = number
        member.args, member.tempo = telling.args, telling.tempo
        member.places = {
            name: EVENT_ARGS - 1 if isinstance(arg, Last) else place
            for place, (name, arg) in enumerate(telling.args.items())
        }
        return member

    def kind_of(self, name: str) -> Kind:
        """What an argument is."""
        arg = self.args[name]
        return arg.kind if isinstance(arg, (Secret, Last)) else arg

    def named(self, numbers: Any) -> dict[str, int]:
        """The arguments of an event by their names."""
        plain = numbers if isinstance(numbers, list) else numbers.tolist()
        return {name: plain[place] for name, place in self.places.items()}


def told(events: type[EventKind], s: Any) -> SimpleNamespace:
    """The last event of a record: which ``event`` it is, and every argument by its name."""
    try:
        event = events(s.event)
    except ValueError:
        raise KermesseError(f"nothing is told of the event {s.event}") from None
    return SimpleNamespace(event=event, **event.named(s.event_args))


def hider(events: type[EventKind]) -> Callable[[Record, int], None]:
    """A kernel that hides the arguments of the last event that a seat may not know."""
    owners = np.full((len(events), EVENT_ARGS), NOTHING, np.int8)
    openers = owners.copy()
    for event in events:
        places = event.places
        for name, arg in event.args.items():
            if isinstance(arg, Secret):
                owners[event, places[name]] = places[arg.seen_by]
                openers[event, places[name]] = places[arg.unless] if arg.unless else NOTHING
    source = cast("FunctionType", hide_event)
    return kernel(transplant(source, {"OWNERS": owners, "OPENERS": openers}, "hide_event"))


OWNERS = OPENERS = np.full((1, EVENT_ARGS), NOTHING, np.int8)  # of a game: see `hider`


def hide_event(s: Record, seat: int) -> None:
    """Overwrite the arguments of the last event that a seat may not know."""
    for i in range(EVENT_ARGS - 1, -1, -1):  # who it was comes first, and is hidden last
        owner = OWNERS[s.event, i]
        if owner >= 0 and s.event_args[owner] != seat and s.event_args[i] != NOTHING:
            opener = OPENERS[s.event, i]
            if opener < 0 or s.event_args[opener] == 0:
                s.event_args[i] = UNKNOWN
