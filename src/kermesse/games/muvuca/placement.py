"""Positions of Muvuca as text, both ways.

One `name: value` a line; a line left out means the value of a fresh round. Cards are written
`fr-st`, an unknown card `??`, a gap `..`; a `*` marks a hand card that everybody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kermesse.core.bits import bit, count, has
from kermesse.core.errors import SetupRefused, UnreadablePosition, brief
from kermesse.core.options import word
from kermesse.core.record import EVENT_ARGS, NOTHING, SPECTATOR, TABLE, UNKNOWN, Record, Records
from kermesse.games.muvuca.components import (
    CARDS,
    CELLS,
    ENTRY,
    SECOND_HAND,
    SIDE,
)
from kermesse.games.muvuca.rules import OPTIONS, Happening, Phase
from kermesse.games.muvuca.scoring import KINDS_COUNTED
from kermesse.games.muvuca.words import CARD_CODES, PUSH_CODES

PLACES = {UNKNOWN: "??", NOTHING: ".."} | dict(enumerate(CARD_CODES))
PUSH_PLACES = {NOTHING: ".."} | dict(enumerate(PUSH_CODES))
VIEWERS = {TABLE: "table", SPECTATOR: "spectator", 0: "0", 1: "1"}
SEAT_WORDS = {0: "0", 1: "1"}
PHASES = {int(phase): phase.name.lower() for phase in Phase}
YES_NO = {0: "no", 1: "yes"}
ROUND_PHASES = range(Phase.REVEAL, Phase.OVER + 1)

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
    """Fill a fresh record from text; the record is untouched unless all of it can be read."""
    batch = blank.copy()
    s = batch[0]
    s.crowd[:] = NOTHING
    for name, (_, fresh) in WORDED.items():
        s[name] = fresh
    for name, value in entries(text):
        reader(name)(s, name, value)
    check_cards(s)
    check_phase(s)
    check_hands(s)
    check_wins(s)
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


def check_cards(s: Record) -> None:
    """Every card lies in exactly one place, and as many as there are."""
    loose = [int(card) for card in (*s.crowd, s.leaving, s.aside)]
    named = [card for card in loose if card >= 0]
    for seat in range(2):
        named += [card for card in range(CARDS) if has(s.hand[seat], card)]
    for card in named:
        if named.count(card) > 1:
            raise UnreadablePosition(f"{CARD_CODES[card]} lies in two places")
    found = len(named) + loose.count(UNKNOWN) + int(s.unseen.sum())
    if found != CARDS:
        raise UnreadablePosition(f"there are {CARDS} cards, not {found}")


def check_phase(s: Record) -> None:
    """The fields agree with the phase, so that the rules can go on from here."""
    phase = Phase(s.phase)
    hidden = s.viewer not in (TABLE, s.active)
    gap = NOTHING if phase != Phase.INSERT else int(ENTRY[s.pushed])
    held = s.chosen >= 0 and has(s.hand[s.active], s.chosen)
    chosen_fits = s.chosen == UNKNOWN if hidden else held
    holding = phase in (Phase.INSERT, Phase.CART, Phase.LINES, Phase.HAND_OVER, Phase.SET_ASIDE)
    demands = [
        (phase in (Phase.SLIDE, Phase.INSERT, Phase.CART), s.pushed != NOTHING, "a push"),
        (phase in (Phase.PUSH, Phase.SLIDE, Phase.INSERT), s.chosen != NOTHING, "a chosen card"),
        (holding, s.leaving != NOTHING, "a leaving card"),
        (phase in ROUND_PHASES, s.aside != NOTHING, "a card set aside"),
        (phase in range(Phase.VICTORY, Phase.OVER + 1), s.victor != NOTHING, "a victor"),
        (phase == Phase.TURN_UP, (s.crowd == UNKNOWN).any(), "a face-down card in the crowd"),
    ]
    for wanted, there, what in demands:
        if wanted and not there:
            raise UnreadablePosition(f"phase {PHASES[phase]} needs {what}")
        if there and not wanted and what in ("a push", "a chosen card"):
            raise UnreadablePosition(f"phase {PHASES[phase]} cannot have {what}")
    if s.pushed != NOTHING and s.cart >> 1 == s.pushed >> 1:
        raise UnreadablePosition("the Cart lies in the line that is pushed")
    if s.chosen != NOTHING and not chosen_fits:
        raise UnreadablePosition("the chosen card is not in the active seat's hand")
    if [cell for cell in range(CELLS) if s.crowd[cell] == NOTHING] != [gap] * (gap != NOTHING):
        raise UnreadablePosition("the crowd has a gap where none can be")
    if (s.scored == KINDS_COUNTED) != (phase >= Phase.WINNER) or (s.scored and phase < Phase.COUNT):
        raise UnreadablePosition(f"phase {PHASES[phase]} does not fit {s.scored} types scored")


def check_hands(s: Record) -> None:
    """Hands have their size (MV-12, MV-31), and the viewer sees its own and what all know."""
    for seat in range(2):
        playing = s.phase <= Phase.INSERT and seat == s.active
        size, wanted = count(s.hand[seat]) + int(s.unseen[seat]), SECOND_HAND + int(playing)
        if size != wanted:
            phase = PHASES[int(s.phase)]
            raise UnreadablePosition(f"hand {seat} has {wanted} cards in phase {phase}, not {size}")
        if s.unseen[seat] and s.viewer in (TABLE, seat):
            raise UnreadablePosition(f"hand {seat} cannot hold '??' for this viewer")
        if s.hand[seat] != s.known[seat] and s.viewer not in (TABLE, seat):
            raise UnreadablePosition(f"hand {seat} names cards that this viewer cannot know")


def check_wins(s: Record) -> None:
    """The match is over as soon as somebody has won enough rounds (MV-49), and not before."""
    enough = [seat for seat in range(2) if s.wins[seat] >= s.rounds_to_win]
    decided = [int(s.victor)] if s.wins[max(s.victor, 0)] == s.rounds_to_win else []
    if enough != decided or (s.phase != Phase.NEXT and bool(enough) != (s.phase == Phase.OVER)):
        raise UnreadablePosition(f"wins {s.wins[0]} {s.wins[1]} do not fit this phase of the match")
