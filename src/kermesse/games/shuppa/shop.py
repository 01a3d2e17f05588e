"""The shop of Shuppa: the row above, the columns under it, and the Confiseurs at their feet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from kermesse.core.html import b, button, div, join, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, sentence_case
from kermesse.games.shuppa.art import picture
from kermesse.games.shuppa.components import EAT, JUMP, LIFT, REVEALED, SWAP
from kermesse.games.shuppa.faces import NOWHERE, back, card_label, card_tip, cell, face, token
from kermesse.games.shuppa.gestures import (
    MULTICOLOUR,
    eats,
    jump_from,
    jump_to,
    lift_from,
    lift_to,
)
from kermesse.games.shuppa.rules.record import (
    ACTION_PILE,
    COLUMN,
    NORMAL_BACK,
    Happening,
    Phase,
)
from kermesse.games.shuppa.scene import ACTION_KINDS, Scene
from kermesse.games.shuppa.words import cell_code, column_name

CHOOSING = frozenset({Phase.ARROW, Phase.PLAY, Phase.AUTOMATON, Phase.SHOW})
PILES = {True: "actions", False: "reserve"}


def shop(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """The row and the zone, column under place, so that a card drops straight down."""
    task = kind_asked(scene)
    look = f"shop c{scene.columns} h{scene.levels}"
    look += " counting" if scene.marked else ""
    columns = [column_of(scene, column, task, names, say) for column in range(scene.columns)]
    return div(class_=look)[
        row(scene, names, say),
        div(id="zone", class_="zone", role="group", aria_label=say("The columns"))[columns],
    ]


def kind_asked(scene: Scene) -> int:
    """What the viewer is to do in the zone: the kind of the Action card in play, or NOTHING."""
    if not scene.asked or scene.phase not in (Phase.EFFECT, Phase.TIE):
        return NOTHING
    return ACTION_KINDS[scene.token[scene.active]]


# --- the row --------------------------------------------------------------------------------


def row(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """The cards turned up and played, each above the column on which it may drop (SH-22…26)."""
    places = [row_place(scene, place, names, say) for place in range(scene.columns)]
    return div(
        id="row", class_="lineup", role="group", aria_label=say("The row above the columns")
    )[places]


def row_place(scene: Scene, place: int, names: Sequence[str], say: Words) -> Markup:
    """One place of the row: a card, a card face-down, or an empty place."""
    card, player = scene.row[place], place - REVEALED
    if card != NOTHING:
        shown = face(card, source=row_source(scene, card, player))
        owner = scene.tokens.get(card, NOTHING)
        return with_token(shown, card, owner, names, say)
    if player >= 0 and scene.phase in CHOOSING:
        return laid_place(scene, player, names, say)
    return span(class_="cell vacant")[""]


def row_source(scene: Scene, card: int, player: int) -> str:
    """Where a card of the row came from in this step."""
    if scene.event == Happening.TURNED_UP:
        return "jar"
    if scene.event == Happening.SHOWN and player >= 0 and player != scene.viewer:
        return f"t{player}"
    return NOWHERE


def with_token(
    shown: Markup, card: int, owner: int, names: Sequence[str], say: Words, **settings: str
) -> Markup:
    """A card in its cell, with the token that lies on it."""
    label, tip = card_label(card, say), card_tip(card, say)
    if owner != NOTHING:
        label = say("{card}, token of {name}", card=label, name=names[owner])
        tip = say("{tip} The token of {name} lies on it.", tip=tip, name=names[owner])
        shown = join(shown, token(owner))
    return cell(shown, label, tip, **settings)


def laid_place(scene: Scene, player: int, names: Sequence[str], say: Words) -> Markup:
    """The place for a player's card: empty, or a card that is still face-down (SH-24, SH-118)."""
    name = names[player]
    if not scene.has_chosen(player):
        look = " vacant waits" if scene.phase != Phase.ARROW else " vacant"
        return span(class_=f"cell{look}", aria_hidden="true")[
            picture(f"token-{player}", "expects", bare=True)
        ]
    if player == scene.viewer:
        card = scene.chosen[player]
        label = say("{card}, face-down: only you see it", card=card_label(card, say))
        return cell(join(face(card, " sealed"), token(player)), label, label + ".")
    label = say("{name}: a card face-down", name=name)
    tip = say("{label}. All are revealed together (SH-25).", label=label)
    chose = scene.event == Happening.CHOSE and scene.args[0] == player
    if scene.is_automaton(player):
        source = "deck" if scene.event == Happening.AUTOMATON_LAID else NOWHERE
        kind = scene.laid
    else:
        source, kind = f"hand-{player}" if chose else NOWHERE, NORMAL_BACK
    look = "" if scene.is_automaton(player) else " secret"
    return cell(join(back(f"t{player}", kind, source, look), token(player)), label, tip)


