"""The middle of the table of Muckle: both tracks, the ball, what happens, and who acts next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import b, button, div, p, small, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words
from kermesse.games.muckle.art import picture
from kermesse.games.muckle.components import SEATS, TEAMS
from kermesse.games.muckle.plates import ball
from kermesse.games.muckle.rules.record import Happening, Phase
from kermesse.games.muckle.scene import DOING, Scene, series, team_of
from kermesse.games.muckle.words import members, team_name

# --- the tracks ---------------------------------------------------------------------------------


def track(scene: Scene, names: Sequence[str], say: Words) -> str:
    """How far both teams have run: the team below to the right, the other one to the left."""
    below = team_of(scene.own)
    lanes = "".join(
        lane(team, scene.progress[team], scene.goal, team == below, scene.winner == team,
             *(names[seat] for seat in members(team)), say)
        for team in (1 - below, below)
    )  # fmt: skip
    return f'<div id="track" class="track goal{scene.goal}">{lanes}</div>'


@lru_cache(maxsize=1 << 12)
def lane(
    team: int, run: int, goal: int, rightward: bool, won: bool, one: str, two: str, say: Words
) -> str:
    """One team's way to its goal (MK-09, MK-56)."""
    left = max(goal - run, 0)
    name = say("{one} and {two}", one=one, two=two)
    label = say("{team}: {run} of {goal} spaces run", team=name, run=run, goal=goal)
    to_go = say("{n} to go", n=left)
    spaces = [
        span(class_=f"space at{n}" + (" run" if n <= run else ""))[""] for n in range(1, goal + 1)
    ]
    runner = span(id=f"runner-{team}", class_=f"runner at{min(run, goal)}")[
        picture(f"team-{team}", bare=True)
    ]
    look = f"lane team{team}" + (" rightward" if rightward else " leftward")
    look += " won" if won else ""
    words = f"{label}. {to_go}"
    return div(id=f"lane-{team}", class_=look, role="img", aria_label=words, data_tip=words)[
        span(class_="spaces")[spaces, runner],
        span(class_="end")[
            picture("goal", bare=True), b(class_="left-over")[left], span(class_="to-go")[to_go]
        ],
    ]


# --- the middle ---------------------------------------------------------------------------------


def middle(scene: Scene, names: Sequence[str], say: Words) -> str:
    """The spot where the ball lies, and around it what is to be decided or done."""
    spot = ball("", say) if scene.ball == NOTHING else ""
    if scene.phase == Phase.BALL:
        look, inside = " deciding", decision(scene, names, say)
    elif scene.over:
        look, inside = " result", score(scene.progress[0], scene.progress[1], scene.own % TEAMS)
    elif scene.selecting:
        look, inside = " selecting", selection(scene, say)
    elif scene.event in DOING:
        look, inside = " acting", order(scene, names, say)
    else:
        look, inside = "", ""
    return (
        f'<div id="middle" class="middle{look}"><span id="spot" class="spot">{spot}</span>'
        f"{inside}</div>"
    )


def order(scene: Scene, names: Sequence[str], say: Words) -> str:
    """The Runs and Tackles of this turn from the highest streak to the lowest (MK-25)."""
    lines = []
    for seat in scene.order:
        if scene.is_cancelled(seat):
            state = " cancelled"
        elif scene.event != Happening.STREAKS and seat == acting(scene):
            state = " now"
        else:
            state = "" if scene.waiting >> seat & 1 else " done"
        found = series(scene.stack[seat])
        lines.append(order_line(team_of(seat), names[seat], found.length, found.runs, state, say))
    return f'<div class="order">{"".join(lines)}</div>'


def acting(scene: Scene) -> int:
    """Whose card is being carried out: of a hit, the tackler's."""
    return scene.args[1] if scene.event in (Happening.HIT, Happening.DODGED) else scene.args[0]


@lru_cache(maxsize=1 << 12)
def order_line(team: int, name: str, length: int, runs: bool, state: str, say: Words) -> str:
    """One player's place in the order."""
    look = "runs" if runs else "tackles"
    sign = picture("cross", "crossed", bare=True) if state == " cancelled" else None
    sign = picture("check", "done", bare=True) if state == " done" else sign
    return p(class_=f"line team{team}{state}")[
        span(class_=f"streak {look}")[length], span(class_="who")[name], sign
    ]


