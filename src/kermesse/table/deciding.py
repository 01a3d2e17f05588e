"""How a decision becomes true: tried out, written, shown; or held until its window closes."""

from __future__ import annotations

from dataclasses import dataclass

from kermesse.core.errors import IllegalMove, UnreadableAction
from kermesse.core.match import Match
from kermesse.store import NewEvent
from kermesse.table.picks import take
from kermesse.table.refusals import Refused
from kermesse.table.room import Room
from kermesse.table.sitting import ANSWER, BOT, DECIDE, OVER, WINDOW, Sitting, kept, play, result_of


@dataclass(frozen=True)
class Choice:
    """What somebody at a seat has chosen; a bot has no person and sends no message."""

    seat: int
    path: list[str]
    person: int | None = None
    message: str | None = None
    goes_on: bool = False  # what follows at once belongs to the same decision of a person


def match_of(room: Room) -> Match:
    """The match, if it is ready."""
    if room.sitting.match is None:
        raise Refused(room.sitting.trouble or "not_ready")
    return room.sitting.match


def tried(room: Room, seat: int, path: list[str], language: str) -> Match:
    """The match after the decisions, tried out beside the one that everybody sees."""
    match_of(room)
    match = room.sitting.ahead(seat)
    assert match is not None
    trial = match.fork()
    try:
        take(trial, seat, path, room.sitting.game.words(language))
    except IllegalMove as refused:
        kind = "illegal" if seat in match.due else "not_allowed"
        raise Refused(kind, refused.rule, refused.sentence) from None
    except UnreadableAction:
        raise Refused("unreadable") from None
    return trial


def done(room: Room, trial: Match) -> list[str]:
    """What was decided in a trial, as texts of actions: that is what the log keeps."""
    return [decision.text for decision in trial.decisions[len(match_of(room).decisions) :]]


def others_notice(sitting: Sitting, trial: Match, seat: int) -> bool:
    """Whether anybody but a seat will see that it has decided something."""
    assert sitting.match is not None
    new = trial.frames[len(sitting.match.frames) :]
    return any(s.would_notice(new) for viewer, s in sitting.sights.items() if viewer != seat)


async def carry_out(room: Room, trial: Match, choice: Choice) -> None:
    """Let a decision be true, or keep it until its window closes."""
    if room.sitting.window is not None:
        await answer(room, choice, done(room, trial))
        return
    noticed = others_notice(room.sitting, trial, choice.seat)
    # a decision that others do not see must not move the clock that they do see
    ms = max(0, room.clocks.thought_ms(choice.seat)) if noticed else 0
    body = kept(done(room, trial), choice.path)
    if choice.person is not None:
        body["ms"] = ms
    event = NewEvent(DECIDE, body, choice.seat, choice.person, choice.message)
    await commit(room, trial, event, ends=noticed and not choice.goes_on)


async def commit(room: Room, trial: Match, event: NewEvent, *, ends: bool = True) -> None:
    """Write a decision, then let it be true, then show it; it ends what was asked and timed."""
    before = len(match_of(room).frames)
    state = OVER if trial.over else None
    stored = await room.append([event], state=state, result=result_of(trial))
    room.sitting.adopt(trial, stored[0])
    if trial.over:
        room.sitting.change_table(state=OVER)
    if ends:
        room.live.asking = None  # whoever wanted something back wanted it back before this
        room.clocks.stop(event.seat)
    by = "bot" if event.person_id is None else "person"
    room.house.metrics.decisions.labels(game=room.sitting.game.name, by=by).inc()
    room.go_on()
    room.tell_frames(before)


# --- windows ------------------------------------------------------------------------------------


async def answer(room: Room, choice: Choice, actions: list[str]) -> None:
    """Keep an answer to oneself until everybody has answered or the time is up."""
    if room.countdown.is_over and choice.person is not None:
        raise Refused("too_late")  # all that is missing now is a bot that still thinks
    held = room.sitting.held | {choice.seat: actions}
    if not awaited(room, held):
        await close_window(room, held, choice)
        return
    body = kept(actions, choice.path)
    event = NewEvent(ANSWER, body, choice.seat, choice.person, choice.message)
    stored = await room.append([event])
    room.sitting.hold(stored[0])
    room.go_on()
    room.tell_held(choice.seat)


def awaited(room: Room, held: dict[int, list[str]]) -> set[int]:
    """Whose answers the window waits for: when the time is up, only for bots that still think."""
    missing = match_of(room).due - held.keys()
    if room.countdown.is_over:
        missing = {seat for seat in missing if room.sitting.seats[seat].kind == BOT}
    return missing


async def end_window(room: Room) -> None:
    """The time is up, if there is a window and it is; who has not answered is answered for."""
    if room.sitting.window is None or room.countdown.left_ms != 0:
        return
    room.countdown.is_over = True
    if not awaited(room, room.sitting.held):
        await close_window(room, room.sitting.held)


async def close_window(room: Room, held: dict[int, list[str]], last: Choice | None = None) -> None:
    """Take all the answers at once, in the order of the seats, whoever was first."""
    match, window = match_of(room), room.sitting.window
    assert window is not None
    answers = [(seat, held.get(seat, [window.action])) for seat in sorted(match.due)]
    trial = match.fork()
    for seat, actions in answers:
        play(trial, seat, actions)
    body: dict[str, object] = {"decisions": answers}
    if last is None:
        await commit(room, trial, NewEvent(WINDOW, body))
    else:
        body["path"] = last.path
        await commit(room, trial, NewEvent(WINDOW, body, last.seat, last.person, last.message))
