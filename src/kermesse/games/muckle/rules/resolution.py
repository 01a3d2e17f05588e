"""Runs and Tackles from the highest streak to the lowest, and what Dodges make of them."""

from __future__ import annotations

from kermesse.core.bits import bit, has, lowest, without
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, tell
from kermesse.games.muckle.cards import plays, streak, top
from kermesse.games.muckle.components import (
    AIMS,
    DODGES,
    MOST_REDIRECTIONS,
    PLAYERS,
    PROTECTS,
    REDIRECTS,
    RUNS,
    TACKLES,
    TEAMS,
)
from kermesse.games.muckle.state import Happening, Phase, State

CANCELLED, RUNNING, TACKLING = 0, 1, 2  # the order within a group (MK-73)


@kernel
def place_in_group(s: State, seat: int) -> int:
    """When a card acts among those of its streak: cancelled ones first, Tackles last."""
    if is_cancelled(s, seat):
        return CANCELLED
    return RUNNING if plays(s.stack[seat], RUNS) else TACKLING


@kernel
def is_cancelled(s: State, seat: int) -> bool:
    """Whether a Tackle of a strictly higher streak has hit the seat in this turn (MK-26, MK-27).

    Streaks are taken from the highest, so the first Tackle that hit was the highest; redirected or
    not, the tackler's own streak counts (MK-37).
    """
    return s.striker[seat] != NOTHING and streak(s.stack[s.striker[seat]]) > streak(s.stack[seat])


@kernel
def next_seat(s: State) -> int:
    """Whose Run or Tackle acts next; PLAYERS if all have (MK-25)."""
    best, first = NOTHING, PLAYERS
    for seat in range(PLAYERS):
        if has(s.waiting, seat) and plays(s.stack[seat], RUNS | TACKLES):
            rank = PLAYERS * streak(s.stack[seat]) - place_in_group(
                s, seat
            )  # the streak comes first
            if rank > best:
                best, first = rank, seat
    return first


@kernel
def resolve(s: State) -> None:
    """The next Run or Tackle acts, does nothing, or is cancelled."""
    seat = next_seat(s)
    card, force = top(s.stack[seat]), streak(s.stack[seat])
    s.waiting = without(s.waiting, seat)
    if is_cancelled(s, seat):
        by = int(s.striker[seat])
        "MK-26"
        tell(s, Happening.CANCELLED, seat, card, force, by, streak(s.stack[by]))
        go_on(s, force)
    elif has(RUNS, card):
        run(s, seat, force)
        go_on(s, force)
    elif s.ball == seat:
        "MK-31"
        tell(s, Happening.TACKLED_NOBODY, seat, card, force)
        go_on(s, force)
    else:
        tackle(s, seat, card, force)


@kernel
def run(s: State, seat: int, force: int) -> None:
    """With the ball the team advances by the streak (MK-28); without it nothing happens (MK-29)."""
    if s.ball == seat:
        "MK-28"
        s.progress[seat % TEAMS] += force
        tell(s, Happening.RAN, seat, force, s.progress[0], s.progress[1])
    else:
        "MK-29"
        tell(s, Happening.RAN_NOWHERE, seat, force, s.ball)


@kernel
def tackle(s: State, seat: int, card: int, force: int) -> None:
    """Each target is hit in turn (MK-30)."""
    s.tackler = seat
    s.aims = AIMS[card]
    tell(s, Happening.TACKLED, seat, card, force, seats_aimed_at(s))
    aim(s)


@kernel
def seats_aimed_at(s: State) -> int:
    """The targets of the Tackle under way, as a set of seats."""
    seats = 0
    for place in range(1, PLAYERS):
        if has(s.aims, place):
            seats |= bit((int(s.tackler) + place) % PLAYERS)
    return seats


@kernel
def aim(s: State) -> None:
    """The next hit of a Tackle sets off; each is handled by itself (MK-41)."""
    place = lowest(s.aims)  # perhaps MK-41: most Tackles have one
    s.aims = without(s.aims, place)
    s.target = (int(s.tackler) + place) % PLAYERS
    s.source = s.tackler
    s.hops = 0
    s.phase = Phase.HIT


@kernel
def hit(s: State) -> None:
    """A hit arrives: it is dodged and goes on, or it is taken (MK-35)."""
    seat, tackler = int(s.target), int(s.tackler)
    force = streak(s.stack[tackler])
    if dodges(s, seat, s.source) and s.hops < MOST_REDIRECTIONS:
        "MK-35"
        onward = (seat + int(REDIRECTS[top(s.stack[seat])])) % PLAYERS
        tell(s, Happening.DODGED, seat, tackler, force, s.source, onward)
        "MK-36"
        s.target = onward
        "MK-38"
        s.source = seat
        s.hops += 1
    else:
        "MK-30, MK-32"
        s.damage[seat] += force  # perhaps MK-40
        if s.striker[seat] == NOTHING:
            s.striker[seat] = tackler
        tell(s, Happening.HIT, seat, tackler, force, s.source, s.hops)
        end_hit(s)


@kernel
def dodges(s: State, seat: int, source: int) -> bool:
    """Whether a seat has just played a Dodge that protects from the side of another one (MK-35)."""
    if not plays(s.stack[seat], DODGES):
        return False
    return (seat + int(PROTECTS[top(s.stack[seat])])) % PLAYERS == source


@kernel
def end_hit(s: State) -> None:
    """The next target of the same Tackle, or the next card."""
    tackler = int(s.tackler)
    if s.aims:
        aim(s)
    else:
        s.tackler = NOTHING
        s.target = NOTHING
        s.source = NOTHING
        s.hops = 0
        go_on(s, streak(s.stack[tackler]))


@kernel
def go_on(s: State, level: int) -> None:
    """The next card of the group, or of the next lower one; between groups a team may have won."""
    following = next_seat(s)
    group_is_done = following == PLAYERS or streak(s.stack[following]) < level
    if group_is_done and max(s.progress[0], s.progress[1]) >= s.goal:
        "MK-56, MK-58"
        s.phase = Phase.WIN  # nothing else is resolved; perhaps MK-57
    elif following == PLAYERS:
        s.phase = Phase.DAMAGE
    else:
        s.phase = Phase.RESOLVE
