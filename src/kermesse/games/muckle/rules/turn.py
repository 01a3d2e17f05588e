"""The rules of Muckle from the selection to the end, but for Runs, Tackles and Dodges."""

from __future__ import annotations

from kermesse.core.bits import bit, has, including, without
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Moves, tell
from kermesse.games.muckle.cards import (
    copies,
    heap_of,
    height,
    laid_on,
    list_kinds,
    one,
    plays,
    size,
    streak,
)
from kermesse.games.muckle.components import (
    ACROSS,
    EVERYBODY,
    PASSES,
    PLAYERS,
    RESTS,
    RUNS,
    SET_SIZE,
    SETS,
    TACKLES,
    TEAMS,
)
from kermesse.games.muckle.state import BALL, ONE_IS_ASKED, PLAY, READY, Happening, Phase, State

# --- before the first turn --------------------------------------------------------------------


@kernel
def setup(s: State) -> None:
    """Everybody has a set; nobody has the ball; all select at the same time (MK-02, MK-04)."""
    s.reveals = 0
    s.over = 0
    s.hand[:] = SETS[s.cards]  # MK-02
    s.known[:] = 0
    s.aside[:] = 0
    s.stack[:] = 0
    s.unseen[:] = 0
    s.covered[:] = 0
    s.pick[:] = NOTHING
    "MK-09"
    s.progress[:] = 0
    "MK-08"
    s.ball = NOTHING
    s.turn = 0
    clear_turn(s)
    s.due = EVERYBODY  # MK-04
    s.phase = Phase.SELECT
    tell(s, Happening.SET_UP, s.hand_size, to_put_aside(s))


@kernel
def clear_turn(s: State) -> None:
    """What was done in a turn is forgotten with it (MK-33)."""
    s.carrier = s.ball
    s.damage[:] = 0
    s.striker[:] = NOTHING
    s.waiting = 0
    s.tackler = NOTHING
    s.aims = 0
    s.target = NOTHING
    s.source = NOTHING
    s.hops = 0


@kernel
def to_put_aside(s: State) -> int:
    """How many cards each player plays without (MK-03)."""
    return SET_SIZE - int(s.hand_size)


@kernel
def cards_to_put_aside(s: State, seat: int, out: Moves) -> int:
    """Any card, until enough are put aside (MK-05); then there is nothing left but being ready."""
    if size(s.aside[seat]) < to_put_aside(s):
        return list_kinds(s.hand[seat], out, 0)
    "MK-72"
    out[0] = READY  # asked even so
    return 1


@kernel
def select(s: State, seat: int, action: int) -> None:
    """Put one card aside, face-down, or be ready (MK-03, MK-71)."""
    if action == READY:
        s.due = without(s.due, seat)
        if s.due == 0:
            "MK-07"
            s.phase = Phase.EXCHANGE
        tell(s, Happening.READY, seat)
    else:
        s.hand[seat] -= one(action)
        s.aside[seat] += one(action)
        tell(s, Happening.PUT_ASIDE, seat, action, size(s.aside[seat]))


@kernel
def exchange(s: State) -> None:
    """Teammates see what the other plays without (MK-06); the first turn begins."""
    s.reveals += 1
    s.turn = 1
    tell(s, Happening.EXCHANGED, to_put_aside(s))
    ask_for_cards(s)


@kernel
def ask_for_cards(s: State) -> None:
    """All four owe a card (MK-10, MK-11)."""
    s.due = EVERYBODY
    s.phase = Phase.PLAY


# --- a turn -----------------------------------------------------------------------------------


@kernel
def mate(seat: int) -> int:
    """The seat across: the teammate (MK-01)."""
    return (int(seat) + ACROSS) % PLAYERS


@kernel
def cards_to_play(s: State, seat: int, out: Moves) -> int:
    """Any card of the seat's hand; equal ones are one choice (MK-10, MK-71)."""
    return list_kinds(s.hand[seat], out, PLAY)


