"""Positions of Moon River as text, both ways: every field has a line, in any order.

    seats: 3
    phase: expand
    round: 5
    active: 1
    newer: Dn@0 .. K3 Ac@2
    saloon: trapper trapper farmer
    reserve 1: D0 Cn
    ranch 1:
    Dn    D0*1  #     Aco*1/farmer  .
    .     Ds    .     .             .

A cell of a ranch shows its piece, `*` and its cows, `/` and the specialist on its token, with
`.cowboy` if that lies on its other side. What is named nowhere lies in box, stack and supply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kermesse.core.bits import bit, has, lowest
from kermesse.core.errors import SetupRefused, UnreadablePosition, brief
from kermesse.core.options import Option, word
from kermesse.core.record import NOTHING, SPECTATOR, TABLE, Record, Records
from kermesse.games.moon_river.components import (
    CELLS,
    CENTRE,
    COLOUR_WORDS,
    COLUMN,
    COLUMNS,
    COPIES,
    COWS,
    DOMINO,
    KINDS,
    MOST_HELD,
    PIECE_CODES,
    PIECES,
    RECRUITS,
    ROUNDS,
    ROWS,
    SEATS,
    SHOWN,
    SPECIALISTS,
    TILES,
    TOKENS,
)
from kermesse.games.moon_river.consistency import check_history, check_position
from kermesse.games.moon_river.rules import ask
from kermesse.games.moon_river.rules.record import NEWER, OLDER, OPTIONS, Happening, Phase
from kermesse.games.moon_river.rules.sheet import LINES
from kermesse.games.moon_river.words import SCENARIO_WORDS, SPECIALIST_WORDS, cell_text

SEAT_WORDS = {seat: str(seat) for seat in range(SEATS)}
NOBODY = {NOTHING: ".."}
CELL_WORDS = {cell: cell_text(cell) for cell in range(CELLS)}
KIND_WORDS = dict(enumerate(PIECE_CODES[:KINDS]))
TILE_WORDS = {tile: str(tile + 1) for tile in range(TILES)}
PIECES_BY_CODE = {code: piece for piece, code in enumerate(PIECE_CODES)}
RECRUIT_WORDS = {
    recruit: SPECIALIST_WORDS[recruit // SHOWN] + (".cowboy" if recruit % SHOWN else "")
    for recruit in range(RECRUITS)
}


def numbers(last: int) -> dict[int, str]:
    """Whole numbers as words."""
    return {n: str(n) for n in range(last + 1)}


# line: the field, the words of its values, the value if the line is left out
WORDED: dict[str, tuple[str, dict[int, str], int]] = {
    "viewer": ("viewer", {TABLE: "table", SPECTATOR: "spectator"} | SEAT_WORDS, TABLE),
    "phase": ("phase", {int(phase): phase.name.lower() for phase in Phase}, NOTHING),
    "round": ("round_number", numbers(ROUNDS), 0),
    "turn": ("turn", numbers(COLUMN), 0),
    "active": ("active", NOBODY | SEAT_WORDS, NOTHING),
    "plan": ("plan", dict(enumerate(SCENARIO_WORDS)), 0),
    "emptying": ("emptying", {0: "no", 1: "yes"}, 0),
    "drawn": ("drawn", numbers(COLUMN), 0),
    "circle": ("circle", NOBODY | CELL_WORDS, NOTHING),
    "steps_left": ("steps_left", numbers(5), 0),
    "tile": ("tile", NOBODY | TILE_WORDS, NOTHING),
    "side": ("side", NOBODY | dict(enumerate(PIECE_CODES[KINDS:], start=KINDS)), NOTHING),
    "tallied": ("tallied", numbers(LINES), 0),
    "strays": ("strays", numbers(COWS), 0),
}
# line: the words of the members of its set
SETS = {
    "tiles": TILE_WORDS,
    "tiles_gone": TILE_WORDS,
    "reached": SEAT_WORDS,
    "cows_due": CELL_WORDS,
    "skulls_due": CELL_WORDS,
    "circles_due": CELL_WORDS,
}
# line: the words of its entries, and how many there are
ROWS_OF: dict[str, tuple[dict[int, str], int]] = {
    "order": (NOBODY | SEAT_WORDS, COLUMN),
    "colour": (NOBODY | dict(enumerate(COLOUR_WORDS)), SEATS),
    "joined": (NOBODY | KIND_WORDS, DOMINO),
}


# --- writing ------------------------------------------------------------------------------------


def position_text(s: Record) -> str:
    """A position or a view as lines of text."""
    lines = [f"seats: {int(s.seats)}"]
    for line, (field, words, fresh) in WORDED.items():
        if s[field] != fresh:
            lines.append(f"{line}: {words[int(s[field])]}")
    for line, (words, _) in ROWS_OF.items():
        if (s[line] != NOTHING).any():
            lines.append(f"{line}: {' '.join(words[int(value)] for value in s[line])}")
    lines += [f"{line}: {text}" for line, text in set_lines(s) if text]
    for option in OPTIONS:
        value = option.value(s[option.name])
        if value != option.default:
            lines.append(f"{option.name}: {word(value)}")
    for line, which in (("older", OLDER), ("newer", NEWER)):
        if (s.column[which] != NOTHING).any():
            lines.append(f"{line}: {column_text(s, which)}")
    for seat in range(s.seats):
        lines += seat_lines(s, seat)
    return "\n".join(lines) + "\n"


def set_lines(s: Record) -> Iterator[tuple[str, str]]:
    """Sets of cells, seats and tiles, and heaps of tokens and plots."""
    for line, words in SETS.items():
        yield line, " ".join(name for n, name in words.items() if has(s[line], n))
    for line, names in (("saloon", SPECIALIST_WORDS), ("removed", PIECE_CODES)):
        heap = [name for name, n in zip(names, s[line], strict=False) for _ in range(n)]
        yield line, " ".join(heap)


def column_text(s: Record, which: int) -> str:
    """The plots of a column from the box on, with the seats of the Rancheros."""
    parts = []
    for kind, seat in zip(s.column[which], s.ranchero[which], strict=True):
        plot = ".." if kind == NOTHING else PIECE_CODES[kind]
        parts.append(plot if seat == NOTHING else f"{plot}@{int(seat)}")
    return " ".join(parts)


def seat_lines(s: Record, seat: int) -> Iterator[str]:
    """The reserve and the ranch of a seat."""
    plots = [PIECE_CODES[kind] for kind in s.reserve[seat] if kind != NOTHING]
    if plots:
        yield f"reserve {seat}: {' '.join(plots)}"
    if s.ranch[seat].any():
        yield f"ranch {seat}:"
        places = [place_text(s, seat, cell, piece) for cell, piece in enumerate(pieces(s, seat))]
        rows = [places[first : first + COLUMNS] for first in range(0, CELLS, COLUMNS)]
        while all(place in ".#" for place in rows[-1]):
            rows.pop()
        widths = [max(len(row[i]) for row in rows) for i in range(COLUMNS)]
        for row in rows:
            yield " ".join(text.ljust(widths[i]) for i, text in enumerate(row)).rstrip()


def pieces(s: Record, seat: int) -> list[int]:
    """What lies on each cell of a ranch; NOTHING where it is free."""
    found = [NOTHING] * CELLS
    for piece in range(PIECES):
        cells = int(s.ranch[seat, piece])
        while cells:
            found[int(lowest(cells))] = piece
            cells &= cells - 1
    return found


def place_text(s: Record, seat: int, cell: int, piece: int) -> str:
    """A cell, the piece on it, its cows and its partner."""
    if piece == NOTHING:
        return "#" if cell == CENTRE else "."
    text = PIECE_CODES[piece]
    if s.cows[seat, cell]:
        text += f"*{int(s.cows[seat, cell])}"
    for recruit, name in RECRUIT_WORDS.items():
        if has(s.partners[seat, recruit], cell):
            text += f"/{name}"
    return text


# --- reading ------------------------------------------------------------------------------------


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
    clear(s)
    for name, values in entries(text):
        reader(name)(s, name, values)
    leave_the_rest(s)
    check_position(s)
    s.over = int(s.phase == Phase.OVER)
    ask(s)
    s.event = Happening.SET_UP
    s.event_args[:] = NOTHING
    s.event_args[:2] = s.seats, s.variant
    blank[:] = batch


def clear(s: Record) -> None:
    """A table on which nothing lies."""
    for field, _, fresh in WORDED.values():
        s[field] = fresh
    for line in (*ROWS_OF, "column", "ranchero", "reserve"):
        s[line][:] = NOTHING


def entries(text: str) -> Iterator[tuple[str, list[str]]]:
    """The lines by name; a ranch has several lines of its own."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        before, colon, value = line.strip().partition(":")
        if colon:
            name = before
            if name in found:
                raise UnreadablePosition(f"{brief(name)} is given twice")
            found[name] = [value] if value.strip() else []
        elif line.strip():
            if not name.startswith("ranch "):
                raise UnreadablePosition(f"expected a line 'name: value', not {brief(line)}")
            found[name].append(line)
    if "seats" not in found or "phase" not in found:
        raise UnreadablePosition("the lines 'seats' and 'phase' are missing")
    first = ("seats", "colours")  # others are read with an eye on them
    yield from sorted(found.items(), key=lambda item: item[0] not in first)


