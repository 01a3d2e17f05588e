"""The middle of VIVA's table: three houses, the blocking card, the piles and the prizes."""

from __future__ import annotations

from functools import cache, lru_cache

from kermesse.core.html import b, button, div, small, span
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
    parts = [middle_start(say), draw_pile(scene, say), blocking_card(scene, say)]
    parts += [discard_pile(scene, say), victory_pile(scene.s.rounds - sum(scene.s.wins), say)]
    parts.append('</div><div class="houses">')
    parts += [one_house(scene, house, say) for house in range(HOUSES)]
    parts.append("</div></div>")
    return "".join(parts)


@cache
def middle_start(say: Words) -> str:
    """The start of the table and of the row of piles."""
    inside = div(class_="piles")
    start = div(class_="middle", role="group", aria_label=say("The table"))[inside]
    return start.removesuffix("</div></div>")


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
    shown = house_text(house, top, below, scene.height(house), source, mark, say)
    return f"{shown}{house_button(scene, house, say)}</div></div>"


def house_button(scene: Scene, house: int, say: Words) -> str:
    """A house as the place of a card: of the one picked before, or of the only one there is.

    One that is closed to it is never lit; tapping it anyway says why.
    """
    if not scene.legal or scene.s.phase > Phase.DRAWN:
        return ""
    kind = scene.single_kind
    name = house_name(house, say)
    if kind == NOTHING:
        return place_button(HOUSE_CODES[house], say("Place the card in {house}", house=name))
    said = say("Place {card} in {house}", card=card_name(kind, say), house=name)
    return place_button(TEXTS[HOUSES * kind + house], said)


@cache
def place_button(pick: str, said: str) -> str:
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


@lru_cache(maxsize=1 << 13)
def house_text(
    house: int, top: int, below: int, height: int, source: str, mark: str, say: Words
) -> str:
    """A house without the buttons in it, left open for them."""
    name = sentence_case(house_name(house, say))
    if top == NOTHING:
        label = say("{house}: empty", house=name)
        tip = say("{house} is empty: any card that is not blocked may go here (VV-24).", house=name)
        inside = span(class_="gap", role="img", aria_label=label, data_tip=tip)[""]
    else:
        card = card_name(top, say)
        label = say("{house}: {card} on top", house=name, card=card)
        tip = say("{label}. Only a card with one of its colours may follow (VV-18).", label=label)
        if below:
            tip += " " + say("Below: {cards}.", cards=counted(below, say))
        inside = span(class_="face", role="img", aria_label=label, data_tip=tip)[
            card_face(top, house_card(house, height), source)
        ]
    roof = span(class_="roof", aria_hidden="true")[picture("roof", bare=True), b[house + 1]]
    many = b(class_="times", aria_hidden="true")[f"×{height}"] if height > 1 else None
    edge = f" e{min(height - 1, 3)}" if height > 1 else ""
    well = div(class_=f"well{edge}")[inside, many]
    return div(id=HOUSE_IDS[house], class_=f"house{mark}")[roof, well].removesuffix("</div></div>")


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
    shown = block_text(scene.s.block, scene.s.last, source, last_source, say)
    said = say("Put your last card on the blocking card")
    finish = place_button(TEXTS[FINISH], said) if scene.may_finish else ""
    return f"{shown}{finish}</div>"


@lru_cache(maxsize=1 << 12)
def block_text(block: int, last: int, source: str, last_source: str, say: Words) -> str:
    """The place of the blocking card, left open for a button."""
    if block == NOTHING:
        label = say("No blocking card")
        tip = say("A new blocking card comes next (VV-40).")
        cards = span(class_="gap", role="img", aria_label=label, data_tip=tip)[""]
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
        cards = span(class_="face", role="img", aria_label=label, data_tip=tip)[
            card_face(block, "block-card", source), top
        ]
    word = small(class_="word", aria_hidden="true")[say("Block")]
    stop = picture("block", "stop", bare=True)
    look = "heap blocking" + (" finished" if last >= 0 else "")
    return div(id=BLOCK, class_=look)[cards, stop, word].removesuffix("</div>")


# --- piles ---------------------------------------------------------------------------------


def draw_pile(scene: Scene, say: Words) -> str:
    """The draw pile, of which only the size is known (VV-77)."""
    source = NOWHERE
    if scene.told.event == Happening.RESHUFFLED:
        source = HOUSE_IDS[1] if scene.told.from_houses else DISCARD
    action = scene.at_pile
    buttons = pile_button(action, say) if action not in (PASS, NOTHING) else ""
    return f"{pile_text(scene.s.pile, source, say)}{buttons}</div>"


@lru_cache(maxsize=1 << 10)
def pile_text(n: int, source: str, say: Words) -> str:
    """The draw pile, left open for a button."""
    label = say.count("Draw pile: {n} card", "Draw pile: {n} cards", n)
    tip = say("{label}. When it is used up, the discard pile is shuffled (VV-53).", label=label)
    if n:
        top = span(class_="face", role="img", aria_label=label, data_tip=tip)[
            card_face(-1, "pile-top", source)
        ]
    else:
        top = span(class_="gap", role="img", aria_label=label, data_tip=tip)[""]
    many = b(class_="many", aria_hidden="true")[n]
    word = small(class_="word", aria_hidden="true")[say("Draw pile")]
    look = "heap" + (f" e{min(n - 1, 3)}" if n > 1 else "")
    return div(id=PILE, class_=look)[top, many, word].removesuffix("</div>")


@cache
def pile_button(action: int, say: Words) -> str:
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
    return discard_text(scene.s.discard, scene.told.event == Happening.VIVA, say)


@lru_cache(maxsize=1 << 12)
def discard_text(cards: int, viva: bool, say: Words) -> str:
    """The discard pile: how many cards and, on request, which."""
    n = size(cards)
    label = say.count("Discard pile: {n} card", "Discard pile: {n} cards", n)
    tip = f"{label}: {counted(cards, say)}." if n else label + "."
    sources = (*HOUSE_IDS, BLOCK) if viva else (NOWHERE,) * DISCARD_LAYERS
    layers = [
        card_face(-1, f"discard-{k}", sources[k], f" t{k}") for k in range(min(n, DISCARD_LAYERS))
    ]
    inside = layers or span(class_="gap")[""]
    return div(id=DISCARD, class_="heap discard", role="img", aria_label=label, data_tip=tip)[
        span(class_="face")[inside],
        b(class_="many", aria_hidden="true")[n],
        small(class_="word", aria_hidden="true")[say("Discard")],
    ]


@cache
def victory_pile(n: int, say: Words) -> str:
    """The victory cards still to be won."""
    label = say.count("{n} victory card to be won", "{n} victory cards to be won", n)
    tip = say("{label}. The winner of a round takes one; most of them win the match.", label=label)
    inside = span(class_="card")[picture("victory", bare=True)] if n else span(class_="gap")[""]
    return div(id="victory", class_="heap prizes", role="img", aria_label=label, data_tip=tip)[
        span(class_="face")[inside],
        b(class_="many", aria_hidden="true")[n],
        small(class_="word", aria_hidden="true")[say("To win")],
    ]
