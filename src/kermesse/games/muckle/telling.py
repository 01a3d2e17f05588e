"""What happens in Muckle, told in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from kermesse.core.record import NOTHING, Record
from kermesse.core.words import ENGLISH, Words, untold
from kermesse.games.muckle.components import SEATS
from kermesse.games.muckle.rules.record import Happening
from kermesse.games.muckle.words import card_name, team_name

SEATS_NAMED = tuple(f"Seat {seat}" for seat in range(SEATS))


def setting_up_text(s: Record, names: Sequence[str], say: Words = ENGLISH) -> str:
    """Up to the cards on the table."""
    a, b, c = (int(arg) for arg in s.event_args[:3])
    match Happening(s.event):
        case Happening.SET_UP:
            return say("Everybody selects {kept} cards and puts {aside} aside.", kept=a, aside=b)
        case Happening.PUT_ASIDE:
            return say(
                "{name} puts {card} aside: {count} so far.",
                name=names[a],
                card=card_name(b, say),
                count=c,
            )
        case Happening.READY:
            return say("{name} has selected.", name=names[a])
        case Happening.EXCHANGED:
            return say("Teammates exchange the cards they put aside: {count} each.", count=a)
        case Happening.PICKED:
            return say("{name} picks {card}.", name=names[a], card=card_name(b, say))
        case Happening.REVEALED:
            return say("{name} reveals {card}.", name=names[a], card=card_name(b, say))
        case other:
            raise untold(other)


def resolution_text(s: Record, names: Sequence[str], say: Words = ENGLISH) -> str:
    """What the cards do."""
    a, b, c, d, e = (int(arg) for arg in s.event_args[:5])
    match Happening(s.event):
        case Happening.RESTED:
            return say.count(
                "{name} rests and takes {n} card back.",
                "{name} rests and takes {n} cards back.",
                b,
                name=names[a],
            )
        case Happening.PASSED:
            return say("{name} passes the ball to {other}.", name=names[a], other=names[b])
        case Happening.PASSED_NOTHING:
            return say(
                "{name} did not begin the turn with the ball and passes nothing.", name=names[a]
            )
        case Happening.STREAKS:
            return streaks_text(s, names, say)
        case Happening.CANCELLED:
            return say(
                "{name} was tackled by a higher streak ({higher} of {other} against {own}): "
                "{card} is cancelled.",
                name=names[a],
                higher=e,
                other=names[d],
                own=c,
                card=card_name(b, say),
            )
        case Happening.RAN | Happening.RAN_NOWHERE:
            return run_text(s, names, say)
        case Happening.TACKLED:
            return tackle_text(names[a], b, c, [names[n] for n in seats_in(d)], say)
        case Happening.TACKLED_NOBODY:
            return say(
                "{name} has the ball: {card} does nothing.", name=names[a], card=card_name(b, say)
            )
        case Happening.DODGED:
            return say(
                "{name} dodges: the hit by {other} goes on to {target}.",
                name=names[a],
                other=names[b],
                target=names[e],
            )
        case Happening.HIT:
            return say(
                "{name} is hit by {other}: damage {damage}.",
                name=names[a],
                other=names[b],
                damage=c,
            )
        case other:
            raise untold(other)


def streaks_text(s: Record, names: Sequence[str], say: Words) -> str:
    """The streaks of those who have one."""
    found = [
        say("{name} {streak}", name=names[seat], streak=int(s.event_args[seat]))
        for seat in range(SEATS)
        if s.event_args[seat]
    ]
    return say("Streaks: {list}.", list=", ".join(found))


def run_text(s: Record, names: Sequence[str], say: Words) -> str:
    """A Run, with the ball or without."""
    a, b, c, d = (int(arg) for arg in s.event_args[:4])
    if s.event == Happening.RAN_NOWHERE:
        return say("{name} runs without the ball: nothing happens.", name=names[a])
    return say.count(
        "{name} runs {n} space. Run so far: {zero} to {one}.",
        "{name} runs {n} spaces. Run so far: {zero} to {one}.",
        b,
        name=names[a],
        zero=c,
        one=d,
    )


def seats_in(seats: int) -> list[int]:
    """The members of a set of seats."""
    return [seat for seat in range(SEATS) if seats >> seat & 1]


def tackle_text(name: str, card: int, streak: int, aimed_at: list[str], say: Words) -> str:
    """A Tackle, and whom it is meant for."""
    return say(
        "{name} plays {card} with a streak of {streak}: {targets}.",
        name=name,
        card=card_name(card, say),
        streak=streak,
        targets=", ".join(aimed_at),
    )


def ball_text(s: Record, names: Sequence[str], say: Words = ENGLISH) -> str:
    """The end of a turn, and of the match."""
    a, b, c = (int(arg) for arg in s.event_args[:3])
    match Happening(s.event):
        case Happening.DAMAGE:
            return damage_text(s, names, say)
        case Happening.GAVE:
            return gave_text(a, b, c, names, say)
        case Happening.KEPT:
            return say("{name} took no damage and keeps the ball.", name=names[a])
        case Happening.DROPPED:
            return say(
                "{name} took damage {damage} and drops the ball: it goes to the middle.",
                name=names[a],
                damage=b,
            )
        case Happening.STAYED:
            return say("The ball stays in the middle.")
        case Happening.PICKED_UP:
            return say(
                "{name} has no card left and takes all {count} back.", name=names[a], count=b
            )
        case Happening.TURN if b == NOTHING:
            return say("Turn {turn}. The ball is in the middle.", turn=a)
        case Happening.TURN:
            return say("Turn {turn}. {name} has the ball.", turn=a, name=names[b])
        case Happening.WON:
            winners = team_name(a, names, say)
            return say(
                "{team} win, {more} to {less}.", team=winners, more=max(b, c), less=min(b, c)
            )
        case Happening.CAPPED:
            return capped_text(a, b, c, names, say)
        case other:
            raise untold(other)


def damage_text(s: Record, names: Sequence[str], say: Words) -> str:
    """The damage of both teams, and what follows from it."""
    zero, one, team = int(s.event_args[0]), int(s.event_args[1]), int(s.event_args[4])
    if team == NOTHING:
        return say("Damage {zero} to {one}: the same for both teams.", zero=zero, one=one)
    return say(
        "Damage {zero} to {one}: {team} decide who gets the ball.",
        zero=zero,
        one=one,
        team=team_name(team, names, say),
    )


def gave_text(decider: int, holder: int, before: int, names: Sequence[str], say: Words) -> str:
    """A team has decided which of its players gets the ball, or still has it (MK-46)."""
    gaps = {"name": names[decider], "other": names[holder]}
    if decider == holder == before:
        return say("{name} keeps the ball.", **gaps)
    if decider == holder:
        return say("{name} takes the ball.", **gaps)
    if holder == before:
        return say("{name} leaves the ball with {other}.", **gaps)
    return say("{name} gives the ball to {other}.", **gaps)


def capped_text(team: int, zero: int, one: int, names: Sequence[str], say: Words) -> str:
    """The last turn is over."""
    if team == NOTHING:
        return say("The last turn is played: a draw, {zero} to {one}.", zero=zero, one=one)
    return say(
        "The last turn is played: {team} win, {more} to {less}.",
        team=team_name(team, names, say),
        more=max(zero, one),
        less=min(zero, one),
    )