def reader(name: str) -> Callable[[Record, str, list[str]], None]:
    """The function that reads the value of a line."""
    pile, _, seat = name.partition(" ")
    if seat in SEAT_WORDS.values() and pile in ("ranch", "reserve"):
        return read_ranch if pile == "ranch" else read_reserve
    known: dict[str, Callable[[Record, str, list[str]], None]] = {
        "seats": read_seats,
        "saloon": read_heap,
        "removed": read_heap,
        "older": read_column,
        "newer": read_column,
    }
    known |= dict.fromkeys(WORDED, read_word)
    known |= dict.fromkeys(SETS, read_set)
    known |= dict.fromkeys(ROWS_OF, read_row)
    known |= dict.fromkeys((option.name for option in OPTIONS), read_option)
    if name not in known:
        raise UnreadablePosition(f"no line {brief(name)} in a position of Moon River")
    return known[name]


def value_of(name: str, values: list[str]) -> str:
    """The value of a line that has one."""
    return values[0].strip() if values else ""


def parts_of(values: list[str]) -> list[str]:
    """The words of a line."""
    return values[0].split() if values else []


def number_of(words: dict[int, str], name: str, value: str) -> int:
    """The number that a word stands for."""
    for number, known in words.items():
        if value == known:
            return number
    raise UnreadablePosition(f"{name} cannot be {brief(value)}")


