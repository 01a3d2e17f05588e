"""The sentences for the events of Muckle."""

from __future__ import annotations

from types import SimpleNamespace

from kermesse.core.kinds import bits_of
from kermesse.core.record import NOTHING
from kermesse.core.sentences import Count, Gaps, Sentences
from kermesse.core.words import Words, mark
from kermesse.games.muckle.state import CARD, PLACE, Happening
from kermesse.games.muckle.words.names import card_name, team_name


def streaks(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """The streaks of those who have one."""
    lengths = zip(event.names, (event.zero, event.one, event.two, event.three), strict=False)
    found = [say("{name} {streak}", name=name, streak=n) for name, n in lengths if n]
    return say("Streaks: {list}.", list=", ".join(found))


def tackled(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """A Tackle, and whom it is meant for."""
    gaps["targets"] = ", ".join(event.names[seat] for seat in bits_of(event.targets))
    return say("{seat} plays {card} with a streak of {streak}: {targets}.", **gaps)


def damage(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """The damage of both teams, and what follows from it."""
    zero, one = event.zero, event.one
    if event.team == NOTHING:
        return say("Damage {zero} to {one}: the same for both teams.", zero=zero, one=one)
    team = team_name(event.team, event.names, say)
    return say(
        "Damage {zero} to {one}: {team} decide who gets the ball.", zero=zero, one=one, team=team
    )


def gave(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """A team has decided which of its players gets the ball, or still has it (MK-46)."""
    seat, other = gaps["seat"], gaps["other"]
    if event.seat == event.other == event.before:
        return say("{seat} keeps the ball.", seat=seat)
    if event.seat == event.other:
        return say("{seat} takes the ball.", seat=seat)
    if event.other == event.before:
        return say("{seat} leaves the ball with {other}.", seat=seat, other=other)
    return say("{seat} gives the ball to {other}.", seat=seat, other=other)


def turn(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """A new turn, and where the ball is."""
    if event.holder == NOTHING:
        return say("Turn {turn}. The ball is in the middle.", turn=event.turn)
    return say("Turn {turn}. {holder} has the ball.", **gaps)


def won(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """A team has run far enough."""
    less, more = sorted((event.zero, event.one))
    team = team_name(event.team, event.names, say)
    return say("{team} win, {more} to {less}.", team=team, more=more, less=less)


def capped(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """The last turn is over."""
    less, more = sorted((event.zero, event.one))
    if event.team == NOTHING:
        return say("The last turn is played: a draw, {zero} to {one}.", zero=less, one=more)
    team = team_name(event.team, event.names, say)
    return say(
        "The last turn is played: {team} win, {more} to {less}.", team=team, more=more, less=less
    )


event_text = Sentences(
    Happening,
    {CARD: card_name, PLACE: card_name},
    {
        Happening.SET_UP: mark("Everybody selects {kept} cards and puts {aside} aside."),
        Happening.PUT_ASIDE: mark("{seat} puts {card} aside: {count} so far."),
        Happening.READY: mark("{seat} has selected."),
        Happening.EXCHANGED: mark("Teammates exchange the cards they put aside: {count} each."),
        Happening.PICKED: mark("{seat} picks {card}."),
        Happening.REVEALED: mark("{seat} reveals {card}."),
        Happening.RESTED: Count(
            "count",
            "{seat} rests and takes {n} card back.",
            "{seat} rests and takes {n} cards back.",
        ),
        Happening.PASSED: mark("{seat} passes the ball to {other}."),
        Happening.PASSED_NOTHING: mark(
            "{seat} did not begin the turn with the ball and passes nothing."
        ),
        Happening.STREAKS: streaks,
        Happening.CANCELLED: mark(
            "{seat} was tackled by a higher streak ({higher} of {other} against {own}): "
            "{card} is cancelled."
        ),
        Happening.RAN: Count(
            "streak",
            "{seat} runs {n} space. Run so far: {zero} to {one}.",
            "{seat} runs {n} spaces. Run so far: {zero} to {one}.",
        ),
        Happening.RAN_NOWHERE: mark("{seat} runs without the ball: nothing happens."),
        Happening.TACKLED: tackled,
        Happening.TACKLED_NOBODY: mark("{seat} has the ball: {card} does nothing."),
        Happening.DODGED: mark("{seat} dodges: the hit by {other} goes on to {target}."),
        Happening.HIT: mark("{seat} is hit by {other}: damage {damage}."),
        Happening.DAMAGE: damage,
        Happening.GAVE: gave,
        Happening.KEPT: mark("{seat} took no damage and keeps the ball."),
        Happening.DROPPED: mark(
            "{seat} took damage {damage} and drops the ball: it goes to the middle."
        ),
        Happening.STAYED: mark("The ball stays in the middle."),
        Happening.PICKED_UP: mark("{seat} has no card left and takes all {count} back."),
        Happening.TURN: turn,
        Happening.WON: won,
        Happening.CAPPED: capped,
    },
)
