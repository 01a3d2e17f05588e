"""Positions of VIVA as text, both ways.

One `name: value` a line; a line left out means the value of a fresh turn. Cards are written `RY`,
several of a kind `3RY`, unknown ones `??` or `4??`; a `*` marks a hand card that everybody knows.
A house is written from its top card down. What lies nowhere is in the draw pile.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kermesse.core.bits import bit, has
from kermesse.core.errors import SetupRefused, UnreadablePosition, brief
from kermesse.core.options import Value, word
from kermesse.core.record import NOTHING, SPECTATOR, TABLE, UNKNOWN, Record, Records, tell
from kermesse.games.viva.checks import check
from kermesse.games.viva.components import (
    DECKS,
    HOUSES,
    KINDS,
    MOST_COPIES,
    MOST_SEATS,
    SIZES,
    VICTORY_CARDS,
)
from kermesse.games.viva.history import check_history, dealer_of
from kermesse.games.viva.rules.multiset import copies, one, size
from kermesse.games.viva.rules.piles import undecided
from kermesse.games.viva.rules.record import OPTIONS, Happening, Phase, agree
from kermesse.games.viva.words import CARD_CODES, HOUSE_CODES

CARDS = {UNKNOWN: "??", NOTHING: ".."} | dict(enumerate(CARD_CODES))
SEAT_WORDS = {seat: str(seat) for seat in range(MOST_SEATS)}
VIEWERS = {TABLE: "table", SPECTATOR: "spectator"} | SEAT_WORDS
NO_SEAT = SEAT_WORDS | {NOTHING: ".."}
PHASES = {int(phase): phase.name.lower() for phase in Phase}
YES_NO = {0: "no", 1: "yes"}
HOUSE_WORDS = dict(enumerate(HOUSE_CODES)) | {NOTHING: ".."}


def numbers(last: int) -> dict[int, str]:
    """The words of the numbers up to ``last``."""
    return {n: str(n) for n in range(last + 1)}


# field: the words of its values, and the value of a fresh turn
WORDED: dict[str, tuple[dict[int, str], int]] = {
    "viewer": (VIEWERS, TABLE),
    "phase": (PHASES, int(Phase.TURN)),
    "active": (SEAT_WORDS, 0),
    "dealer": (SEAT_WORDS, 0),
    "turn": (numbers(5000), 1),
    "block": (CARDS, NOTHING),
    "last": (CARDS, NOTHING),
    "laid_kind": (CARDS, NOTHING),
    "drawn": (CARDS, NOTHING),
    "placed": (CARDS, NOTHING),
    "house": (HOUSE_WORDS, NOTHING),
    "beneath": (CARDS, NOTHING),
    "owes": (numbers(5), 0),
    "passes": (numbers(MOST_SEATS), 0),
    "played": (numbers(max(VICTORY_CARDS) + 1), 0),
    "tie_break": (YES_NO, 0),
    "victor": (NO_SEAT, NOTHING),
}
SETS = ("playing", "due", "callers")
OPTION_NAMES = tuple(option.name for option in OPTIONS)
CARDS_OF = re.compile(r"(\d*)([A-Z]{1,2}|\?\?)(\*?)", re.ASCII)

# --- writing ------------------------------------------------------------------------------


def position_text(s: Record) -> str:
    """A position or a view as lines of text."""
    lines = [f"seats: {s.seats}"]
    lines += [
        f"{name}: {words[int(s[name])]}"
        for name, (words, fresh) in WORDED.items()
        if s[name] != fresh or name == "active"
    ]
    lines += [f"{name}: {members(s, name)}" for name in SETS if s[name] != usual(s, name)]
    if s.wins.any():
        lines.append(f"wins: {joined(s.wins[: s.seats])}")
    if s.laid.any():
        lines.append(f"laid: {joined(s.laid)}")
    chosen = [(option, option.value(s[option.name])) for option in OPTIONS]
    lines += [f"{option.name}: {word(v)}" for option, v in chosen if v != option.default]
    lines.append(f"pile: {s.pile}")
    lines.append(f"discard: {cards_text(int(s.discard))}".rstrip())
    lines += [f"house {house + 1}: {house_text(s, house)}".rstrip() for house in range(HOUSES)]
    lines += [f"hand {seat}: {hand_text(s, seat)}".rstrip() for seat in range(s.seats)]
    return "\n".join(lines) + "\n"


def joined(values: Records) -> str:
    """Numbers in a row."""
    return " ".join(str(value) for value in values)


def members(s: Record, name: str) -> str:
    """The seats of a set."""
    return " ".join(str(seat) for seat in range(s.seats) if has(s[name], seat)) or ".."


def usual(s: Record, name: str) -> int:
    """What a set of seats is unless a line says otherwise."""
    everybody = bit(s.seats) - 1
    if name == "playing":
        return everybody
    if name == "callers" or s.phase > Phase.CALL:
        return 0
    return everybody & ~bit(s.active) if s.phase == Phase.CALL else bit(s.active)


def cards_text(cards: int, sign: str = "") -> str:
    """A multiset: each kind once, with how many there are."""
    held = [(copies(cards, kind), CARD_CODES[kind]) for kind in range(KINDS)]
    return " ".join(f"{n if n > 1 else ''}{code}{sign}" for n, code in held if n)


def house_text(s: Record, house: int) -> str:
    """A house from its top card down."""
    top = CARD_CODES[s.top[house]] if s.top[house] >= 0 else ""
    return f"{top} {cards_text(int(s.under[house]))}"


def hand_text(s: Record, seat: int) -> str:
    """A hand: what everybody knows of it, what else is known, and how many cards are unseen."""
    known, unseen = int(s.known[seat]), int(s.unseen[seat])
    parts = [cards_text(known, "*"), cards_text(int(s.hand[seat]) - known)]
    parts.append(f"{unseen if unseen > 1 else ''}??" if unseen else "")
    return " ".join(part for part in parts if part)


# --- reading ------------------------------------------------------------------------------


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
    s.top[:] = NOTHING
    for name, (_, fresh) in WORDED.items():
        s[name] = fresh
    s.seats = number_of({n: str(n) for n in range(2, MOST_SEATS + 1)}, "seats", lines.pop("seats"))
    given, dealer = lines.pop("pile", None), "dealer" in lines
    for name in [*WORDED, *OPTION_NAMES]:  # before the lines that depend on them
        if name in lines:
            reader(name)(s, name, lines.pop(name))
    for name in SETS:
        s[name] = usual(s, name)
    for name, value in lines.items():
        reader(name)(s, name, value)
    check_options(s)
    if not dealer:
        s.dealer = dealer_of(s)
    s.pile = rest_of_the_deck(s, given)
    s.over = int(s.phase == Phase.OVER)
    check(s)
    tell(s, Happening.BEGAN, s.active, s.turn)
    blank[:] = batch


def entries(text: str) -> Iterator[tuple[str, str]]:
    """The `name: value` pairs of the text."""
    seen = set()
    for line in text.splitlines():
        name, colon, value = line.strip().partition(":")
        if not name:
            continue
        if not colon:
            raise UnreadablePosition(f"expected a line 'name: value', not {brief(name)}")
        if name in seen:
            raise UnreadablePosition(f"{brief(name)} is given twice")
        seen.add(name)
        yield name, value.strip()
    if "seats" not in seen:
        raise UnreadablePosition("'seats' is missing")


def reader(name: str) -> Callable[[Record, str, str], None]:
    """The function that reads the value of a line."""
    readers: dict[str, Callable[[Record, str, str], None]] = {
        **dict.fromkeys(WORDED, read_word),
        **dict.fromkeys(OPTION_NAMES, read_option),
        **dict.fromkeys(SETS, read_seats),
        **{f"hand {seat}": read_hand for seat in range(MOST_SEATS)},
        **{f"house {house + 1}": read_house for house in range(HOUSES)},
        "discard": read_discard,
        "wins": read_wins,
        "laid": read_laid,
    }
    if name not in readers:
        raise UnreadablePosition(f"no line {brief(name)} in a position of VIVA")
    return readers[name]


def read_word(s: Record, name: str, value: str) -> None:
    """A line whose value is one word."""
    s[name] = number_of(WORDED[name][0], name, value)


def number_of(words: dict[int, str], name: str, value: str) -> int:
    """The number that a word stands for."""
    for number, known in words.items():
        if value == known:
            return number
    raise UnreadablePosition(f"{name} cannot be {brief(value)}")


def read_option(s: Record, name: str, value: str) -> None:
    """An option that differs from its default."""
    option = OPTIONS[OPTION_NAMES.index(name)]
    try:
        s[name] = option.code(option.read(value))
    except SetupRefused as refused:
        raise UnreadablePosition(str(refused)) from None


def check_options(s: Record) -> None:
    """Options that go together, also with this number of seats."""
    chosen: dict[str, Value] = {option.name: option.value(s[option.name]) for option in OPTIONS}
    try:
        agree(chosen, int(s.seats))
    except SetupRefused as refused:
        raise UnreadablePosition(str(refused)) from None


def read_seats(s: Record, name: str, value: str) -> None:
    """A set of seats."""
    s[name] = 0
    for mark in value.replace("..", "").split():
        seat = number_of({n: str(n) for n in range(s.seats)}, name, mark)
        s[name] = int(s[name]) | bit(seat)


def row_of_numbers(name: str, value: str, count: int, last: int) -> list[int]:
    """So many small numbers."""
    words = value.split()
    if len(words) != count:
        raise UnreadablePosition(f"{name} has {count} numbers, not {len(words)}")
    return [number_of(numbers(last), name, mark) for mark in words]


def read_wins(s: Record, name: str, value: str) -> None:
    """The victory cards of each seat."""
    s.wins[: s.seats] = row_of_numbers(name, value, int(s.seats), 12)


def read_laid(s: Record, name: str, value: str) -> None:
    """What this turn has laid in each house."""
    s.laid[:] = row_of_numbers(name, value, HOUSES, MOST_COPIES)


def read_cards(name: str, value: str) -> Iterator[tuple[int, int, bool]]:
    """The cards of a line: kind (or UNKNOWN), how many, and whether everybody knows them."""
    for mark in value.split():
        found = CARDS_OF.fullmatch(mark)
        if not found or len(found[1]) > 3:
            raise UnreadablePosition(f"{name} cannot hold {brief(mark)}")
        yield number_of(CARDS, name, found[2]), int(found[1] or 1), bool(found[3])


def multiset(name: str, cards: list[tuple[int, int]]) -> int:
    """Cards as one number; refuses more of a kind than there can be."""
    counts = [0] * KINDS
    for kind, n in cards:
        if kind < 0:
            raise UnreadablePosition(f"{name} cannot hold '??'")
        counts[kind] += n
        if counts[kind] > MOST_COPIES:
            raise UnreadablePosition(f"{name} holds too many of {CARD_CODES[kind]}")
    return sum(n * one(kind) for kind, n in enumerate(counts))


def read_hand(s: Record, name: str, value: str) -> None:
    """The cards of a hand."""
    seat = int(name[-1])
    if seat >= s.seats:
        raise UnreadablePosition(f"{name} has no player among {s.seats} seats")
    cards = list(read_cards(name, value))
    s.unseen[seat] = min(sum(n for kind, n, _ in cards if kind == UNKNOWN), int(SIZES.max()))
    s.hand[seat] = multiset(name, [(kind, n) for kind, n, _ in cards if kind != UNKNOWN])
    s.known[seat] = multiset(name, [(kind, n) for kind, n, known in cards if known])


def read_house(s: Record, name: str, value: str) -> None:
    """A house, top card first."""
    house = int(name[-1]) - 1
    cards = [(kind, n) for kind, n, _ in read_cards(name, value)]
    if cards:
        s.top[house] = cards[0][0]
        s.under[house] = multiset(name, cards) - one(cards[0][0])


def read_discard(s: Record, name: str, value: str) -> None:
    """The discard pile."""
    s.discard = multiset(name, [(kind, n) for kind, n, _ in read_cards(name, value)])


def rest_of_the_deck(s: Record, given: str | None) -> int:
    """How many cards the draw pile has: all that lie nowhere else."""
    for kind in range(KINDS):
        if named(s, kind) > copies(DECKS[s.edition], kind):
            raise UnreadablePosition(f"there are not so many of {CARD_CODES[kind]} in the deck")
    rest = size(undecided(s)) - int(s.unseen.sum())
    if rest < 0 or given not in (None, str(rest)):
        raise UnreadablePosition(f"{max(rest, 0)} cards are left for the pile, not {brief(given)}")
    return rest


def named(s: Record, kind: int) -> int:
    """How many cards of a kind lie somewhere in sight."""
    heaps = [*s.hand, *s.under, s.discard]
    return sum(copies(heap, kind) for heap in heaps) + [*s.top, s.block, s.last].count(kind)
