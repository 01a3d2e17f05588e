"""Playing at a table: decisions, taking them back, bots, clocks that run out."""

from __future__ import annotations

import asyncio
import time

import structlog

from kermesse.core.errors import CannotUndo, KermesseError
from kermesse.core.position import Action, View
from kermesse.core.record import SPECTATOR
from kermesse.store import NewEvent, Person
from kermesse.table import messages
from kermesse.table.deciding import (
    Choice,
    carry_out,
    end_window,
    match_of,
    others_notice,
    tried,
)
from kermesse.table.partners import shared_seed, thinks_alone
from kermesse.table.picks import leads_on
from kermesse.table.refusals import Refused
from kermesse.table.room import Room
from kermesse.table.sitting import (
    AWAY,
    BACK,
    CHOSEN,
    PERSON,
    PLAYING,
    REWIND,
    SETTLED,
    UNDO,
    Sitting,
)

RETRY_SECONDS = 1.0  # before something is written again that could not be

log = structlog.get_logger()


def seat_of(room: Room, person: Person) -> int:
    """The person's seat in a match that is being played."""
    seat = room.sitting.seat_of(person.id)
    if seat == SPECTATOR or room.sitting.state != PLAYING:
        raise Refused("not_allowed")
    return seat


async def act(room: Room, person: Person, message: messages.Act) -> None:
    """A person decides."""
    arrived = time.monotonic()
    if was_answered(room, person, message.id, message.path):
        return
    seat = seat_of(room, person)
    match_of(room)
    if message.at != room.sitting.moment(seat):
        kind = room.sitting.why_stale(seat, message.at)
        if kind == SETTLED:  # somebody who may answer for both was faster: no fault of anybody's
            return
        refuse_stale(room, seat, kind)
    if seat in room.clocks.over:
        raise Refused("time_up")
    trial = tried(room, seat, message.path, person.language)
    await carry_out(room, trial, Choice(seat, message.path, person.id, message.id))
    room.house.metrics.shown.observe(time.monotonic() - arrived)


def refuse_stale(room: Room, seat: int, kind: str) -> None:
    """Refuse a decision about an older moment, unless the rules can say better why."""
    if kind != CHOSEN:
        raise Refused(kind)
    if seat in room.sitting.due:
        raise Refused("stale")


def was_answered(room: Room, person: Person, message_id: str, path: list[str]) -> bool:
    """Whether this very message was carried out before; refuses its id for anything else."""
    known = room.sitting.answered.get((person.id, message_id))
    if known is None:
        return False
    if known != path:
        raise Refused("id_reused")
    return True


# --- taking back ----------------------------------------------------------------------------


async def undo(room: Room, person: Person, message: messages.Undo) -> None:
    """Take the last turn back: alone if nothing was shown since, else if all people agree."""
    if was_answered(room, person, message.id, []):
        return
    seat = seat_of(room, person)
    target = room.sitting.last_turn(seat)
    if target is None or seat in room.sitting.held:  # a sealed answer stands
        raise Refused("nothing_to_undo")
    match_of(room)
    hidden = room.sitting.unnoticed(seat)
    times = free_undos(room.sitting, seat, target, hidden)
    if times:
        body = {"times": times} | ({"hidden": hidden} if hidden else {})
        event = NewEvent(UNDO, body, seat, person.id, message.id)
        await room.write(event)
        after_rewind(room)
        return
    others = {p.seat for p in room.sitting.seats if p.kind == PERSON and p.seat != seat}
    others -= room.programs | room.sitting.away.keys()  # like bots, they agree
    room.live.asking, room.live.to_answer, room.live.target = seat, others, target
    if others:
        room.tell_notes()
    else:
        await rewind(room, message.id)


def free_undos(sitting: Sitting, seat: int, target: int, hidden: int) -> int:
    """How many decisions of the turn the seat may take back alone: all of them, or none.

    Decisions of others that it has not noticed are no obstacle, or else it would notice them now.
    """
    assert sitting.match is not None
    trial = sitting.match.fork()
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
    """Clocks and bots start from there; everybody who may notice sees the board as it was."""
    (note,) = room.sitting.last_notes(1)
    if not note.unseen:  # else a clock that starts again would tell
        room.clocks.run_for(())
        room.countdown.stop()
    room.forget_thoughts()
    room.go_on()
    room.tell_way_back()


