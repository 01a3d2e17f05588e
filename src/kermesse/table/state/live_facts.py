"""What is true of a table only while it is live: who is there, whose clock runs, who asks what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class UndoRequest:
    """A seat asks the others to let it take decisions back."""

    seat: int
    decisions: int  # that would be left
    waits_for: frozenset[int]  # the seats that have not answered


@dataclass(frozen=True)
class LiveFacts:
    """As they stand at one moment. Gone when the server stops; nothing here matters to the match.

    Times are in milliseconds, by seat.
    """

    present: frozenset[int] = frozenset()  # seats with an open socket
    gone: frozenset[int] = frozenset()  # whose people have been away for long
    host_is_gone: bool = False
    missing: Mapping[int, float] = field(default_factory=dict)  # seconds until they are gone
    programs: frozenset[int] = frozenset()  # seats that a program plays
    watching: int = 0
    left_ms: Mapping[int, int] = field(default_factory=dict)  # on each clock
    thought_ms: Mapping[int, int] = field(default_factory=dict)  # about the decision that is due
    running: frozenset[int] = frozenset()  # whose clocks run
    late: frozenset[int] = frozenset()  # whose time is up: a bot takes their decision
    window_ms: int | None = None  # left of the window in which the due seats have to answer
    window_is_over: bool = False  # and has been noticed to be
    request: UndoRequest | None = None
