"""The page of Muckle: four seats around a village green, and what the last step did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from kermesse.core.events import told
from kermesse.core.html import div
from kermesse.core.kinds import bits_of
from kermesse.core.record import NOTHING
from kermesse.core.words import Words
from kermesse.games.muckle.board.art import art, cover
from kermesse.games.muckle.board.cards import aside, hand, own_hand, played
from kermesse.games.muckle.board.panels import ball_words, call, middle, plate, track
from kermesse.games.muckle.board.scene import (
    ABOVE,
    BELOW,
    LEFT_SIDE,
    RIGHT_SIDE,
    Scene,
    team_of,
)
from kermesse.games.muckle.board.sheet import sheet
from kermesse.games.muckle.board.terminal import LEGEND, text_board
from kermesse.games.muckle.components import PLAYERS, TEAMS
from kermesse.games.muckle.state import Happening, Phase
from kermesse.games.muckle.words.events import event_text

if TYPE_CHECKING:
    from kermesse.core.position import View

__all__ = [
    "LEGEND",
    "about",
    "art",
    "board",
    "cover",
    "prompt",
    "sheet",
    "sound",
    "summary",
    "text_board",
]

SIDES = ("own", "left", "mate", "right")  # from below, clockwise


# --- the page -----------------------------------------------------------------------------------


def board(view: View, names: Sequence[str], say: Words) -> Markup:
    """The whole view, in one element with id `board`."""
    scene = Scene(view)
    look = "muckle" + (" selects" if scene.selecting else "") + (" over" if scene.s.over else "")
    look += " watched" if scene.s.viewer < 0 else ""
    # the number of a new turn stands beside the words anyway
    is_new = scene.told.event == Happening.TURN
    text = ball_words(scene.s.ball, names, say) if is_new else event_text(view.record, names, say)
    side = [side_of(scene, place, names, say) for place in range(PLAYERS)]
    parts = (
        '<div class="meadow"></div>',
        side[ABOVE],
        track(scene, names, say),
        side[LEFT_SIDE],
        middle(scene, names, say),
        side[RIGHT_SIDE],
        call(scene, text, say),
        side[BELOW],
        own_hand(scene, say) if scene.s.viewer >= 0 else "",
    )
    return div(id="board", class_=look)[Markup("".join(parts))]


def side_of(scene: Scene, place: int, names: Sequence[str], say: Words) -> str:
    """One side of the table: the plate, the cards held and laid aside, and those played."""
    s, seat = scene.s, (scene.own + place) % PLAYERS
    name, held = names[seat], ""
    if seat != s.viewer:
        held = hand(seat, name, s.hand[seat], s.known[seat], s.stack[seat], s.unseen[seat],
                    bool(s.over), say)  # fmt: skip
    return (
        f'<div class="side {SIDES[place]} team{team_of(seat)}">{plate(scene, seat, name, say)}'
        f'<div class="cards">{held}{aside(scene, seat, name, say)}</div>'
        f"{played(scene, seat, name, say)}</div>"
    )


def prompt(view: View, say: Words) -> str:
    """What the viewer is asked to decide now, or who is awaited."""
    scene = Scene(view)
    watching = scene.s.viewer < 0
    asked = not watching and scene.is_due(scene.s.viewer)
    if scene.s.over:
        return say("The match is over.")
    if scene.s.phase == Phase.SELECT:
        if asked:
            return selection_prompt(scene.wanted - scene.laid_aside(scene.s.viewer), say)
        return say("They are selecting…") if watching else say("The others are selecting…")
    if scene.s.phase == Phase.PLAY:
        if asked:
            return say("Choose a card for this turn.")
        return say("They are choosing…") if watching else say("The others are choosing…")
    if scene.s.phase == Phase.BALL:
        if asked:
            return say("Less damage: who gets the ball?")
        if watching:
            return say("A team is deciding…")
        if scene.is_due(scene.mate):
            return say("Your teammate is deciding…")
        return say("Your opponents are deciding…")
    return say("Cards are being resolved…")


def selection_prompt(still: int, say: Words) -> str:
    """What the selection still asks for (MK-03)."""
    if not still:
        return say("Selection complete: press Ready.")
    return say.count("Lay {n} more card aside.", "Lay {n} more cards aside.", still)


def summary(say: Words) -> str:
    """The game in a sentence or two, for the lobby."""
    return say(
        "Two against two on the village green: pick a card in secret, run with the ball or knock "
        "the others off their feet, and let the longer streak go first."
    )


def about(view: View) -> Sequence[str]:
    """The ids of the elements that the last event is about."""
    happened = told(Happening, view.record)
    match happened.event:
        case Happening.PASSED:
            return ["ball", f"plate-{happened.seat}", f"plate-{happened.other}"]
        case Happening.CANCELLED:
            return [f"stack-{happened.seat}", f"streak-{happened.other}"]
        case Happening.RAN:
            return [f"runner-{team_of(happened.seat)}", f"stack-{happened.seat}"]
        case Happening.TACKLED:
            targets = [f"plate-{seat}" for seat in bits_of(happened.targets)]
            return [f"stack-{happened.seat}", *targets]
        case Happening.DODGED | Happening.HIT:
            return ["hit", f"plate-{happened.seat}"]
        case Happening.GAVE:
            return ["ball", f"plate-{happened.other}"]
        case Happening.WON | Happening.CAPPED:
            team = happened.team
            return ["call"] if team == NOTHING else [f"plate-{team}", f"plate-{team + TEAMS}"]
        case Happening.STREAKS:
            lengths = (happened.zero, happened.one, happened.two, happened.three)
            return [f"streak-{seat}" for seat, length in enumerate(lengths) if length]
        case Happening.EXCHANGED:
            return [f"aside-{seat}" for seat in range(PLAYERS)]
        case Happening.DAMAGE:
            return [f"plate-{seat}" for seat in range(PLAYERS)]
        case event:
            return [PLACES_OF[event].format(getattr(happened, "seat", ""))]


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