# --- bots and clocks ------------------------------------------------------------------------


async def let_bot_play(room: Room, seat: int) -> None:
    """Let the bot of a seat, or of somebody who is late, decide for as long as it is its turn."""
    since = time.monotonic()  # the last time that anybody saw it do something
    while True:
        match = room.sitting.match
        place, moment = room.sitting.seats[seat], room.sitting.moment(seat)
        if match is None or seat not in room.due_bots():
            return
        bot = room.bot_at(seat)
        action = await bot_choice(room, bot, match.view(seat))
        noticed = is_noticed(room, seat, action.text)
        if noticed:
            await room.house.thinking.pause(since)
        async with room.lock:
            if room.sitting.moment(seat) != moment or room.sitting.seats[seat] != place:
                continue  # the table has moved on while it thought
            if seat not in room.due_bots():
                return
            try:
                trial = tried(room, seat, [action.text], "en")
                goes_on = seat in room.clocks.over and leads_on(
                    match.frames[-1], seat, action.number
                )
                await carry_out(room, trial, Choice(seat, [action.text], goes_on=goes_on))
            except Refused as refused:
                log.error("bot refused", table=room.id, bot=bot, kind=refused.kind)
            except Exception:  # the rules themselves failed: this table stands still, no other
                room.house.metrics.failures.labels(where="bot").inc()
                log.exception("bot's decision failed", table=room.id, bot=bot)
                return
            else:
                since = time.monotonic() if noticed else since
                continue
        await asyncio.sleep(RETRY_SECONDS)  # the disk is full, say: try again later


async def bot_choice(room: Room, bot: str, view: View) -> Action:
    """What the bot at the view's seat does; one that searches may have to be compiled first."""
    game, bots = room.sitting.game, room.sitting.bots
    await room.house.preparing.bot_ready(bot, game, view.seats)
    seed = shared_seed(room.secret, bots, view)
    alone = thinks_alone(game.teams(view.seats), bots, view.seat)
    return await room.house.thinking.choose(bot, view, seed=seed, alone=alone)


def is_noticed(room: Room, seat: int, action: str) -> bool:
    """Whether others would see what a bot is about to do.

    It waits before what they see and not before what they do not, so that its pauses do not count
    its hidden decisions for them.
    """
    try:
        trial = tried(room, seat, [action], "en")
    except Refused:
        return True
    return others_notice(room.sitting, trial, seat)


async def end_time(room: Room) -> None:
    """A window or clocks have run out."""
    failed = False
    async with room.lock:
        try:
            await end_window(room)
        except Refused:
            log.error("a window closes and nothing could be written", table=room.id)
            failed = True
    if failed:
        await asyncio.sleep(RETRY_SECONDS)
        room.countdown.is_over = False  # ring again
    await end_clocks(room)


async def end_clocks(room: Room) -> None:
    """Clocks have run out: a bot takes these decisions, and goes on for those who do not come back.

    The seats stay with their people, who decide again as soon as they touch the table.
    """
    noted, failed = 0, False
    async with room.lock:
        for seat in room.clocks.out_of_time():
            try:
                if seat not in room.sitting.away:
                    body = {"ms": room.clocks.thought_ms(seat), "bot": room.sitting.terms.bot}
                    await room.write(NewEvent(AWAY, body, seat, room.sitting.seats[seat].person_id))
                    noted += 1
            except KermesseError:
                log.error("a clock ran out and nothing could be written", table=room.id)
                failed = True
            else:
                room.clocks.end(seat)
    if failed:
        await asyncio.sleep(RETRY_SECONDS)
    room.go_on()
    room.tell_notes(room.sitting.last_notes(noted))


async def come_back(room: Room, person: Person) -> None:
    """Somebody touches the table: whatever they owe is theirs to decide again."""
    seat = room.sitting.seat_of(person.id)
    if seat not in room.sitting.away or room.sitting.state != PLAYING:
        return
    await room.write(NewEvent(BACK, None, seat, person.id))
    room.clocks.restart(seat)
    room.go_on()
    room.tell_notes(room.sitting.last_notes(1))


async def here(room: Room, person: Person, message: messages.Here) -> None:
    """Somebody only says that they are there, which every message does."""
