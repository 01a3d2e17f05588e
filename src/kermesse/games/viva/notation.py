"""VIVA as text: actions, and events as sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kermesse.core.errors import UnreadableAction, brief
from kermesse.core.record import Record
from kermesse.core.words import ENGLISH, Words, sentence_case, untold
from kermesse.games.viva.components import HOUSES
from kermesse.games.viva.placement import position_text, read_position
from kermesse.games.viva.refusals import refusal
from kermesse.games.viva.rules.record import Happening
from kermesse.games.viva.words import (
    CARD_CODES,
    HOUSE_CODES,
    SEATS,
    card_name,
    colours_name,
    house_name,
    seats_name,
)

__all__ = ["action_text", "event_text", "position_text", "read_action", "read_position", "refusal"]

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


def event_text(s: Record, names: Sequence[str] = SEATS, say: Words = ENGLISH) -> str:
    """The last event as a sentence, as far as this record knows it."""
    a, b, c = (int(arg) for arg in s.event_args[:3])
    match Happening(s.event):
        case Happening.BEGAN:
            return say("It is {name}'s turn.", name=names[a])
        case Happening.LAID:
            house, card = house_name(c, say), card_name(b, say)
            return say("{name} lays {card} in {house}.", name=names[a], card=card, house=house)
        case Happening.PLACED:
            return placed_text(s, names, say)
        case Happening.FINISHED:
            card = card_name(b, say)
            return say("{name} puts {card} on the blocking card.", name=names[a], card=card)
        case Happening.PASSED:
            return say("{name} passes.", name=names[a])
        case Happening.DREW:
            return say("{name} draws {card}.", name=names[a], card=card_name(b, say))
        case Happening.KEPT:
            return say("{name} keeps the card.", name=names[a])
        case Happening.RESHUFFLED if b:
            return say("The cards under the top cards make a new draw pile: {n}.", n=a)
        case Happening.RESHUFFLED:
            return say("The discard pile makes a new draw pile: {n}.", n=a)
        case Happening.NONE_LEFT:
            return say("There is no card left for {name} to draw.", name=names[a])
        case Happening.ANSWERED | Happening.ANSWERS | Happening.CAUGHT:
            return calling_text(s, names, say)
        case _:
            return round_text(s, names, say)


def placed_text(s: Record, names: Sequence[str], say: Words) -> str:
    """One card or several identical ones, in one or several houses."""
    seat, kind, *laid, was_drawn = (int(arg) for arg in s.event_args)
    houses = [house_name(house, say) for house in range(HOUSES) for _ in range(laid[house])]
    gaps = {"name": names[seat], "card": card_name(kind, say), "house": ", ".join(houses)}
    if was_drawn:
        return say("{name} places the drawn card in {house}: {card}.", **gaps)
    if len(houses) == 1:
        return say("{name} places {card} in {house}.", **gaps)
    return say("{name} places {n} times {card}: {house}.", n=len(houses), **gaps)


def calling_text(s: Record, names: Sequence[str], say: Words) -> str:
    """The events of the honour table."""
    a, b, c = (int(arg) for arg in s.event_args[:3])
    match Happening(s.event):
        case Happening.ANSWERED if a < 0:
            return say("An answer is in.")
        case Happening.ANSWERED if b:
            return say("{name} calls.", name=names[a])
        case Happening.ANSWERED:
            return say("{name} is silent.", name=names[a])
        case Happening.ANSWERS if not a:
            return say("Nobody calls.")
        case Happening.ANSWERS if b:
            return say("Called by {names}: the card is forbidden.", names=seats_name(a, names, say))
        case Happening.ANSWERS:
            return say("Called by {names}: the card is allowed.", names=seats_name(a, names, say))
        case Happening.CAUGHT:
            card = sentence_case(card_name(b, say))
            if c == HOUSES:
                return say(
                    "{card} goes back from the blocking card to {name}.", card=card, name=names[a]
                )
            return say(
                "{card} goes back from {house} to {name}.",
                card=card,
                house=house_name(c, say),
                name=names[a],
            )
        case other:
            raise untold(other)


def round_text(s: Record, names: Sequence[str], say: Words) -> str:
    """The events around a VIVA, a round and the match."""
    a, b, c = (int(arg) for arg in s.event_args[:3])
    match Happening(s.event):
        case Happening.DEALT if s.event_args[4]:
            tied = seats_name(c, names, say)
            return say("Tie-break between {names}: {dealer} deals.", names=tied, dealer=names[a])
        case Happening.DEALT:
            return say("Round {number}: {dealer} deals.", number=b, dealer=names[a])
        case Happening.BLOCKED if c:
            card = card_name(b, say)
            return say("{name} makes {card} the blocking card.", name=names[a], card=card)
        case Happening.BLOCKED:
            card = sentence_case(card_name(b, say))
            return say("{card} is turned up as the blocking card.", card=card)
        case Happening.VIVA:
            shown = colours_name(b, say)
            return say("VIVA {colours} by {name}! All is cleared.", colours=shown, name=names[a])
        case Happening.ROUND_WON if b:
            return say("The round is stopped: {name} has the fewest cards.", name=names[a])
        case Happening.ROUND_WON:
            return say("{name} wins the round.", name=names[a])
        case Happening.ROUND_VOID if a:
            return say("The round is stopped, and nobody alone has the fewest cards.")
        case Happening.ROUND_VOID:
            return say("Everybody has passed: nobody wins the round.")
        case Happening.VICTORY_CARD:
            return say("{name} takes a victory card and has {n}.", name=names[a], n=b)
        case Happening.MATCH_WON:
            return match_text(a, names, say)
        case other:
            raise untold(other)


def match_text(winners: int, names: Sequence[str], say: Words) -> str:
    """Who has won the match."""
    who = seats_name(winners, names, say)
    if winners & (winners - 1):
        return say("The victory is shared by {names}.", names=who)
    return say("{name} wins the match.", name=who)
