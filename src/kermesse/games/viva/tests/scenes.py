"""Scenes for the tests of VIVA: positions written as text, and walks through random matches."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

from kermesse.core.conformance.standard import THOROUGH
from kermesse.core.kernel import PLAIN
from kermesse.core.position import Event, Position, Situation
from kermesse.core.record import EVENT_ARGS, NOTHING, Record, Records
from kermesse.games.viva import game
from kermesse.games.viva.words.positions import POSITIONS

CODES = (
    "R", "P", "O", "Y", "G", "B",
    "RP", "RO", "RY", "RG", "RB", "PO", "PY", "PG", "PB", "OY", "OG", "OB", "YG", "YB", "GB",
)  # fmt: skip
WORDS = ("finish", "draw", "pass", "stop", "keep")
COPIES = {"regular": 6, "pocket": 4}
OTHERS = ("OG 2PO P", "O 2OG PO", "2O PG OB", "2OB PG P", "P O OY")  # hands that no test looks at
SEAT_COUNTS = range(2, 7)


def scaled(compiled: int, plain: int) -> int:
    """How often to repeat: few times in plain Python, some forty times as slow, or every day."""
    return compiled if THOROUGH and not PLAIN else plain


def kind(code: str) -> int:
    """The number of a card in the rules."""
    return CODES.index(code)


def cards(text: str) -> Counter[str]:
    """Cards written like `2R RY*`, counted."""
    found: Counter[str] = Counter()
    for mark in text.split():
        many, code = re.fullmatch(r"(\d*)(\w+|\?\?)\*?", mark).groups()  # type: ignore[union-attr]
        found[code] += int(many or 1)
    return found


def written(found: Counter[str]) -> str:
    """Counted cards as text."""
    return " ".join(f"{n}{code}" for code, n in found.items() if n)


def unpacked(heap: int) -> Counter[str]:
    """A multiset of the record, counted; the three bits of each kind read one by one."""
    digits = [int(heap) >> 3 * number & 7 for number in range(21)]
    return +Counter(dict(zip(CODES, digits, strict=True)))


def hand(situation: Situation, seat: int) -> Counter[str]:
    """The cards of a hand that the record names."""
    return unpacked(situation.record.hand[seat])


def known(situation: Situation, seat: int) -> Counter[str]:
    """The cards of a hand that everybody knows."""
    return unpacked(situation.record.known[seat])


def discard(situation: Situation) -> Counter[str]:
    """The discard pile."""
    return unpacked(situation.record.discard)


def tops(situation: Situation) -> list[str]:
    """The top cards of the houses."""
    return [code_of(number) for number in situation.record.top]


def under(situation: Situation, house: int) -> Counter[str]:
    """What lies below the top card of a house."""
    return unpacked(situation.record.under[house])


def code_of(number: int) -> str:
    """A card, or what stands for none."""
    return {-1: "??", -2: ".."}.get(int(number)) or CODES[number]


def sizes(situation: Situation) -> list[int]:
    """How many cards each seat holds."""
    s = situation.record
    return [hand(situation, seat).total() + int(s.unseen[seat]) for seat in range(s.seats)]


def place(
    mine: str = "2Y B", *others: str, houses: str = "", pile: str | None = None, **lines: Any
) -> Position:
    """A position: seat 0's hand, the other hands, and houses like `YB R, , G` from the top down.

    It need not be one that play leads to: a test shows what matters to it and no more.
    Without other hands there is one more seat. ``pile`` names the cards of the draw pile; what then
    lies nowhere else is discarded.
    """
    hands = [mine, *(others or OTHERS[: int(lines.pop("seats", 2)) - 1])]
    text = {"seats": len(hands), "block": "R"} | lines
    heaps = [*houses.split(","), "", "", ""][:3]
    if pile is not None:
        loose = [*hands, *heaps, pile, *(str(text.get(name, "")) for name in ("block", "last"))]
        text["discard"] = written(rest(loose, str(text.get("edition", "regular"))))
    text |= {f"house {number + 1}": heap for number, heap in enumerate(heaps)}
    text |= {f"hand {seat}": held for seat, held in enumerate(hands)}
    batch = game.blank()
    POSITIONS.fill("\n".join(f"{name}: {value}".strip() for name, value in text.items()), batch)
    return Position(game, batch)


def rest(taken: list[str], edition: str = "regular") -> Counter[str]:
    """The whole deck without some cards."""
    left = Counter(dict.fromkeys(CODES, COPIES[edition]))
    for heap in taken:
        left.subtract(cards(heap.replace("..", "")))
    return +left


def options(position: Situation, seat: int = 0) -> set[str]:
    """The legal actions of a seat in words."""
    return {str(action) for action in position._legal(seat)}


def grid(codes: str, houses: str = "H1 H2 H3") -> set[str]:
    """Each of some cards in each of some houses."""
    return {f"{code} {house}" for code in codes.split() for house in houses.split()}


def play(position: Position, turns: str) -> list[Event]:
    """Decisions written like `Y H1, draw, keep`, each by the only seat that is due."""
    events: list[Event] = []
    for text in turns.split(","):
        (seat,) = position.due
        events += position.act(seat, text.strip())
    return events


def answer(position: Position, *callers: int) -> list[Event]:
    """All answers at once: some call, the others are silent."""
    events: list[Event] = []
    for seat in sorted(position.due):
        events += position.act(seat, "call" if seat in callers else "silent")
    return events


def kinds(events: Sequence[Event]) -> list[str]:
    """What happened, in order."""
    return [event.kind for event in events]


def said(kind: str, *args: int) -> tuple[str, tuple[int, ...]]:
    """An event as `heard` gives it."""
    return kind, (*args, *[NOTHING] * (EVENT_ARGS - len(args)))


def heard(event: Event) -> tuple[str, tuple[int, ...]]:
    """What an event says apart from its sentence."""
    return event.kind, event.args


def everybody(position: Position) -> range:
    """A spectator and all seats."""
    return range(-1, position.seats)


def any_options(chance: Random, seats: int) -> dict[str, Any]:
    """Some value for every option, short enough for plain Python."""
    edition = chance.choice(["regular", "pocket"])
    right = chance.randint(0, 3)
    return {
        "edition": edition,
        "rounds": chance.choice([1, 1, 1, 2, 3]) if not PLAIN else 1,
        "first_dealer": chance.choice(["random", *(f"seat{seat}" for seat in range(seats))]),
        "hand_size": chance.randint(3, 7),
        "table": chance.choice(["strict", "honour"]),
        "penalty": chance.randint(1, 5),
        "false_call": chance.randint(0, 3),
        "viva_right": right,
        "viva_left": chance.randint(0, 3 - right),
        "viva_two": chance.randint(0, 3),
        "turn_cap": chance.choice([50, 50, 60]),
    }


def keen(chance: Random, numbers: list[int]) -> int:
    """A random action, but seldom a draw where a card can be placed: rounds then end by a win."""
    placing = [number for number in numbers if number <= 63]
    if placing and chance.random() < 0.9:
        return chance.choice(placing)
    return chance.choice(numbers)


def walk(position: Position, chance: Random) -> Iterator[Event]:
    """Random legal decisions to the end of the match, one step at a time."""
    moves = np.zeros(game.actions, np.int16)
    eager = chance.random() < 0.7
    for _ in range(game.bound(game.choose(position.options))):
        if position.pending:
            yield position.advance()
        else:
            seat = chance.choice(sorted(position.due))
            n = game.kernels["legal"](position.record, seat, moves)
            numbers = moves[:n].tolist()
            number = keen(chance, numbers) if eager else chance.choice(numbers)
            game.kernels["act"](position.record, seat, number)
            yield position.event
        if position.over:
            return
    raise AssertionError("the match goes on beyond its bound")


def walks(chance: Random, matches: int, **fixed: Any) -> Iterator[Position]:
    """Random matches of every seat count and with all options, stopped after every step."""
    for number in range(matches):
        seats = 2 + number % 5
        chosen = any_options(chance, seats) | fixed
        position = game.new(seats=seats, seed=chance.getrandbits(64), options=chosen)
        yield position
        for _ in walk(position, chance):
            yield position


def junk(seats: int, seed: int = 0, **options: Any) -> Records:
    """A record that has been used before: every field of the game holds something else."""
    batch = game.blank(seats=seats, options=options)
    optional = {option.name for option in game.options}
    for name, *_ in game.fields:
        if name not in optional | {"spare"}:
            batch[name] = 1
    for name in ("due", "event", "event_args", "phase", "over", "reveals"):
        batch[name] = 1
    batch["rng"] = seed
    return batch


def fields(record: Record) -> dict[str, Any]:
    """All fields of a record as plain values."""
    return {name: np.asarray(record[name]).tolist() for name in game.dtype.names or ()}
