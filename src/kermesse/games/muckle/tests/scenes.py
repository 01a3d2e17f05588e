"""Scenes for the tests of Muckle: turns written as stacks, and walks through random matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

from kermesse.core.conformance.standard import THOROUGH
from kermesse.core.kernel import PLAIN
from kermesse.core.position import Event, Position, Situation
from kermesse.core.record import EVENT_ARGS, NOTHING, Record, Records
from kermesse.games.muckle import game
from kermesse.games.muckle.words.positions import POSITIONS

CARDS = (
    "run", "tackle_left", "tackle_right", "tackle_both",
    "dodge_left", "dodge_right", "pass", "rest",
)  # fmt: skip
SETS = {
    "standard": (4, 2, 2, 1, 1, 1, 1, 1),
    "tackling": (3, 3, 3, 0, 1, 1, 1, 1),
    "resting": (4, 2, 2, 0, 1, 1, 1, 2),
}
READY, PLAY, BALL = 8, 9, 17
SEATS = range(4)
VIEWERS = (-1, 0, 1, 2, 3)
MIDDLE = -2


def scaled(compiled: int, plain: int) -> int:
    """How often to repeat: few times in plain Python, some forty times as slow, or every day."""
    return compiled if THOROUGH and not PLAIN else plain


def card(word: str) -> int:
    """The number of a card in the rules."""
    return CARDS.index(word)


def whole_set(name: str = "standard") -> Counter[str]:
    """All cards of a set."""
    return Counter(dict(zip(CARDS, SETS[name], strict=True)))


def heap(bits: int) -> Counter[str]:
    """The cards of a heap by name."""
    return +Counter({word: int(bits) >> 4 * kind & 15 for kind, word in enumerate(CARDS)})


def hand(situation: Situation, seat: int) -> Counter[str]:
    return heap(situation.record.hand[seat])


def known(situation: Situation, seat: int) -> Counter[str]:
    return heap(situation.record.known[seat])


def aside(situation: Situation, seat: int) -> Counter[str]:
    return heap(situation.record.aside[seat])


def stack(situation: Situation, seat: int) -> list[str]:
    """A stack from bottom to top."""
    found, bits = [], int(situation.record.stack[seat])
    while bits:
        found.append(CARDS[(bits & 15) - 1])
        bits >>= 4
    return found[::-1]


def fields(record: Record) -> dict[str, Any]:
    """All fields of a record as plain values."""
    return {name: np.asarray(record[name]).tolist() for name in game.dtype.names or ()}


# --- positions ----------------------------------------------------------------------------------


def place(stacks: str = "| | |", hands: dict[int, str] | None = None, **lines: Any) -> Position:
    """A table with these stacks, split by bars; hands that are not given hold whatever is left.

    Their first choice are white cards, so that a test that names none is not about them.
    """
    piles = [pile.split() for pile in stacks.split("|")]
    size = int(lines.get("hand_size", 8))
    text = [f"{name}: {value}" for name, value in ({"turn": 2} | lines).items()]
    for seat, pile in enumerate(piles):
        given = (hands or {}).get(seat)
        left = whole_set(lines.get("cards", "standard"))
        left.subtract(pile)
        spare = [word for word in reversed(CARDS) for _ in range(max(left[word], 0))]
        held = spare[: size - len(pile)] if given is None else given.split()
        text += [f"hand {seat}: {' '.join(held)}", f"stack {seat}: {' '.join(pile)}"]
    batch = game.blank()
    POSITIONS.fill("\n".join(text) + "\n", batch)
    return Position(game, batch)


def turn(stacks: str, ball: int | None = None, **lines: Any) -> Position:
    """The table before a turn in which the last card of every stack is played."""
    piles = [pile.split() for pile in stacks.split("|")]
    below = "|".join(" ".join(pile[:-1]) for pile in piles)
    size = int(lines.get("hand_size", 8))
    hands = {}
    for seat, pile in enumerate(piles):
        left = whole_set(lines.get("cards", "standard"))
        left.subtract(pile)
        spare = [word for word in reversed(CARDS) for _ in range(max(left[word], 0))]
        hands[seat] = " ".join([pile[-1], *spare[: size - len(pile)]])
    lines = lines if ball is None else {"ball": ball} | lines
    return place(below, hands, **lines)


def played(stacks: str, ball: int | None = None, **lines: Any) -> tuple[Position, Sequence[Event]]:
    """A turn in which the last card of every stack is played, up to the next decision."""
    position = turn(stacks, ball, **lines)
    return position, play(position, [pile.split()[-1] for pile in stacks.split("|")])


def play(position: Position, cards: list[str]) -> Sequence[Event]:
    """All four play a card; what happens after the last one."""
    events: Sequence[Event] = []
    for seat, word in enumerate(cards):
        events = position.act(seat, word)
    return events[1:]


def select(position: Position, seat: int, cards: str) -> Sequence[Event]:
    """Put cards aside and be ready."""
    return position.act(seat, " ".join([f"aside {word}" for word in cards.split()] + ["ready"]))


FIVE = "run dodge_left dodge_right pass rest"  # what a test without an opinion puts aside


def selected(*cards: str, **options: Any) -> Position:
    """A match after the exchange; without cards everybody puts the same five aside."""
    position = game.new(seed=1, options=options)
    for seat in SEATS:
        select(position, seat, cards[seat] if cards else FIVE)
    return position


# --- events -------------------------------------------------------------------------------------


def said(kind: str, *args: int) -> tuple[str, tuple[int, ...]]:
    """An event as `heard` gives it."""
    return kind, (*args, *[NOTHING] * (EVENT_ARGS - len(args)))


def heard(event: Event) -> tuple[str, tuple[int, ...]]:
    """What an event says apart from its sentence."""
    return event.kind, event.args


def told(events: Sequence[Event], *kinds: str) -> list[tuple[str, tuple[int, ...]]]:
    """The events of some kinds."""
    return [heard(event) for event in events if event.kind in kinds]


def damage(position: Position) -> list[int]:
    return [int(n) for n in position.record.damage]


def progress(position: Position) -> list[int]:
    return [int(n) for n in position.record.progress]


def holder(position: Position) -> int:
    return int(position.record.ball)


# --- whole matches ------------------------------------------------------------------------------


def any_options(chance: Random) -> dict[str, Any]:
    """Some value for every option."""
    return {
        "goal": chance.choice([3, 6, 6, 12]),
        "hand_size": chance.choice([5, 8, 8, 10, 13]),
        "turn_cap": chance.choice([20, 30, 100]),
        "ball_decider": chance.choice(["first_answer", "holder_or_low_seat"]),
        "talk": chance.choice(["table", "team", "off"]),
        "seating": chance.choice(["as_given", "random"]),
        "cards": chance.choice(list(SETS)),
    }


def walk(position: Position, chance: Random) -> Iterator[Event]:
    """Random legal decisions to the end of the match, one step at a time, seats in any order."""
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


def finish(position: Position, chance: Random) -> Position:
    for _ in walk(position, chance):
        pass
    return position


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
