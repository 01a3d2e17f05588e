"""The shop of Shuppa: the row, the columns under it, the Confiseurs at their feet; questions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import b, button, div, join, small, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, sentence_case
from kermesse.games.shuppa.board.art import picture
from kermesse.games.shuppa.board.cards import (
    KIND_TIPS,
    NOWHERE,
    back,
    card_label,
    card_tip,
    cell,
    face,
    token,
)
from kermesse.games.shuppa.board.scene import ACTION_KINDS, Question, Scene, pile_id
from kermesse.games.shuppa.components import EAT_CARD, JUMP_CARD, LIFT_CARD, REVEALED, SWAP_CARD
from kermesse.games.shuppa.state import COLUMN, DECLINE, NORMAL_BACK, Happening, Phase, cell_code
from kermesse.games.shuppa.tables import MOST_SEATS
from kermesse.games.shuppa.words.actions import (
    MULTICOLOUR,
    action_text,
    eats,
    give_to,
    jump_from,
    lift_from,
    lift_to,
)
from kermesse.games.shuppa.words.names import cards_name, column_name

CHOOSING = frozenset({Phase.ARROW, Phase.PLAY, Phase.AUTOMATON, Phase.SHOW})


def shop(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """The row and the zone, column under place, so that a card drops straight down."""
    task = scene.task
    look = f"shop c{scene.columns} h{scene.levels}"
    look += " counting" if scene.marked else ""
    columns = [column_of(scene, column, task, names, say) for column in range(scene.columns)]
    return div(class_=look)[
        row(scene, names, say),
        div(id="zone", class_="zone", role="group", aria_label=say("The columns"))[columns],
    ]


# --- the row --------------------------------------------------------------------------------


def row(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """The cards turned up and played, each above the column on which it may drop (SH-22…26)."""
    places = [row_place(scene, place, names, say) for place in range(scene.columns)]
    return div(
        id="row", class_="lineup", role="group", aria_label=say("The row above the columns")
    )[places]


def row_place(scene: Scene, place: int, names: Sequence[str], say: Words) -> Markup:
    """One place of the row: a card, a card face-down, or an empty place."""
    card, player = scene.s.row[place], place - REVEALED
    if card != NOTHING:
        shown = face(card, source=row_source(scene, card, player))
        owner = scene.tokens.get(card, NOTHING)
        return with_token(shown, card, owner, names, say)
    if player >= 0 and scene.s.phase in CHOOSING:
        return laid_place(scene, player, names, say)
    return span(class_="cell vacant")[""]


def row_source(scene: Scene, card: int, player: int) -> str:
    if scene.told.event == Happening.TURNED_UP:
        return "jar"
    if scene.told.event == Happening.SHOWN and player >= 0 and player != scene.s.viewer:
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
        look = " vacant waits" if scene.s.phase != Phase.ARROW else " vacant"
        return span(class_=f"cell{look}", aria_hidden="true")[
            picture(f"token-{player}", "expects", bare=True)
        ]
    if player == scene.s.viewer:
        card = scene.s.chosen[player]
        label = say("{card}, face-down: only you see it", card=card_label(card, say))
        return cell(join(face(card, " sealed"), token(player)), label, label + ".")
    label = say("{name}: a card face-down", name=name)
    tip = say("{label}. All are revealed together (SH-25).", label=label)
    chose = scene.told.event == Happening.CHOSE and scene.told.player == player
    if scene.is_automaton(player):
        source = "deck" if scene.told.event == Happening.AUTOMATON_LAID else NOWHERE
        kind = scene.s.laid
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
    )[foot(column, say), div(class_="cells")[cells, places(scene, column, task, say)]]


def zone_cell(
    scene: Scene, at: int, card: int, task: int, names: Sequence[str], say: Words
) -> Markup:
    """A card of the zone, or a gap that is about to close."""
    if card == NOTHING:
        return span(class_="cell gap")[""]
    source = NOWHERE
    if scene.told.event == Happening.RESTOCKED and scene.told.card == card:
        source = pile_id(scene.told.pile)
    look = " counts" if at in scene.marked else ""
    look += " told" if at in scene.lot_told else ""
    owner = scene.tokens.get(card, NOTHING)
    pick = pick_of(scene, at, task)
    return with_token(face(card, source=source), card, owner, names, say, pick=pick, look=look)


def pick_of(scene: Scene, at: int, task: int) -> str:
    """The part of an action that a card stands for, if any."""
    column, level = divmod(at, COLUMN)
    top = scene.heights[column] - 1
    if scene.s.phase == Phase.SHARE and scene.asked:
        gift = scene.s.zone[at] in scene.question.multicolours
        return MULTICOLOUR if gift else ""
    if task == EAT_CARD:
        return eats(at)
    if task == SWAP_CARD:
        return cell_code(at)
    if task == JUMP_CARD and level == top:
        return jump_from(column)
    if task == LIFT_CARD and level in (0, top) and top > 0:
        return lift_from(column, level == top)
    return ""


def places(scene: Scene, column: int, task: int, say: Words) -> Markup | None:
    """Where a card may go in a column: above all others, or for a lift also below them."""
    name = column_name(column, say)
    if task == JUMP_CARD:
        said = say("Let the card jump to {column}", column=name)
        return place_button("landing", str(column + 1), said)
    if task == LIFT_CARD and scene.heights[column] > 1:
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


# --- questions ----------------------------------------------------------------------------------


def question(scene: Scene, names: Sequence[str], say: Words) -> Markup | None:
    """What can be answered beside the zone: a card left unused, a lot shared."""
    if not scene.asked:
        return None
    if scene.s.phase == Phase.EFFECT:
        return declining(scene, say)
    if scene.s.phase == Phase.SHARE:
        return sharing(scene.question, names, say)
    return None


def declining(scene: Scene, say: Words) -> Markup:
    """The Action card in play, and the button that leaves it unused (SH-61, SH-81)."""
    card = scene.s.token[scene.s.active]
    return div(id="question", class_="ask")[
        span(class_="asked")[b[card_label(card, say)], small[say(KIND_TIPS[ACTION_KINDS[card]])]],
        button(
            id="decline",
            class_="choice",
            data_pick=action_text(DECLINE),
            disabled=True,
            data_tip=say("Leave the card unused; you draw an Action card (SH-81)."),
        )[span[say("Decline and draw")]],
    ]


def sharing(asked: Question, names: Sequence[str], say: Words) -> Markup:
    """Who gets the multicolours of a lot (SH-43…45): a button for each, the usual one lit."""
    gifts = asked.multicolours
    share = say.count("{n} card each", "{n} cards each", asked.each)
    rest = say.count("{n} discarded", "{n} discarded", asked.rest)
    head = say("{n} cards to share: {share}, {rest}.", n=len(asked.cards), share=share, rest=rest)
    who = say("Who gets {cards}?", cards=cards_name(gifts, say))
    takers = [
        gift_button(place, player, names[player], asked.usual[place], say)
        for place, player in enumerate(asked.players)
    ]
    if asked.rest:
        takers.append(gift_button(MOST_SEATS, NOTHING, "", asked.usual[-1], say))
    return div(id="question", class_="ask sharing", role="group", aria_label=head)[
        span(class_="asked")[small[head], b[who]],
        div(class_="takers")[takers, usual_button(asked, names, say) if len(gifts) > 1 else None],
    ]


@lru_cache(maxsize=1 << 10)
def gift_button(place: int, player: int, name: str, usual: int, say: Words) -> Markup:
    if player == NOTHING:
        label, sign = say("Discard it"), picture("bin", bare=True)
    elif place == 0:
        label, sign = say("Keep it"), picture(f"token-{player}", bare=True)
    else:
        label = say("To {name}", name=name)
        sign = picture(f"token-{player}", bare=True)
    look = "choice gift" + (" usual" if usual else "")
    return button(id=f"gift-{place}", class_=look, data_pick=give_to(place), disabled=True)[
        sign, span[label]
    ]


def usual_button(asked: Question, names: Sequence[str], say: Words) -> Markup:
    """All multicolours at once, as they are usually shared (SH-45)."""
    parts = [
        say("{name} {n}", name=names[player], n=asked.usual[place])
        for place, player in enumerate(asked.players)
        if asked.usual[place]
    ]
    if asked.usual[-1]:
        parts.append(say("discarded {n}", n=asked.usual[-1]))
    return button(
        id="usual",
        class_="choice usual",
        data_pick=" ".join(["share", *map(str, asked.usual)]),
        disabled=True,
    )[picture("check", bare=True), span[say("As usual: {list}", list=", ".join(parts))]]
