"""The page of Muvuca: the Crowd and its pushes, both hands, and what the last step moved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from kermesse.core.events import told
from kermesse.core.html import Tag, button, div, join, span
from kermesse.core.record import NOTHING, UNKNOWN
from kermesse.core.words import Words, sentence_case
from kermesse.games.muvuca.board.art import art, cover, picture
from kermesse.games.muvuca.board.panels import info, plate, victory_card
from kermesse.games.muvuca.board.scene import AUTOMATIC, SHOWN_BY, Scene, members
from kermesse.games.muvuca.board.sheet import sheet
from kermesse.games.muvuca.board.terminal import LEGEND, text_board
from kermesse.games.muvuca.components import (
    CARD_TEXTS,
    CELLS,
    DIRECTIONS,
    PAIRINGS,
    PATHS,
    PUSH_TEXTS,
    PUSHES,
    SIDE,
)
from kermesse.games.muvuca.state import Happening, Phase
from kermesse.games.muvuca.words.names import (
    blocked_label,
    card_label,
    cell_name,
    push_label,
)

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

KEPT = 1 << 9  # long texts: what a few turns at many tables need again
NOWHERE = ""  # `data-from` of what did not move
WAYS = (("right", "left"), ("down", "up"))
CART_HOME = "r0 c0"  # the corners around the Crowd: reserved places (MV-05)
VICTORY_HOME = f"r0 c{SIDE + 1}"
LEAVING_HOME = f"r{SIDE + 1} c0"
ASIDE_HOME = f"r{SIDE + 1} c{SIDE + 1}"
OWN, OTHER = div(class_="vendor own"), div(class_="vendor other")
WELL = div(class_="crowd")[""]  # in which the Crowd lies
NOTHING_LEAVES = div(id="leaving", class_=f"leaving {LEAVING_HOME}")[""]
NOTHING_ASIDE = div(id="aside", class_=f"aside {ASIDE_HOME}")[""]


def push_id(push: int) -> str:
    """The id of a push's button."""
    line, back = divmod(push, DIRECTIONS)
    return f"push-{('row', 'column')[line // SIDE]}{line % SIDE + 1}-{WAYS[line // SIDE][back]}"


def edge(push: int, far: bool = False) -> str:
    """The place beside the Crowd where a push enters, or its far end where a card leaves."""
    line, back = divmod(push, DIRECTIONS)
    at = (SIDE + 1) * (back ^ far)
    return f"r{line + 1} c{at}" if line < SIDE else f"r{at} c{line - SIDE + 1}"


CELL_IDS = tuple(f"cell-{cell // SIDE + 1}-{cell % SIDE + 1}" for cell in range(CELLS))
CELL_PLACES = tuple(f"r{cell // SIDE + 1} c{cell % SIDE + 1}" for cell in range(CELLS))
PUSH_IDS = tuple(map(push_id, range(PUSHES)))
ENTRANCES = tuple(edge(push) for push in range(PUSHES))
EXITS = tuple(edge(push, far=True) for push in range(PUSHES))


# --- the page -----------------------------------------------------------------------------


def board(view: View, names: Sequence[str], say: Words) -> Markup:
    """The whole view, in one element with id `board`."""
    scene = Scene(view)
    own = scene.own
    look = f"muvuca side{SIDE}"
    look += " scoring" if scene.scoring else ""
    look += " counting" if scene.counted != NOTHING else ""
    return whole(look)[
        info(scene, names, say),
        vendor(scene, 1 - own, names, say),
        arena(scene, say),
        vendor(scene, own, names, say),
    ]


@cache
def whole(look: str) -> Tag:
    """The element around everything."""
    return div(id="board", class_=look)


def prompt(view: View, say: Words) -> str:
    """What the viewer is asked to decide now, or who is awaited."""
    s = view.record
    if s.over:
        return say("The match is over.")
    if s.phase in AUTOMATIC:
        return say("The Crowd is moving…")
    if s.phase > Phase.PUSH:
        return say("The round is being scored…")
    if s.viewer == s.active:
        if s.phase == Phase.PUSH:
            return say("Choose where to push your card.")
        return say("Choose a card and where to push it.")
    if s.viewer >= 0:
        return say("Your opponent is choosing a card and a push…")
    if s.active == s.food_seat:
        return say("The food vendor is choosing a card and a push…")
    return say("The jacket vendor is choosing a card and a push…")


def summary(say: Words) -> str:
    """The game in a sentence or two, for the lobby."""
    return say(
        "Two street vendors, one heaving crowd: push rows and columns of fans, bring those who "
        "want the same side by side, and outsell your rival."
    )


