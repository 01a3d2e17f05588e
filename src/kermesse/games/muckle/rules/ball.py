"""The end of a turn: who gets the ball, who takes up cards, and whether the match is over."""

from __future__ import annotations

from kermesse.core.bits import bit
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Moves, Record, tell
from kermesse.games.muckle.components import SEATS, TEAMS
from kermesse.games.muckle.rules.record import BALL, ONE_IS_ASKED, Happening, Phase
from kermesse.games.muckle.rules.setting_up import ask_for_cards, clear_turn
from kermesse.games.muckle.rules.turn import mate, take_up


@kernel
def team_damage(s: Record, team: int) -> int:
    """The damage of both members (MK-32, MK-43)."""
    # perhaps MK-43: a hit may have been redirected
    return int(s.damage[team]) + int(s.damage[mate(team)])


@kernel
def deciding_team(s: Record) -> int:
    """The team with less damage (MK-44); NOTHING if both took the same (MK-50)."""
    zero, one = team_damage(s, 0), team_damage(s, 1)
    if zero == one:
        return NOTHING  # perhaps MK-50: nobody may have taken any
    return 0 if zero < one else 1


@kernel
def add_up_damage(s: Record) -> None:
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
def deciders(s: Record, team: int) -> int:
    """Either teammate may answer (MK-54), or one of them is asked (MK-55)."""
    if s.ball_decider != ONE_IS_ASKED:
        return bit(team) | bit(mate(team))
    holds = s.ball != NOTHING and s.ball % TEAMS == team  # MK-55
    return bit(s.ball) if holds else bit(team)


@kernel
def ball_options(seat: int, out: Moves) -> int:
    """The two members of the own team (MK-45)."""
    out[0] = BALL + int(seat) % TEAMS
    out[1] = BALL + mate(int(seat) % TEAMS)
    return TEAMS


@kernel
def give_ball(s: Record, seat: int, action: int) -> None:
    """The first answer stands for both (MK-54), whoever had the ball before (MK-46)."""
    before = int(s.ball)
    s.ball = action - BALL
    s.due = 0
    tell(s, Happening.GAVE, seat, s.ball, before)
    end_turn(s)


@kernel
def leave_ball(s: Record) -> None:
    """Both took the same damage: the holder keeps the ball or drops it (MK-47…49)."""
    holder = int(s.ball)
    if holder == NOTHING:
        tell(s, Happening.STAYED)  # MK-49
    elif s.damage[holder] == 0:
        tell(s, Happening.KEPT, holder)  # MK-47
    else:
        s.ball = NOTHING  # MK-48
        tell(s, Happening.DROPPED, holder, s.damage[holder])
    end_turn(s)


@kernel
def empty_handed(s: Record) -> int:
    """The lowest seat with no card left in hand; SEATS if all have one."""
    for seat in range(SEATS):
        if s.hand[seat] == 0:
            return seat
    return SEATS


@kernel
def end_turn(s: Record) -> None:
    """Once the ball is resolved, empty hands are filled (MK-52)."""
    s.phase = Phase.PICK_UP if empty_handed(s) < SEATS else Phase.NEXT


@kernel
def pick_up(s: Record) -> None:
    """A player with no card left takes all own cards back (MK-51)."""
    seat = empty_handed(s)
    cards = take_up(s, seat)
    end_turn(s)
    tell(s, Happening.PICKED_UP, seat, cards)


@kernel
def next_turn(s: Record) -> None:
    """All four play again (MK-10), unless the last turn is completed (MK-60)."""
    if s.turn >= s.turn_cap:  # MK-60
        end(s)
        tell(s, Happening.CAPPED, leader(s), s.progress[0], s.progress[1])
    else:
        s.turn += 1
        clear_turn(s)
        ask_for_cards(s)
        tell(s, Happening.TURN, s.turn, s.ball)


@kernel
def win(s: Record) -> None:
    """A team has run far enough (MK-56, MK-57)."""
    end(s)  # perhaps MK-57
    tell(s, Happening.WON, leader(s), s.progress[0], s.progress[1])


@kernel
def leader(s: Record) -> int:
    """The team with more progress; NOTHING if both have the same."""
    if s.progress[0] == s.progress[1]:
        return NOTHING
    return 0 if s.progress[0] > s.progress[1] else 1


@kernel
def end(s: Record) -> None:
    """The match is over, and all cards may be seen (MK-70)."""
    s.over = 1
    s.reveals += 1
    s.phase = Phase.OVER
