"""Positions of Muvuca as text, both ways.

One `name: value` a line; a line left out means the value of a fresh round. Cards are written
`fr-st`, an unknown card `??`, a gap `..`; a `*` marks a hand card that everybody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kermesse.core.bits import bit, has
from kermesse.core.errors import SetupRefused, UnreadablePosition, brief
from kermesse.core.options import word
from kermesse.core.record import EVENT_ARGS, NOTHING, SPECTATOR, TABLE, UNKNOWN, Record, Records
from kermesse.games.muvuca.components import (
    CARDS,
    CELLS,
    SIDE,
)
from kermesse.games.muvuca.consistency import PHASES, check, check_history, starter_of
from kermesse.games.muvuca.rules import OPTIONS, Happening, Phase
from kermesse.games.muvuca.scoring import KINDS_COUNTED
from kermesse.games.muvuca.words import CARD_CODES, PUSH_CODES

PLACES = {UNKNOWN: "??", NOTHING: ".."} | dict(enumerate(CARD_CODES))
PUSH_PLACES = {NOTHING: ".."} | dict(enumerate(PUSH_CODES))
VIEWERS = {TABLE: "table", SPECTATOR: "spectator", 0: "0", 1: "1"}
SEAT_WORDS = {0: "0", 1: "1"}
YES_NO = {0: "no", 1: "yes"}

# field: the words of its values, and the value of a fresh round
WORDED: dict[str, tuple[dict[int, str], int]] = {
    "viewer": (VIEWERS, TABLE),
    "phase": (PHASES, int(Phase.CARD)),
    "active": (SEAT_WORDS, 0),
    "starter": (SEAT_WORDS, 0),
    "food_seat": (SEAT_WORDS, 0),
    "cart": (PUSH_PLACES, NOTHING),
    "pushed": (PUSH_PLACES, NOTHING),
    "chosen": (PLACES, NOTHING),
    "leaving": (PLACES, NOTHING),
    "aside": (PLACES, NOTHING),
    "victor": (SEAT_WORDS | {NOTHING: ".."}, NOTHING),
    "capped": (YES_NO, 0),
    "scored": ({n: str(n) for n in range(KINDS_COUNTED + 1)}, 0),
    "turn": ({n: str(n) for n in range(1, 1001)}, 1),
}


def position_text(s: Record) -> str:
    """A position or a view as lines of text."""
    lines = [
        f"{name}: {words[int(s[name])]}"
        for name, (words, fresh) in WORDED.items()
        if s[name] != fresh or name == "active"
    ]
    if s.wins.any():
        lines.append(f"wins: {s.wins[0]} {s.wins[1]}")
    chosen = [(option, option.value(s[option.name])) for option in OPTIONS]
    lines += [f"{option.name}: {word(v)}" for option, v in chosen if v != option.default]
    lines += [f"hand {seat}: {hand_text(s, seat)}" for seat in range(2)]
    rows = [s.crowd[row : row + SIDE] for row in range(0, CELLS, SIDE)]
    lines += ["crowd:", *(" ".join(f"{PLACES[int(c)]:5}" for c in row).rstrip() for row in rows)]
    return "\n".join(lines) + "\n"


def hand_text(s: Record, seat: int) -> str:
    """A hand: its cards, those that everybody knows marked, then the unseen ones."""
    named = [
        CARD_CODES[card] + ("*" if has(s.known[seat], card) else "")
        for card in range(CARDS)
        if has(s.hand[seat], card)
    ]
    return " ".join(named + ["??"] * int(s.unseen[seat]))


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
    s.crowd[:] = NOTHING
    for name, (_, fresh) in WORDED.items():
        s[name] = fresh
    lines = dict(entries(text))
    for name, value in lines.items():
        reader(name)(s, name, value)
    if "starter" not in lines:
        s.starter = starter_of(s)
    check(s)
    s.due = bit(s.active) if s.phase in (Phase.CARD, Phase.PUSH) else 0
    s.over = int(s.phase == Phase.OVER)
    s.event = Happening.DEALT
    s.event_args[:] = s.starter, s.food_seat, *[NOTHING] * (EVENT_ARGS - 2)
    blank[:] = batch


def entries(text: str) -> Iterator[tuple[str, str]]:
    """The `name: value` pairs of the text; the rows of the Crowd are joined to its name."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    seen = set()
    while lines:
        name, colon, value = lines.pop(0).partition(":")
        if not colon:
            raise UnreadablePosition(f"expected a line 'name: value', not {brief(name)}")
        while lines and ":" not in lines[0]:
            value += " " + lines.pop(0)
        if name in seen:
            raise UnreadablePosition(f"{brief(name)} is given twice")
        seen.add(name)
        yield name, value
    for name in ("crowd", "hand 0", "hand 1"):
        if name not in seen:
            raise UnreadablePosition(f"{name!r} is missing")


def reader(name: str) -> Callable[[Record, str, str], None]:
    """The function that reads the value of a line."""
    if name in WORDED:
        return read_word
    if name in ("hand 0", "hand 1"):
        return read_hand
    if name in (option.name for option in OPTIONS):
        return read_option
    if name in ("crowd", "wins"):
        return read_crowd if name == "crowd" else read_wins
    raise UnreadablePosition(f"no line {brief(name)} in a position of Muvuca")


def read_word(s: Record, name: str, value: str) -> None:
    """A line whose value is one word."""
    s[name] = number_of(WORDED[name][0], name, value.strip())


def number_of(words: dict[int, str], name: str, value: str) -> int:
    """The number that a word stands for."""
    for number, known in words.items():
        if value == known:
            return number
    raise UnreadablePosition(f"{name} cannot be {brief(value)}")


def read_hand(s: Record, name: str, value: str) -> None:
    """The cards of a hand."""
    seat = int(name[-1])
    for mark in value.split():
        card = number_of(PLACES, name, mark.removesuffix("*"))
        if mark == "??":
            s.unseen[seat] += 1
        elif card < 0 or has(s.hand[seat], card):
            raise UnreadablePosition(f"{name} cannot hold {brief(mark)} (twice)")
        else:
            s.hand[seat] |= bit(card)
            s.known[seat] |= bit(card) if mark.endswith("*") else 0


def read_option(s: Record, name: str, value: str) -> None:
    """An option that differs from its default."""
    option = next(option for option in OPTIONS if option.name == name)
    try:
        s[name] = option.code(option.read(value))
    except SetupRefused as refused:
        raise UnreadablePosition(str(refused)) from None


def read_wins(s: Record, name: str, value: str) -> None:
    """The rounds won by each seat."""
    parts = value.split()
    if len(parts) != 2 or any(part not in tuple("012345") for part in parts):
        raise UnreadablePosition(f"wins are two numbers from 0 to 5, not {brief(value.strip())}")
    s.wins[:] = [int(part) for part in parts]


def read_crowd(s: Record, name: str, value: str) -> None:
    """The sixteen cells, row by row."""
    marks = value.split()
    if len(marks) != CELLS:
        raise UnreadablePosition(f"the crowd has {CELLS} cells, not {len(marks)}")
    s.crowd[:] = [number_of(PLACES, name, mark) for mark in marks]
