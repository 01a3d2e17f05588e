"""The page of Moon River: ranches above their reserves, the box and the saloon between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from kermesse.core.html import div
from kermesse.core.words import Words, mark
from kermesse.games.moon_river.board.art import art, cover
from kermesse.games.moon_river.board.middle import middle, tray
from kermesse.games.moon_river.board.panels import info, others, own_side, scenario, score_sheet
from kermesse.games.moon_river.board.pieces import SALOON, THE_BOX, cell_id, column_id
from kermesse.games.moon_river.board.scene import BANDITS, COUNTING, Scene, sheets
from kermesse.games.moon_river.board.sheet import sheet
from kermesse.games.moon_river.board.terminal import LEGEND, text_board
from kermesse.games.moon_river.rules.sheet import SheetLine
from kermesse.games.moon_river.state import NEWER, Happening, Phase
from kermesse.games.moon_river.words.events import event_text

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

BUILDING = (  # decisions for which nothing but the viewer's ranch is needed
    *(Phase.EXPAND, Phase.PLACE, Phase.DISCARD_TWO, Phase.DROUGHT),
    *(Phase.CIRCLE, Phase.COWBOY, Phase.BONUS_SIDE, Phase.BONUS_CELL),
)

# --- the page -----------------------------------------------------------------------------------


def board(view: View, names: Sequence[str], say: Words) -> Markup:
    """The whole view, in one element with id `board`."""
    scene = Scene(view)
    lines = sheets(view)
    points = [lines[seat][SheetLine.TOTAL] for seat in range(scene.s.seats)]
    told = event_text(view.record, names, say)
    look = f"moon s{scene.s.seats}"
    look += " bandit" if scene.asks(*BANDITS) else ""
    look += " swaps" if scene.asks(Phase.DESPERADO) else ""
    look += " recruits" if scene.asks(Phase.RECRUIT) else ""
    look += " building" if scene.asks(*BUILDING) else ""
    look += " counting" if scene.s.phase in COUNTING else ""
    return div(id="board", class_=look)[
        info(scene, names, say),
        others(scene, names, points, say),
        middle(scene, names, say),
        own_side(scene, names, points, tray(scene, told, say), say),
        div(class_="papers")[scenario(scene, say), score_sheet(scene, names, lines, say)],
    ]


# --- what is asked ------------------------------------------------------------------------------


def prompt(view: View, say: Words) -> str:
    """What the viewer is asked to decide now, or who is awaited."""
    scene = Scene(view)
    if scene.s.over:
        return say("The match is over.")
    if scene.asked:
        return own_prompt(scene, say)
    if scene.s.due:
        return (
            say("Another player is choosing…")
            if scene.s.viewer >= 0
            else say("A player is choosing…")
        )
    if scene.s.phase in COUNTING:
        return say("The ranches are counted…")
    return say("The table is being laid out…")


PROMPTS = {
    Phase.CHOOSE_PLOT: mark("Choose a plot for your Ranchero."),
    Phase.PLACE: mark("Turn the domino and place it."),
    Phase.DISCARD_TWO: mark("Nothing fits: give up two plots."),
    Phase.DROUGHT: mark("Drought: which cow do you lose?"),
    Phase.CIRCLE: mark("Which circle comes first?"),
    Phase.RECRUIT: mark("Recruit: a token, then its side."),
    Phase.DESPERADO: mark("Desperado: give a plot, take one."),
    Phase.CATTLE_THIEF: mark("Cattle thief: steal a cow."),
    Phase.BONUS_TILE: mark("Take a bonus tile."),
    Phase.BONUS_SIDE: mark("Which side of the bonus tile?"),
    Phase.BONUS_CELL: mark("Where does the bonus tile go?"),
}


def own_prompt(scene: Scene, say: Words) -> str:
    """What the viewer is asked."""
    if scene.s.phase == Phase.EXPAND:
        return expand_prompt(scene, say)
    if scene.s.phase == Phase.COWBOY:
        return say.count(
            "Move a cow: {n} step left.",
            "Move a cow: {n} steps left.",
            scene.s.steps_left,
        )
    return say(PROMPTS[Phase(scene.s.phase)])


def expand_prompt(scene: Scene, say: Words) -> str:
    """Whether a domino may or must be made (MR-17, MR-18, MR-81)."""
    if scene.s.emptying:
        return say("Last dominoes: join two plots.")
    if len(scene.reserve(scene.s.viewer)) > scene.spaces(scene.s.viewer):
        return say("Reserve full: join two plots.")
    return say("Join two plots, or keep them.")


def summary(say: Words) -> str:
    """The game in a sentence or two, for the lobby."""
    return say(
        "Choose plots, join them to dominoes and build a ranch along the river: large territories "
        "with many cows, nuggets, beavers and corn, and partners of every kind."
    )


# --- what the last step speaks of ---------------------------------------------------------------


def about(view: View) -> Sequence[str]:
    """The ids of the elements that the last event is about."""
    scene = Scene(view)
    happened = scene.told
    seat, cells = scene.fresh_cells
    if cells:
        found = [cell_id(seat, cell) for cell in sorted(cells)]
        stolen = happened.event == Happening.STOLE
        if stolen and happened.here in scene.pieces[happened.other]:
            found.append(cell_id(happened.other, happened.here))
        return found
    match happened.event:
        case Happening.COLOURS:
            return [f"plate-{seat}" for seat in range(scene.s.seats)]
        case Happening.DREW:
            copy = scene.copy_of(NEWER, happened.drawn - 1)
            return [column_id(scene.number_of(NEWER), happened.plot, copy)]
        case Happening.CHOSE:
            which, place = scene.chosen
            return [f"m{scene.number_of(which)}-{place}"]
        case Happening.SWAPPED:
            return [f"reserve-{happened.seat}", f"reserve-{happened.other}"]
        case Happening.SCORED:
            shown = happened.line != SheetLine.SCENARIO or scene.s.plan
            return [f"line-{happened.line}" if shown else "round"]
        case Happening.RECEIVED | Happening.JOINED | Happening.DISCARDED | Happening.DISCARDED_REST:
            return [f"reserve-{happened.seat}"]
        case event if event in PLACES_OF:
            return [PLACES_OF[event]]
        case _:
            return [f"plate-{happened.seat}"]


PLACES_OF = {
    Happening.SET_UP: "round",
    Happening.SCENARIO: "round",
    Happening.ROUND: "round",
    Happening.TOKEN: SALOON,
    Happening.SORTED: THE_BOX,
    Happening.REMOVED: THE_BOX,
}
SOUNDS = {
    "card": (
        *(Happening.DREW, Happening.TOKEN, Happening.CHOSE, Happening.JOINED, Happening.PLACED),
        *(Happening.RECRUITED, Happening.TOOK_TILE, Happening.LAID),
    ),
    "slide": (
        *(Happening.SORTED, Happening.RECEIVED, Happening.DISCARDED, Happening.DRIED),
        *(Happening.MOVED, Happening.SWAPPED, Happening.STOLE, Happening.DISCARDED_REST),
        Happening.CROWDED,
    ),
    "point": (Happening.GRAZED, Happening.SCORED),
}
SOUND_OF = {event: name for name, events in SOUNDS.items() for event in events}


def sound(view: View) -> str:
    """The sound of the last event; the last line of the score sheet ends the match."""
    if view.over:
        return "win"
    return SOUND_OF.get(Happening(view.record.event), "")
