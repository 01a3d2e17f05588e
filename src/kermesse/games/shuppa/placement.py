"""Positions of Shuppa as text, both ways.

One `name: value` a line; a line left out means the value of a fresh turn. Cards are written by
their numbers; the zone column by column from the foot up, `[1 2*0] [3]`, where `*0` is the token of
player 0 and `..` a gap. `7?n 2?a` are seven Normal and two Action cards that are not seen.
Cells are written `column:level`. What lies nowhere is in the piles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np

from kermesse.core.bits import bit, has
from kermesse.core.errors import SetupRefused, UnreadablePosition, brief
from kermesse.core.options import word
from kermesse.core.record import NOTHING, SPECTATOR, TABLE, UNKNOWN, Record, Records, tell
from kermesse.games.shuppa.components import (
    CARDS,
    HALF,
    MOST_COLUMNS,
    MOST_ROUNDS,
    MOST_SEATS,
    REVEALED,
)
from kermesse.games.shuppa.consistency import check, check_cards, demand
from kermesse.games.shuppa.deck import LEVELS
from kermesse.games.shuppa.rules.cards import cards_in, of_back, undecided
from kermesse.games.shuppa.rules.lots import columns
from kermesse.games.shuppa.rules.record import (
    ACTION_BACK,
    CELLS,
    COLUMN,
    NORMAL_BACK,
    OPTIONS,
    Happening,
    Phase,
)
from kermesse.games.shuppa.rules.sharing import VECTORS
from kermesse.games.shuppa.scoring import players
from kermesse.games.shuppa.words import cell_code, vector_code

PLAYER_WORDS = {player: str(player) for player in range(MOST_SEATS)}
VIEWERS = {TABLE: "table", SPECTATOR: "spectator"} | PLAYER_WORDS
PHASES = {int(phase): phase.name.lower() for phase in Phase}
YES_NO = {0: "no", 1: "yes"}
ARROW_WORDS = {NOTHING: "..", 0: "right", 1: "left"}
BACK_WORDS = {NOTHING: "..", NORMAL_BACK: "normal", ACTION_BACK: "action"}


def numbers(last: int) -> dict[int, str]:
    """The words of the numbers up to ``last``."""
    return {n: str(n) for n in range(last + 1)}


# field: the words of its values, and the value of a fresh round
WORDED: dict[str, tuple[dict[int, str], int]] = {
    "viewer": (VIEWERS, TABLE),
    "phase": (PHASES, int(Phase.PLAY)),
    "number": (numbers(MOST_ROUNDS), 1),
    "arrow": (ARROW_WORDS, 0),
    "rights": (numbers(MOST_ROUNDS), 0),
    "acting": (YES_NO, 0),
    "active": ({NOTHING: ".."} | PLAYER_WORDS, NOTHING),
    "gain": (numbers(CARDS), 0),
    "chain": (numbers(CARDS), 0),
    "best": (numbers(CARDS), 0),
    "lot": (numbers(CARDS), 0),
    "column": (numbers(MOST_COLUMNS), 0),
    "laid": (BACK_WORDS, NOTHING),
    "automaton_won": (YES_NO, 0),
}
SETS = ("due", "waiting")
CELL_SETS = ("marked", "coming")
OPTION_NAMES = tuple(option.name for option in OPTIONS)
CARD = re.compile(r"(\d+)(?:\*(\d))?", re.ASCII)
UNSEEN = re.compile(r"(\d+)\?([na])", re.ASCII)
CELL = re.compile(r"(\d):(\d+)", re.ASCII)
COLUMNS = re.compile(r"\[([^\[\]]*)\]")

# --- writing ------------------------------------------------------------------------------------


def position_text(s: Record) -> str:
    """A position or a view as lines of text."""
    lines = [f"seats: {s.seats}"]
    lines += [
        f"{name}: {words[int(s[name])]}"
        for name, (words, fresh) in WORDED.items()
        if s[name] != fresh
    ]
    lines += [f"{name}: {members(int(s[name]))}" for name in SETS if s[name] != usual(s, name)]
    lines += [f"{name}: {cells_text(s[name])}" for name in CELL_SETS if s[name].any()]
    if s.falling:
        lines.append(f"falling: {members(int(s.falling), 1)}")
    lines += [f"{name}: {text}" for name, text in rare_lines(s)]
    chosen = [(option, option.value(s[option.name])) for option in OPTIONS]
    lines += [f"{option.name}: {word(v)}" for option, v in chosen if v != option.default]
    lines.append(f"zone: {' '.join(column_text(s, column) for column in range(columns(s)))}")
    if (s.row != NOTHING).any():
        lines.append(f"row: {' '.join(card_text(s, int(card)) for card in s.row)}".rstrip(" ."))
    lines += [f"hand {seat}: {hand_text(s, seat)}".rstrip() for seat in range(s.seats)]
    lines += [f"won {p}: {heap_text(s.won[p])}" for p in range(players(s)) if s.won[p].any()]
    if s.discard.any():
        lines.append(f"discard: {heap_text(s.discard)}")
    lines += [f"reserve: {s.reserve}", f"action_pile: {s.action_pile}"]
    return "\n".join(lines) + "\n"


def rare_lines(s: Record) -> Iterator[tuple[str, str]]:
    """Sealed choices, tokens on cards that have left, answers, and the automaton's deck."""
    if (s.chosen != NOTHING).any():
        marks = {NOTHING: "..", UNKNOWN: "??"}
        yield "chosen", " ".join(marks.get(int(c), str(c + 1)) for c in s.chosen[: players(s)])
    for player in range(players(s)):
        if s.token[player] >= 0 and s.token[player] not in [*s.zone, *s.row]:
            yield f"token {player}", f"{s.token[player] + 1} {s.stand[player] + 1}"
    answers = [int(answer) for answer in s.answers if answer != NOTHING]
    if answers:
        yield "answers", " | ".join(vector_code(answer) for answer in answers)
    if s.seats == 1:
        yield "deck", f"{s.deck[NORMAL_BACK]} {s.deck[ACTION_BACK]}"
        yield "tops", " ".join(BACK_WORDS[int(back)] for back in s.tops)


