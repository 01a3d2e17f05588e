"""The cards of Shuppa on the page: faces, backs, tokens, the cells they lie in, the viewer's hand.

A visible card is `c<number>` wherever it goes; a cell around it has no id, so that a card may go
from one that can be picked to one that cannot. A card laid face-down is `t<player>`.
"""

from __future__ import annotations

from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import b, button, div, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, mark, sentence_case
from kermesse.games.shuppa.board.art import SWEETS, picture
from kermesse.games.shuppa.board.scene import ACTION_KINDS, COLOURS, Scene, is_action, is_multi
from kermesse.games.shuppa.components import NORMAL
from kermesse.games.shuppa.state import ACTION_BACK, PLAY, Phase
from kermesse.games.shuppa.tables import KINDS
from kermesse.games.shuppa.words.actions import action_text
from kermesse.games.shuppa.words.names import card_name, number_of

NOWHERE = ""  # `data-from` of what did not move

KIND_TIPS = (
    mark("Eat: take any card of the zone for your pile."),
    mark("Jump: move the top card of a column to another column."),
    mark("Swap: exchange two cards that touch."),
    mark("Lift: the bottom card of a column goes to its top, or the top one to its foot."),
)
TOKEN_SHAPES = (mark("star"), mark("diamond"), mark("triangle"), mark("cross"))
BACKS = ("back", "back-action")


def card_id(card: int) -> str:
    return f"c{number_of(card)}"


@lru_cache(maxsize=1 << 12)
def face(card: int, look: str = "", source: str = NOWHERE) -> Markup:
    """A card: its number, its sweet, and what an Action card does."""
    kind = ACTION_KINDS[card]
    sign = picture(KINDS[kind], "sign") if kind != NORMAL else None
    shown = f"card {SWEETS[COLOURS[card]]}" + (" action" if sign else "") + look
    return span(id=card_id(card), class_=shown, data_from=source or None)[
        b[number_of(card)], picture(SWEETS[COLOURS[card]], "sweet"), sign
    ]


@lru_cache(maxsize=1 << 12)
def sweet(card: int, source: str = NOWHERE) -> Markup:
    """A won card, small: only its sweet is seen."""
    name = SWEETS[COLOURS[card]]
    return span(id=card_id(card), class_=f"won {name}", data_from=source or None)[picture(name)]


@cache
def back(ident: str, kind: int, source: str = NOWHERE, look: str = "") -> Markup:
    """A card face-down; its id says nothing but its place."""
    shown = "card back" + (" confetti" if kind == ACTION_BACK else "") + look
    return span(id=ident or None, class_=shown, data_from=source or None)[picture(BACKS[kind])]


@cache
def token(player: int, place: str = "laid") -> Markup:
    """A player's token, with its owner or laid on a card."""
    return span(id=f"token-{player}", class_=f"token {place}")[
        picture(f"token-{player}", bare=True)
    ]


@cache
def token_name(player: int, say: Words) -> str:
    return say(TOKEN_SHAPES[player])


# --- what a card says -----------------------------------------------------------------------


@cache
def card_label(card: int, say: Words) -> str:
    """A card as a screen reader says it."""
    return sentence_case(card_name(card, say))


@cache
def card_tip(card: int, say: Words) -> str:
    parts = [say("{card}.", card=card_label(card, say))]
    if is_multi(card):
        parts.append(say("It counts as every colour, and 2 points (SH-15, SH-97)."))
    if is_action(card):
        parts.append(say(KIND_TIPS[ACTION_KINDS[card]]))
    return " ".join(parts)


def cell(inside: Markup, label: str, tip: str, pick: str = "", look: str = "") -> Markup:
    """A place with a card in it: a button while it can be picked, else a picture."""
    if pick:
        return button(
            class_=f"cell{look}", data_pick=pick, disabled=True, aria_label=label, data_tip=tip
        )[inside]
    return span(class_=f"cell{look}", role="img", aria_label=label, data_tip=tip)[inside]


# --- the viewer's hand --------------------------------------------------------------------------


def own_hand(scene: Scene, say: Words) -> Markup:
    """The viewer's cards in ascending order (SH-24)."""
    drawn, source = NOTHING, scene.drew(scene.s.viewer)
    if source:
        drawn = scene.told.card
    choosing = scene.s.phase == Phase.PLAY
    cards = [
        hand_card(card, source if card == drawn else NOWHERE, choosing and scene.asked, say)
        for card in scene.own_hand
    ]
    look = f"hand n{len(cards)}" + ("" if choosing else " rests")
    return div(id="own-hand", class_=look, role="group", aria_label=say("Your hand"))[cards]


@lru_cache(maxsize=1 << 11)
def hand_card(card: int, source: str, playing: bool, say: Words) -> Markup:
    label = card_label(card, say)
    pick = action_text(PLAY + card) if playing else ""
    said = say("Play {card}", card=label) if playing else label
    return cell(face(card, source=source), said, card_tip(card, say), pick=pick)
