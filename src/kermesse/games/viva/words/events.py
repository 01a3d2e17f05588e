"""The sentences for the events of VIVA."""

from __future__ import annotations

from types import SimpleNamespace

from kermesse.core.record import UNKNOWN
from kermesse.core.sentences import By, Gaps, Sentences
from kermesse.core.words import Words, mark
from kermesse.games.viva.components import HOUSES
from kermesse.games.viva.state import (
    CARD,
    COLOUR_SET,
    HOUSE,
    ON_HOUSE_OR_BLOCK,
    PLACE,
    Happening,
)
from kermesse.games.viva.words.names import card_name, colours_name, house_name


def houses_of(event: SimpleNamespace) -> tuple[int, int, int]:
    """How many cards a placement put in each of the houses."""
    return event.one, event.two, event.three


def placed(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """One card or several identical ones, in one or several houses."""
    names = [house_name(house, say) for house, n in enumerate(houses_of(event)) for _ in range(n)]
    told = {"seat": gaps["seat"], "card": gaps["card"], "house": ", ".join(names)}
    if event.was_drawn:
        return say("{seat} places the drawn card in {house}: {card}.", **told)
    if len(names) == 1:
        return say("{seat} places {card} in {house}.", **told)
    return say("{seat} places {n} times {card}: {house}.", n=len(names), **told)


def answered(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """An answer; whose it is and what, only its owner knows for now (VV-64)."""
    if event.seat == UNKNOWN:
        return say("An answer is in.")
    return say("{seat} calls.", **gaps) if event.called else say("{seat} is silent.", **gaps)


def match_won(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """Who has won the match."""
    if event.winners & (event.winners - 1):
        return say("The victory is shared by {winners}.", **gaps)
    return say("{winners} wins the match.", **gaps)


event_text = Sentences(
    Happening,
    {
        CARD: card_name,
        PLACE: card_name,
        HOUSE: house_name,
        ON_HOUSE_OR_BLOCK: house_name,
        COLOUR_SET: colours_name,
    },
    {
        Happening.DEALT: By(
            "tie_break",
            mark("Round {number}: {dealer} deals."),
            mark("Tie-break between {players}: {dealer} deals."),
        ),
        Happening.BLOCKED: By(
            "from_hand",
            mark("{card} is turned up as the blocking card."),
            mark("{seat} makes {card} the blocking card."),
        ),
        Happening.BEGAN: mark("It is {seat}'s turn."),
        Happening.LAID: mark("{seat} lays {card} in {house}."),
        Happening.PLACED: placed,
        Happening.FINISHED: mark("{seat} puts {card} on the blocking card."),
        Happening.PASSED: mark("{seat} passes."),
        Happening.DREW: mark("{seat} draws {card}."),
        Happening.KEPT: mark("{seat} keeps the card."),
        Happening.RESHUFFLED: By(
            "from_houses",
            mark("The discard pile makes a new draw pile: {cards}."),
            mark("The cards under the top cards make a new draw pile: {cards}."),
        ),
        Happening.NONE_LEFT: mark("There is no card left for {seat} to draw."),
        Happening.ANSWERED: answered,
        Happening.ANSWERS: By(
            "callers",
            mark("Nobody calls."),
            By(
                "forbidden",
                mark("Called by {callers}: the card is allowed."),
                mark("Called by {callers}: the card is forbidden."),
            ),
        ),
        Happening.CAUGHT: By(
            "place",
            *[mark("{card} goes back from {place} to {seat}.")] * HOUSES,
            mark("{card} goes back from the blocking card to {seat}."),
        ),
        Happening.VIVA: mark("VIVA {colours} by {seat}! All is cleared."),
        Happening.ROUND_WON: By(
            "capped",
            mark("{seat} wins the round."),
            mark("The round is stopped: {seat} has the fewest cards."),
        ),
        Happening.ROUND_VOID: By(
            "capped",
            mark("Everybody has passed: nobody wins the round."),
            mark("The round is stopped, and nobody alone has the fewest cards."),
        ),
        Happening.VICTORY_CARD: mark("{seat} takes a victory card and has {cards}."),
        Happening.MATCH_WON: match_won,
    },
)
