"""The sentences for the events of Shuppa."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from kermesse.core.kinds import bits_of
from kermesse.core.plain_board import SEAT_NAMES
from kermesse.core.record import NOTHING
from kermesse.core.sentences import By, Gaps, Sentences
from kermesse.core.words import ENGLISH, Words, listed_words, mark, sentence_case
from kermesse.games.shuppa.state import (
    BACK,
    CARD,
    COLUMN,
    COLUMN_NUMBER,
    PLACE,
    SUIT,
    Happening,
    State,
)
from kermesse.games.shuppa.words.names import (
    back_name,
    card_name,
    cards_name,
    column_name,
    lot_name,
    player_names,
)


def turned_up(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """The cards of the Bonbonnière, as they came."""
    found = [card for card in (event.one, event.two, event.three) if card >= 0]
    cards, n = cards_name(found, say), len(found)
    return say.count(
        "Round {number}: {cards} is turned up.",
        "Round {number}: {cards} are turned up.",
        n, number=event.number, cards=cards,
    )  # fmt: skip


def chose(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """A card is laid face-down, which only its owner knows."""
    if event.card < 0:
        return say("{player} has chosen a card.", **gaps)
    return say("{player} chooses {card}.", **gaps)


def shown(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    cards = (event.zero, event.one, event.two, event.three)
    played = [
        say("{name} {card}", name=name, card=card_name(card, say))
        for name, card in zip(event.names, cards, strict=False)
        if card >= 0
    ]
    return say("The cards are revealed: {list}.", list=listed_words(played, say))


def dropped(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """A card, with or without a token, on a column."""
    if event.owner == NOTHING:
        return say("{card} drops on {column}.", **gaps)
    return say("{card} drops on {column} with the token of {owner}.", **gaps)


def lot(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    gaps["lot"] = sentence_case(gaps["lot"])
    if len(list(bits_of(event.players))) == 1:
        return say("{lot} goes to {players}: {cards} cards.", **gaps)
    return say(
        "{lot} of {cards} cards is shared by {players}: {each} each, {rest} discarded.", **gaps
    )


def shared(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    return say(
        "{player} shares the multicolours: {own} kept, {others} given, {rest} discarded.",
        others=event.second + event.third + event.fourth,
        **gaps,
    )


def won(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    counts = zip(event.names, (event.zero, event.one, event.two, event.three), strict=False)
    winners = [say("{name} ({n})", name=name, n=n) for name, n in counts if n]
    if not winners:
        return say("Nobody wins a card; discarded: {n}.", n=event.rest)
    text = say("Won: {list}.", list=listed_words(winners, say))
    return text + " " + say("Discarded: {n}.", n=event.rest) if event.rest else text


def tied(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """The automaton's best actions are equally good (SH-109)."""
    other = event.names[0]
    return say("{player} has several best uses of {card}: {other} decides.", other=other, **gaps)


def swapped(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """Two cards of one column, or of two that are side by side."""
    columns = sorted({event.cell // COLUMN, (event.cell + event.apart) // COLUMN})
    where = listed_words([column_name(column, say) for column in columns], say)
    return say("{player} swaps {card} and {other} in {column}.", column=where, **gaps)


def ended(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    if len(list(bits_of(event.players))) > 1:
        return say("The victory is shared by {players}. Hands are discarded.", **gaps)
    return say("{player} wins the match. Hands are discarded.", player=gaps["players"])


SENTENCES = Sentences(
    Happening,
    {
        CARD: card_name,
        PLACE: card_name,
        BACK: back_name,
        COLUMN_NUMBER: column_name,
        SUIT: lot_name,
    },
    {
        Happening.DEALT: mark("The cards are dealt: {columns} columns."),
        Happening.TURNED_UP: turned_up,
        Happening.SORTED_THREE: mark("They are laid in ascending order."),
        Happening.ARROW: By(
            "direction",
            mark("The arrow points right: play goes from left to right."),
            mark("The arrow points left: play goes from right to left."),
        ),
        Happening.CHOSE: chose,
        Happening.AUTOMATON_LAID: mark(
            "The automaton lays {back}. On top of its deck there is now {next}."
        ),
        Happening.SHOWN: shown,
        Happening.SORTED_ROW: mark("All cards are sorted."),
        Happening.DROPPED: dropped,
        Happening.NO_LOT: mark("{player} has no lot with {card} and takes the token back."),
        Happening.STAYED: mark("{player} has no lot with {card}; the token stays."),
        Happening.MARKED: By(
            "chain",
            mark("{player} has a lot: {cards} cards."),
            mark("{player} wins what is new: {cards} cards."),
        ),
        Happening.LOT: lot,
        Happening.SHARED: shared,
        Happening.WON: won,
        Happening.TOOK_BACK: mark("{players}: the token goes back."),
        Happening.FELL: mark("Cards fall in {column}: {cards}."),
        Happening.DREW: By(
            "pile",
            mark("{player} draws {card} from the Action pile."),
            mark("{player} draws {card} from the Reserve."),
        ),
        Happening.NONE_LEFT: mark("There is no card left for {player} to draw."),
        Happening.ACTS: mark("{player} may use {card}."),
        Happening.DECLINED: mark("{player} does not use {card}."),
        Happening.ATE: mark("{player} eats {card} from {column}."),
        Happening.JUMPED: mark("{player} lets {card} jump from {column} to {target}."),
        Happening.SWAPPED: swapped,
        Happening.LIFTED: By(
            "down",
            mark("{player} puts {card} from the foot of {column} on its top."),
            mark("{player} puts {card} from the top of {column} to its foot."),
        ),
        Happening.RESTOCKED: By(
            "pile",
            mark("{column} is empty and gets {card} from the Action pile."),
            mark("{column} is empty and gets {card} from the Reserve."),
        ),
        Happening.AUTOMATON_DRAWS: mark(
            "The automaton has won no card and gets {back} on top of its deck."
        ),
        Happening.ENDED: ended,
        Happening.TIED: tied,
    },
)


def event_text(s: State, names: Sequence[str] = SEAT_NAMES, say: Words = ENGLISH) -> str:
    """The last event as a sentence, as far as this record knows it."""
    return sentence_case(SENTENCES(s, player_names(s, names, say), say))
