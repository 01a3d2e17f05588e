"""The cards of VIVA on the page: the viewer's hand with its choices, and the other hands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import b, button, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, sentence_case
from kermesse.games.viva.board.art import picture
from kermesse.games.viva.board.scene import Scene
from kermesse.games.viva.cards import copies, heap
from kermesse.games.viva.components import CARD_CODES, HOUSES
from kermesse.games.viva.state import FROM_HAND, Happening, Phase
from kermesse.games.viva.words.actions import TEXTS
from kermesse.games.viva.words.names import card_name

NOWHERE = ""  # `data-from` of what did not move
PILE = "pile"
LAST = "last-card"
ALL = -3  # every card of a hand has arrived
ROWS = ((5, "row"), (10, "two-rows"), (14, "long-rows"))  # up to so many kinds


def own_id(kind: int, copy: int) -> str:
    """The id of a card in the viewer's hand."""
    return f"own-{kind}-{copy}"


def house_card(house: int, height: int) -> str:
    """The id of a card in a house: cards of a kind are all alike, places are not."""
    return f"house-{house + 1}-{height}"


def card_face(
    kind: int, ident: str | None, source: str = NOWHERE, look: str = "", sign: str = ""
) -> Markup:
    """A card, or its back if nobody may know it; the element around it says what it is."""
    name = "back" if kind < 0 else f"c{kind}"
    shown = "card back" if kind < 0 else "card"
    return span(id=ident, class_=shown + look, data_from=source or None)[
        picture(name, bare=True), Markup(sign)
    ]


# --- the viewer's hand -------------------------------------------------------------------------


def own_cards(scene: Scene, say: Words) -> str:
    """The viewer's hand by kinds; what can be done with each is part of it."""
    arrived, source = arrival(scene, scene.own)
    alone = scene.cards(scene.own) == 1
    chosen_from = scene.legal and scene.s.phase in (Phase.TURN, Phase.NEW_BLOCK)
    task = scene.s.phase if chosen_from else NOTHING
    parts = []
    for kind, n in heap(scene.shown_hand):
        known = copies(scene.s.known[scene.own], kind)
        look = " chosen" if kind == scene.s.drawn else ""
        look += " blocked" if scene.is_blocked(kind) and not alone else ""
        new = source if arrived in (kind, ALL) else NOWHERE
        parts.append(slot(kind, n, known, look, new, arrived == ALL, task, say))
    return "".join(parts)


def arrival(scene: Scene, seat: int) -> tuple[int, str]:
    """The kind of the card that this step brought to a hand, and from where."""
    if scene.told.event == Happening.DEALT and scene.plays(seat):
        return ALL, PILE
    if scene.happened(Happening.DREW, seat):
        return scene.told.card, PILE
    if scene.happened(Happening.CAUGHT, seat):
        house = scene.told.place
        source = LAST if house == HOUSES else house_card(house, scene.height(house) + 1)
        return scene.told.card, source
    return NOTHING, NOWHERE


@cache
def hand_words(kind: int, n: int, look: str, known: int, say: Words) -> tuple[str, str]:
    """The label and the explanation of identical cards in a hand."""
    name = sentence_case(card_name(kind, say))
    said = name if n == 1 else say("{card}, {n} times", card=name, n=n)
    tip = said + "."
    if "blocked" in look:
        said = say("{card}, blocked", card=said)
        tip += " " + say("Blocked: it shows a colour of the blocking card (VV-19).")
    elif n > 1:
        tip += " " + say("Identical cards may be placed in one turn, one after the other (VV-26).")
    if known:
        tip += " " + say.count(
            "Everyone knows that {n} of these is here.",
            "Everyone knows that {n} of these are here.",
            known,
        )
    return said, tip


def copies_of(kind: int, n: int, known: int, source: str, every: bool) -> Iterator[Markup]:
    """Identical cards, one upon the other; the last one may be new."""
    eye = picture("eye", "known", bare=True) if known else ""
    for i in range(n):
        last = i == n - 1
        new = source if every or last else NOWHERE
        yield card_face(kind, own_id(kind, i), new, f" y{min(i, 3)}", eye if last else "")


@lru_cache(maxsize=1 << 12)
def slot(
    kind: int, n: int, known: int, look: str, source: str, every: bool, task: int, say: Words
) -> str:
    """Identical cards of the viewer's hand.

    In the viewer's turn they are picked, then a house (VV-24). Those that cannot be placed are
    never lit; tapping them anyway says why. One of them may become the blocking card (VV-40).
    """
    said, tip = hand_words(kind, n, look, known, say)
    times = b(class_="times", aria_hidden="true")[f"×{n}"] if n > 1 else None
    stop = picture("block", "stop", bare=True) if "blocked" in look else None
    inside = copies_of(kind, n, known, source, every), times, stop
    if task == NOTHING:
        return span(class_=f"slot{look}", role="img", aria_label=said, data_tip=tip)[inside]
    pick = CARD_CODES[kind]
    if task == Phase.NEW_BLOCK:
        pick, tip = TEXTS[FROM_HAND + kind], said + "."
        said = say("Make {card} the blocking card", card=card_name(kind, say))
    start = button(class_=f"slot{look}", data_pick=pick, disabled=True, aria_label=said)
    return start(data_tip=tip)[inside]


def rows_of(kinds: int) -> str:
    """How many cards lie side by side, as a class."""
    return next((name for most, name in ROWS if kinds <= most), "three-rows")


# --- other hands --------------------------------------------------------------------------


def other_cards(scene: Scene, seat: int, say: Words) -> str:
    """What a viewer sees of another's hand: cards that everyone knows, and backs (VV-76, VV-78)."""
    arrived, source = arrival(scene, seat)
    parts = []
    for kind, n in heap(scene.s.hand[seat]):
        for i in range(n):
            new = arrived == ALL or (arrived == kind and i == n - 1)
            parts.append(shown_card(seat, kind, i, source if new else NOWHERE, say))
    hidden = scene.s.unseen[seat]
    drew = scene.happened(Happening.DREW, seat)
    for slot in range(hidden):
        new = arrived == ALL or (drew and slot == hidden - 1)
        parts.append(hidden_card(seat, slot, source if new else NOWHERE))
    return "".join(parts)


@lru_cache(maxsize=1 << 12)
def shown_card(seat: int, kind: int, copy: int, source: str, say: Words) -> str:
    """A card of another hand that everyone knows (VV-78)."""
    name = sentence_case(card_name(kind, say))
    tip = say("{card}. Everyone knows this card: it was caught and taken back (VV-78).", card=name)
    said = say("{card}, known to everyone", card=name)
    return span(class_="slot", role="img", aria_label=said, data_tip=tip)[
        card_face(kind, f"k{seat}-{kind}-{copy}", source)
    ]


@lru_cache(maxsize=1 << 12)
def hidden_card(seat: int, slot: int, source: str) -> str:
    """A card that only its owner sees: its id says its place in the hand, the plate how many."""
    return span(class_="slot", aria_hidden="true")[card_face(-1, f"h{seat}-{slot}", source)]
