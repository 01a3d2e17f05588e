"""Who may say something to whom at a table, and who may know that it was said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kermesse.core.customs import TO_TEAM
from kermesse.core.record import SPECTATOR
from kermesse.store import ChatLine

CHAT_LINES = 100  # of the table, and as many of each team
MOST_READ = 5000  # lines looked through for them, so that a team that talks hides no others' lines


def has_teams(teams: Sequence[int]) -> bool:
    """Whether seats play together."""
    return len(set(teams)) < len(teams)


def may_read(teams: Sequence[int], line: ChatLine, seat: int) -> bool:
    """Whether a seat, or a spectator, may know that something was said."""
    if line.channel != TO_TEAM:
        return True
    if line.seat is None or seat == SPECTATOR:
        return False
    return teams[line.seat] == teams[seat]


def latest(teams: Sequence[int], lines: Iterable[ChatLine]) -> list[ChatLine]:
    """The newest lines: so many for each set of readers, so that none counts what others say."""
    left: dict[int | None, int] = {}
    kept = []
    for line in reversed(list(lines)):
        readers = teams[line.seat] if line.channel == TO_TEAM and line.seat is not None else None
        left[readers] = left.get(readers, CHAT_LINES) - 1
        if left[readers] >= 0:
            kept.append(line)
    return kept[::-1]