def about(view: View) -> Sequence[str]:
    """The ids of the elements that the last event is about."""
    happened = told(Happening, view.record)
    match happened.event:
        case Happening.CHOSE:
            return [f"c{happened.card}" if happened.card >= 0 else f"hand-{happened.seat}"]
        case Happening.PUSHED:
            return [PUSH_IDS[happened.push]]
        case Happening.SLID:
            return [CELL_IDS[cell] for cell in PATHS[happened.push][1:]] + ["leaving"]
        case Happening.INSERTED | Happening.TURNED_UP:
            return [CELL_IDS[happened.cell]]
        case Happening.TOOK:
            hidden = f"h{happened.seat}-{int(view.record.unseen[happened.seat]) - 1}"
            return [f"c{happened.card}" if happened.card >= 0 else hidden]
        case Happening.COUNTED:
            return [f"kind-{happened.kind}"]
        case Happening.ROUND_WON | Happening.MATCH_WON:
            return [f"plate-{happened.seat}"]
        case event:
            return PLACES_OF[event]


PLACES_OF = {
    Happening.DEALT: ["hand-0", "hand-1"],
    Happening.HANDS_REVEALED: ["hand-0", "hand-1"],
    Happening.CART_MOVED: ["cart"],
    Happening.LINES_COUNTED: ["lines"],
    Happening.SET_ASIDE: ["aside"],
    Happening.VICTORY_CARD: ["victory"],
}
SOUNDS = {
    Happening.DEALT: "card",
    Happening.SLID: "slide",
    Happening.INSERTED: "card",
    Happening.HANDS_REVEALED: "card",
    Happening.TURNED_UP: "card",
    Happening.COUNTED: "point",
    Happening.ROUND_WON: "win",
    Happening.MATCH_WON: "win",
}


def sound(view: View) -> str:
    """The sound of the last event; taking a card is the sign that it is one's turn."""
    happened = told(Happening, view.record)
    if happened.event == Happening.TOOK:
        return "turn" if happened.seat == view.record.viewer else "card"
    return SOUNDS.get(happened.event, "")


# --- the Crowd ----------------------------------------------------------------------------


def arena(scene: Scene, say: Words) -> Markup:
    """The Crowd, the pushes around it, the Cart, and the places beside it."""
    counted = scene.groups[scene.counted] if scene.counted != NOTHING else 0
    blocked = scene.s.cart >> 1 if scene.s.cart != NOTHING else NOTHING
    victory = None if any(scene.s.wins) else victory_card(0, 0, f" {VICTORY_HOME}", say)
    return ring(say)[
        WELL,
        crowd(scene.crowd, origins(scene), counted, scene.newest, scene.side, say),
        pushes(scene.crowd, blocked, say),
        *(cart(scene.s.cart, say), leaving(scene, say), aside(scene, say), victory),
    ]


@cache
def ring(say: Words) -> Tag:
    """The element around the Crowd."""
    return div(id="arena", class_="arena", role="group", aria_label=say("The Crowd"))


Origins = tuple[tuple[int, str], ...]


def origins(scene: Scene) -> Origins:
    """The cells whose cards came there in this step, and from where."""
    if scene.told.event == Happening.SLID:
        return tuple((there, CELL_IDS[here]) for here, there in pairwise(PATHS[scene.told.push]))
    if scene.told.event == Happening.INSERTED and scene.told.seat != scene.s.viewer:
        return ((scene.told.cell, f"hand-{scene.told.seat}"),)
    return ()


@lru_cache(maxsize=KEPT)
def crowd(
    cards: tuple[int, ...], came: Origins, counted: int, newest: int, side: int, say: Words
) -> Markup:
    """The cells and what lies in them."""
    sources, parts = dict(came), []
    for cell, card in enumerate(cards):
        mark = " counts" if counted >> cell & 1 else " last" if cell == newest else ""
        parts.append(crowd_cell(cell, card, sources.get(cell, NOWHERE), mark, side, say))
    return join(parts)


@lru_cache(maxsize=KEPT)
def pushes(cards: tuple[int, ...], blocked: int, say: Words) -> Markup:
    """The buttons around the Crowd."""
    return join(
        push_button(push, cards[path[-1]], push >> 1 == blocked, say)
        for push, path in enumerate(PATHS)
    )


