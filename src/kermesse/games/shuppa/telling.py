"""What happens in Shuppa, told in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from kermesse.core.record import NOTHING, Record
from kermesse.core.words import Words, mark, sentence_case, untold
from kermesse.games.shuppa.components import MOST_SEATS, RIGHT
from kermesse.games.shuppa.rules.record import ACTION_PILE, COLUMN, Happening
from kermesse.games.shuppa.scoring import players
from kermesse.games.shuppa.words import (
    LOT_WORDS,
    back_name,
    card_name,
    cards_name,
    column_name,
    listed_words,
    player_name,
    players_name,
)

RESTOCKED = {
    True: mark("{column} is empty and gets {card} from the Action pile."),
    False: mark("{column} is empty and gets {card} from the Reserve."),
}


def row_text(s: Record, names: Sequence[str], say: Words) -> str:
    """Phases 1 to 3."""
    a, b, c, d = (int(arg) for arg in s.event_args[:4])
    match Happening(s.event):
        case Happening.DEALT:
            return say("The cards are dealt: {columns} columns.", columns=a)
        case Happening.TURNED_UP:
            found = [card for card in (a, b, c) if card != NOTHING]
            cards, n = cards_name(found, say), len(found)
            return say.count(
                "Round {number}: {cards} is turned up.",
                "Round {number}: {cards} are turned up.",
                n,
                number=d,
                cards=cards,
            )
        case Happening.SORTED_THREE:
            return say("They are laid in ascending order.")
        case Happening.ARROW if a == RIGHT:
            return say("The arrow points right: play goes from left to right.")
        case Happening.ARROW:
            return say("The arrow points left: play goes from right to left.")
        case Happening.CHOSE if b < 0:
            return say("{name} has chosen a card.", name=names[a])
        case Happening.CHOSE:
            return say("{name} chooses {card}.", name=names[a], card=card_name(b, say))
        case Happening.AUTOMATON_LAID:
            return say(
                "The automaton lays {card}. On top of its deck there is now {next}.",
                card=back_name(a, say),
                next=back_name(b, say),
            )
        case Happening.SHOWN:
            return shown_text(s, names, say)
        case Happening.SORTED_ROW:
            return say("All cards are sorted.")
        case Happening.DROPPED:
            return dropped_text(s, names, say)
        case other:
            raise untold(other)


def shown_text(s: Record, names: Sequence[str], say: Words) -> str:
    """Who has played what."""
    played = [
        say(
            "{name} {card}",
            name=player_name(s, player, names, say),
            card=card_name(int(s.event_args[player]), say),
        )
        for player in range(players(s))
    ]
    return say("The cards are revealed: {list}.", list=listed_words(played, say))


def dropped_text(s: Record, names: Sequence[str], say: Words) -> str:
    """A card, with or without a token, on a column."""
    card, column, _, owner = (int(arg) for arg in s.event_args[:4])
    gaps = {"card": sentence_case(card_name(card, say)), "column": column_name(column, say)}
    if owner == NOTHING:
        return say("{card} drops on {column}.", **gaps)
    who = player_name(s, owner, names, say)
    return say("{card} drops on {column} with the token of {name}.", name=who, **gaps)


def win_text(s: Record, names: Sequence[str], say: Words) -> str:
    """Phase 4, and every cascade."""
    a, b, c = (int(arg) for arg in s.event_args[:3])
    match Happening(s.event):
        case Happening.TOOK_BACK:
            who = sentence_case(players_name(s, a, names, say))
            return say("{names}: the token goes back.", names=who)
        case Happening.FELL:
            gaps = {"column": column_name(a, say)}
            return say("Cards fall in {column}: {n}.", n=b, **gaps)
        case Happening.LOT:
            return lot_text(s, names, say)
        case Happening.WON:
            return won_text(s, names, say)
        case Happening.NONE_LEFT:
            name = player_name(s, a, names, say)
            return say("There is no card left for {name} to draw.", name=name)
    gaps = {"name": sentence_case(player_name(s, a, names, say))}
    match Happening(s.event):
        case Happening.NO_LOT:
            gaps["card"] = card_name(b, say)
            return say("{name} has no lot with {card} and takes the token back.", **gaps)
        case Happening.STAYED:
            gaps["card"] = card_name(b, say)
            return say("{name} has no lot with {card}; the token stays.", **gaps)
        case Happening.MARKED if c:
            return say("{name} wins what is new: {n} cards.", n=b, **gaps)
        case Happening.MARKED:
            return say("{name} has a lot: {n} cards.", n=b, **gaps)
        case Happening.SHARED:
            return shared_text(s, gaps["name"], say)
        case Happening.DREW:
            return drew_text(s, gaps["name"], say)
        case other:
            raise untold(other)


def lot_text(s: Record, names: Sequence[str], say: Words) -> str:
    """Who gets how much of a lot."""
    _, colour, cards, involved, each, rest = (int(arg) for arg in s.event_args)
    lot = sentence_case(say(LOT_WORDS[colour]))
    who = players_name(s, involved, names, say)
    if involved & (involved - 1) == 0:
        return say("{lot} goes to {names}: {n} cards.", lot=lot, names=who, n=cards)
    return say(
        "{lot} of {n} cards is shared by {names}: {each} each, {rest} discarded.",
        lot=lot, n=cards, names=who, each=each, rest=rest,
    )  # fmt: skip


def shared_text(s: Record, name: str, say: Words) -> str:
    """Who gets the multicolours."""
    own, *others, rest = (int(arg) for arg in s.event_args[1:])
    return say(
        "{name} shares the multicolours: {own} kept, {others} given, {rest} discarded.",
        name=name, own=own, others=sum(others), rest=rest,
    )  # fmt: skip


def won_text(s: Record, names: Sequence[str], say: Words) -> str:
    """The cards that each player gets."""
    counts = [int(arg) for arg in s.event_args[1:]]
    won = [
        say("{name} ({n})", name=player_name(s, player, names, say), n=n)
        for player, n in enumerate(counts[:MOST_SEATS])
        if n
    ]
    if not won:
        return say("Nobody wins a card; discarded: {n}.", n=counts[-1])
    text = say("Won: {list}.", list=listed_words(won, say))
    if counts[-1] == 0:
        return text
    return text + " " + say("Discarded: {n}.", n=counts[-1])


def drew_text(s: Record, name: str, say: Words) -> str:
    """A card drawn, and from where."""
    card = card_name(int(s.event_args[1]), say)
    if s.event_args[2] == ACTION_PILE:
        return say("{name} draws {card} from the Action pile.", name=name, card=card)
    return say("{name} draws {card} from the Reserve.", name=name, card=card)


def action_text_of(s: Record, names: Sequence[str], say: Words) -> str:
    """Phase 5."""
    player, card, c, d = (int(arg) for arg in s.event_args[:4])
    gaps = {
        "name": sentence_case(player_name(s, player, names, say)),
        "card": card_name(card, say),
    }
    match Happening(s.event):
        case Happening.ACTS:
            return say("{name} may use {card}.", **gaps)
        case Happening.TIED:
            other = player_name(s, 0, names, say)
            return say(
                "{name} has several best uses of {card}: {other} decides.", other=other, **gaps
            )
        case Happening.DECLINED:
            return say("{name} does not use {card}.", **gaps)
        case Happening.ATE:
            return say("{name} eats {card} from {column}.", column=column_name(c, say), **gaps)
        case Happening.JUMPED:
            return say(
                "{name} lets {card} jump from {column} to {target}.",
                column=column_name(c, say), target=column_name(d, say), **gaps,
            )  # fmt: skip
        case Happening.SWAPPED:
            return say(
                "{name} swaps {card} and {other} in {column}.",
                other=card_name(c, say), column=columns_swapped(s, say), **gaps,
            )  # fmt: skip
        case Happening.LIFTED if d:
            return say(
                "{name} puts {card} from the top of {column} to its foot.",
                column=column_name(c, say),
                **gaps,
            )
        case Happening.LIFTED:
            return say(
                "{name} puts {card} from the foot of {column} on its top.",
                column=column_name(c, say),
                **gaps,
            )
        case other:
            raise untold(other)


def columns_swapped(s: Record, say: Words) -> str:
    """The column, or the two columns, of a swap."""
    cell, apart = int(s.event_args[3]), int(s.event_args[4])
    one = column_name(cell // COLUMN, say)
    if apart == 1:
        return one
    return listed_words([one, column_name(cell // COLUMN + 1, say)], say)


def end_text(s: Record, names: Sequence[str], say: Words) -> str:
    """The end of a round, and of the match."""
    a, b, c = (int(arg) for arg in s.event_args[:3])
    match Happening(s.event):
        case Happening.RESTOCKED:
            gaps = {"column": column_name(a, say), "card": card_name(b, say)}
            return sentence_case(say(RESTOCKED[c == ACTION_PILE], **gaps))
        case Happening.AUTOMATON_DRAWS:
            back = back_name(a, say)
            return say(
                "The automaton has won no card and gets {card} on top of its deck.", card=back
            )
        case Happening.ENDED:
            who = players_name(s, a, names, say)
            if a & (a - 1):
                return say("The victory is shared by {names}. Hands are discarded.", names=who)
            return say("{name} wins the match. Hands are discarded.", name=sentence_case(who))
        case other:
            raise untold(other)
