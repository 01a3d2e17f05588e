"""Positions of Muckle as text, both ways.

One `name: value` a line; a line left out means what holds at the start of the first turn. A hand is
a list of cards, of which `*` marks one that everybody knows and `??` one that this viewer does not.
A stack is written from bottom to top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kermesse.core.bits import bit, has
from kermesse.core.errors import SetupRefused, UnreadablePosition, brief
from kermesse.core.options import word
from kermesse.core.record import NOTHING, SPECTATOR, TABLE, UNKNOWN, Record, Records
from kermesse.games.muckle.components import KINDS, LEFT, RIGHT, SEATS, SET_SIZE, SETS, TEAMS
from kermesse.games.muckle.consistency import check_history, check_position
from kermesse.games.muckle.rules.ball import deciders, deciding_team
from kermesse.games.muckle.rules.cards import below, copies, heap_of, laid_on, one, size, top
from kermesse.games.muckle.rules.record import OPTIONS, Happening, Phase
from kermesse.games.muckle.rules.setting_up import to_put_aside
from kermesse.games.muckle.words import CARD_CODES, CARD_WORDS

SEAT_WORDS = {seat: str(seat) for seat in range(SEATS)}
SOMEBODY = {NOTHING: ".."} | SEAT_WORDS
PLACES = {UNKNOWN: "??", NOTHING: ".."} | dict(enumerate(CARD_WORDS))
PLACE_WORDS = {LEFT: "left", RIGHT: "right", 2: "across"}
PHASES = {int(phase): phase.name.lower() for phase in Phase}
SHORT = dict(zip(CARD_CODES, CARD_WORDS, strict=True))
FRESH_CARRIER = -3  # until it is known who has the ball

# field: the words of its values, and the value at the start of the first turn
WORDED: dict[str, tuple[dict[int, str], int]] = {
    "viewer": ({TABLE: "table", SPECTATOR: "spectator"} | SEAT_WORDS, TABLE),
    "phase": (PHASES, int(Phase.PLAY)),
    "turn": ({n: str(n) for n in range(1001)}, 1),
    "ball": (SOMEBODY, NOTHING),
    "carrier": (SOMEBODY, FRESH_CARRIER),
    "tackler": (SOMEBODY, NOTHING),
    "target": (SOMEBODY, NOTHING),
    "source": (SOMEBODY, NOTHING),
    "hops": ({n: str(n) for n in range(SEATS)}, 0),
}
ROWS = {"progress": TEAMS, "damage": SEATS}  # whole numbers, 0 if left out
PILES = ("hand", "aside", "stack", "pick")


# --- writing ------------------------------------------------------------------------------------


def position_text(s: Record) -> str:
    """A position or a view as lines of text."""
    lines = [
        f"{name}: {words[int(s[name])]}"
        for name, (words, fresh) in WORDED.items()
        if s[name] != fresh and not (name == "carrier" and s.carrier == s.ball)
    ]
    lines += [f"{name}: {numbers(s[name])}" for name in ROWS if s[name].any()]
    if (s.striker != NOTHING).any():
        lines.append("striker: " + " ".join(SOMEBODY[int(seat)] for seat in s.striker))
    lines += [f"{name}: {text}" for name, text in set_lines(s) if text]
    chosen = [(option, option.value(s[option.name])) for option in OPTIONS]
    lines += [f"{option.name}: {word(v)}" for option, v in chosen if v != option.default]
    for seat in range(SEATS):
        lines += [f"{pile} {seat}: {text}" for pile, text in pile_lines(s, seat)]
    return "\n".join(lines) + "\n"


def numbers(row: Records) -> str:
    """A row of numbers."""
    return " ".join(str(int(n)) for n in row)


def set_lines(s: Record) -> Iterator[tuple[str, str]]:
    """The sets of seats and places."""
    waiting = [SEAT_WORDS[seat] for seat in range(SEATS) if has(s.waiting, seat)]
    ready = [SEAT_WORDS[seat] for seat in range(SEATS) if not has(s.due, seat)]
    yield "waiting", " ".join(waiting)
    yield "aims", " ".join(name for place, name in PLACE_WORDS.items() if has(s.aims, place))
    yield "ready", " ".join(ready) if s.phase == Phase.SELECT else ""


def pile_lines(s: Record, seat: int) -> Iterator[tuple[str, str]]:
    """Where the cards of one seat lie."""
    yield "hand", hand_text(s, seat)
    yield "aside", " ".join(cards_of(s.aside[seat]) + ["??"] * int(s.covered[seat]))
    stack = stack_cards(s, seat)
    if stack:
        yield "stack", " ".join(CARD_WORDS[card] for card in stack)
    if s.pick[seat] != NOTHING:
        yield "pick", PLACES[int(s.pick[seat])]


def cards_of(heap: int) -> list[str]:
    """The cards of a heap, kind by kind."""
    return [CARD_WORDS[kind] for kind in range(KINDS) for _ in range(copies(heap, kind))]


def stack_cards(s: Record, seat: int) -> list[int]:
    """The cards of a stack from bottom to top."""
    found, left = [], int(s.stack[seat])
    while left:
        found.append(int(top(left)))
        left = below(left)
    return found[::-1]


def hand_text(s: Record, seat: int) -> str:
    """A hand: of each kind first the cards that everybody knows, at the end the unseen ones."""
    named = []
    for kind in range(KINDS):
        known = copies(s.known[seat], kind)
        rest = copies(s.hand[seat], kind) - known
        named += [CARD_WORDS[kind] + "*"] * known + [CARD_WORDS[kind]] * rest
    return " ".join(named + ["??"] * int(s.unseen[seat]))


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
    for name, (_, fresh) in WORDED.items():
        s[name] = fresh
    s.pick[:] = NOTHING
    s.striker[:] = NOTHING
    seen = set()
    for name, value in entries(text):
        reader(name)(s, name, value)
        seen.add(name)
    if s.carrier == FRESH_CARRIER:
        s.carrier = s.ball
    for seat in range(SEATS):
        if f"aside {seat}" not in seen:
            fill_aside(s, seat)
    ready = int(s.due)
    s.due = 0
    check_position(s, ready)
    set_due(s, ready)
    tell_start(s)
    blank[:] = batch


def entries(text: str) -> Iterator[tuple[str, str]]:
    """The `name: value` pairs of the text."""
    seen = set()
    for line in text.splitlines():
        if not line.strip():
            continue
        name, colon, value = line.strip().partition(":")
        if not colon:
            raise UnreadablePosition(f"expected a line 'name: value', not {brief(name)}")
        if name in seen:
            raise UnreadablePosition(f"{brief(name)} is given twice")
        seen.add(name)
        yield name, value.strip()
    for seat in range(SEATS):
        if f"hand {seat}" not in seen:
            raise UnreadablePosition(f"'hand {seat}' is missing")


def reader(name: str) -> Callable[[Record, str, str], None]:
    """The function that reads the value of a line."""
    pile, _, seat = name.partition(" ")
    if pile in PILES and seat in SEAT_WORDS.values():
        return {"hand": read_hand, "aside": read_aside, "stack": read_stack, "pick": read_pick}[
            pile
        ]
    if name in WORDED:
        return read_word
    if name in (option.name for option in OPTIONS):
        return read_option
    other = {"striker": read_striker, "waiting": read_seats, "ready": read_seats, "aims": read_aims}
    found = other | dict.fromkeys(ROWS, read_row)
    if name not in found:
        raise UnreadablePosition(f"no line {brief(name)} in a position of Muckle")
    return found[name]


def number_of(words: dict[int, str], name: str, value: str) -> int:
    """The number that a word stands for."""
    for number, known in words.items():
        if value == known:
            return number
    raise UnreadablePosition(f"{name} cannot be {brief(value)}")


def card_of(name: str, value: str) -> int:
    """A card, or one that is not known."""
    return number_of(PLACES, name, SHORT.get(value, value))


def read_word(s: Record, name: str, value: str) -> None:
    """A line whose value is one word."""
    s[name] = number_of(WORDED[name][0], name, value)


def read_option(s: Record, name: str, value: str) -> None:
    """An option that differs from its default."""
    option = next(option for option in OPTIONS if option.name == name)
    try:
        s[name] = option.code(option.read(value))
    except SetupRefused as refused:
        raise UnreadablePosition(str(refused)) from None


def read_row(s: Record, name: str, value: str) -> None:
    """Several small numbers."""
    parts = value.split()
    small = all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts)
    if len(parts) != ROWS[name] or not small:
        raise UnreadablePosition(f"{name} is {ROWS[name]} small numbers, not {brief(value)}")
    s[name][:] = [int(part) for part in parts]


def read_striker(s: Record, name: str, value: str) -> None:
    """Who was the first to hit each seat."""
    parts = value.split()
    if len(parts) != SEATS:
        raise UnreadablePosition(f"striker is {SEATS} seats, not {brief(value)}")
    s.striker[:] = [number_of(SOMEBODY, name, part) for part in parts]


def read_seats(s: Record, name: str, value: str) -> None:
    """A set of seats; those that are ready stand in `due` until that is known."""
    seats = 0
    for part in value.split():
        seats |= bit(number_of(SEAT_WORDS, name, part))
    s["due" if name == "ready" else name] = seats


def read_aims(s: Record, name: str, value: str) -> None:
    """The places that a Tackle has still to hit."""
    for part in value.split():
        s.aims |= bit(number_of(PLACE_WORDS, name, part))


def read_hand(s: Record, name: str, value: str) -> None:
    """The cards of a hand."""
    seat = int(name[-1])
    for part in value.split():
        card = card_of(name, part.removesuffix("*"))
        if part == "??":
            s.unseen[seat] += 1
        elif card < 0 or copies(s.hand[seat], card) == SET_SIZE:
            raise UnreadablePosition(f"{name} cannot hold {brief(part)}")
        else:
            s.hand[seat] += one(card)
            s.known[seat] += one(card) if part.endswith("*") else 0


def read_aside(s: Record, name: str, value: str) -> None:
    """The cards put aside."""
    seat = int(name[-1])
    for part in value.split():
        card = card_of(name, part)
        if card == UNKNOWN:
            s.covered[seat] += 1
        elif card < 0 or copies(s.aside[seat], card) == SET_SIZE:
            raise UnreadablePosition(f"{name} cannot hold {brief(part)}")
        else:
            s.aside[seat] += one(card)


def read_stack(s: Record, name: str, value: str) -> None:
    """The cards of a stack, from bottom to top."""
    parts = value.split()
    if len(parts) > SET_SIZE:
        raise UnreadablePosition(f"{name} has at most {SET_SIZE} cards")
    for part in parts:
        card = card_of(name, part)
        if card < 0:
            raise UnreadablePosition(f"{name} cannot hold {brief(part)}: stacks are open")
        s.stack[int(name[-1])] = laid_on(s.stack[int(name[-1])], card)


def read_pick(s: Record, name: str, value: str) -> None:
    """The card picked for this turn."""
    s.pick[int(name[-1])] = card_of(name, value)


def fill_aside(s: Record, seat: int) -> None:
    """Without a line of its own, aside lies all that lies nowhere else."""
    found = size(s.hand[seat]) + int(s.unseen[seat]) + size(heap_of(s.stack[seat]))
    if s.unseen[seat]:
        s.covered[seat] = max(SET_SIZE - found, 0)
        return
    for kind in range(KINDS):
        named = copies(s.hand[seat], kind) + copies(heap_of(s.stack[seat]), kind)
        s.aside[seat] += max(copies(SETS[s.cards], kind) - named, 0) * one(kind)


def set_due(s: Record, ready: int) -> None:
    """Who owes a decision follows from the rest."""
    if s.phase == Phase.SELECT:
        s.due = ((1 << SEATS) - 1) & ~ready
    elif s.phase == Phase.PLAY:
        s.due = sum(bit(seat) for seat in range(SEATS) if s.pick[seat] == NOTHING)
    elif s.phase == Phase.BALL:
        s.due = deciders(s, deciding_team(s))
    s.over = int(s.phase == Phase.OVER)


def tell_start(s: Record) -> None:
    """A position that was read tells of the start of its turn."""
    s.event_args[:] = NOTHING
    if s.turn == 0:
        s.event = Happening.SET_UP
        s.event_args[:2] = s.hand_size, to_put_aside(s)
    else:
        s.event = Happening.TURN
        s.event_args[:2] = s.turn, s.ball
