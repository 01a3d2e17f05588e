"""Playing at a table: decisions, taking them back, bots, clocks that run out."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import structlog

from kermesse.core.errors import CannotUndo, IllegalMove, KermesseError, UnreadableAction
from kermesse.core.match import Match
from kermesse.core.record import SPECTATOR
from kermesse.store import NewEvent, Person
from kermesse.table import messages
from kermesse.table.picks import take
from kermesse.table.refusals import Refused
from kermesse.table.room import Room
from kermesse.table.sitting import (
    BOT,
    DECIDE,
    OVER,
    PERSON,
    PLAYING,
    REWIND,
    TIMEOUT,
    UNDO,
)

RETRY_SECONDS = 1.0  # before something is written again that could not be

log = structlog.get_logger()


def seat_of(room: Room, person: Person) -> int:
    """The person's seat in a match that is being played."""
    seat = room.sitting.seat_of(person.id)
    if seat == SPECTATOR or room.sitting.state != PLAYING:
        raise Refused("not_allowed")
    return seat


def match_of(room: Room) -> Match:
    """The match, if it is ready."""
    if room.sitting.match is None:
        raise Refused("not_ready")
    return room.sitting.match


async def act(room: Room, person: Person, message: messages.Act) -> None:
    """A person decides."""
    arrived = time.monotonic()
    if was_answered(room, person, message.id, message.path):
        return
    seat = seat_of(room, person)
    match_of(room)
    if message.at != room.sitting.moment:
        raise Refused("stale")
    trial = tried(room, seat, message.path, person.language)
    body = {"path": message.path, "ms": max(0, room.clocks.thought_ms(seat))}
    await decide(room, trial, NewEvent(DECIDE, body, seat, person.id, message.id))
    room.house.metrics.shown.observe(time.monotonic() - arrived)


def was_answered(room: Room, person: Person, message_id: str, path: list[str]) -> bool:
    """Whether this very message was carried out before; refuses its id for anything else."""
    known = room.sitting.answered.get((person.id, message_id))
    if known is None:
        return False
    if known != path:
        raise Refused("id_reused")
    return True


def tried(room: Room, seat: int, path: list[str], language: str) -> Match:
    """The match after the decisions, tried out beside the one that everybody sees."""
    match = match_of(room)
    trial = match.fork()
    try:
        take(trial, seat, path, room.sitting.game.words(language))
    except IllegalMove as refused:
        kind = "illegal" if seat in match.due else "not_allowed"
        raise Refused(kind, refused.rule, refused.sentence) from None
    except UnreadableAction:
        raise Refused("unreadable") from None
    return trial


async def decide(room: Room, trial: Match, event: NewEvent) -> None:
    """Write a decision, then let it be true, then show it."""
    before = len(match_of(room).frames)
    stored = await room.append([event], state=OVER if trial.over else None)
    room.sitting.adopt(trial, stored[0])
    if trial.over:
        room.sitting.change_table(state=OVER)
    room.live.asking = None  # whoever wanted something back wanted it back before this
    by = "bot" if event.person_id is None else "person"
    room.house.metrics.decisions.labels(game=room.sitting.game.name, by=by).inc()
    room.clocks.stop(event.seat)
    room.go_on()
    room.tell_frames(before)


# --- taking back ----------------------------------------------------------------------------


async def undo(room: Room, person: Person, message: messages.Undo) -> None:
    """Take the last turn back: alone if nothing was shown since, else if all people agree."""
    if was_answered(room, person, message.id, []):
        return
    seat = seat_of(room, person)
    target = room.sitting.last_turn(seat)
    if target is None:
        raise Refused("nothing_to_undo")
    times = free_undos(match_of(room), seat, target)
    if times:
        event = NewEvent(UNDO, {"times": times}, seat, person.id, message.id)
        await room.write(event)
        after_rewind(room)
        return
    others = {p.seat for p in room.sitting.seats if p.kind == PERSON and p.seat != seat}
    room.live.asking, room.live.to_answer, room.live.target = seat, others, target
    if others:
        room.tell_notes()
    else:
        await rewind(room, message.id)


def free_undos(match: Match, seat: int, target: int) -> int:
    """How many decisions of the turn the seat may take back alone: all of them, or none."""
    trial = match.fork()
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


async def consent(room: Room, person: Person, message: messages.Consent) -> None:
    """Somebody agrees, or does not."""
    seat = seat_of(room, person)
    if room.live.asking is None or seat not in room.live.to_answer:
        raise Refused("not_allowed")
    if not message.yes:
        asking, room.live.asking = room.live.asking, None
        room.tell_notes()
        room.refuse_seat(asking, Refused("refused_undo"))
        return
    room.live.to_answer.discard(seat)
    if room.live.to_answer:
        room.tell_notes()
    else:
        await rewind(room)


async def rewind(room: Room, message_id: str | None = None) -> None:
    """Everybody agreed: go back."""
    seat, target = room.live.asking, room.live.target
    room.live.asking = None
    assert seat is not None
    person = room.sitting.seats[seat].person_id
    await room.write(NewEvent(REWIND, {"decisions": target}, seat, person, message_id))
    after_rewind(room)


def after_rewind(room: Room) -> None:
    """Clocks and bots start from there; everybody sees the board as it was."""
    room.clocks.run_for(())
    room.forget_thoughts()
    room.go_on()
    room.tell_all()


# --- bots and clocks ------------------------------------------------------------------------


async def let_bot_play(room: Room, seat: int) -> None:
    """Let the bot of a seat decide for as long as it is its turn."""
    while True:
        match = room.sitting.match
        place, moment = room.sitting.seats[seat], room.sitting.moment
        if match is None or seat not in room.sitting.due_bots() or place.bot is None:
            return
        action = await room.house.thinking.choose(place.bot, match.view(seat))
        async with room.lock:
            if room.sitting.moment != moment or room.sitting.seats[seat] != place:
                continue  # the table has moved on while it thought
            try:
                trial = tried(room, seat, [action.text], "en")
                await decide(room, trial, NewEvent(DECIDE, {"path": [action.text]}, seat))
            except Refused as refused:
                log.error("bot refused", table=room.id, bot=place.bot, kind=refused.kind)
            except Exception:  # the rules themselves failed: this table stands still, no other
                room.house.metrics.failures.labels(where="bot").inc()
                log.exception("bot's decision failed", table=room.id, bot=place.bot)
                return
            else:
                continue
        await asyncio.sleep(RETRY_SECONDS)  # the disk is full, say: try again later


async def end_time(room: Room) -> None:
    """Clocks have run out: bots play on, and the people may take their seats back."""
    ended, failed = 0, False
    async with room.lock:
        for seat in room.clocks.out_of_time():
            place = room.sitting.seats[seat]
            if place.kind != PERSON:
                continue
            bot, gone = room.sitting.terms.bot, place.person_id
            bot_seat = replace(place, kind=BOT, bot=bot, person_id=None, kept_for=gone)
            body = {"ms": room.clocks.thought_ms(seat), "bot": bot}
            try:
                await room.write(NewEvent(TIMEOUT, body, seat, gone), seats=[bot_seat])
                ended += 1
            except KermesseError:
                log.error("a clock ran out and nothing could be written", table=room.id)
                failed = True
    if ended:
        room.tell_notes(room.sitting.last_notes(ended))
    if failed:
        await asyncio.sleep(RETRY_SECONDS)
    room.go_on()
