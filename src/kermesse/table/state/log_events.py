"""The log of a table: what kinds of events there are, and how decisions are kept in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from kermesse.core.match import Match
from kermesse.store import LoggedEvent, MatchResult

GATHERING, PLAYING, OVER, CLOSED = "gathering", "playing", "over", "closed"
OPEN, PERSON, BOT = "open", "person", "bot"

# The first five make the match: an answer waits for its window to close.
DECIDE, UNDO, REWIND, WINDOW, ANSWER = "decide", "undo", "rewind", "window", "answer"
OF_THE_MATCH = (DECIDE, UNDO, REWIND, WINDOW, ANSWER)
# The others are told between the lines of the match.
START, CLOSE = "start", "close"
AWAY, BACK = "away", "back"  # a bot decides for somebody, until they touch the table again
TIMEOUT = "timeout"  # in older logs: somebody had no time left, and a bot got the seat
SIT, LEAVE, SEAT_BOT, FREE, KICK = "sit", "leave", "bot", "open", "kick"
SHOW = "show"  # after the end: a player agrees that all players see all hands


class Note(NamedTuple):
    """A line of the log that is not of the game: who came, left, took back."""

    kind: str
    seat: int | None
    person: int | None
    body: dict[str, Any]
    unseen: frozenset[int] = frozenset()  # the viewers who must not notice it


def taken(event: LoggedEvent) -> list[tuple[int, list[str]]]:
    """The decisions of an event, as texts of actions: a turn of one seat, or a window's answers."""
    if event.kind == WINDOW:
        return [(int(seat), list(actions)) for seat, actions in event.body["decisions"]]
    assert event.seat is not None
    return [(event.seat, event.body["actions"])]


def kept(actions: list[str], path: list[str]) -> dict[str, Any]:
    """How the log keeps a decision: what was done, and the picks that were sent if they differ.

    The picks only tell a message that is sent again from another one; nothing reads them.
    """
    return {"actions": actions} | ({} if path == actions else {"path": path})


def play(match: Match, seat: int, actions: Iterable[str]) -> None:
    """Take decisions from the log."""
    for action in actions:
        match.act(seat, action)


def result_of(match: Match) -> MatchResult | None:
    """How a match ended, to be kept; None before its end."""
    if match.outcome is None:
        return None
    return MatchResult(tuple(match.outcome.places), tuple(match.position.points))