def members(some: int, start: int = 0) -> str:
    """The members of a set, counted from ``start``."""
    return " ".join(str(i + start) for i in range(MOST_COLUMNS) if has(some, i)) or ".."


def usual(s: Record, name: str) -> int:
    """What a set of players is unless a line says otherwise."""
    if name == "waiting":
        return 0
    if s.phase == Phase.PLAY:
        return sum(bit(seat) for seat in range(s.seats) if s.chosen[seat] == NOTHING)
    if s.phase == Phase.TIE:
        return bit(0)
    deciding = s.phase in (Phase.SHARE, Phase.EFFECT) and s.active >= 0
    return bit(s.active) if deciding else 0


def cells_text(halves: Records) -> str:
    """A set of cells."""
    found = [cell for cell in range(CELLS) if has(halves[cell // 64], cell % 64)]
    return " ".join(map(cell_code, found))


def card_text(s: Record, card: int) -> str:
    """A card by its number, with the token on it."""
    if card < 0:
        return ".."
    owners = [player for player in range(players(s)) if s.token[player] == card]
    return f"{card + 1}*{owners[0]}" if owners else f"{card + 1}"


def column_text(s: Record, column: int) -> str:
    """A column from its foot up."""
    cards = [int(card) for card in s.zone[COLUMN * column : COLUMN * (column + 1)]]
    while cards and cards[-1] == NOTHING:
        cards.pop()
    return f"[{' '.join(card_text(s, card) for card in cards)}]"


def heap_cards(halves: Records) -> list[int]:
    """The cards of a set."""
    return [card for card in range(CARDS) if has(halves[card // HALF], card % HALF)]


def heap_text(halves: Records) -> str:
    """The numbers of a set of cards."""
    return " ".join(str(card + 1) for card in heap_cards(halves))


def hand_text(s: Record, seat: int) -> str:
    """A hand: the cards that are named, and how many are not."""
    parts = [heap_text(s.hand[seat])]
    parts += [f"{n}?{back}" for n, back in zip(s.unseen[seat], "na", strict=True) if n]
    return " ".join(part for part in parts if part)


# --- reading ------------------------------------------------------------------------------------


def read_position(text: str, blank: Records) -> None:
    """Fill a fresh record from text; the record is untouched unless all of it can be read."""
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
    for player in range(players(s)):
        for cell in range(CELLS):
            if s.token[player] >= 0 and s.zone[cell] == s.token[player]:
                s.stand[player] = cell // COLUMN


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
