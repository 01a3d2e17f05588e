"""A turn up to its Runs and Tackles: cards are picked and revealed, players rest and pass."""

from __future__ import annotations

from kermesse.core.bits import has, including, without
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Record, tell
from kermesse.games.muckle.components import ACROSS, PASSES, RESTS, RUNS, SEATS, TACKLES
from kermesse.games.muckle.rules.cards import copies, heap_of, height, laid_on, one, plays, streak
from kermesse.games.muckle.rules.record import PLAY, Happening, Phase


@kernel
def mate(seat: int) -> int:
    """The seat across: the teammate (MK-01)."""
    return (int(seat) + ACROSS) % SEATS


@kernel
def pick(s: Record, seat: int, action: int) -> None:
    """A card is laid face-down; it counts as still in the hand (MK-66)."""
    s.pick[seat] = action - PLAY
    s.due = without(s.due, seat)
    if s.due == 0:
        s.phase = Phase.REVEAL
    tell(s, Happening.PICKED, seat, action - PLAY)


@kernel
def unseal(s: Record) -> None:
    """Take back the cards that are picked and not revealed: nobody has seen them (MK-66)."""
    if s.phase != Phase.PLAY:
        return
    for seat in range(SEATS):
        if s.pick[seat] != NOTHING:
            s.pick[seat] = NOTHING
            s.due = including(s.due, seat)


@kernel
def reveal(s: Record) -> None:
    """The next picked card, in seat order, goes open on top of its owner's stack (MK-10)."""
    seat = 0
    while s.pick[seat] == NOTHING:
        seat += 1
    card = int(s.pick[seat])
    s.pick[seat] = NOTHING
    s.hand[seat] -= one(card)
    if copies(s.known[seat], card):
        s.known[seat] -= one(card)
    s.stack[seat] = laid_on(s.stack[seat], card)
    s.waiting = including(s.waiting, seat)
    s.reveals += 1
    if seat == SEATS - 1:
        resolve_next(s)
    tell(s, Happening.REVEALED, seat, card)


@kernel
def resolve_next(s: Record) -> None:
    """Rest comes before Pass, Pass before Run and Tackle, and the damage last (MK-12)."""
    if first_with(s, RESTS) < SEATS:
        s.phase = Phase.REST
    elif first_with(s, PASSES) < SEATS:
        s.phase = Phase.PASS
    elif first_with(s, RUNS | TACKLES) < SEATS:
        s.phase = Phase.STREAKS
    else:
        s.phase = Phase.DAMAGE


@kernel
def first_with(s: Record, kinds: int) -> int:
    """The lowest seat whose card is one of these and not resolved yet; SEATS if there is none."""
    for seat in range(SEATS):
        if has(s.waiting, seat) and plays(s, seat, kinds):
            return seat
    return SEATS


@kernel
def take_up(s: Record, seat: int) -> int:
    """The whole stack goes back to the hand, for all to see (MK-18, MK-65); return its size."""
    cards = height(s.stack[seat])
    taken = heap_of(s.stack[seat])
    s.hand[seat] += taken
    s.known[seat] += taken
    s.stack[seat] = 0
    return cards


@kernel
def rest(s: Record) -> None:
    """The next Rest: the player takes up the own stack, the Rest card with it (MK-19)."""
    seat = first_with(s, RESTS)
    s.waiting = without(s.waiting, seat)
    cards = take_up(s, seat)
    resolve_next(s)
    tell(s, Happening.RESTED, seat, cards)


@kernel
def pass_ball(s: Record) -> None:
    """The next Pass: who began the turn with the ball gives it to the teammate (MK-20…22)."""
    seat = first_with(s, PASSES)
    s.waiting = without(s.waiting, seat)
    if s.carrier == seat:
        s.ball = mate(seat)  # MK-20
        tell(s, Happening.PASSED, seat, s.ball)
    else:  # MK-21: also who has only just received it
        tell(s, Happening.PASSED_NOTHING, seat, s.carrier)
    resolve_next(s)


@kernel
def count_streaks(s: Record) -> None:
    """Each player who played a Run or a Tackle has a streak (MK-13)."""
    s.phase = Phase.RESOLVE
    tell(s, Happening.STREAKS, streak(s, 0), streak(s, 1), streak(s, 2), streak(s, 3))