def read_seats(s: Record, name: str, values: list[str]) -> None:
    """How many seats play."""
    s.seats = number_of({n: str(n) for n in range(2, SEATS + 1)}, name, value_of(name, values))


def read_word(s: Record, name: str, values: list[str]) -> None:
    """A line whose value is one word."""
    field, words, _ = WORDED[name]
    s[field] = number_of(words, name, value_of(name, values))


def read_option(s: Record, name: str, values: list[str]) -> None:
    """An option that differs from its default."""
    option: Option = next(option for option in OPTIONS if option.name == name)
    try:
        s[name] = option.code(option.read(value_of(name, values)))
    except SetupRefused as refused:
        raise UnreadablePosition(str(refused)) from None


def read_set(s: Record, name: str, values: list[str]) -> None:
    """A set of cells, seats or tiles."""
    s[name] = sum({bit(number_of(SETS[name], name, part)) for part in parts_of(values)})


def read_row(s: Record, name: str, values: list[str]) -> None:
    """Several entries, each a word."""
    words, length = ROWS_OF[name]
    parts = parts_of(values)
    if len(parts) != length:
        raise UnreadablePosition(f"{name} has {length} entries, not {len(parts)}")
    s[name][:] = [number_of(words, name, part) for part in parts]


def read_heap(s: Record, name: str, values: list[str]) -> None:
    """Tokens or plots in any order."""
    words = dict(enumerate(SPECIALIST_WORDS if name == "saloon" else PIECE_CODES[:KINDS]))
    most = TOKENS if name == "saloon" else COPIES
    s[name][:] = 0
    for part in parts_of(values):
        number = number_of(words, name, part)
        if s[name][number] == most[number]:
            raise UnreadablePosition(f"{name} has too many {part}")
        s[name][number] += 1


