"""The middle of VIVA's table: three houses, the blocking card, the piles and the prizes."""

from __future__ import annotations

from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import Tag, b, button, div, small, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, listed_words, sentence_case
from kermesse.games.viva.board.art import picture
from kermesse.games.viva.board.cards import LAST, NOWHERE, PILE, card_face, house_card, own_id
from kermesse.games.viva.board.scene import Scene
from kermesse.games.viva.cards import copies, heap, one, size
from kermesse.games.viva.components import HOUSE_CODES, HOUSES
from kermesse.games.viva.state import DRAW, FINISH, PASS, Happening, Phase
from kermesse.games.viva.words.actions import TEXTS
from kermesse.games.viva.words.names import card_name, house_name

HOUSE_IDS = tuple(f"house-{house + 1}" for house in range(HOUSES))
BLOCK = "block"
DISCARD = "discard"
DISCARD_LAYERS = HOUSES + 1  # as many as a VIVA is seen to bring: the houses and the block


def middle(scene: Scene, say: Words) -> str:
    """The piles, the blocking card and the houses."""
    piles = [draw_pile(scene, say), blocking_card(scene, say), discard_pile(scene, say)]
    piles.append(victory_pile(scene.s.rounds - sum(scene.s.wins), say))
    houses = [one_house(scene, house, say) for house in range(HOUSES)]
    return div(class_="middle", role="group", aria_label=say("The table"))[
        div(class_="piles")[Markup("".join(piles))], div(class_="houses")[Markup("".join(houses))]
    ]


def place_for(inside: object, look: str, label: str, tip: str) -> Markup:
    """What lies in a place, or the gap there."""
    return span(class_=look, role="img", aria_label=label, data_tip=tip)[inside]


def pile(ident: str, look: str, n: int, word: str) -> tuple[Tag, Markup, Markup]:
    """A pile of so many cards: the element, the number and the word below."""
    many = b(class_="many", aria_hidden="true")[n]
    return div(id=ident, class_=look), many, small(class_="word", aria_hidden="true")[word]


@cache
def place_button(pick: str, said: str) -> Markup:
    """A button over a place on the table; it is seen while it can be picked."""
    return button(
        class_="place", data_pick=pick, disabled=True, aria_label=said, data_tip=said + "."
    )[picture("down", "here", bare=True)]


def hand_source(scene: Scene, before: int = 0) -> str:
    """Where a card lay that has just left a hand, after so many others of its kind."""
    seat, kind = scene.told.seat, scene.told.card
    if seat != scene.s.viewer:
        return f"hand-{seat}"
    return own_id(kind, copies(scene.shown_hand, kind) + before)


# --- houses ---------------------------------------------------------------------------------


def one_house(scene: Scene, house: int, say: Words) -> str:
    """A house with its top card, and a button while the viewer places cards."""
    s, fresh = scene.s, scene.placed_now[house]
    source = hand_source(scene, sum(scene.placed_now[:house])) if fresh else NOWHERE
    newest = s.placed >= 0 and s.house == house and s.top[house] >= 0
    mark = " last" if newest or fresh else ""
    top, below = scene.top_of(house), s.under[house]
    if s.laid[house] and s.top[house] >= 0:
        below += one(s.top[house])
    place = house_button(scene, house, say)
    return drawn_house(house, top, below, scene.height(house), source, mark, place, say)


def house_button(scene: Scene, house: int, say: Words) -> Markup | None:
    """A house as the place of a card: of the one picked before, or of the only one there is.

    One that is closed to it is never lit; tapping it anyway says why.
    """
    if not scene.legal or scene.s.phase > Phase.DRAWN:
        return None
    kind, name = scene.single_kind, house_name(house, say)
    if kind == NOTHING:
        return place_button(HOUSE_CODES[house], say("Place the card in {house}", house=name))
    said = say("Place {card} in {house}", card=card_name(kind, say), house=name)
    return place_button(TEXTS[HOUSES * kind + house], said)


@lru_cache(maxsize=1 << 13)
def drawn_house(
    house: int, top: int, below: int, height: int, source: str, mark: str, place: Markup | None,
    say: Words,
) -> str:  # fmt: skip
    """A house, its top card, and the button over it."""
    name = sentence_case(house_name(house, say))
    if top == NOTHING:
        label = say("{house}: empty", house=name)
        tip = say("{house} is empty: any card that is not blocked may go here (VV-24).", house=name)
        inside = place_for("", "gap", label, tip)
    else:
        label = say("{house}: {card} on top", house=name, card=card_name(top, say))
        tip = say("{label}. Only a card with one of its colours may follow (VV-18).", label=label)
        if below:
            tip += " " + say("Below: {cards}.", cards=counted(below, say))
        inside = place_for(card_face(top, house_card(house, height), source), "face", label, tip)
    roof = span(class_="roof", aria_hidden="true")[picture("roof", bare=True), b[house + 1]]
    many = b(class_="times", aria_hidden="true")[f"×{height}"] if height > 1 else None
    edge = f" e{min(height - 1, 3)}" if height > 1 else ""
    well = div(class_=f"well{edge}")[inside, many, place]
    return div(id=HOUSE_IDS[house], class_=f"house{mark}")[roof, well]


