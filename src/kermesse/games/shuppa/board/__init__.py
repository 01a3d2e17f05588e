"""The page of Shuppa: a sweet shop with its columns, the players around it, the viewer's hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from kermesse.core.html import div
from kermesse.core.kinds import bits_of
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, mark
from kermesse.games.shuppa.board.art import art, cover
from kermesse.games.shuppa.board.cards import card_id, own_hand
from kermesse.games.shuppa.board.middle import question, shop
from kermesse.games.shuppa.board.panels import call, counter, plate
from kermesse.games.shuppa.board.scene import Scene
from kermesse.games.shuppa.board.sheet import sheet
from kermesse.games.shuppa.board.terminal import LEGEND, text_board
from kermesse.games.shuppa.state import AUTOMATON, Happening, Phase
from kermesse.games.shuppa.words.events import event_text
from kermesse.games.shuppa.words.names import player_names

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

MOTIONS = ("eating", "jumping", "swapping", "lifting")


# --- the page -----------------------------------------------------------------------------------


def board(view: View, names: Sequence[str], say: Words) -> Markup:
    """The whole view, in one element with id `board`."""
    scene = Scene(view)
    called = player_names(view.record, names, say)
    look = f"shuppa p{scene.players}" + (" over" if scene.s.over else "")
    look += " watched" if scene.s.viewer < 0 else ""
    look += " solo" if scene.solo else ""
    look += f" {MOTIONS[scene.task]}" if scene.task != NOTHING else ""
    others = [plate(scene, player, called, say) for player in scene.others]
    return div(id="board", class_=look)[
        div(class_="others")[others],
        counter(scene, called, say),
        shop(scene, called, say),
        call(scene, event_text(view.record, names, say)),
        question(scene, called, say),
        plate(scene, scene.own, called, say),
        own_hand(scene, say) if scene.s.viewer >= 0 else None,
    ]


TASKS = (
    mark("Eat: tap a card for your pile."),
    mark("Jump: a top card, then a column."),
    mark("Swap: tap two cards that touch."),
    mark("Lift: a column, up or down."),
)
AUTOMATON_TASKS = (
    mark("Choose what the automaton eats."),
    mark("Choose how the automaton jumps."),
    mark("Choose what the automaton swaps."),
    mark("Choose how the automaton lifts."),
)


def prompt(view: View, say: Words) -> str:
    """What the viewer is asked to decide now, or who is awaited."""
    scene = Scene(view)
    if scene.s.over:
        return say("The match is over.")
    if scene.asked:
        return own_prompt(scene, say)
    if scene.s.phase == Phase.PLAY:
        return say("The others are choosing…") if scene.s.viewer >= 0 else say("They are choosing…")
    if scene.s.phase == Phase.SHARE:
        return say("A lot is being shared…")
    if scene.s.phase == Phase.EFFECT:
        return say("An Action card is being used…")
    return say("Sweets are falling…")


def own_prompt(scene: Scene, say: Words) -> str:
    if scene.s.phase == Phase.PLAY:
        return say("Choose a card to play.")
    if scene.s.phase == Phase.SHARE:
        return say("Who gets the multicolour cards?")
    return say((AUTOMATON_TASKS if scene.s.phase == Phase.TIE else TASKS)[scene.task])


def summary(say: Words) -> str:
    """The game in a sentence or two, for the lobby."""
    return say(
        "Sweets fall into columns in the order of their numbers: get your token into a lot of one "
        "colour, set off cascades, and let Action cards eat, jump, swap and lift. Alone against an "
        "automaton, too."
    )


# --- what a step speaks of ------------------------------------------------------------------------


def about(view: View) -> Sequence[str]:
    """The ids of the elements that the last event is about."""
    scene = Scene(view)
    happened = scene.told
    match happened.event:
        case event if event in CARDS_OF_PLAYERS:
            return [card_id(happened.card), f"plate-{happened.player}"]
        case Happening.DROPPED | Happening.JUMPED | Happening.LIFTED | Happening.RESTOCKED:
            return [card_id(happened.card)]
        case Happening.SWAPPED:
            return [card_id(happened.card), card_id(happened.other)]
        case Happening.FELL:
            return [f"column-{happened.column + 1}"]
        case Happening.WON:
            return [f"pile-{player}" for player in winners(scene)] or ["discard"]
        case Happening.MARKED | Happening.LOT | Happening.SHARED:
            cells = sorted(scene.lot_told or scene.marked)
            return [card_id(scene.s.zone[cell]) for cell in cells]
        case Happening.TOOK_BACK | Happening.ENDED:
            return [f"plate-{player}" for player in bits_of(happened.players)]
        case event:
            return [PLACES_OF[event].format(getattr(happened, "player", ""))]


def winners(scene: Scene) -> list[int]:
    counts = (scene.told.zero, scene.told.one, scene.told.two, scene.told.three)
    return [player for player, n in enumerate(counts) if n]


CARDS_OF_PLAYERS = (
    Happening.NO_LOT,
    Happening.STAYED,
    Happening.ACTS,
    Happening.TIED,
    Happening.DECLINED,
)
PLACES_OF = {
    Happening.DEALT: "zone",
    Happening.TURNED_UP: "row",
    Happening.SORTED_THREE: "row",
    Happening.ARROW: "direction",
    Happening.CHOSE: "plate-{}",
    Happening.AUTOMATON_LAID: f"plate-{AUTOMATON}",
    Happening.SHOWN: "row",
    Happening.SORTED_ROW: "row",
    Happening.DREW: "plate-{}",
    Happening.NONE_LEFT: "plate-{}",
    Happening.ATE: "pile-{}",
    Happening.AUTOMATON_DRAWS: f"plate-{AUTOMATON}",
}
SOUNDS = {
    Happening.TURNED_UP: "card",
    Happening.SORTED_THREE: "slide",
    Happening.CHOSE: "card",
    Happening.AUTOMATON_LAID: "card",
    Happening.SHOWN: "card",
    Happening.SORTED_ROW: "slide",
    Happening.DROPPED: "card",
    Happening.MARKED: "turn",
    Happening.WON: "point",
    Happening.ATE: "point",
    Happening.FELL: "slide",
    Happening.DREW: "card",
    Happening.JUMPED: "slide",
    Happening.SWAPPED: "slide",
    Happening.LIFTED: "slide",
    Happening.RESTOCKED: "card",
    Happening.AUTOMATON_DRAWS: "card",
    Happening.ENDED: "win",
}


def sound(view: View) -> str:
    """The sound of the last event; a win in which all is discarded is none."""
    scene = Scene(view)
    if scene.told.event == Happening.WON and not winners(scene):
        return "slide"
    return SOUNDS.get(scene.told.event, "")
