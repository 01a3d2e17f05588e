"""The panels around the cards of Muckle: players, tracks, the ball, who acts next, what happens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import b, button, div, p, small, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, mark
from kermesse.games.muckle.board.art import picture
from kermesse.games.muckle.board.scene import ABOVE, BELOW, DOING, Scene, series, team_of
from kermesse.games.muckle.components import PLAYERS
from kermesse.games.muckle.state import Happening, Phase
from kermesse.games.muckle.words.names import team_name

TEAM_NAMES = (mark("blue hoops"), mark("pink quarters"))
LOOKS = {
    Happening.CANCELLED: " bad",
    Happening.HIT: " bad",
    Happening.RAN: " good",
    Happening.WON: " verdict",
    Happening.CAPPED: " verdict",
}

# --- the players --------------------------------------------------------------------------------


def plate(scene: Scene, seat: int, name: str, say: Words) -> str:
    """A player's name, team, damage and ball."""
    look = "plate due" if scene.is_due(seat) else "plate"
    look += " winner" if scene.winner == team_of(seat) else ""
    look += " aimed" if scene.aimed_at >> seat & 1 else ""
    place = scene.place(seat) if scene.s.viewer >= 0 else NOTHING
    has_chosen, has_ball = scene.has_chosen(seat), scene.s.ball == seat
    return plate_of(seat, name, look, place, has_chosen, scene.s.damage[seat], has_ball, say)


@lru_cache(maxsize=1 << 12)
def plate_of(
    seat: int,
    name: str,
    look: str,
    place: int,
    has_chosen: bool,
    taken: int,
    has_ball: bool,
    say: Words,
) -> str:
    """A plate; ``place`` is where the player sits from the viewer, or NOTHING for a spectator."""
    return div(id=f"plate-{seat}", class_=look)[
        shirt(team_of(seat), say),
        span(class_="who")[b[name], role(place, say)],
        chosen_mark(say) if has_chosen else None,
        damage(seat, taken, say) if taken else None,
        ball(name, say) if has_ball else None,
    ]


@cache
def shirt(team: int, say: Words) -> Markup:
    """The sign of a team."""
    label = say("Team: {shirts}", shirts=say(TEAM_NAMES[team]))
    return span(class_="shirt", role="img", aria_label=label, data_tip=label)[
        picture(f"team-{team}")
    ]


@cache
def role(place: int, say: Words) -> Markup | None:
    """Who a player is to the viewer."""
    if place == BELOW:
        return small[say("you")]
    return small[say("teammate")] if place == ABOVE else None


@cache
def chosen_mark(say: Words) -> Markup:
    """The sign of somebody who has answered; never with what (MK-66)."""
    label = say("Has chosen")
    return span(class_="ready", role="img", aria_label=label, data_tip=label)[picture("check")]


@cache
def damage(seat: int, taken: int, say: Words) -> Markup:
    """The damage that a player has taken in this turn (MK-32)."""
    label = say("Damage: {damage}", damage=taken)
    tip = say("{label}. It is forgotten at the end of the turn.", label=label)
    return span(id=f"damage-{seat}", class_="damage", role="img", aria_label=label, data_tip=tip)[
        picture("burst", bare=True), b[taken]
    ]


@lru_cache(maxsize=1 << 10)
def ball(holder: str, say: Words) -> Markup:
    """The ball, with its holder or in the middle."""
    label = say("{name} has the ball", name=holder) if holder else say("The ball, in the middle")
    return span(id="ball", class_="ball", role="img", aria_label=label, data_tip=label)[
        picture("ball")
    ]


# --- the tracks ---------------------------------------------------------------------------------


def track(scene: Scene, names: Sequence[str], say: Words) -> str:
    """How far both teams have run: the team below to the right, the other one to the left."""
    below, goal = team_of(scene.own), scene.s.goal
    lanes = [
        lane(team, scene.s.progress[team], goal, team == below, scene.winner == team,
             team_name(team, names, say), say)
        for team in (1 - below, below)
    ]  # fmt: skip
    return f'<div id="track" class="track goal{goal}">{"".join(lanes)}</div>'


@lru_cache(maxsize=1 << 12)
def lane(team: int, run: int, goal: int, rightward: bool, won: bool, name: str, say: Words) -> str:
    """One team's way to its goal (MK-09, MK-56)."""
    left = max(goal - run, 0)
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
    spot = ball("", say) if scene.s.ball == NOTHING else ""
    if scene.s.phase == Phase.BALL:
        look, inside = " deciding", decision(scene, names, say)
    elif scene.s.over:
        look, inside = " result", score(*scene.s.progress, team_of(scene.own))
    elif scene.selecting:
        look, inside = " selecting", selection(scene, say)
    elif scene.told.event in DOING:
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
        elif seat == acting(scene):
            state = " now"
        else:
            state = "" if scene.s.waiting >> seat & 1 else " done"
        found = series(scene.s.stack[seat])
        lines.append(order_line(team_of(seat), names[seat], found.streak, found.runs, state, say))
    return f'<div class="order">{"".join(lines)}</div>'


def acting(scene: Scene) -> int:
    """Whose card is being carried out: of a hit, the tackler's."""
    of_hit = scene.told.event in (Happening.HIT, Happening.DODGED)
    return scene.told.other if of_hit else scene.actor


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
    if scene.s.viewer < 0 or not scene.is_due(scene.s.viewer):
        team = team_of(next(filter(scene.is_due, range(PLAYERS))))
        words = say("{team} decide", team=team_name(team, names, say))
        return p(class_="awaited")[picture(f"team-{team}", bare=True), span[words]]
    mine, other = scene.s.viewer, scene.mate
    return (
        b(class_="ask")[say("Who gets the ball?")]
        + give_button(mine, "", say)
        + give_button(other, names[other], say)
    )


@lru_cache(maxsize=1 << 10)
def give_button(seat: int, name: str, say: Words) -> Markup:
    """A button that gives a player the ball; without a name it is the viewer."""
    words = say("To {name}", name=name) if name else say("To me")
    label = say("Give the ball to {name}", name=name) if name else say("Take the ball")
    return button(
        id=f"give-{seat}",
        class_=f"give team{team_of(seat)}",
        data_pick=f"ball {seat}",
        disabled=True,
        aria_label=label,
    )[picture("ball", bare=True), span[words]]


def selection(scene: Scene, say: Words) -> str:
    """How many cards are still to be laid aside, or the button that ends the selection."""
    seat, kept = scene.s.viewer, scene.s.hand_size
    if seat < 0:
        return p(class_="awaited")[span[say("Everybody is selecting cards.")]]
    if not scene.is_due(seat):
        return b(class_="ask")[say("You are ready.")] + small[say("Waiting for the others")]
    still = scene.wanted - scene.laid_aside(seat)
    if still:
        need = say.count("more card to lay aside", "more cards to lay aside", still)
        rest = say("Play with {kept}, lay {wanted} aside", kept=kept, wanted=scene.wanted)
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


def call(scene: Scene, text: str, say: Words) -> str:
    """The turn, and the last event in words."""
    sign = picture("trophy", bare=True) if scene.s.over else None
    return (
        f'<div id="call" class="call{LOOKS.get(scene.told.event, "")}">'
        f"{turn_head(scene.s.turn, scene.s.turn_cap, say)}"
        f"{p(class_='said')[sign, span[text]]}</div>"
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
