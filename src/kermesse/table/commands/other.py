"""What else is asked of a table: a hint, its end by the operator, all hands after the end."""

from __future__ import annotations

from kermesse.core.record import SPECTATOR
from kermesse.store import NewEvent, Person
from kermesse.table import messages
from kermesse.table.commands.change import NOTHING, Change, HintRequest
from kermesse.table.commands.decisions import match_of, seat_of
from kermesse.table.refusals import Refused
from kermesse.table.state.live_facts import LiveFacts
from kermesse.table.state.log_events import CLOSE, CLOSED, GATHERING, OVER, PLAYING, SHOW
from kermesse.table.state.table_state import TableState


def hint(state: TableState, facts: LiveFacts, person: Person, message: messages.Hint) -> Change:
    """Somebody asks for a hint: it comes when it is found, and holds up nothing until then."""
    seat = seat_of(state, person)
    match_of(state)
    if not state.may_have_hints(seat):
        raise Refused("no_hints")
    if message.at != state.moment(seat):
        raise Refused("stale")
    if seat not in state.due:
        raise Refused("not_due")
    return Change(hint=HintRequest(person.id, seat, message.at))


def close(state: TableState, reason: str) -> Change:
    """The operator ends a table."""
    if state.status not in (GATHERING, PLAYING):
        return NOTHING
    event = NewEvent(CLOSE, {"reason": reason} if reason else None)
    return Change((event,), status=CLOSED)


def outdate(state: TableState) -> Change:
    """The rules have changed: the match cannot go on. One that is over stays as it is."""
    if state.status not in (GATHERING, PLAYING):
        return NOTHING
    return Change((NewEvent(CLOSE, {"rules": state.table.rules}),), status=CLOSED)


def show_hands(state: TableState, person: int | None) -> Change:
    """A player agrees to show all hands to the players; once all have, they are shown."""
    seat = state.seat_of(person)
    ended = state.status == OVER or state.was_outdated
    if seat == SPECTATOR or not ended or state.game.open_at_end:
        raise Refused("not_allowed")
    return NOTHING if person in state.agreed else Change((NewEvent(SHOW, None, seat, person),))