@cache
def crowd_cell(cell: int, card: int, source: str, mark: str, side: int, say: Words) -> Markup:
    """A cell and the card in it."""
    place = sentence_case(cell_name(cell, say))
    if card == NOTHING:
        label = say("{cell}: a gap", cell=place)
        inside = span(class_="gap", role="img", aria_label=label)[""]
    else:
        label = say("{cell}: {card}", cell=place, card=card_label(card, say))
        inside = card_face(card, f"t{cell}", label, card_tip(card, side, say), source)
    return div(id=CELL_IDS[cell], class_=f"cell {CELL_PLACES[cell]}{mark}")[inside]


def card_face(card: int, hidden_id: str, label: str, tip: str, source: str = "") -> Markup:
    """A card that lies open, or its back; ``hidden_id`` is its id while nobody may know it."""
    return span(
        id=hidden_id if card < 0 else f"c{card}",
        class_="card back" if card < 0 else f"card f{PAIRINGS[card][0]}",
        role="img",
        aria_label=label,
        data_tip=tip,
        data_from=source or None,
    )[picture("back" if card < 0 else f"c{card}")]


@cache
def card_tip(card: int, side: int, say: Words) -> str:
    """What a card is and who scores it, for the food vendor, the jacket vendor or a spectator."""
    if card < 0:
        return say("A face-down card: nobody knows what it is.")
    label = sentence_case(card_label(card, say))
    if side == 0:
        return say("{card}. You score the food, your opponent the jacket.", card=label)
    if side == 1:
        return say("{card}. You score the jacket, your opponent the food.", card=label)
    return say("{card}. The food vendor scores the food, the other the jacket.", card=label)


