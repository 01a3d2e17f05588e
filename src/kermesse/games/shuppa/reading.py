"""Reading a position of Shuppa from the lines that `placement.py` writes.

A text is taken whole, or refused by what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np

from kermesse.core.bits import bit
from kermesse.core.errors import SetupRefused, UnreadablePosition, brief
from kermesse.core.record import NOTHING, UNKNOWN, Record, Records, tell
from kermesse.games.shuppa.components import (
    CARDS,
    HALF,
    MOST_COLUMNS,
    MOST_SEATS,
    REVEALED,
)
from kermesse.games.shuppa.consistency import check, check_cards, check_history, demand
from kermesse.games.shuppa.deck import LEVELS
from kermesse.games.shuppa.placement import BACK_WORDS, CELL_SETS, WORDED, numbers, usual
from kermesse.games.shuppa.rules.cards import cards_in, of_back, undecided
from kermesse.games.shuppa.rules.lots import columns
from kermesse.games.shuppa.rules.record import (
    ACTION_BACK,
    COLUMN,
    NORMAL_BACK,
    OPTIONS,
    Happening,
    Phase,
)
from kermesse.games.shuppa.rules.sharing import VECTORS
from kermesse.games.shuppa.scoring import players
from kermesse.games.shuppa.words import vector_code

OPTION_NAMES = tuple(option.name for option in OPTIONS)
CARD = re.compile(r"(\d+)(?:\*(\d))?", re.ASCII)
UNSEEN = re.compile(r"(\d+)\?([na])", re.ASCII)
CELL = re.compile(r"(\d):(\d+)", re.ASCII)
COLUMNS = re.compile(r"\[([^\[\]]*)\]")


def read_position(text: str, blank: Records) -> None:
    """Fill a fresh record from text; the record is untouched unless play can lead there."""
    batch = blank.copy()
    fill(text, batch)
    check_history(batch[0])
    blank[:] = batch


def fill(text: str, blank: Records) -> None:
    """The same for any text that can be played on from, whether or not play can lead there."""
    batch = blank.copy()
    s = batch[0]
    lines = dict(entries(text))
    for name in ("zone", "row", "token", "chosen", "answers", "tops"):
        s[name][:] = NOTHING
    for name, (_, fresh) in WORDED.items():
        s[name] = fresh
    s.seats = value_of(numbers(MOST_SEATS), "seats", lines.pop("seats"))
    demand(s.seats > 0, "seats cannot be '0'")
    piles = {name: lines.pop(name, None) for name in ("reserve", "action_pile")}
    due = lines.pop("due", None)
    for name in sorted(lines, key=lambda name: name not in (*WORDED, *OPTION_NAMES)):
        reader(name)(s, name, lines[name])
    place_tokens(s)
    if due is None:
        s.due = usual(s, "due")
    else:
        read_members(s, "due", due)
    s.over = int(s.phase == Phase.OVER)
    check_cards(s)
    fill_piles(s, piles)
    check(s)
    tell(s, Happening.DEALT, columns(s), s.bonbonniere, s.reserve, s.action_pile)
    blank[:] = batch


def entries(text: str) -> Iterator[tuple[str, str]]:
    """The `name: value` pairs of the text."""
    seen = set()
    for line in text.splitlines():
        name, colon, value = line.strip().partition(":")
        if not name:
            continue
        demand(colon, f"expected a line 'name: value', not {brief(name)}")
        demand(name not in seen, f"{brief(name)} is given twice")
        seen.add(name)
        yield name, value.strip()
    for name in ("seats", "zone"):
        demand(name in seen, f"{name!r} is missing")


def reader(name: str) -> Callable[[Record, str, str], None]:
    """The function that reads the value of a line."""
    readers: dict[str, Callable[[Record, str, str], None]] = {
        **dict.fromkeys(WORDED, read_word),
        **dict.fromkeys(OPTION_NAMES, read_option),
        **dict.fromkeys(CELL_SETS, read_cells),
        **{f"hand {seat}": read_hand for seat in range(MOST_SEATS)},
        **{f"won {player}": read_won for player in range(MOST_SEATS)},
        **{f"token {player}": read_token for player in range(MOST_SEATS)},
        "waiting": read_members,
        "falling": read_columns,
        "zone": read_zone,
        "row": read_row,
        "chosen": read_chosen,
        "answers": read_answers,
        "discard": read_discard,
        "deck": read_deck_counts,
        "tops": read_tops,
    }
    demand(name in readers, f"no line {brief(name)} in a position of Shuppa")
    return readers[name]


def value_of(words: dict[int, str], name: str, value: str) -> int:
    """The number that a word stands for."""
    for number, known in words.items():
        if value == known:
            return number
    raise UnreadablePosition(f"{name} cannot be {brief(value)}")


def read_word(s: Record, name: str, value: str) -> None:
    """A line whose value is one word."""
    s[name] = value_of(WORDED[name][0], name, value)


def read_option(s: Record, name: str, value: str) -> None:
    """An option that differs from its default."""
    option = OPTIONS[OPTION_NAMES.index(name)]
    try:
        s[name] = option.code(option.read(value))
    except SetupRefused as refused:
        raise UnreadablePosition(str(refused)) from None


def read_members(s: Record, name: str, value: str) -> None:
    """A set of players."""
    s[name] = 0
    for mark in value.replace("..", "").split():
        s[name] = int(s[name]) | bit(value_of(numbers(players(s) - 1), name, mark))


def read_columns(s: Record, name: str, value: str) -> None:
    """A set of columns, counted from 1."""
    for mark in value.split():
        column = value_of(numbers(columns(s)), name, mark) - 1
        demand(column >= 0, f"{name} cannot be {brief(mark)}")
        s[name] = int(s[name]) | bit(column)


def read_cells(s: Record, name: str, value: str) -> None:
    """A set of cells."""
    for mark in value.split():
        found = CELL.fullmatch(mark)
        inside = found and 1 <= int(found[1]) <= columns(s) and int(found[2]) < LEVELS
        demand(inside, f"{name} cannot hold {brief(mark)}")
        cell = COLUMN * (int(found[1]) - 1) + int(found[2])  # type: ignore[index]
        s[name][cell // 64] |= np.int64(bit(cell % 64))


def card_of(name: str, mark: str) -> int:
    """A card by its number."""
    good = mark.isascii() and mark.isdigit() and len(mark) < 4 and 1 <= int(mark) <= CARDS
    demand(good, f"{name} cannot hold {brief(mark)}")
    return int(mark) - 1


def card_with_token(s: Record, name: str, mark: str) -> int:
    """A card, and the player whose token is on it."""
    found = CARD.fullmatch(mark)
    demand(found, f"{name} cannot hold {brief(mark)}")
    number, owner = found.groups()  # type: ignore[union-attr]
    card = card_of(name, number)
    if owner:
        player = value_of(numbers(players(s) - 1), f"the token on {number}", owner)
        demand(s.token[player] == NOTHING, f"player {player} has two tokens")
        s.token[player] = card
    return card


def read_zone(s: Record, name: str, value: str) -> None:
    """The columns, each from its foot up."""
    demand(
        not COLUMNS.sub("", value).strip(), f"zone is written like [1 2] [3], not {brief(value)}"
    )
    found = COLUMNS.findall(value)
    demand(len(found) == columns(s), f"zone has {columns(s)} columns, not {len(found)}")
    for column, cards in enumerate(found):
        marks = cards.split()
        demand(len(marks) <= LEVELS, f"a column has room for {LEVELS} cards, not {len(marks)}")
        for level, mark in enumerate(marks):
            if mark != "..":
                s.zone[COLUMN * column + level] = card_with_token(s, name, mark)


def read_row(s: Record, name: str, value: str) -> None:
    """The cards above the zone."""
    marks = value.split()
    demand(len(marks) <= columns(s), f"row has room for {columns(s)} cards, not {len(marks)}")
    for place, mark in enumerate(marks):
        if mark != "..":
            s.row[place] = card_with_token(s, name, mark)


def read_token(s: Record, name: str, value: str) -> None:
    """A token on a card that has left the zone, and the column where it was."""
    player, parts = int(name[-1]), value.split()
    demand(len(parts) == 2 and player < players(s), f"{name} cannot be {brief(value)}")
    demand(s.token[player] == NOTHING, f"player {player} has two tokens")
    s.token[player] = card_of(name, parts[0])
    s.stand[player] = value_of(numbers(columns(s)), name, parts[1]) - 1
    demand(s.stand[player] >= 0, f"{name} cannot be {brief(value)}")


def place_tokens(s: Record) -> None:
    """The column of every token that lies in the zone."""
    cells = {int(card): cell for cell, card in enumerate(s.zone) if card >= 0}
    for player in range(players(s)):
        if s.token[player] in cells:
            s.stand[player] = cells[int(s.token[player])] // COLUMN


def read_hand(s: Record, name: str, value: str) -> None:
    """The cards of a hand, named or not."""
    seat = int(name[-1])
    demand(seat < s.seats, f"{name} has no player among {s.seats} seats")
    for mark in value.split():
        if found := UNSEEN.fullmatch(mark):
            demand(len(found[1]) < 3, f"{name} cannot hold {brief(mark)}")
            s.unseen[seat, "na".index(found[2])] += int(found[1])
        else:
            add_card(s.hand[seat], card_of(name, mark), name)


def add_card(halves: Records, card: int, name: str) -> None:
    """One more card in a set."""
    place = bit(card % HALF)
    demand(not int(halves[card // HALF]) & place, f"{name} holds {card + 1} twice")
    halves[card // HALF] |= np.int64(place)


def read_won(s: Record, name: str, value: str) -> None:
    """A PV pile."""
    player = int(name[-1])
    demand(player < players(s), f"{name} has no player among {players(s)}")
    for mark in value.split():
        add_card(s.won[player], card_of(name, mark), name)


def read_discard(s: Record, name: str, value: str) -> None:
    """The cards that have left the game."""
    for mark in value.split():
        add_card(s.discard, card_of(name, mark), name)


def read_chosen(s: Record, name: str, value: str) -> None:
    """The card that each player has laid face-down."""
    marks = value.split()
    demand(len(marks) == players(s), f"chosen has {players(s)} entries, not {len(marks)}")
    known = {"..": NOTHING, "??": UNKNOWN}
    for player, mark in enumerate(marks):
        s.chosen[player] = known[mark] if mark in known else card_of(name, mark)


def read_answers(s: Record, name: str, value: str) -> None:
    """The shares chosen so far."""
    given = [" ".join(part.split()) for part in value.split("|")]
    known = {vector_code(vector): vector for vector in range(len(VECTORS))}
    demand(len(given) <= len(s.answers), f"answers has room for {len(s.answers)}")
    for place, code in enumerate(given):
        demand(code in known, f"answers cannot hold {brief(code)}")
        s.answers[place] = known[code]


def read_deck_counts(s: Record, name: str, value: str) -> None:
    """How many Normal and Action cards the automaton's deck has."""
    marks = value.split()
    demand(len(marks) == 2, f"{name} has 2 numbers, not {len(marks)}")
    s.deck[:] = [value_of(numbers(MOST_COLUMNS + 8), name, mark) for mark in marks]


def read_tops(s: Record, name: str, value: str) -> None:
    """The backs of the topmost cards of the automaton's deck."""
    marks = value.split()
    demand(len(marks) == 2, f"{name} has 2 backs, not {len(marks)}")
    s.tops[:] = [value_of(BACK_WORDS, name, mark) for mark in marks]


def fill_piles(s: Record, given: dict[str, str | None]) -> None:
    """What lies nowhere is in the piles: so many rounds in the Bonbonnière, the rest beside it."""
    s.bonbonniere = REVEALED * (int(s.rounds) - int(s.number)) + 1
    demand(s.number <= s.rounds, f"there are {s.rounds} rounds, not {s.number}")
    s.reserve = loose(s, NORMAL_BACK) - int(s.bonbonniere)
    s.action_pile = loose(s, ACTION_BACK)
    for name, value in given.items():
        demand(s[name] >= 0, f"there are not enough cards for {name}")
        demand(value in (None, str(s[name])), f"{s[name]} cards are left for {name}, not {value}")


def loose(s: Record, back: int) -> int:
    """How many cards of a back are in the piles."""
    held = int(s.unseen[:, back].sum()) + int(s.deck[back]) + int(s.laid == back)
    return cards_in(of_back(undecided(s), back)) - held
