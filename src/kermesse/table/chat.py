"""Who may say something to whom at a table, and who reads it."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from kermesse.core.customs import TO_TABLE, TO_TEAM
from kermesse.core.html import li, ol, span
from kermesse.core.record import SPECTATOR
from kermesse.store import Line
from kermesse.table.scene import Eyes, names
from kermesse.table.sitting import OVER, PLAYING, Sitting

CHAT_LINES = 100  # of the table, and as many of each team
MOST_READ = 5000  # lines looked through for them, so that a team that talks hides no others' lines


def channels(sitting: Sitting) -> tuple[str, ...]:
    """To whom somebody at a seat may talk now.

    Teams are known once the seats are: before the match everything is said to all.
    """
    if not sitting.terms.chat:
        return ()
    if sitting.state not in (PLAYING, OVER):
        return (TO_TABLE,)
    allowed = (
        sitting.game.talk(sitting.options) if sitting.state == PLAYING else (TO_TABLE, TO_TEAM)
    )
    known = (TO_TABLE, TO_TEAM) if has_teams(sitting) else (TO_TABLE,)
    return tuple(channel for channel in known if channel in allowed)


def has_teams(sitting: Sitting) -> bool:
    """Whether seats play together."""
    teams = sitting.game.teams(sitting.table.seats)
    return len(set(teams)) < len(teams)


def may_read(sitting: Sitting, line: Line, seat: int) -> bool:
    """Whether a seat, or a spectator, may know that something was said."""
    if line.channel != TO_TEAM:
        return True
    if line.seat is None or seat == SPECTATOR:
        return False
    teams = sitting.game.teams(sitting.table.seats)
    return teams[line.seat] == teams[seat]


def latest(sitting: Sitting, lines: Iterable[Line]) -> list[Line]:
    """The newest lines: so many for each set of readers, so that none counts what others say."""
    teams = sitting.game.teams(sitting.table.seats)
    left: dict[int | None, int] = {}
    kept = []
    for line in reversed(list(lines)):
        readers = teams[line.seat] if line.channel == TO_TEAM and line.seat is not None else None
        left[readers] = left.get(readers, CHAT_LINES) - 1
        if left[readers] >= 0:
            kept.append(line)
    return kept[::-1]


def chat(sitting: Sitting, lines: Iterable[Line], eyes: Eyes, people: dict[int, str]) -> Markup:
    """What was said, as far as these eyes may read it."""
    return ol(id="chat")[[chat_line(sitting, line, eyes, people) for line in lines]]


def chat_line(sitting: Sitting, line: Line, eyes: Eyes, people: dict[int, str]) -> Markup | None:
    """One line of chat, or nothing for those it was not meant for.

    It has no id: a number of its own would count what was said to others.
    """
    if not may_read(sitting, line, eyes.seat):
        return None
    name = people.get(line.person_id or 0) or eyes.say("Guest")
    if line.seat is not None and sitting.seats[line.seat].person_id == line.person_id:
        name = names(sitting, people, eyes.say)[line.seat]
    if line.text is None:
        return li(class_="gone")[eyes.say("This line was deleted.")]
    return li(class_="team" if line.channel == TO_TEAM else None)[
        span(class_="who", dir="auto")[name], " ", span(class_="what", dir="auto")[line.text]
    ]
