"""The page of Muckle: four seats around a village green, and what the last step did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from kermesse.core.html import div
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, untold
from kermesse.games.muckle.art import art, cover
from kermesse.games.muckle.components import SEATS, TEAMS
from kermesse.games.muckle.hands import own_hand
from kermesse.games.muckle.notation import event_text
from kermesse.games.muckle.pitch import ball_words, call, middle, track
from kermesse.games.muckle.plates import seat_at
from kermesse.games.muckle.rules.record import Happening, Phase
from kermesse.games.muckle.scene import (
    ABOVE,
    BELOW,
    LEFT_SIDE,
    RIGHT_SIDE,
    Scene,
    team_of,
)

if TYPE_CHECKING:
    from kermesse.core.position import View

__all__ = ["about", "art", "board", "cover", "prompt", "sound", "summary"]


# --- the page -----------------------------------------------------------------------------------


def board(view: View, names: Sequence[str], say: Words) -> Markup:
    """The whole view, in one element with id `board`."""
    scene = Scene(view)
    own = scene.own
    look = "muckle" + (" selects" if scene.selecting else "") + (" over" if scene.over else "")
    look += " watched" if scene.viewer < 0 else ""
    # the number of a new turn stands beside the words anyway
    is_new = scene.event == Happening.TURN
    text = ball_words(scene.ball, names, say) if is_new else event_text(view.record, names, say)
    seats = [(own + place) % SEATS for place in range(SEATS)]
    side = [seat_at(scene, seat, names[seat], say) for seat in seats]
    hand = own_hand(scene, say) if scene.viewer >= 0 else ""
    parts = (
        '<div class="meadow"></div>',
        side[ABOVE],
        track(scene, names, say),
        side[LEFT_SIDE],
        middle(scene, names, say),
        side[RIGHT_SIDE],
        call(scene, text, say),
        side[BELOW],
        hand,
    )
    return div(id="board", class_=look)[Markup("".join(parts))]


def prompt(view: View, say: Words) -> str:
    """What the viewer's seat is asked to decide now, or what is awaited."""
    scene = Scene(view)
    if scene.over:
        return say("The match is over.")
    if scene.phase == Phase.SELECT:
        return selection_prompt(scene, say)
    if scene.phase == Phase.PLAY:
        if scene.viewer >= 0 and scene.is_due(scene.viewer):
            return say("Choose a card for this turn.")
        return say("The others are choosing…") if scene.viewer >= 0 else say("They are choosing…")
    if scene.phase == Phase.BALL:
        return ball_prompt(scene, say)
    return say("Cards are being resolved…")


def selection_prompt(scene: Scene, say: Words) -> str:
    """What the selection still asks for (MK-03)."""
    if scene.viewer < 0 or not scene.is_due(scene.viewer):
        return say("The others are selecting…") if scene.viewer >= 0 else say("They are selecting…")
    still = scene.wanted - scene.laid_aside(scene.viewer)
    if not still:
        return say("Selection complete: press Ready.")
    return say.count("Lay {n} more card aside.", "Lay {n} more cards aside.", still)


def ball_prompt(scene: Scene, say: Words) -> str:
    """Who says where the ball goes (MK-44, MK-54)."""
    if scene.viewer < 0:
        return say("A team is deciding…")
    if scene.is_due(scene.viewer):
        return say("Less damage: who gets the ball?")
    if scene.is_due(scene.mate):
        return say("Your teammate is deciding…")
    return say("Your opponents are deciding…")


def summary(say: Words) -> str:
    """The game in a sentence or two, for the lobby."""
    return say(
        "Two against two on the village green: pick a card in secret, run with the ball or knock "
        "the others off their feet, and let the longer streak go first."
    )


def about(view: View) -> Sequence[str]:
    """The ids of the elements that the last event speaks of."""
    s = view.record
    a, b, _, d = (int(arg) for arg in s.event_args[:4])
    match Happening(s.event):
        case Happening.PASSED:
            return ["ball", f"plate-{a}", f"plate-{b}"]
        case Happening.CANCELLED:
            return [f"stack-{a}", f"streak-{d}"]
        case Happening.RAN:
            return [f"runner-{team_of(a)}", f"stack-{a}"]
        case Happening.TACKLED:
            return [f"stack-{a}", *(f"plate-{seat}" for seat in range(SEATS) if d >> seat & 1)]
        case Happening.DODGED | Happening.HIT:
            return ["hit", f"plate-{a}"]
        case Happening.GAVE:
            return ["ball", f"plate-{b}"]
        case Happening.WON | Happening.CAPPED:
            return ["call"] if a == NOTHING else [f"plate-{a}", f"plate-{a + TEAMS}"]
        case Happening.STREAKS:
            return [f"streak-{seat}" for seat in range(SEATS) if s.event_args[seat]]
        case Happening.EXCHANGED:
            return [f"aside-{seat}" for seat in range(SEATS)]
        case Happening.DAMAGE:
            return [f"plate-{seat}" for seat in range(SEATS)]
        case event if event in PLACES_OF:
            return [PLACES_OF[event].format(a)]
        case other:
            raise untold(other)


PLACES_OF = {
    Happening.SET_UP: "track",
    Happening.PUT_ASIDE: "aside-{}",
    Happening.READY: "plate-{}",
    Happening.PICKED: "laid-{}",
    Happening.REVEALED: "stack-{}",
    Happening.RESTED: "hand-{}",
    Happening.PASSED_NOTHING: "plate-{}",
    Happening.RAN_NOWHERE: "stack-{}",
    Happening.TACKLED_NOBODY: "stack-{}",
    Happening.KEPT: "ball",
    Happening.DROPPED: "ball",
    Happening.STAYED: "ball",
    Happening.PICKED_UP: "hand-{}",
    Happening.TURN: "call",
}
SOUNDS = {
    Happening.PUT_ASIDE: "card",
    Happening.EXCHANGED: "card",
    Happening.REVEALED: "card",
    Happening.RESTED: "slide",
    Happening.PICKED_UP: "slide",
    Happening.PASSED: "slide",
    Happening.TACKLED: "slide",
    Happening.DODGED: "slide",
    Happening.RAN: "point",
    Happening.HIT: "card",
    Happening.GAVE: "slide",
    Happening.DROPPED: "slide",
    Happening.TURN: "turn",
    Happening.WON: "win",
    Happening.CAPPED: "win",
}


def sound(view: View) -> str:
    """The sound of the last event; a new turn calls those who play, not those who watch."""
    event = Happening(view.record.event)
    if event == Happening.TURN and view.record.viewer < 0:
        return "card"
    return SOUNDS.get(event, "")
