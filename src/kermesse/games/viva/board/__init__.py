"""The page of VIVA: three houses, the blocking card and the piles, and the players around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from kermesse.core.events import told
from kermesse.core.html import div, span
from kermesse.core.kinds import bits_of
from kermesse.core.words import Words
from kermesse.games.viva.board.art import art, cover
from kermesse.games.viva.board.cards import PILE, other_cards, own_cards, rows_of
from kermesse.games.viva.board.middle import BLOCK, HOUSE_IDS, middle
from kermesse.games.viva.board.panels import info, pills, plate, window
from kermesse.games.viva.board.scene import SEALED, Scene
from kermesse.games.viva.board.sheet import sheet
from kermesse.games.viva.board.terminal import LEGEND, text_board
from kermesse.games.viva.cards import heap
from kermesse.games.viva.state import HONOUR, PASS, Happening, Phase
from kermesse.games.viva.words.events import houses_of

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

# --- the page -----------------------------------------------------------------------------


def board(view: View, names: Sequence[str], say: Words) -> Markup:
    """The whole view, in one element with id `board`."""
    scene = Scene(view)
    kinds = len(heap(scene.shown_hand)) if scene.s.viewer >= 0 else 1
    look = f"viva s{scene.s.seats} {rows_of(kinds)}"
    look += " honour" if scene.s.table == HONOUR else ""
    look += " resting" if scene.s.phase >= Phase.WIN else ""
    parts = (
        info(scene, names, say),
        others(scene, names, say),
        middle(scene, say),
        own_side(scene, names, say),
    )
    return div(id="board", class_=look)[Markup("".join(parts))]


def prompt(view: View, say: Words) -> str:
    """What the viewer is asked to decide now, or who is awaited."""
    s = view.record
    if s.over:
        return say("The match is over.")
    if s.viewer >= 0 and int(s.due) >> int(s.viewer) & 1:
        return own_prompt(Scene(view), say)
    if s.phase in SEALED:
        return say("A card may be called…")
    if s.phase == Phase.NEW_BLOCK:
        return say("A new blocking card is being chosen…")
    if s.phase < Phase.CALL:
        return say("Another player is choosing…") if s.viewer >= 0 else say("A player is choosing…")
    if s.phase >= Phase.WIN:
        return say("The round is over.")
    return say("Cards are moving…")


def own_prompt(scene: Scene, say: Words) -> str:
    """What the viewer is asked."""
    phase = scene.s.phase
    if phase == Phase.CALL:
        return say("Call the card, or let it be.")
    if phase == Phase.NEW_BLOCK:
        return say("Choose the new blocking card.")
    if phase == Phase.MORE:
        return say("Place another one, or be done.")
    if phase == Phase.DRAWN and len(scene.legal) == 1:
        return say("You keep the card you drew.")
    if phase == Phase.DRAWN:
        return say("Place the card you drew, or keep it.")
    if scene.may_finish:
        return say("Finish on the block, or draw.")
    if len(scene.legal) == 1 and PASS in scene.legal:
        return say("You can only pass.")
    if len(scene.legal) == 1:
        return say("No card can be placed: draw.")
    return say("Place a card, or draw.")


def summary(say: Words) -> str:
    """The game in a sentence or two, for the lobby."""
    return say(
        "Three houses, six colours, one card that blocks: get rid of your hand, make VIVA when all "
        "three houses show one colour, and let your neighbours draw."
    )


def about(view: View) -> Sequence[str]:
    """The ids of the elements that the last event is about."""
    happened = told(Happening, view.record)
    match happened.event:
        case Happening.LAID:
            return [HOUSE_IDS[happened.house]]
        case Happening.PLACED:
            return [ident for ident, n in zip(HOUSE_IDS, houses_of(happened), strict=True) if n]
        case Happening.BLOCKED | Happening.FINISHED:
            return [BLOCK]
        case Happening.RESHUFFLED:
            return [PILE]
        case Happening.VIVA:
            return [*HOUSE_IDS, f"plate-{happened.seat}"]
        case Happening.DEALT:
            return [f"plate-{happened.dealer}"]
        case Happening.ANSWERS:
            return [f"plate-{seat}" for seat in bits_of(happened.callers)] or ["round"]
        case Happening.MATCH_WON:
            return [f"plate-{seat}" for seat in bits_of(happened.winners)]
        case Happening.ANSWERED:  # by whom is sealed (VV-64)
            return ["window"]
        case Happening.ROUND_VOID:
            return ["round"]
        case _:
            return [f"plate-{happened.seat}"]


SOUNDS = {
    Happening.DEALT: "card",
    Happening.BLOCKED: "card",
    Happening.LAID: "card",
    Happening.PLACED: "card",
    Happening.FINISHED: "card",
    Happening.DREW: "card",
    Happening.CAUGHT: "slide",
    Happening.RESHUFFLED: "slide",
    Happening.VIVA: "point",
    Happening.VICTORY_CARD: "point",
    Happening.ROUND_WON: "win",
    Happening.MATCH_WON: "win",
}


def sound(view: View) -> str:
    """The sound of the last event; a turn is heard by whose it is, a call by all."""
    happened = told(Happening, view.record)
    if happened.event == Happening.BEGAN:
        return "turn" if happened.seat == view.record.viewer else ""
    if happened.event == Happening.ANSWERS:
        return "talk" if happened.callers else ""
    return SOUNDS.get(happened.event, "")


# --- the players --------------------------------------------------------------------------


def others(scene: Scene, names: Sequence[str], say: Words) -> str:
    """The other players clockwise: the left neighbour first, the right neighbour last."""
    seats = scene.others
    made = [player(scene, seat, names[seat], say) for seat in seats]
    if len(seats) == 1:
        left, across, right = "", made[0], ""
    else:
        left, across, right = made[0], "".join(made[1:-1]), made[-1]
    return (
        f'<div class="others"><div class="side left">{left}</div>'
        f'<div class="side across">{across}</div><div class="side right">{right}</div></div>'
    )


def player(scene: Scene, seat: int, name: str, say: Words) -> str:
    """Another player: the plate and the hand."""
    cards = span(id=f"hand-{seat}", class_="hand")[Markup(other_cards(scene, seat, say))]
    start = div(class_="player", role="group", aria_label=name)
    return start[Markup(f"{plate(scene, seat, name, say)}{cards}")]


def own_side(scene: Scene, names: Sequence[str], say: Words) -> str:
    """The viewer's side of the table, or that of seat 0: plate, hand and what can be said."""
    seat = scene.own
    cards = own_cards(scene, say) if seat == scene.s.viewer else other_cards(scene, seat, say)
    label = say("{name}: hand", name=names[seat])
    hand = div(id=f"hand-{seat}", class_="hand", role="group", aria_label=label)
    return (
        f'<div class="own">{window(scene, names, say)}'
        f'<div class="bench">{plate(scene, seat, names[seat], say)}'
        f'<div class="pills">{pills(scene, say)}</div></div>'
        f"{hand[Markup(cards)]}</div>"
    )