# --- the zone -------------------------------------------------------------------------------


def column_of(scene: Scene, column: int, task: int, names: Sequence[str], say: Words) -> Markup:
    """A column from its foot on, and what can be done with it as a whole."""
    cards = scene.column(column)
    cells = [
        zone_cell(scene, COLUMN * column + level, card, task, names, say)
        for level, card in enumerate(cards)
    ]
    name = sentence_case(column_name(column, say))
    label = say.count("{column}: {n} card", "{column}: {n} cards", len(cards), column=name)
    return div(
        id=f"column-{column + 1}", class_=f"column n{len(cards)}", role="group", aria_label=label
    )[
        foot(column, say),
        div(class_="cells")[cells, places(scene, column, task, say)],
    ]


def zone_cell(
    scene: Scene, at: int, card: int, task: int, names: Sequence[str], say: Words
) -> Markup:
    """A card of the zone, or a gap that is about to close."""
    if card == NOTHING:
        return span(class_="cell gap")[""]
    source = NOWHERE
    if scene.event == Happening.RESTOCKED and scene.args[1] == card:
        source = PILES[scene.args[2] == ACTION_PILE]
    look = " counts" if at in scene.marked else ""
    look += " told" if at in scene.lot_told else ""
    owner = scene.tokens.get(card, NOTHING)
    pick = pick_of(scene, at, task)
    return with_token(face(card, source=source), card, owner, names, say, pick=pick, look=look)


def pick_of(scene: Scene, at: int, task: int) -> str:
    """The part of an action that a card stands for, if any."""
    column, level = divmod(at, COLUMN)
    top = scene.heights[column] - 1
    if scene.phase == Phase.SHARE and scene.asked:
        gift = scene.zone[at] in scene.question.multicolours
        return MULTICOLOUR if gift else ""
    if task == EAT:
        return eats(at)
    if task == SWAP:
        return cell_code(at)
    if task == JUMP and level == top:
        return jump_from(column)
    if task == LIFT and level in (0, top) and top > 0:
        return lift_from(column, level == top)
    return ""


def places(scene: Scene, column: int, task: int, say: Words) -> Markup | None:
    """Where a card may go in a column: above all others, or for a lift also below them."""
    name = column_name(column, say)
    if task == JUMP:
        said = say("Let the card jump to {column}", column=name)
        return place_button("landing", jump_to(column), said)
    if task == LIFT and scene.heights[column] > 1:
        up = say("Lift {column}: the bottom card goes to the top", column=name)
        down = say("Lift {column}: the top card goes to the foot", column=name)
        return join(
            place_button("lifts up", lift_to(column, False), up),
            place_button("lifts", lift_to(column, True), down),
        )
    return None


@cache
def place_button(look: str, pick: str, said: str) -> Markup:
    """A button at a place where a card may go; it is seen while it can be picked."""
    return button(
        class_=f"place {look}", data_pick=pick, disabled=True, aria_label=said, data_tip=said + "."
    )[picture("down", "here", bare=True)]


@cache
def foot(column: int, say: Words) -> Markup:
    """The Confiseur who marks the foot of a column (SH-02)."""
    tip = say("Confiseur {number}: the foot of a column.", number=column + 1)
    return span(
        id=f"foot-{column + 1}",
        class_=f"confiseur k{column + 1}",
        role="img",
        aria_label=tip,
        data_tip=tip,
    )[picture("confiseur", bare=True), b[column + 1]]