@cache
def push_button(push: int, leaves: int, blocked: bool, say: Words) -> Markup:
    """The button of a push at its entrance; ``leaves`` is the card at the far end."""
    line, back = divmod(push, DIRECTIONS)
    way = WAYS[line // SIDE][back]
    if blocked:
        label = blocked_label(line, say)
        tip = say("{line}: this turn it can be pushed from neither end (MV-20).", line=label)
    else:
        label = push_label(push, say)
        tip = push_tip(push, leaves, say)
    return button(
        id=PUSH_IDS[push],
        class_=f"push {ENTRANCES[push]} {way}{' blocked' if blocked else ''}",
        data_pick=PUSH_TEXTS[push],
        disabled=True,
        aria_label=label,
        data_tip=tip,
    )[picture("stop" if blocked else "arrow")]


def push_tip(push: int, leaves: int, say: Words) -> str:
    """Where a push comes in and what it pushes off."""
    return say(
        "A card comes in at {start}; off at {end} goes {card}.",
        start=cell_name(PATHS[push][0], say),
        end=cell_name(PATHS[push][-1], say),
        card=card_label(leaves, say),
    )


@cache
def cart(push: int, say: Words) -> Markup:
    """The Cart: beside the card that came in last, or in its reserved place (MV-05, MV-19)."""
    if push == NOTHING:
        place, label = CART_HOME, say("The Cart, in its reserved place")
        tip = say("The Cart blocks nothing yet: the first turn may push any line.")
    else:
        place, label = ENTRANCES[push], blocked_label(push // DIRECTIONS, say)
        tip = say("{line} for this turn, both ways. Every push moves the Cart.", line=label)
    return div(id="cart", class_=f"cart {place}", role="img", aria_label=label, data_tip=tip)[
        picture("cart")
    ]


def leaving(scene: Scene, say: Words) -> Markup:
    """The card that was pushed off, at the far end of its line."""
    if scene.s.leaving == NOTHING:
        return NOTHING_LEAVES
    push = scene.s.pushed if scene.s.pushed != NOTHING else scene.s.cart
    source = CELL_IDS[PATHS[push][-1]] if scene.told.event == Happening.SLID else NOWHERE
    return loose_card("leaving", EXITS[push], scene.s.leaving, source, say)


def aside(scene: Scene, say: Words) -> Markup:
    """The card set aside at the end of the round (MV-32)."""
    if scene.s.aside == NOTHING:
        return NOTHING_ASIDE
    source = "leaving" if scene.told.event == Happening.SET_ASIDE else NOWHERE
    return loose_card("aside", ASIDE_HOME, scene.s.aside, source, say)


@cache
def loose_card(zone: str, place: str, card: int, source: str, say: Words) -> Markup:
    """A card beside the Crowd."""
    name = card_label(card, say)
    if zone == "leaving":
        label = say("Leaving the Crowd: {card}", card=name)
        tip = say("{label}. It goes to the other hand, unless the round ends.", label=label)
    else:
        label = say("Set aside: {card}", card=name)
        tip = say("{label}. It is out of the game until the next round.", label=label)
    return div(id=zone, class_=f"{zone} {place}")[card_face(card, f"t{zone}", label, tip, source)]


# --- the hands ----------------------------------------------------------------------------


def vendor(scene: Scene, seat: int, names: Sequence[str], say: Words) -> Markup:
    """A player's side of the table: the plate and the hand."""
    name, side = names[seat], OWN if seat == scene.own else OTHER
    return side[plate(scene, seat, name, say), hand(scene, seat, name, say)]


def hand(scene: Scene, seat: int, name: str, say: Words) -> Markup:
    """The cards of a hand: those that the viewer may know by name, then the hidden ones."""
    taken = scene.told.event == Happening.TOOK and scene.told.seat == seat
    counted = scene.counted in scene.kinds(seat)
    return drawn_hand(
        Hand(
            seat=seat,
            name=name,
            own=seat == scene.s.viewer,
            cards=scene.s.hand[seat],
            hidden=scene.s.unseen[seat],
            known=0 if scene.open_hands else scene.s.known[seat],
            counted=SHOWN_BY[scene.counted] if counted else 0,
            chosen=scene.s.chosen,
            taken=scene.told.card if taken else NOTHING,
            side=scene.side,
        ),
        say,
    )


class Hand(NamedTuple):
    """Everything that a hand shows."""

    seat: int
    name: str
    own: bool
    cards: int
    hidden: int
    known: int
    counted: int
    chosen: int
    taken: int  # the card that came in this step, UNKNOWN for a hidden one
    side: int


@lru_cache(maxsize=1 << 11)
def drawn_hand(hand: Hand, say: Words) -> Markup:
    """A hand as it lies on the table."""
    parts = []
    for card in members(hand.cards):
        look = " chosen" if card == hand.chosen else ""
        look += " counts" if hand.counted >> card & 1 else ""
        source = "leaving" if card == hand.taken else NOWHERE
        make = own_card if hand.own else shown_card
        parts.append(make(card, bool(hand.known >> card & 1), look, source, hand.side, say))
    for slot in range(hand.hidden):
        new = hand.taken == UNKNOWN and slot == hand.hidden - 1
        parts.append(hidden_card(hand.seat, slot, "leaving" if new else NOWHERE, say))
    label = say("{name}: hand", name=hand.name)
    return div(id=f"hand-{hand.seat}", class_="hand", role="group", aria_label=label)[parts]


@lru_cache(maxsize=1 << 12)
def own_card(card: int, known: bool, look: str, source: str, side: int, say: Words) -> Markup:
    """A card that its owner may choose."""
    label, tip = hand_words(card, known, side, say)
    return button(
        id=f"pick-{card}",
        class_=f"slot{look}",
        data_pick=CARD_TEXTS[card],
        disabled=True,
        aria_label=label,
        data_tip=tip,
    )[face_in_hand(card, known, source)]


@lru_cache(maxsize=1 << 12)
def shown_card(card: int, known: bool, look: str, source: str, side: int, say: Words) -> Markup:
    """A card of another hand that everybody may see."""
    label, tip = hand_words(card, known, side, say)
    face = face_in_hand(card, known, source)
    return span(class_=f"slot{look}", role="img", aria_label=label, data_tip=tip)[face]


def hand_words(card: int, known: bool, side: int, say: Words) -> tuple[str, str]:
    """The label and the explanation of a card in a hand."""
    label, tip = sentence_case(card_label(card, say)), card_tip(card, side, say)
    if not known:
        return label, tip
    return (
        say("{card}, known to everyone", card=label),
        say("{tip} Everyone knows this card: it came off the Crowd face-up.", tip=tip),
    )


def face_in_hand(card: int, known: bool, source: str) -> Markup:
    """The picture of a card in a hand, with a sign if everyone knows it (MV-56)."""
    inside = picture(f"c{card}") + (picture("eye", "known") if known else "")
    look = f"card f{PAIRINGS[card][0]}"
    return span(id=f"c{card}", class_=look, data_from=source or None)[inside]


@cache
def hidden_card(seat: int, slot: int, source: str, say: Words) -> Markup:
    """A card that only its owner sees; its id says nothing but its place in the hand."""
    label, tip = say("A hidden card"), say("Only its owner sees this card.")
    return span(class_="slot", role="img", aria_label=label, data_tip=tip)[
        span(id=f"h{seat}-{slot}", class_="card back", data_from=source or None)[picture("back")]
    ]