def read_column(s: Record, name: str, values: list[str]) -> None:
    """Four plots from the box on, and the Rancheros on them."""
    parts = parts_of(values)
    if len(parts) != COLUMN:
        raise UnreadablePosition(f"{name} has {COLUMN} places, not {len(parts)}")
    which = OLDER if name == "older" else NEWER
    for position, part in enumerate(parts):
        plot, at, seat = part.partition("@")
        s.column[which, position] = number_of(NOBODY | KIND_WORDS, name, plot)
        if at:
            s.ranchero[which, position] = number_of(SEAT_WORDS, name, seat)


def read_reserve(s: Record, name: str, values: list[str]) -> None:
    """The unplaced plots of a seat, in any order."""
    parts = parts_of(values)
    if len(parts) > MOST_HELD:
        raise UnreadablePosition(f"{name} has at most {MOST_HELD} plots")
    kinds = sorted(number_of(KIND_WORDS, name, part) for part in parts)
    s.reserve[int(name[-1]), : len(kinds)] = kinds


def read_ranch(s: Record, name: str, values: list[str]) -> None:
    """The rows of a ranch, row 1 first."""
    if len(values) > ROWS:
        raise UnreadablePosition(f"{name} has at most {ROWS} rows")
    for row, line in enumerate(values):
        places = line.split()
        if len(places) != COLUMNS:
            raise UnreadablePosition(f"{name}: a row has {COLUMNS} places, not {len(places)}")
        for i, text in enumerate(places):
            read_place(s, name, row * COLUMNS + i, text)


def read_place(s: Record, name: str, cell: int, text: str) -> None:
    """What lies on one cell."""
    seat = int(name[-1])
    if text in (".", "#"):
        if (text == "#") != (cell == CENTRE):
            raise UnreadablePosition(f"{name}: the cell of the board is {cell_text(CENTRE)}")
        return
    text, slash, token = text.partition("/")
    code, star, cows = text.partition("*")
    if code not in PIECES_BY_CODE:
        raise UnreadablePosition(f"{name} cannot hold {brief(code)}")
    s.ranch[seat, PIECES_BY_CODE[code]] |= bit(cell)
    if star:
        s.cows[seat, cell] = number_of(numbers(COWS), name, cows)
    if slash:
        s.partners[seat, number_of(RECRUIT_WORDS, name, token)] |= bit(cell)


def leave_the_rest(s: Record) -> None:
    """What is named nowhere lies in the box, the stack and the supply."""
    for kind in range(KINDS):
        named = (
            int(s.removed[kind]) + int((s.column == kind).sum()) + int((s.reserve == kind).sum())
        )
        named += sum(int(s.ranch[seat, kind]).bit_count() for seat in range(SEATS))
        refuse_too_many(named, int(COPIES[kind]), PIECE_CODES[kind])
        s.boxed[kind] = COPIES[kind] - named
    for specialist in range(SPECIALISTS):
        named = int(s.saloon[specialist])
        for recruit in range(specialist * SHOWN, specialist * SHOWN + SHOWN):
            named += sum(int(s.partners[seat, recruit]).bit_count() for seat in range(SEATS))
        refuse_too_many(named, int(TOKENS[specialist]), SPECIALIST_WORDS[specialist])
        s.stack[specialist] = TOKENS[specialist] - named
    cows = int(s.cows.astype(int).sum()) + int(s.strays)
    refuse_too_many(cows, COWS, "cow")
    s.supply = COWS - cows


def refuse_too_many(named: int, there_are: int, what: str) -> None:
    """Refuse a text that names more of something than the box holds."""
    if named > there_are:
        raise UnreadablePosition(f"there are {there_are} of {what}, not {named}")
