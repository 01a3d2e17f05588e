"""Decisions: tried on a fork of the match, and written; or held until their window closes."""

from __future__ import annotations

from dataclasses import dataclass

from kermesse.core.errors import IllegalMove, UnreadableAction
from kermesse.core.match import Match
from kermesse.core.record import SPECTATOR
from kermesse.store import NewEvent, Person
from kermesse.table import messages
from kermesse.table.commands.change import NOTHING, Change
from kermesse.table.refusals import Refused
from kermesse.table.state.live_facts import LiveFacts
from kermesse.table.state.log_events import (
    ANSWER,
    AWAY,
    BOT,
    DECIDE,
    OVER,
    PLAYING,
    WINDOW,
    kept,
    play,
)
from kermesse.table.state.picks import leads_on, take
from kermesse.table.state.table_state import CHOSEN, SETTLED, TableState


@dataclass(frozen=True)
class SeatChoice:
    """What somebody at a seat has chosen; a bot has no person and sends no message."""

    seat: int
    path: list[str]
    person: int | None = None
    message: str | None = None
    goes_on: bool = False  # what follows at once belongs to the same decision of a person


def seat_of(state: TableState, person: Person) -> int:
    """The person's seat in a match that is being played."""
    seat = state.seat_of(person.id)
    if seat == SPECTATOR or state.status != PLAYING:
        raise Refused("not_allowed")
    return seat


def match_of(state: TableState) -> Match:
    """The match, if it is ready."""
    if state.match is None:
        raise Refused(state.trouble or "not_ready")
    return state.match


def was_answered(state: TableState, person: Person, message_id: str, path: list[str]) -> bool:
    """Whether this very message was carried out before; refuses its id for anything else."""
    known = state.answered.get((person.id, message_id))
    if known is None:
        return False
    if known != path:
        raise Refused("id_reused")
    return True


def act(state: TableState, facts: LiveFacts, person: Person, message: messages.Act) -> Change:
    """A person decides."""
    if was_answered(state, person, message.id, message.path):
        return NOTHING
    seat = seat_of(state, person)
    match_of(state)
    if message.at != state.moment(seat):
        kind = state.why_stale(seat, message.at)
        if kind == SETTLED:  # somebody who may answer for both was faster: no fault of anybody's
            return NOTHING
        if kind != CHOSEN:
            raise Refused(kind)
        if seat in state.due:
            raise Refused("stale")
        # or else the rules can say better why it is refused
    if seat in facts.late:
        raise Refused("time_up")
    after = tried(state, seat, message.path, person.language)
    return decided(state, facts, after, SeatChoice(seat, message.path, person.id, message.id))


def bot_acts(state: TableState, facts: LiveFacts, seat: int, action: str, number: int) -> Change:
    """A bot decides, at its own seat or for somebody who is late."""
    after = tried(state, seat, [action], "en")
    goes_on = seat in facts.late and leads_on(match_of(state).frames[-1], seat, number)
    return decided(state, facts, after, SeatChoice(seat, [action], goes_on=goes_on))


def tried(state: TableState, seat: int, path: list[str], language: str) -> Match:
    """The match after the decisions, tried out beside the one that everybody sees."""
    match_of(state)
    match = state.ahead(seat)
    assert match is not None
    after = match.fork()
    try:
        take(after, seat, path, state.game.words(language))
    except IllegalMove as refused:
        kind = "illegal" if seat in match.due else "not_allowed"
        raise Refused(kind, refused.rule, refused.sentence) from None
    except UnreadableAction:
        raise Refused("unreadable") from None
    return after


def others_notice(state: TableState, after: Match, seat: int) -> bool:
    """Whether anybody but a seat will see that it has decided something."""
    new = after.frames[len(match_of(state).frames) :]
    others = (history for viewer, history in state.histories.items() if viewer != seat)
    return any(history.would_notice(new) for history in others)


def is_noticed(state: TableState, seat: int, action: str) -> bool:
    """Whether others would see what a bot is about to do.

    It waits before what they see and not before what they do not, so that its pauses do not count
    its hidden decisions for them.
    """
    try:
        after = tried(state, seat, [action], "en")
    except Refused:
        return True
    return others_notice(state, after, seat)


def decided(state: TableState, facts: LiveFacts, after: Match, choice: SeatChoice) -> Change:
    """Let a decision be true, or keep it until its window closes."""
    actions = [decision.text for decision in after.decisions[len(match_of(state).decisions) :]]
    if state.window is not None:
        return answered(state, facts, choice, actions)
    noticed = others_notice(state, after, choice.seat)
    body = kept(actions, choice.path)
    if choice.person is not None:
        # a decision that others do not see must not move the clock that they do see
        body["ms"] = max(0, facts.thought_ms.get(choice.seat, 0)) if noticed else 0
    event = NewEvent(DECIDE, body, choice.seat, choice.person, choice.message)
    return played(after, event, ends_turn=noticed and not choice.goes_on)


def played(after: Match, event: NewEvent, *, ends_turn: bool = True) -> Change:
    """Decisions that lead to a match."""
    status = OVER if after.over else None
    return Change((event,), match=after, status=status, ends_turn=ends_turn)


# --- windows --------------------------------------------------------------------------------------


def answered(state: TableState, facts: LiveFacts, choice: SeatChoice, actions: list[str]) -> Change:
    """Keep an answer to oneself until everybody has answered or the time is up."""
    if facts.window_is_over and choice.person is not None:
        raise Refused("too_late")  # only a bot that is still thinking is missing now
    held = state.held | {choice.seat: actions}
    if not awaited(state, facts, held):
        return closed_window(state, held, choice)
    body = kept(actions, choice.path)
    return Change((NewEvent(ANSWER, body, choice.seat, choice.person, choice.message),))


def awaited(state: TableState, facts: LiveFacts, held: dict[int, list[str]]) -> set[int]:
    """Whose answers the window waits for: when the time is up, only for bots that still think."""
    missing = match_of(state).due - held.keys()
    if facts.window_is_over:
        missing = {seat for seat in missing if state.seats[seat].kind == BOT}
    return missing


def end_window(state: TableState, facts: LiveFacts) -> Change:
    """The time of the window is up: who has not answered is answered for."""
    if awaited(state, facts, state.held):
        return NOTHING
    return closed_window(state, state.held)


def closed_window(
    state: TableState, held: dict[int, list[str]], last: SeatChoice | None = None
) -> Change:
    """Take all the answers at once, in the order of the seats."""
    match, window = match_of(state), state.window
    assert window is not None
    answers = [(seat, held.get(seat, [window.action])) for seat in sorted(match.due)]
    after = match.fork()
    for seat, actions in answers:
        play(after, seat, actions)
    body: dict[str, object] = {"decisions": answers}
    if last is None:
        return played(after, NewEvent(WINDOW, body))
    body["path"] = last.path
    return played(after, NewEvent(WINDOW, body, last.seat, last.person, last.message))


# --- clocks ---------------------------------------------------------------------------------------


def end_clocks(state: TableState, facts: LiveFacts, seats: list[int]) -> Change:
    """Clocks have run out: a bot makes these decisions, and continues for those who stay away.

    The seats stay with their people, who decide again as soon as they touch the table.
    """
    bot = state.terms.bot
    return Change(
        tuple(
            NewEvent(
                AWAY,
                {"ms": facts.thought_ms.get(seat, 0), "bot": bot},
                seat,
                state.seats[seat].person_id,
            )
            for seat in seats
            if seat not in state.away
        )
    )