def decision(scene: Scene, names: Sequence[str], say: Words) -> str:
    """The choice of who gets the ball, as buttons for those who may make it (MK-45, MK-54)."""
    team = next(seat for seat in range(SEATS) if scene.is_due(seat)) % TEAMS
    if scene.viewer < 0 or not scene.is_due(scene.viewer):
        return awaited(team, team_name(team, names, say), say)
    mine, other = scene.viewer, scene.mate
    return (
        b(class_="ask")[say("Who gets the ball?")]
        + give_button(mine, "", team, say)
        + give_button(other, names[other], team, say)
    )


@lru_cache(maxsize=1 << 10)
def give_button(seat: int, name: str, team: int, say: Words) -> Markup:
    """A button that gives a player the ball; without a name it is the viewer."""
    words = say("To {name}", name=name) if name else say("To me")
    label = say("Give the ball to {name}", name=name) if name else say("Take the ball")
    return button(
        id=f"give-{seat}",
        class_=f"give team{team}",
        data_pick=f"ball {seat}",
        disabled=True,
        aria_label=label,
    )[picture("ball", bare=True), span[words]]


@lru_cache(maxsize=1 << 10)
def awaited(team: int, name: str, say: Words) -> str:
    """Who is deciding about the ball."""
    return p(class_="awaited")[
        picture(f"team-{team}", bare=True), span[say("{team} decide", team=name)]
    ]


def selection(scene: Scene, say: Words) -> str:
    """How many cards are still to be laid aside, or the button that ends the selection."""
    seat = scene.viewer
    if seat < 0:
        return p(class_="awaited")[span[say("Everybody is selecting cards.")]]
    still = scene.wanted - scene.laid_aside(seat)
    return selection_words(still, scene.wanted, scene.hand_size, scene.is_due(seat), say)


@cache
def selection_words(still: int, wanted: int, kept: int, due: bool, say: Words) -> str:
    """What the viewer's selection still needs."""
    if not due:
        ready = b(class_="ask")[say("You are ready.")]
        return ready + small[say("Waiting for the others")]
    if still:
        need = say.count("more card to lay aside", "more cards to lay aside", still)
        rest = say("Play with {kept}, lay {wanted} aside", kept=kept, wanted=wanted)
        return b(class_="need")[still] + span(class_="ask")[need] + small[rest]
    done = say("You play with the {kept} below.", kept=kept)
    pressed = button(id="ready", class_="give go", data_pick="ready", disabled=True)
    return pressed[picture("check", bare=True), span[say("Ready")]] + small[done]


@cache
def score(zero: int, one: int, below: int) -> str:
    """The spaces run by both teams, the team below last."""
    first, last = (one, zero) if below == 0 else (zero, one)
    return span(class_="score")[
        picture(f"team-{1 - below}", bare=True),
        b[first],
        "–",
        b[last],
        picture(f"team-{below}", bare=True),
    ]


# --- what happens -------------------------------------------------------------------------------

LOOKS = {
    Happening.CANCELLED: " bad",
    Happening.HIT: " bad",
    Happening.RAN: " good",
    Happening.WON: " verdict",
    Happening.CAPPED: " verdict",
}


def call(scene: Scene, text: str, say: Words) -> str:
    """The turn, and the last event in words."""
    sign = picture("trophy", bare=True) if scene.over else None
    return (
        f'<div id="call" class="call{LOOKS.get(Happening(scene.event), "")}">'
        f"{turn_head(scene.turn, scene.turn_cap, say)}{p(class_='said')[sign, span[text]]}</div>"
    )


def ball_words(holder: int, names: Sequence[str], say: Words) -> str:
    """Where the ball is."""
    if holder == NOTHING:
        return say("The ball is in the middle.")
    return say("{name} has the ball.", name=names[holder])


@lru_cache(maxsize=1 << 11)
def turn_head(turn: int, cap: int, say: Words) -> str:
    """The number of the turn."""
    if not turn:
        return span(class_="turn")[b[say("Selection")]]
    tip = say("The match is stopped after turn {cap} (MK-60).", cap=cap)
    return span(class_="turn", data_tip=tip)[b[say("Turn {turn}", turn=turn)]]
