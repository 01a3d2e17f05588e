"""Taking decisions back: alone as long as nothing was shown since, else if everybody agrees."""

from __future__ import annotations

from dataclasses import replace

from kermesse.core.errors import CannotUndo
from kermesse.store import NewEvent, Person
from kermesse.table import messages
from kermesse.table.commands.change import NOTHING, Change
from kermesse.table.commands.decisions import match_of, seat_of, was_answered
from kermesse.table.refusals import Refused
from kermesse.table.state.live_facts import LiveFacts, UndoRequest
from kermesse.table.state.log_events import PERSON, REWIND, UNDO
from kermesse.table.state.table_state import TableState


def undo(state: TableState, facts: LiveFacts, person: Person, message: messages.Undo) -> Change:
    """Take the last turn back: alone if nothing was shown since, else if all people agree."""
    if was_answered(state, person, message.id, []):
        return NOTHING
    seat = seat_of(state, person)
    target = state.last_turn(seat)
    if target is None or seat in state.held:  # a sealed answer stands
        raise Refused("nothing_to_undo")
    match_of(state)
    hidden = state.unnoticed(seat)
    times = free_undos(state, seat, target, hidden)
    if times:
        body = {"times": times} | ({"hidden": hidden} if hidden else {})
        return Change((NewEvent(UNDO, body, seat, person.id, message.id),))
    others = {p.seat for p in state.seats if p.kind == PERSON and p.seat != seat}
    others -= facts.programs | state.away.keys()  # like bots, they agree
    request = UndoRequest(seat, target, frozenset(others))
    return Change(request=request) if others else rewound(state, request, message.id)


def free_undos(state: TableState, seat: int, target: int, hidden: int) -> int:
    """How many decisions of the turn the seat may take back alone: all of them, or none.

    Decisions of others that it has not noticed are no obstacle, or else it would notice them now.
    """
    trial = match_of(state).fork()
    trial.rewind(len(trial.decisions) - hidden)
    times = 0
    try:
        while len(trial.decisions) > target and any(
            decision.seat == seat for decision in trial.decisions[target:]
        ):
            trial.undo(seat)
            times += 1
    except CannotUndo:
        return 0
    return times


def consent(
    state: TableState, facts: LiveFacts, person: Person, message: messages.Consent
) -> Change:
    """Somebody agrees, or does not."""
    seat, request = seat_of(state, person), facts.request
    if request is None or seat not in request.waits_for:
        raise Refused("not_allowed")
    if not message.yes:
        return Change(ends_request=True, refusal=(request.seat, Refused("refused_undo")))
    left = request.waits_for - {seat}
    if left:
        return Change(request=replace(request, waits_for=left))
    return rewound(state, request)


def rewound(state: TableState, request: UndoRequest, message_id: str | None = None) -> Change:
    """Everybody agreed: go back."""
    person = state.seats[request.seat].person_id
    body = {"decisions": request.decisions}
    event = NewEvent(REWIND, body, request.seat, person, message_id)
    return Change((event,), ends_request=True)
