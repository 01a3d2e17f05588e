"""Scenes for the tests of Shuppa: positions written as text, and walks through random matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from kermesse.core.conformance.standard import THOROUGH
from kermesse.core.errors import IllegalMove
from kermesse.core.kernel import PLAIN
from kermesse.core.position import Event, Position, Situation
from kermesse.core.record import EVENT_ARGS, NOTHING
from kermesse.games.shuppa import game
from kermesse.games.shuppa.tests.oracle import FACES
from kermesse.games.shuppa.words.positions import POSITIONS

SEAT_COUNTS = range(1, 5)
LETTERS = "ABCD"


def scaled(compiled: int, plain: int) -> int:
    """How often to repeat: few times in plain Python, some forty times as slow, or every day."""
    return compiled if THOROUGH and not PLAIN else plain


def place(zone: str, **lines: Any) -> Position:
    """A position in the last round, with tokens written like `13*A`; by default phase 4 begins.

    As many seats as there are columns less three; ``seats=1`` is the solo game. Everybody with a
    token waits for a turn.
    """
    text: dict[str, Any] = {"seats": zone.count("[") - 3, "phase": "claim", "number": 7}
    text |= lines
    players = max(int(text["seats"]), 2)
    if text["phase"] == "claim":
        waiting = [str(i) for i in range(players) if f"*{LETTERS[i]}" in zone]
        text = {"waiting": " ".join(waiting)} | text
    if text["phase"] == "action":
        text = {"acting": "yes"} | text
    if text.get("arrow", "right") == "right" and text["phase"] != "reveal":
        text = {"rights": 1} | text
    for i, letter in enumerate(LETTERS):
        zone = zone.replace(f"*{letter}", f"*{i}")
    text["zone"] = zone
    batch = game.blank()
    POSITIONS.fill("\n".join(f"{name}: {value}" for name, value in text.items()), batch)
    return Position(game, batch)


def asked(zone: str, **lines: Any) -> Position:
    """The same position when the next decision is due, or the match is over."""
    position = place(zone, **lines)
    steps(position)
    return position


def acting(zone: str, **lines: Any) -> Position:
    """The same in phase 5."""
    return asked(zone, phase="action", **lines)


def refuse(position: Position, seat: int, action: str, rule: str, complaint: str = ".") -> None:
    """Expect that an action is refused by a rule, and that this changes nothing."""
    before = position.tobytes()
    with pytest.raises(IllegalMove, match=complaint) as refused:
        position.act(seat, action)
    assert refused.value.rule == rule
    assert position.tobytes() == before


def deal(position_lines: dict[str, Any], seats: int, each: int, *used: str) -> dict[str, str]:
    """Lines with a hand for every seat, of cards that no text in ``used`` names."""
    taken = set(" ".join([*used, *map(str, position_lines.values())]).replace("]", " ").split())
    taken |= {mark.strip("[").split("*")[0] for mark in taken}
    free = [number for number in FACES if str(number) not in taken]
    return {
        f"hand {seat}": " ".join(map(str, free[seat * each : (seat + 1) * each]))
        for seat in range(seats)
    }


def columns(situation: Situation) -> list[list[int]]:
    """The numbers of the zone's cards, each column from its foot up."""
    cells = situation.record.zone.reshape(7, 16)[: max(situation.seats + 3, 5)]
    return [[int(card) + 1 for card in column if card != NOTHING] for column in cells]


def zone_text(situation: Situation) -> str:
    """The zone as the rules' examples write it."""
    owner = {
        int(card): letter
        for card, letter in zip(situation.record.token, LETTERS, strict=True)
        if card >= 0
    }
    marks = [
        " ".join(f"{n}*{owner[n - 1]}" if n - 1 in owner else str(n) for n in column)
        for column in columns(situation)
    ]
    return " ".join(f"[{mark}]" for mark in marks)


def numbers(halves: Any) -> set[int]:
    """The numbers of a set of cards, its bits read one by one."""
    low, high = (int(half) for half in halves)
    return {i + 1 for i in range(50) if low >> i & 1} | {i + 51 for i in range(49) if high >> i & 1}


def won(situation: Situation, player: int) -> set[int]:
    """The PV pile of a player."""
    return numbers(situation.record.won[player])


def hand(situation: Situation, seat: int) -> set[int]:
    """The cards of a hand that the record names."""
    return numbers(situation.record.hand[seat])


def discarded(situation: Situation) -> set[int]:
    """The cards that have left the game."""
    return numbers(situation.record.discard)


def tokens(situation: Situation) -> dict[int, int]:
    """The number of the card under each token."""
    return {
        player: int(card) + 1 for player, card in enumerate(situation.record.token) if card >= 0
    }


def options(position: Situation, seat: int = 0) -> list[str]:
    """The legal actions of a seat in words."""
    return [str(action) for action in position._legal(seat)]


def steps(position: Position, *until: str) -> Sequence[Event]:
    """Automatic steps up to the next decision, or until an event of some kind has happened."""
    events: list[Event] = []
    while position.pending and not (events and events[-1].kind in until):
        events.append(position.advance())
    return events


def kinds(events: Sequence[Event]) -> list[str]:
    """What happened, in order."""
    return [event.kind for event in events]


def heard(events: Sequence[Event], kind: str) -> list[tuple[int, ...]]:
    """The arguments of all events of a kind, without those that are not used."""
    return [
        tuple(arg for arg in event.args if arg != NOTHING) for event in events if event.kind == kind
    ]


def said(*args: int) -> tuple[int, ...]:
    """The arguments of an event, filled up."""
    return (*args, *[NOTHING] * (EVENT_ARGS - len(args)))


def everybody(position: Position) -> range:
    """A spectator and all seats."""
    return range(-1, position.seats)


def any_options(chance: Random) -> dict[str, Any]:
    """Some value for every option."""
    return {
        "multicolour": chance.choice(["wild", "wild", "fifth_suit"]),
        "rounds": chance.choice([7, 7, 7, 3, 1]),
        "lot_size": chance.choice([3, 3, 3, 2, 4, 5]),
        "share_mode": chance.choice(["ask", "ask", "auto"]),
        "difficulty": chance.randint(2, 9),
        "solo_ties": chance.choice(["player", "first"]),
    }


def walk(position: Position, chance: Random) -> Iterator[Event]:
    """Random legal decisions to the end of the match, one step at a time."""
    moves = np.zeros(game.actions, np.int16)
    for _ in range(game.bound(game.choose(position.options))):
        if position.pending:
            yield position.advance()
        else:
            seat = chance.choice(sorted(position.due))
            n = game.kernels["legal"](position.record, seat, moves)
            game.kernels["act"](position.record, seat, int(moves[chance.randrange(n)]))
            yield position.event
        if position.over:
            return
    raise AssertionError("the match goes on beyond its bound")


def walks(chance: Random, matches: int, **fixed: Any) -> Iterator[Position]:
    """Random matches of every seat count and with all options, stopped after every step."""
    for number in range(matches):
        chosen = any_options(chance) | fixed
        seats = 1 + number % 4
        position = game.new(seats=seats, seed=chance.getrandbits(64), options=chosen)
        yield position
        for _ in walk(position, chance):
            yield position