@lru_cache(maxsize=1 << 13)
def counted(cards: int, say: Words) -> str:
    """Cards as a sentence lists them."""
    said = [
        card_name(kind, say) if n == 1 else say("{n} × {card}", n=n, card=card_name(kind, say))
        for kind, n in heap(cards)
    ]
    return listed_words(said, say)


# --- the blocking card ---------------------------------------------------------------------


def blocking_card(scene: Scene, say: Words) -> str:
    """The blocking card, and the last card of a hand on it."""
    source = last_source = NOWHERE
    if scene.told.event == Happening.BLOCKED:
        source = hand_source(scene) if scene.told.from_hand else PILE
    elif scene.told.event == Happening.FINISHED:
        last_source = hand_source(scene)
    return drawn_block(scene.s.block, scene.s.last, source, last_source, scene.may_finish, say)


@lru_cache(maxsize=1 << 12)
def drawn_block(
    block: int, last: int, source: str, last_source: str, may_finish: bool, say: Words
) -> str:
    """The place of the blocking card, with a button for the player who may finish there."""
    if block == NOTHING:
        label, tip = say("No blocking card"), say("A new blocking card comes next (VV-40).")
        cards = place_for("", "gap", label, tip)
    else:
        label = say("Blocking card: {card}", card=card_name(block, say))
        tip = say(
            "{label}. Its colours may not go to a house (VV-19). Only a last card goes here, and "
            "it must match (VV-46).",
            label=label,
        )
        if last >= 0:
            label = say("{label}; on it {card}", label=label, card=card_name(last, say))
        top = card_face(last, LAST, last_source) if last >= 0 else None
        cards = place_for([card_face(block, "block-card", source), top], "face", label, tip)
    word = small(class_="word", aria_hidden="true")[say("Block")]
    said = say("Put your last card on the blocking card")
    finish = place_button(TEXTS[FINISH], said) if may_finish else None
    look = "heap blocking" + (" finished" if last >= 0 else "")
    return div(id=BLOCK, class_=look)[cards, picture("block", "stop", bare=True), word, finish]


# --- piles ---------------------------------------------------------------------------------


def draw_pile(scene: Scene, say: Words) -> str:
    """The draw pile, of which only the size is known (VV-77)."""
    source = NOWHERE
    if scene.told.event == Happening.RESHUFFLED:
        source = HOUSE_IDS[1] if scene.told.from_houses else DISCARD
    return drawn_pile(scene.s.pile, source, scene.at_pile, say)


@lru_cache(maxsize=1 << 10)
def drawn_pile(n: int, source: str, action: int, say: Words) -> str:
    """The draw pile, and what can be done there."""
    label = say.count("Draw pile: {n} card", "Draw pile: {n} cards", n)
    tip = say("{label}. When it is used up, the discard pile is shuffled (VV-53).", label=label)
    inside = card_face(-1, "pile-top", source) if n else ""
    edge = f" e{min(n - 1, 3)}" if n > 1 else ""
    start, many, word = pile(PILE, f"heap{edge}", n, say("Draw pile"))
    press = None if action in (PASS, NOTHING) else pile_button(action, say)
    return start[place_for(inside, "face" if n else "gap", label, tip), many, word, press]


@cache
def pile_button(action: int, say: Words) -> Markup:
    """What can be done at the draw pile."""
    if action == DRAW:
        said, tip = say("Draw a card"), say("Draw a card; you may place it at once (VV-29, VV-30).")
    else:
        said = say("Turn up the top card as the blocking card")
        tip = said + "."
    return button(
        class_="place", data_pick=TEXTS[action], disabled=True, aria_label=said, data_tip=tip
    )[""]


def discard_pile(scene: Scene, say: Words) -> str:
    """The discard pile; a VIVA is seen to fill it."""
    return drawn_discards(scene.s.discard, scene.told.event == Happening.VIVA, say)


@lru_cache(maxsize=1 << 12)
def drawn_discards(cards: int, viva: bool, say: Words) -> str:
    """The discard pile: how many cards and, on request, which."""
    n = size(cards)
    label = say.count("Discard pile: {n} card", "Discard pile: {n} cards", n)
    tip = f"{label}: {counted(cards, say)}." if n else label + "."
    sources = (*HOUSE_IDS, BLOCK) if viva else (NOWHERE,) * DISCARD_LAYERS
    layers = [card_face(-1, f"discard-{k}", sources[k], f" t{k}") for k in range(DISCARD_LAYERS)]
    inside = layers[:n] or span(class_="gap")[""]
    start, many, word = pile(DISCARD, "heap discard", n, say("Discard"))
    start = start(role="img", aria_label=label, data_tip=tip)
    return start[span(class_="face")[inside], many, word]


@cache
def victory_pile(n: int, say: Words) -> str:
    """The victory cards still to be won."""
    label = say.count("{n} victory card to be won", "{n} victory cards to be won", n)
    tip = say("{label}. The winner of a round takes one; most of them win the match.", label=label)
    inside = span(class_="card")[picture("victory", bare=True)] if n else span(class_="gap")[""]
    start, many, word = pile("victory", "heap prizes", n, say("To win"))
    start = start(role="img", aria_label=label, data_tip=tip)
    return start[span(class_="face")[inside], many, word]
