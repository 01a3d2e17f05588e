"""The sentences for the events of Muvuca."""

from __future__ import annotations

from types import SimpleNamespace

from kermesse.core.sentences import By, Gaps, Sentences
from kermesse.core.words import Words, mark, sentence_case
from kermesse.games.muvuca.components import DIRECTIONS
from kermesse.games.muvuca.state import CARD, CELL, KIND, PLACE, PUSH, Happening
from kermesse.games.muvuca.words.names import card_name, cell_name, kind_name, line_name, push_name


def slid(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """A line slides."""
    line = sentence_case(line_name(event.push // DIRECTIONS, say))
    return say("{line} slides and {card} comes off.", line=line, card=gaps["card"])


def cart_moved(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """The Cart blocks the line of the push, in both directions."""
    return say("The Cart blocks {line}.", line=line_name(event.push // DIRECTIONS, say))


def counted(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """A product type is worth the better of the Crowd and the hand."""
    return say(
        "{kind}: group of {group}, {held} in hand: {points} for {seat}.",
        points=max(event.group, event.held),
        **gaps,
    )


def round_won(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """Who has won the round, and how."""
    less, more = sorted((event.zero, event.one))
    if less == more:
        return say(
            "{seat} wins the round {more} to {less}. The second player wins the tie.",
            seat=gaps["seat"],
            more=more,
            less=less,
        )
    return say("{seat} wins the round {more} to {less}.", seat=gaps["seat"], more=more, less=less)


event_text = Sentences(
    Happening,
    {CARD: card_name, PLACE: card_name, PUSH: push_name, CELL: cell_name, KIND: kind_name},
    {
        Happening.DEALT: mark("The cards are dealt: {starter} starts, {seller} sells food."),
        Happening.CHOSE: mark("{seat} chooses {card}."),
        Happening.PUSHED: mark("{seat} pushes {push}."),
        Happening.SLID: slid,
        Happening.INSERTED: mark("{seat} puts {card} at {cell}."),
        Happening.CART_MOVED: cart_moved,
        Happening.LINES_COUNTED: By(
            "ends",
            mark("Full rows: {rows}, full columns: {columns}."),
            mark("Full rows: {rows}, full columns: {columns}. The round ends."),
        ),
        Happening.TOOK: By(
            "face_up",
            mark("{seat} takes {card}."),
            mark("{seat} takes {card}, seen by all."),
        ),
        Happening.SET_ASIDE: mark("{card} is set aside."),
        Happening.HANDS_REVEALED: mark("Both hands are revealed."),
        Happening.TURNED_UP: mark("{card} is turned up at {cell}."),
        Happening.COUNTED: counted,
        Happening.ROUND_WON: round_won,
        Happening.VICTORY_CARD: mark("Rounds won: {zero} to {one}."),
        Happening.MATCH_WON: mark("{seat} wins the match."),
    },
)