@kernel
def pick(s: State, seat: int, action: int) -> None:
    """A card is laid face-down; it counts as still in the hand (MK-66)."""
    s.pick[seat] = action - PLAY
    s.due = without(s.due, seat)
    if s.due == 0:
        s.phase = Phase.REVEAL
    tell(s, Happening.PICKED, seat, action - PLAY)


@kernel
def unseal(s: State) -> None:
    """Take back the cards that are picked and not revealed: nobody has seen them (MK-66)."""
    if s.phase != Phase.PLAY:
        return
    for seat in range(PLAYERS):
        if s.pick[seat] != NOTHING:
            s.pick[seat] = NOTHING
            s.due = including(s.due, seat)


@kernel
def reveal(s: State) -> None:
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
    if seat == PLAYERS - 1:
        resolve_next(s)
    tell(s, Happening.REVEALED, seat, card)


@kernel
def resolve_next(s: State) -> None:
    """Rest comes before Pass, Pass before Run and Tackle, and the damage last (MK-12)."""
    if first_with(s, RESTS) < PLAYERS:
        s.phase = Phase.REST
    elif first_with(s, PASSES) < PLAYERS:
        s.phase = Phase.PASS
    elif first_with(s, RUNS | TACKLES) < PLAYERS:
        s.phase = Phase.STREAKS
    else:
        s.phase = Phase.DAMAGE


@kernel
def first_with(s: State, kinds: int) -> int:
    """The lowest seat whose card is one of these and not resolved yet; PLAYERS if there is none."""
    for seat in range(PLAYERS):
        if has(s.waiting, seat) and plays(s.stack[seat], kinds):
            return seat
    return PLAYERS


@kernel
def take_up(s: State, seat: int) -> int:
    """The whole stack goes back to the hand, for all to see (MK-18, MK-65); return its size."""
    cards = height(s.stack[seat])
    taken = heap_of(s.stack[seat])
    s.hand[seat] += taken
    s.known[seat] += taken
    s.stack[seat] = 0
    return cards


@kernel
def rest(s: State) -> None:
    """The next Rest: the player takes up their stack, the Rest card with it (MK-19)."""
    seat = first_with(s, RESTS)
    s.waiting = without(s.waiting, seat)
    cards = take_up(s, seat)
    resolve_next(s)
    tell(s, Happening.RESTED, seat, cards)


@kernel
def pass_ball(s: State) -> None:
    """The next Pass: who began the turn with the ball gives it to the teammate (MK-20…22)."""
    seat = first_with(s, PASSES)
    s.waiting = without(s.waiting, seat)
    if s.carrier == seat:
        "MK-20"
        s.ball = mate(seat)
        tell(s, Happening.PASSED, seat, s.ball)
    else:  # also who has only just received it
        "MK-21"
        tell(s, Happening.PASSED_NOTHING, seat, s.carrier)
    resolve_next(s)


@kernel
def count_streaks(s: State) -> None:
    """Each player who played a Run or a Tackle has a streak (MK-13)."""
    s.phase = Phase.RESOLVE
    a, b, c, d = s.stack[0], s.stack[1], s.stack[2], s.stack[3]
    tell(s, Happening.STREAKS, streak(a), streak(b), streak(c), streak(d))


# --- the ball, and the end of a turn ----------------------------------------------------------


@kernel
def team_damage(s: State, team: int) -> int:
    """The damage of both members (MK-32, MK-43)."""
    # perhaps MK-43: a hit may have been redirected
    return int(s.damage[team]) + int(s.damage[mate(team)])


@kernel
def deciding_team(s: State) -> int:
    """The team with less damage (MK-44); NOTHING if both took the same (MK-50)."""
    zero, one = team_damage(s, 0), team_damage(s, 1)
    if zero == one:
        return NOTHING  # perhaps MK-50: nobody may have taken any
    return 0 if zero < one else 1


