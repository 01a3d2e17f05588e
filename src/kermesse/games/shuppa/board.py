"""The page of Shuppa: a sweet shop with its columns, the players around it, and the own hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from kermesse.core.html import div
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, mark, untold
from kermesse.games.shuppa.art import art, cover
from kermesse.games.shuppa.asking import own_hand, question
from kermesse.games.shuppa.counter import call, counter
from kermesse.games.shuppa.faces import card_id
from kermesse.games.shuppa.notation import event_text
from kermesse.games.shuppa.plates import plate
from kermesse.games.shuppa.rules.record import AUTOMATON, Happening, Phase
from kermesse.games.shuppa.scene import ACTION_KINDS, Scene
from kermesse.games.shuppa.shop import kind_asked, shop
from kermesse.games.shuppa.words import player_name

if TYPE_CHECKING:
    from kermesse.core.position import View

__all__ = ["about", "art", "board", "cover", "prompt", "sound", "summary"]

MOTIONS = ("eating", "jumping", "swapping", "lifting")


# --- the page -----------------------------------------------------------------------------------


def board(view: View, names: Sequence[str], say: Words) -> Markup:
    """The whole view, in one element with id `board`."""
    scene = Scene(view)
    called = [player_name(view.record, player, names, say) for player in range(scene.players)]
    look = f"shuppa p{scene.players}" + (" over" if scene.over else "")
    look += " watched" if scene.viewer < 0 else ""
    look += " solo" if scene.solo else ""
    task = kind_asked(scene)
    look += f" {MOTIONS[task]}" if task != NOTHING else ""
    others = [plate(scene, player, called, say) for player in scene.others]
    return div(id="board", class_=look)[
        div(class_="others")[others],
        counter(scene, called, say),
        shop(scene, called, say),
        call(scene, event_text(view.record, names, say)),
        question(scene, called, say),
        plate(scene, scene.own, called, say),
        own_hand(scene, say) if scene.viewer >= 0 else None,
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
    """What the viewer's seat is asked to decide now, or what is awaited."""
    scene = Scene(view)
    if scene.over:
        return say("The match is over.")
    if scene.asked:
        return own_prompt(scene, say)
    if scene.phase == Phase.PLAY:
        return say("The others are choosing…") if scene.viewer >= 0 else say("They are choosing…")
    if scene.phase == Phase.SHARE:
        return say("A lot is being shared…")
    if scene.phase == Phase.EFFECT:
        return say("An Action card is being used…")
    return say("Sweets are falling…")


def own_prompt(scene: Scene, say: Words) -> str:
    """What the viewer is asked."""
    if scene.phase == Phase.PLAY:
        return say("Choose a card to play.")
    if scene.phase == Phase.SHARE:
        return say("Who gets the multicolour cards?")
    kind = ACTION_KINDS[scene.token[scene.active]]
    return say(AUTOMATON_TASKS[kind]) if scene.phase == Phase.TIE else say(TASKS[kind])


def summary(say: Words) -> str:
    """The game in a sentence or two, for the lobby."""
    return say(
        "Sweets fall into columns in the order of their numbers: get your token into a lot of one "
        "colour, set off cascades, and let Action cards eat, jump, swap and lift. Alone against an "
        "automaton, too."
    )


# --- what a step speaks of ------------------------------------------------------------------------


def about(view: View) -> Sequence[str]:
    """The ids of the elements that the last event speaks of."""
    scene = Scene(view)
    event, (first, second, third) = Happening(scene.event), scene.args[:3]
    if event in PLACES_OF:
        return [PLACES_OF[event].format(first)]
    if event in CARDS_OF_PLAYERS:
        return [card_id(second), f"plate-{first}"]
    if event in MOVED_CARDS:
        return [card_id(second)]
    match event:
        case Happening.DROPPED:
            return [card_id(first)]
        case Happening.SWAPPED:
            return [card_id(second), card_id(third)]
        case Happening.FELL:
            return [f"column-{first + 1}"]
        case Happening.WON:
            winners = [player for player in range(scene.players) if scene.args[1 + player]]
            return [f"pile-{player}" for player in winners] or ["discard"]
        case Happening.MARKED | Happening.LOT | Happening.SHARED:
            cells = sorted(scene.lot_told or scene.marked)
            return [card_id(scene.zone[cell]) for cell in cells]
        case Happening.TOOK_BACK | Happening.ENDED:
            return [f"plate-{player}" for player in range(scene.players) if first >> player & 1]
        case other:
            raise untold(other)


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
CARDS_OF_PLAYERS = (
    Happening.NO_LOT,
    Happening.STAYED,
    Happening.ACTS,
    Happening.TIED,
    Happening.DECLINED,
)
MOVED_CARDS = (Happening.JUMPED, Happening.LIFTED, Happening.RESTOCKED)

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
    event = Happening(view.record.event)
    if event == Happening.WON and not any(int(n) for n in view.record.event_args[1:5]):
        return "slide"
    return SOUNDS.get(event, "")
