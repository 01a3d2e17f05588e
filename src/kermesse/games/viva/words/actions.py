"""Actions of VIVA as text, how they are picked, and why one is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kermesse.core.bits import has
from kermesse.core.errors import UnreadableAction, brief
from kermesse.core.words import ENGLISH, Words
from kermesse.games.viva.cards import copies, one, size
from kermesse.games.viva.components import CARD_CODES, HOUSE_CODES, HOUSES
from kermesse.games.viva.rules.houses import match, places
from kermesse.games.viva.state import (
    CALL,
    DRAW,
    FINISH,
    FROM_HAND,
    HONOUR,
    KEEP,
    PASS,
    PILE,
    SILENT,
    STOP,
    Phase,
    State,
)
from kermesse.games.viva.words.names import card_name, house_name

Reason = tuple[str, str]

TEXTS = (
    *(f"{card} {house}" for card in CARD_CODES for house in HOUSE_CODES),
    *("finish", "draw", "pass", "stop", "keep"),
    *(f"block {card}" for card in CARD_CODES),
    *("pile", "call", "silent"),
)
NUMBERS = {text.lower(): number for number, text in enumerate(TEXTS)}
PLACE = re.compile(r"([a-z]{1,2}) ?h ?([1-3])", re.ASCII)
BLOCK = re.compile(r"block ([a-z]{1,2})", re.ASCII)
BY_COLOURS = {frozenset(code.lower()): code.lower() for code in CARD_CODES}


def action_text(action: int) -> str:
    """The stable text of an action: a card and a house, a blocking card, or a word."""
    return TEXTS[action]


def read_action(text: str) -> int:
    """The number of an action; `yr h1` and `BLOCK yr` are taken for `RY H1` and `block RY`."""
    plain = " ".join(text.lower().split())
    if found := PLACE.fullmatch(plain):
        plain = f"{card_code(found[1])} h{found[2]}"
    elif found := BLOCK.fullmatch(plain):
        plain = f"block {card_code(found[1])}"
    if plain not in NUMBERS:
        raise UnreadableAction(
            f"cannot read {brief(text)}: a card in a house is written like 'RY H1', a blocking "
            "card like 'block RY' or 'pile'; else finish, draw, pass, stop, keep, call or silent"
        )
    return NUMBERS[plain]


def card_code(letters: str) -> str:
    """The code of a card; the order of its colours has no meaning, a doubled one is no card."""
    known = BY_COLOURS.get(frozenset(letters), "")
    return known if len(known) == len(letters) else "?"


def ways(text: str) -> Sequence[tuple[str, ...]]:
    """A card is placed by picking it and then its house, or both at once."""
    card, _, house = text.partition(" ")
    return ((card, house), (text,)) if house in HOUSE_CODES else ((text,),)


# --- refusals -----------------------------------------------------------------------------


def refusal(s: State, seat: int, action: int, say: Words = ENGLISH) -> Reason:
    """Why a seat may not act so."""
    if s.over:
        return "VV-12", say("the match is over")
    if action in (CALL, SILENT):
        return no_call(s, seat, say)
    if not has(s.due, seat):
        return not_due(s, seat, say)
    if s.phase == Phase.TURN:
        return not_in_turn(s, seat, action, say)
    if s.phase == Phase.MORE:
        return not_more(s, action, say)
    if s.phase == Phase.DRAWN:
        return not_drawn(s, action, say)
    if s.phase == Phase.CALL:
        return "VV-62", say("first answer: call, or silent")
    if FROM_HAND <= action < PILE:
        card = card_name(action - FROM_HAND, say)
        return "VV-40", say("{card} is not in your hand", card=card)
    return "VV-40", say("choose the new blocking card now")


def no_call(s: State, seat: int, say: Words) -> Reason:
    """Nothing to call, or not by this seat, or not again."""
    if s.table != HONOUR:
        return "VV-58", say("nothing can be called at a strict table")
    if s.phase != Phase.CALL:
        return "VV-85", say("there is nothing to call now")
    if not has(s.playing, seat) or seat == s.active:
        return "VV-62", say("only the opponents in this round may call")
    return "VV-63", say("you have answered already")


def not_due(s: State, seat: int, say: Words) -> Reason:
    """Somebody else is to decide."""
    if not has(s.playing, seat):
        return "VV-14", say("you do not take part in this round")
    if s.phase == Phase.CALL:
        return "VV-63", say("wait for all answers")
    return "VV-32", say("it is seat {seat}'s turn", seat=int(s.active))


def not_in_turn(s: State, seat: int, action: int, say: Words) -> Reason:
    """At the start of a turn."""
    alone = size(s.hand[seat]) == 1
    reasons = {
        STOP: ("VV-28", say("you have not placed anything yet")),
        KEEP: ("VV-30", say("you have not drawn a card")),
        DRAW: ("VV-56", say("there is no card to draw: pass")),
        PASS: ("VV-56", say("you can draw a card, so you cannot pass")),
    }
    if action in reasons:
        return reasons[action]
    if action == FINISH and not alone:
        return "VV-48", say("only a last card goes on the blocking card")
    if action == FINISH:
        return "VV-46", say("your last card does not match the blocking card")
    if action >= FROM_HAND:
        return "VV-40", say("a new blocking card is chosen only after a VIVA")
    kind = action // HOUSES
    if copies(s.hand[seat], kind) == 0:
        return "VV-24", say("{card} is not in your hand", card=card_name(kind, say))
    if alone:
        return "VV-45", say("your last card may not go to a house")
    return no_place(s, kind, action % HOUSES, say)


def not_more(s: State, action: int, say: Words) -> Reason:
    """After a first card of several identical ones."""
    if action >= FINISH:
        return "VV-23", say("you are placing cards: place another one, or stop")
    kind = action // HOUSES
    if kind != s.laid_kind:
        card = card_name(int(s.laid_kind), say)
        return "VV-26", say("only {card} may follow in this turn", card=card)
    return no_place(s, kind, action % HOUSES, say)


def not_drawn(s: State, action: int, say: Words) -> Reason:
    """After drawing a card."""
    if action >= FINISH:
        if places(s, one(s.drawn)):
            return "VV-23", say("you have drawn a card: place it, or keep it")
        return "VV-30", say("the card you have drawn fits nowhere: keep it")
    kind = action // HOUSES
    if kind != s.drawn:
        card = card_name(int(s.drawn), say)
        return "VV-31", say("you have drawn {card}: only that one may be placed", card=card)
    return no_place(s, kind, action % HOUSES, say)


def no_place(s: State, kind: int, house: int, say: Words) -> Reason:
    """The card is blocked, or does not match."""
    if match(kind, s.block):
        card, block = card_name(kind, say), card_name(int(s.block), say)
        return "VV-19", say("{card} is blocked by {block}", card=card, block=block)
    top = card_name(int(s.top[house]), say)
    gaps = {"card": card_name(kind, say), "top": top, "house": house_name(house, say)}
    return "VV-18", say("{card} does not match {top} in {house}", **gaps)