@kernel
def add_up_damage(s: State) -> None:
    """The damage of each team is added up (MK-44)."""
    s.waiting = 0  # Dodges have done their part
    team = deciding_team(s)
    own = int(s.damage[s.ball]) if s.ball != NOTHING else 0
    tell(s, Happening.DAMAGE, team_damage(s, 0), team_damage(s, 1), s.ball, own, team)
    if team == NOTHING:
        s.phase = Phase.POSSESSION
    else:
        s.due = deciders(s, team)
        s.phase = Phase.BALL


@kernel
def deciders(s: State, team: int) -> int:
    """Either teammate may answer (MK-54), or one of them is asked (MK-55)."""
    if s.ball_decider != ONE_IS_ASKED:
        return bit(team) | bit(mate(team))
    "MK-55"
    holds = s.ball != NOTHING and s.ball % TEAMS == team
    return bit(s.ball) if holds else bit(team)


@kernel
def own_players(s: State, seat: int, out: Moves) -> int:
    """The two members of the seat's team (MK-45)."""
    out[0] = BALL + int(seat) % TEAMS
    out[1] = BALL + mate(int(seat) % TEAMS)
    return TEAMS


@kernel
def give_ball(s: State, seat: int, action: int) -> None:
    """The first answer stands for both (MK-54), whether or not they had the ball (MK-46)."""
    before = int(s.ball)
    s.ball = action - BALL
    s.due = 0
    tell(s, Happening.GAVE, seat, s.ball, before)
    end_turn(s)


@kernel
def leave_ball(s: State) -> None:
    """Both took the same damage: the holder keeps the ball or drops it (MK-47…49)."""
    holder = int(s.ball)
    if holder == NOTHING:
        "MK-49"
        tell(s, Happening.STAYED)
    elif s.damage[holder] == 0:
        "MK-47"
        tell(s, Happening.KEPT, holder)
    else:
        "MK-48"
        s.ball = NOTHING
        tell(s, Happening.DROPPED, holder, s.damage[holder])
    end_turn(s)


@kernel
def empty_handed(s: State) -> int:
    """The lowest seat with no card left in hand; PLAYERS if all have one."""
    for seat in range(PLAYERS):
        if s.hand[seat] == 0:
            return seat
    return PLAYERS


@kernel
def end_turn(s: State) -> None:
    """Once the ball is resolved, empty hands are filled (MK-52)."""
    s.phase = Phase.PICK_UP if empty_handed(s) < PLAYERS else Phase.NEXT


@kernel
def pick_up(s: State) -> None:
    """A player with no card left takes all own cards back (MK-51)."""
    seat = empty_handed(s)
    cards = take_up(s, seat)
    end_turn(s)
    tell(s, Happening.PICKED_UP, seat, cards)


@kernel
def next_turn(s: State) -> None:
    """All four play again (MK-10), unless the last turn is completed (MK-60)."""
    if s.turn >= s.turn_cap:
        "MK-60"
        end(s)
        tell(s, Happening.CAPPED, leader(s), s.progress[0], s.progress[1])
    else:
        s.turn += 1
        clear_turn(s)
        ask_for_cards(s)
        tell(s, Happening.TURN, s.turn, s.ball)


@kernel
def win(s: State) -> None:
    """A team has run far enough (MK-56, MK-57)."""
    end(s)  # perhaps MK-57
    tell(s, Happening.WON, leader(s), s.progress[0], s.progress[1])


@kernel
def leader(s: State) -> int:
    """The team with more progress; NOTHING if both have the same."""
    if s.progress[0] == s.progress[1]:
        return NOTHING
    return 0 if s.progress[0] > s.progress[1] else 1


@kernel
def end(s: State) -> None:
    """The match is over, and all cards may be seen (MK-70)."""
    s.over = 1
    s.reveals += 1
    s.phase = Phase.OVER
