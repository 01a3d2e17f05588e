"""Runs and Tackles from the highest streak to the lowest, and what Dodges make of them."""

from __future__ import annotations

from kermesse.core.bits import bit, has, lowest, without
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Record, tell
from kermesse.games.muckle.components import (
    AIMS,
    DODGES,
    MOST_REDIRECTIONS,
    PROTECTS,
    REDIRECTS,
    RUNS,
    SEATS,
    TACKLES,
    TEAMS,
)
from kermesse.games.muckle.rules.cards import plays, streak, top
from kermesse.games.muckle.rules.record import Happening, Phase

CANCELLED, RUNNING, TACKLING = 0, 1, 2  # the order within a group (MK-73)


@kernel
def place_in_group(s: Record, seat: int) -> int:
    """When a card acts among those of its streak: cancelled ones first, Tackles last."""
    if is_cancelled(s, seat):
        return CANCELLED
    return RUNNING if plays(s, seat, RUNS) else TACKLING


@kernel
def is_cancelled(s: Record, seat: int) -> bool:
    """Whether a Tackle of a strictly higher streak has hit the seat in this turn (MK-26, MK-27).

    Streaks are taken from the highest, so the first Tackle that hit was the highest; redirected or
    not, the tackler's own streak counts (MK-37).
    """
    return s.striker[seat] != NOTHING and streak(s, s.striker[seat]) > streak(s, seat)


@kernel
def next_seat(s: Record) -> int:
    """Whose Run or Tackle acts next; SEATS if all have (MK-25)."""
    best, first = NOTHING, SEATS
    for seat in range(SEATS):
        if has(s.waiting, seat) and plays(s, seat, RUNS | TACKLES):
            rank = SEATS * streak(s, seat) - place_in_group(s, seat)  # the streak comes first
            if rank > best:
                best, first = rank, seat
    return first


@kernel
def resolve(s: Record) -> None:
    """The next Run or Tackle acts, does nothing, or is cancelled."""
    seat = next_seat(s)
    s.waiting = without(s.waiting, seat)
    if is_cancelled(s, seat):
        card, by = top(s.stack[seat]), int(s.striker[seat])
        tell(s, Happening.CANCELLED, seat, card, streak(s, seat), by, streak(s, by))  # MK-26
        go_on(s, streak(s, seat))
    elif plays(s, seat, RUNS):
        run(s, seat)
        go_on(s, streak(s, seat))
    else:
        tackle(s, seat)


@kernel
def run(s: Record, seat: int) -> None:
    """With the ball the team advances by the streak (MK-28); without it nothing happens (MK-29)."""
    spaces = streak(s, seat)
    if s.ball == seat:
        s.progress[seat % TEAMS] += spaces  # MK-28
        tell(s, Happening.RAN, seat, spaces, s.progress[0], s.progress[1])
    else:
        tell(s, Happening.RAN_NOWHERE, seat, spaces, s.ball)  # MK-29


@kernel
def tackle(s: Record, seat: int) -> None:
    """Without the ball each target is hit in turn (MK-30); with it nothing happens (MK-31)."""
    card = top(s.stack[seat])
    if s.ball == seat:  # MK-31
        tell(s, Happening.TACKLED_NOBODY, seat, card, streak(s, seat))
        go_on(s, streak(s, seat))
        return
    s.tackler = seat
    s.aims = AIMS[card]
    tell(s, Happening.TACKLED, seat, card, streak(s, seat), seats_aimed_at(s))
    aim(s)


@kernel
def seats_aimed_at(s: Record) -> int:
    """The targets of the Tackle under way, as a set of seats."""
    seats = 0
    for place in range(1, SEATS):
        if has(s.aims, place):
            seats |= bit((int(s.tackler) + place) % SEATS)
    return seats


@kernel
def aim(s: Record) -> None:
    """The next hit of a Tackle sets off; each is handled by itself (MK-41)."""
    place = lowest(s.aims)  # perhaps MK-41: most Tackles have one
    s.aims = without(s.aims, place)
    s.target = (int(s.tackler) + place) % SEATS
    s.source = s.tackler
    s.hops = 0
    s.phase = Phase.HIT


@kernel
def hit(s: Record) -> None:
    """A hit arrives: it is dodged and goes on, or it is taken (MK-35)."""
    seat, tackler = int(s.target), int(s.tackler)
    force = streak(s, tackler)
    if dodges(s, seat, s.source) and s.hops < MOST_REDIRECTIONS:  # MK-35
        onward = (seat + int(REDIRECTS[top(s.stack[seat])])) % SEATS
        tell(s, Happening.DODGED, seat, tackler, force, s.source, onward)
        s.target = onward  # MK-36
        s.source = seat  # MK-38
        s.hops += 1
    else:
        s.damage[seat] += force  # MK-30, MK-32; perhaps MK-40
        if s.striker[seat] == NOTHING:
            s.striker[seat] = tackler
        tell(s, Happening.HIT, seat, tackler, force, s.source, s.hops)
        end_hit(s)


@kernel
def dodges(s: Record, seat: int, source: int) -> bool:
    """Whether a seat has just played a Dodge that protects from the side of another one (MK-35)."""
    if not plays(s, seat, DODGES):
        return False
    return (seat + int(PROTECTS[top(s.stack[seat])])) % SEATS == source


@kernel
def end_hit(s: Record) -> None:
    """The next target of the same Tackle, or the next card."""
    tackler = int(s.tackler)
    if s.aims:
        aim(s)
    else:
        s.tackler = NOTHING
        s.target = NOTHING
        s.source = NOTHING
        s.hops = 0
        go_on(s, streak(s, tackler))


@kernel
def go_on(s: Record, level: int) -> None:
    """The next card of the group, or of the next lower one; between groups a team may have won."""
    following = next_seat(s)
    group_is_done = following == SEATS or streak(s, following) < level
    if group_is_done and max(s.progress[0], s.progress[1]) >= s.goal:
        s.phase = Phase.WIN  # MK-56, MK-58: nothing else is resolved; perhaps MK-57
    elif following == SEATS:
        s.phase = Phase.DAMAGE
    else:
        s.phase = Phase.RESOLVE
