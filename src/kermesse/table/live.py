"""What is true of a table only while it is live: who is there, whose clock runs, who asks what."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Live:
    """Gone when the server stops; nothing here matters to the match."""

    present: set[int] = field(default_factory=set)  # seats with an open socket
    gone: set[int] = field(default_factory=set)  # whose people have been away for long
    programs: set[int] = field(default_factory=set)  # those of them that a program plays
    watching: int = 0
    left_ms: dict[int, int] = field(default_factory=dict)  # clocks, as they stood when rendered
    running: set[int] = field(default_factory=set)
    late: frozenset[int] = frozenset()  # whose time is up: a bot takes their decision
    window_ms: int | None = None  # left of the window in which the due seats have to answer
    asking: int | None = None  # the seat that asks to take a decision back
    to_answer: set[int] = field(default_factory=set)
    target: int = 0  # how many decisions would be left
    hinting: dict[int, int] = field(default_factory=dict)  # the moment a seat awaits a hint for
