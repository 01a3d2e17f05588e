"""The words of Muvuca: names and labels in a person's language, and its notation."""

from __future__ import annotations

from functools import cache

from kermesse.core.words import ENGLISH, Words, mark, sentence_case
from kermesse.games.muvuca.components import (
    DIRECTIONS,
    FOODS,
    KINDS,
    PAIRINGS,
    SIDE,
)

# Said of a single card in the log, in the order of KINDS.
KIND_WORDS = (
    mark("fries"), mark("drink"), mark("candy"), mark("chocolate"), mark("hotdog"),
    mark("star"), mark("diagonal"), mark("horizontal"), mark("crest"), mark("triangles"),
)  # fmt: skip

# Said of a type as a whole.
KIND_NAMES = (
    mark("french fries"), mark("drinks"), mark("candies"), mark("chocolate"), mark("hot dogs"),
    mark("star"), mark("diagonal strip"), mark("horizontal strip"), mark("crest"),
    mark("triangles"),
)  # fmt: skip

# Said of what one fan holds and wears.
KIND_LABELS = (
    mark("french fries"), mark("a drink"), mark("candy"), mark("chocolate"), mark("a hot dog"),
    mark("star jacket"), mark("diagonal strip jacket"), mark("horizontal strip jacket"),
    mark("crest jacket"), mark("triangles jacket"),
)  # fmt: skip

PUSH_NAMES = (
    (mark("row {number} to the right"), mark("row {number} to the left")),
    (mark("column {number} down"), mark("column {number} up")),
)
PUSH_LABELS = (
    (mark("Push row {number} to the right"), mark("Push row {number} to the left")),
    (mark("Push column {number} down"), mark("Push column {number} up")),
)
LINE_NAMES = (mark("row {number}"), mark("column {number}"))
BLOCKED = (
    mark("Row {number} is blocked by the Cart"),
    mark("Column {number} is blocked by the Cart"),
)


@cache
def card_name(card: int, say: Words = ENGLISH) -> str:
    """A card in the log, also one that is not known."""
    if card < 0:
        return say("a hidden card")
    food, jacket = PAIRINGS[card]
    return say(
        "{food}-{jacket}",
        food=say(KIND_WORDS[food]),
        jacket=say(KIND_WORDS[len(FOODS) + jacket]),
    )


@cache
def card_label(card: int, say: Words) -> str:
    """A card as a caption names it, also a face-down one."""
    if card < 0:
        return say("a face-down card")
    food, jacket = PAIRINGS[card]
    return say(
        "{food}, {jacket}",
        food=say(KIND_LABELS[food]),
        jacket=say(KIND_LABELS[len(FOODS) + jacket]),
    )


@cache
def kind_name(kind: int, say: Words) -> str:
    """A product type at the start of a line."""
    return sentence_case(say(KIND_NAMES[kind]))


@cache
def cell_name(cell: int, say: Words = ENGLISH) -> str:
    """A cell as row and column."""
    return say("row {row}, column {column}", row=cell // SIDE + 1, column=cell % SIDE + 1)


@cache
def push_name(push: int, say: Words = ENGLISH) -> str:
    """A push in the log."""
    line, back = divmod(push, DIRECTIONS)
    axis, place = divmod(line, SIDE)
    return say(PUSH_NAMES[axis][back], number=place + 1)


@cache
def push_label(push: int, say: Words) -> str:
    """What a push does, on its button."""
    line, back = divmod(push, DIRECTIONS)
    axis, place = divmod(line, SIDE)
    return say(PUSH_LABELS[axis][back], number=place + 1)


@cache
def line_name(line: int, say: Words = ENGLISH) -> str:
    """A row or a column in the log."""
    axis, place = divmod(line, SIDE)
    return say(LINE_NAMES[axis], number=place + 1)


@cache
def blocked_label(line: int, say: Words) -> str:
    """A line that the Cart blocks."""
    axis, place = divmod(line, SIDE)
    return say(BLOCKED[axis], number=place + 1)


if tuple(kind.name for kind in KINDS) != KIND_NAMES:  # the extractor reads literals only
    raise ValueError("KIND_NAMES and components.KINDS name the types differently")
