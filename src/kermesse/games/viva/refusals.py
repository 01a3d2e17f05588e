"""Why an action is refused: the rule and a sentence, told from the seat's own view."""

from __future__ import annotations

from kermesse.core.bits import has
from kermesse.core.record import Record
from kermesse.core.words import ENGLISH, Words
from kermesse.games.viva.components import HOUSES
from kermesse.games.viva.rules.multiset import copies, one, size
from kermesse.games.viva.rules.placing import match, places
from kermesse.games.viva.rules.record import (
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
)
from kermesse.games.viva.words import card_name, house_name

Reason = tuple[str, str]


def refusal(s: Record, seat: int, action: int, say: Words = ENGLISH) -> Reason:
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


def no_call(s: Record, seat: int, say: Words) -> Reason:
    """Nothing to call, or not by this seat, or not again."""
    if s.table != HONOUR:
        return "VV-58", say("nothing can be called at a strict table")
    if s.phase != Phase.CALL:
        return "VV-85", say("there is nothing to call now")
    if not has(s.playing, seat) or seat == s.active:
        return "VV-62", say("only the opponents in this round may call")
    return "VV-63", say("you have answered already")


def not_due(s: Record, seat: int, say: Words) -> Reason:
    """Somebody else is to decide."""
    if not has(s.playing, seat):
        return "VV-14", say("you do not take part in this round")
    if s.phase == Phase.CALL:
        return "VV-63", say("wait for all answers")
    return "VV-32", say("it is seat {seat}'s turn", seat=int(s.active))


def not_in_turn(s: Record, seat: int, action: int, say: Words) -> Reason:
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


def not_more(s: Record, action: int, say: Words) -> Reason:
    """After a first card of several identical ones."""
    if action >= FINISH:
        return "VV-23", say("you are placing cards: place another one, or stop")
    kind = action // HOUSES
    if kind != s.laid_kind:
        card = card_name(int(s.laid_kind), say)
        return "VV-26", say("only {card} may follow in this turn", card=card)
    return no_place(s, kind, action % HOUSES, say)


def not_drawn(s: Record, action: int, say: Words) -> Reason:
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


def no_place(s: Record, kind: int, house: int, say: Words) -> Reason:
    """The card is blocked, or does not match."""
    if match(kind, s.block):
        card, block = card_name(kind, say), card_name(int(s.block), say)
        return "VV-19", say("{card} is blocked by {block}", card=card, block=block)
    top = card_name(int(s.top[house]), say)
    gaps = {"card": card_name(kind, say), "top": top, "house": house_name(house, say)}
    return "VV-18", say("{card} does not match {top} in {house}", **gaps)
