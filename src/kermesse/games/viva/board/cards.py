"""The cards of VIVA on the page: the viewer's hand with its choices, and the other hands."""

from __future__ import annotations

from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import Tag, b, button, span
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
    parts = []
    for kind, n in heap(scene.shown_hand):
        known = copies(scene.s.known[scene.own], kind)
        look = " chosen" if kind == scene.s.drawn else ""
        if scene.is_blocked(kind) and not alone:
            look += " blocked"
        new = source if arrived in (kind, ALL) else NOWHERE
        if scene.s.phase == Phase.NEW_BLOCK and scene.legal:
            parts.append(blocking_slot(kind, n, known, say))
        elif scene.s.phase == Phase.TURN and scene.legal:
            parts.append(placing_slot(kind, n, known, look, new, say))
        else:
            parts.append(still_slot(kind, n, known, look, (new, arrived == ALL), say))
    return "".join(parts)


ALL = -3  # every card of a hand has arrived


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


def copies_of(kind: int, n: int, known: int, source: str, every: bool) -> list[Markup]:
    """Identical cards, one upon the other; the last one may be new."""
    eye = picture("eye", "known", bare=True) if known else ""
    return [
        card_face(
            kind,
            own_id(kind, i),
            source if every or i == n - 1 else NOWHERE,
            f" y{min(i, 3)}",
            eye if i == n - 1 else "",
        )
        for i in range(n)
    ]


def count_of(n: int) -> Markup | None:
    """How many identical cards there are."""
    return b(class_="times", aria_hidden="true")[f"×{n}"] if n > 1 else None


def stop_sign(look: str) -> Markup | None:
    """The sign of cards that are blocked."""
    return picture("block", "stop", bare=True) if "blocked" in look else None


@lru_cache(maxsize=1 << 12)
def still_slot(kind: int, n: int, known: int, look: str, new: tuple[str, bool], say: Words) -> str:
    """Cards of the viewer's hand that cannot be chosen now."""
    said, tip = hand_words(kind, n, look, known, say)
    return span(class_=f"slot{look}", role="img", aria_label=said, data_tip=tip)[
        copies_of(kind, n, known, *new), count_of(n), stop_sign(look)
    ]


@lru_cache(maxsize=1 << 12)
def placing_slot(kind: int, n: int, known: int, look: str, source: str, say: Words) -> str:
    """Cards of the viewer's hand in the viewer's turn: the house is picked next (VV-24).

    One that cannot be placed is never lit; tapping it anyway says why.
    """
    said, tip = hand_words(kind, n, look, known, say)
    cards = copies_of(kind, n, known, source, False)
    return slot_button(CARD_CODES[kind], look, said, tip)[cards, count_of(n), stop_sign(look)]


@lru_cache(maxsize=1 << 12)
def blocking_slot(kind: int, n: int, known: int, say: Words) -> str:
    """Cards of the viewer's hand, one of which can become the blocking card (VV-40)."""
    said, _ = hand_words(kind, n, "", known, say)
    label = say("Make {card} the blocking card", card=card_name(kind, say))
    cards = copies_of(kind, n, known, NOWHERE, False)
    return slot_button(TEXTS[FROM_HAND + kind], "", label, said + ".")[cards, count_of(n)]


def slot_button(pick: str, look: str, label: str, tip: str) -> Tag:
    """A place in the viewer's hand that can be picked."""
    shown = f"slot{look}"
    return button(class_=shown, data_pick=pick, disabled=True, aria_label=label, data_tip=tip)


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
