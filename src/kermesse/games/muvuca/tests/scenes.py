"""Scenes for the tests of Muvuca: positions written as text, and walks through random matches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np

from kermesse.core.conformance.standard import THOROUGH
from kermesse.core.kernel import PLAIN
from kermesse.core.position import Event, Position, Situation
from kermesse.core.record import EVENT_ARGS, NOTHING, Record, Records
from kermesse.games.muvuca import game
from kermesse.games.muvuca.words.positions import POSITIONS

CODES = tuple(
    "-".join(pair)
    for pair in product(["fr", "dr", "ca", "ch", "hd"], ["st", "di", "ho", "cr", "tr"])
)
ROWS = [f"R{i}{arrow}" for i in range(1, 5) for arrow in "><"]
COLUMNS = [f"C{i}{arrow}" for i in range(1, 5) for arrow in "v^"]
PUSHES = tuple(ROWS + COLUMNS)

FIVE = "fr-st dr-di ca-ho ch-cr hd-tr"  # what the active seat holds unless a test says otherwise
FOUR = "fr-di dr-ho ca-cr ch-tr"
ALL_DOWN = "D D D D " * 4
EVERYBODY = (-1, 0, 1)  # a spectator and both seats


def scaled(compiled: int, plain: int) -> int:
    """How often to repeat: few times in plain Python, some forty times as slow, or every day."""
    return compiled if THOROUGH and not PLAIN else plain


def card(code: str) -> int:
    """The number of a card in the rules."""
    return CODES.index(code)


def cards(codes: str) -> set[int]:
    """The numbers of several cards."""
    return {card(code) for code in codes.split()}


def members(bits: int) -> set[int]:
    """The cards of a bit set."""
    return {number for number in range(25) if int(bits) >> number & 1}


def hand(situation: Situation, seat: int) -> set[int]:
    """The cards of a hand that the record names."""
    return members(situation.record.hand[seat])


def known(situation: Situation, seat: int) -> set[int]:
    """The cards of a hand that everybody knows."""
    return members(situation.record.known[seat])


def crowd(situation: Situation) -> str:
    """The Crowd in codes, row by row on one line."""
    names = {-1: "??", -2: ".."} | dict(enumerate(CODES))
    return " ".join(names[int(number)] for number in situation.record.crowd)


def rows(text: str) -> str:
    """A Crowd written over several lines, as `crowd` writes it."""
    return " ".join(text.split())


def face_up(situation: Situation) -> int:
    """How many cards of the Crowd lie face-up."""
    return int((situation.record.crowd >= 0).sum())


def place(
    layout: str = ALL_DOWN, mine: str = FIVE, other: str = FOUR, down: str = "", **lines: Any
) -> Position:
    """A position: U is any face-up card, D a face-down one; ``mine`` is the active seat's hand.

    It need not be one that play leads to: a test shows what matters to it and no more.
    ``down`` names cards that no U may stand for.
    """
    active = int(lines.get("active", 0))
    hands = (mine, other) if active == 0 else (other, mine)
    taken = " ".join([layout, mine, other, down, *map(str, lines.values())])
    spare = (code for code in CODES if code not in taken)
    cells = [
        "??" if mark == "D" else next(spare) if mark == "U" else mark for mark in layout.split()
    ]
    text = [f"{name}: {value}" for name, value in lines.items()]
    text += [f"hand {seat}: {hands[seat]}" for seat in range(2)]
    batch = game.blank()
    POSITIONS.fill("\n".join([*text, "crowd:", *cells]) + "\n", batch)
    return Position(game, batch)


def said(kind: str, *args: int) -> tuple[str, tuple[int, ...]]:
    """An event as `heard` gives it."""
    return kind, (*args, *[NOTHING] * (EVENT_ARGS - len(args)))


def heard(event: Event) -> tuple[str, tuple[int, ...]]:
    """What an event says apart from its sentence."""
    return event.kind, event.args


def play(position: Position, turns: str) -> list[Event]:
    """Turns written like `fr-st R2>, dr-di C1v`, each by the seat that is due."""
    events: list[Event] = []
    for turn in turns.split(","):
        (seat,) = position.due
        events += position.act(seat, turn.strip())
    return events


def chosen_and_pushed(position: Position, turn: str) -> Position:
    """The two decisions of a turn without the steps that follow."""
    (seat,) = position.due
    code, push = turn.split()
    position.decide(seat, card(code))
    position.decide(seat, 25 + PUSHES.index(push))
    return position


def texts(position: Position, seat: int) -> list[str]:
    """The legal actions of a seat as short codes."""
    return [(CODES + PUSHES)[action.number] for action in position.legal(seat)]


def ended(layout: str, seat0: str, seat1: str, **lines: Any) -> Position:
    """A Crowd whose round is over and about to be counted."""
    lines = {"phase": "count", "aside": "??"} | lines
    return place(layout, seat0, seat1, **lines)


def counts(position: Position) -> dict[int, tuple[int, int, int]]:
    """Count all ten types: by kind the seat, the group in the Crowd and the cards in hand."""
    found = {}
    for _ in range(10):
        assert position.phase == "count"
        seat, kind, group, held = position.advance().args[:4]
        found[kind] = seat, group, held
    return found


def any_options(chance: Random) -> dict[str, Any]:
    """Some value for every option."""
    return {
        "rounds_to_win": chance.randint(1, 3),
        "end_lines": chance.choice([1, 2, 3, 3, 4]),
        "turn_cap": chance.choice([20, 40, 200]),
        "first_player": chance.choice(["random", "seat0", "seat1"]),
        "roles": chance.choice(["seat0_food", "seat1_food", "random"]),
        "swap_roles": chance.choice([False, True]),
        "facedown_at_scoring": chance.choice(["ignored", "revealed"]),
    }


def walk(position: Position, chance: Random) -> Iterator[Event]:
    """Random legal decisions to the end of the match, one step at a time."""
    moves = np.zeros(game.actions, np.int16)
    for _ in range(game.bound(game.choose(position.options))):
        if position.pending:
            yield position.advance()
        else:
            (seat,) = position.due
            n = game.kernels["legal"](position.record, seat, moves)
            game.kernels["act"](position.record, seat, int(moves[chance.randrange(n)]))
            yield position.event
        if position.over:
            return
    raise AssertionError("the match goes on beyond its bound")


def turns(position: Position, chance: Random) -> Iterator[Position]:
    """The same walk, stopped before every turn."""
    yield position
    for _ in walk(position, chance):
        if position.phase == "card":
            yield position


def junk(seed: int = 0, **options: Any) -> Records:
    """A record that has been used before: every field of the game holds something else."""
    batch = game.blank(options=options)
    optional = {option.name for option in game.options}
    for name, *_ in game.fields:
        if name not in optional | {"spare"}:
            batch[name] = 7
    for name in ("due", "event", "event_args", "phase", "over", "reveals"):
        batch[name] = 1
    batch["rng"] = seed
    return batch


def fields(record: Record) -> dict[str, Any]:
    """All fields of a record as plain values."""
    return {name: np.asarray(record[name]).tolist() for name in game.dtype.names or ()}
