"""The four seats of Muckle: who sits there, their team, their damage, the ball, their cards."""

from __future__ import annotations

from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import b, div, small, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, mark
from kermesse.games.muckle.art import picture
from kermesse.games.muckle.hands import aside, hand
from kermesse.games.muckle.scene import ABOVE, BELOW, Scene, team_of
from kermesse.games.muckle.stacks import played

PLACES = ("own", "left", "mate", "right")

TEAM_NAMES = (mark("blue hoops"), mark("pink quarters"))


@cache
def team_label(team: int, say: Words) -> str:
    """A team by its shirts."""
    return say(TEAM_NAMES[team])


# --- a seat -------------------------------------------------------------------------------------


def seat_at(scene: Scene, seat: int, name: str, say: Words) -> str:
    """One side of the table: the plate, the cards held and laid aside, and those played."""
    place = scene.place(seat)
    small_hand = "" if seat == scene.viewer else hand(scene, seat, name, say)
    return (
        f'<div class="side {PLACES[place]} team{team_of(seat)}">{plate(scene, seat, name, say)}'
        f'<div class="cards">{small_hand}{aside(scene, seat, name, say)}</div>'
        f"{played(scene, seat, name, say)}</div>"
    )


def plate(scene: Scene, seat: int, name: str, say: Words) -> str:
    """A player's name, team, damage and ball."""
    look = "plate due" if scene.is_due(seat) else "plate"
    look += " winner" if scene.winner == team_of(seat) else ""
    look += " aimed" if scene.aimed_at >> seat & 1 else ""
    place = scene.place(seat) if scene.viewer >= 0 else NOTHING
    has_ball, has_chosen = scene.ball == seat, scene.has_chosen(seat)
    return plate_of(seat, name, look, place, has_chosen, scene.damage[seat], has_ball, say)


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
    label = say("Team: {shirts}", shirts=team_label(team, say))
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
    """The ball, with whoever holds it or in the middle."""
    label = say("{name} has the ball", name=holder) if holder else say("The ball, in the middle")
    return span(id="ball", class_="ball", role="img", aria_label=label, data_tip=label)[
        picture("ball")
    ]
