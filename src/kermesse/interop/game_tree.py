"""Unfolding: a small game as its full game tree, for exact solving.

The tree is cut where nothing is hidden from anybody: what follows there is an independent game, a
*part*, and can be solved by itself. Within a part a node is a position together with what either
side has seen since the part began. Sides are teams: teammates are assumed to share what they know
and to agree on what they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from kermesse.core.bits import lowest
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.position import same
from kermesse.core.record import Records
from kermesse.core.stepping import payoffs, team_numbers
from kermesse.core.unrolling import Happening, dealing, deciding, stepping, unroll

SIDES = 2
CHANCE, END, PART = 2, 3, 4  # kinds of nodes; 0 and 1 are the side that decides
MOST_NODES = 1_000_000
DIGEST_BYTES = 16

Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
T = TypeVar("T")

Seen = tuple[bytes, ...]  # by side, a digest of everything it has seen


class TooLarge(KermesseError):
    """A game with more positions than can be gone through."""


class Choice(NamedTuple):
    """What a side knows when it has to decide, and what it can do then."""

    place: int  # among the choices of the part
    side: int
    seat: int
    view: Records  # what the seat sees
    seen: bytes  # a digest of what the side has seen in this part
    actions: tuple[int, ...]
    before: int  # how many of its decisions in this part the side remembers


@dataclass(frozen=True)
class Part:
    """What follows from a position in which nothing is hidden, up to the next such ones.

    Nodes are numbered so that what follows has the higher number; the root is 0. The ways out of a
    node are `child[first[node] : first[node + 1]]`.
    """

    kind: Numbers
    first: Numbers
    child: Numbers
    chance: Floats  # how likely each way is, after a CHANCE node
    worth: Floats  # of an END, for side 0
    choice: Numbers  # at a node where a side decides: the place in `choices`
    exit: Numbers  # at a PART node: the place of that part in the tree
    choices: list[Choice]


@dataclass(frozen=True)
class Tree:
    """All parts of a game; each stands after those that follow from it, the whole game last."""

    game: Game
    seats: int
    parts: list[Part] = field(default_factory=list)

    @property
    def nodes(self) -> int:
        """How many nodes all parts have together."""
        return sum(len(part.kind) for part in self.parts)

    @property
    def choices(self) -> int:
        """In how many situations somebody has to decide."""
        return sum(len(part.choices) for part in self.parts)


class Moment(NamedTuple):
    """A position, what either side has seen since the part began, and how often it decided."""

    record: Records
    seen: Seen
    decided: tuple[int, ...]

    @property
    def key(self) -> tuple[bytes, ...]:
        """What distinguishes it from others."""
        return self.record.tobytes(), *self.seen


Results = list[tuple[float, Moment]]


def unfold(game: Game, seats: int | None = None, most: int = MOST_NODES) -> Tree:
    """The tree of a game between two sides; refuses one with more nodes than ``most``."""
    rules = Rules(game, game.checked_seats(seats))
    tree = Tree(game, rules.seats)
    places: dict[bytes, int] = {}  # of parts that are done
    begun = [Growth(rules, rules.blank, most)]
    left = most - len(begun[0].nodes)
    while begun:
        growth = begun[-1]
        wanted = next((root for root in growth.exits if root not in places), None)
        if wanted is not None:  # a part waits until those that follow from it are done
            begun.append(Growth(rules, growth.exits[wanted], left))
            left -= len(begun[-1].nodes)
            continue
        begun.pop()
        places[growth.root.tobytes()] = len(tree.parts)
        tree.parts.append(growth.part(places))
    return tree


class Rules:
    """What a game does with positions, and what its seats see of it."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.teams = team_numbers(game, seats)
        if self.teams.max() + 1 != SIDES:
            raise KermesseError(f"{game.title} with {seats} seats is not between two sides")
        self.blank = game.blank(seats=seats)
        self._moves = np.zeros(game.actions, np.int16)
        self._pay = game.bind(payoffs, plain=True)

    def view(self, record: Records, seat: int) -> Records:
        """What a seat sees."""
        copy = same(record)
        self.game.kernels["conceal"](copy[0], seat)
        return copy

    def is_open(self, record: Records) -> bool:
        """Whether nothing is hidden from any seat."""
        whole = same(record)
        for seat in range(self.seats):
            whole["viewer"] = seat
            if whole.tobytes() != self.view(record, seat).tobytes():
                return False
        return True

    def legal(self, record: Records, seat: int) -> tuple[int, ...]:
        """The actions open to a seat."""
        n = self.game.kernels["legal"](record[0], seat, self._moves)
        return tuple(self._moves[:n].tolist())

    def worth(self, record: Records) -> float:
        """What a finished game is worth to side 0."""
        out = np.zeros(self.seats, np.float32)
        self._pay(record[0], self.teams, np.zeros(self.seats, np.int32), out)
        return float(out[0])

    def after(self, moment: Moment, happen: Happening) -> Results:
        """What may come of a happening, with what everybody sees of it."""
        results = unroll(self.game, moment.record, happen)
        return [
            (chance, Moment(record, self.seen(moment.seen, record), moment.decided))
            for chance, record in results
        ]

    def seen(self, before: Seen, record: Records) -> Seen:
        """What either side has seen, and now the views of its seats."""
        marks = [blake2b(past, digest_size=DIGEST_BYTES) for past in before]
        for seat in range(self.seats):
            marks[self.teams[seat]].update(self.view(record, seat).tobytes())
        return tuple(mark.digest() for mark in marks)

    def unasked(self, moment: Moment) -> Happening | None:
        """What happens by itself: a step, or the only action of a seat; None at a choice."""
        record = moment.record
        if record is self.blank:
            return dealing
        if record["due"][0] == 0:
            return stepping
        seat = lowest(record["due"][0])
        actions = self.legal(record, seat)
        return deciding(seat, actions[0]) if len(actions) == 1 else None


class Node:
    """A node of a part that still grows."""

    def __init__(self, kind: int = END) -> None:
        self.kind = kind
        self.ways: list[tuple[float, int]] = []
        self.worth = 0.0
        self.choice = -1
        self.exit = b""  # the record at a PART


class Growth:
    """One part of the tree while it grows."""

    def __init__(self, rules: Rules, root: Records, most: int) -> None:
        self.rules = rules
        self.root = root
        self.exits: dict[bytes, Records] = {}  # the roots of parts that follow
        self.choices: dict[tuple[int, bytes], Choice] = {}
        self.moments: dict[tuple[bytes, ...], int] = {}
        self.nodes: list[Node] = []
        waiting = [Moment(root, (b"",) * SIDES, (0,) * SIDES)]
        self.number(waiting[0])
        while waiting:
            moment = waiting.pop()
            node = self.nodes[self.moments[moment.key]]
            for results in self.expanded(node, moment):
                waiting += self.lead(node, results)
            if len(self.nodes) > most:
                raise TooLarge(f"{rules.game.title} has too many positions to be gone through")

    def number(self, moment: Moment) -> int:
        """The number of the node of a moment, which may be a new one."""
        place = self.moments.setdefault(moment.key, len(self.nodes))
        if place == len(self.nodes):
            self.nodes.append(Node())
        return place

    def lead(self, node: Node, results: Results) -> list[Moment]:
        """Lead from a node to what may follow; return what was not known before."""
        if node.kind < SIDES and len(results) > 1:  # a decision, and then chance
            node.ways.append((1.0, len(self.nodes)))
            node = Node(CHANCE)
            self.nodes.append(node)
        unknown = [moment for _, moment in results if moment.key not in self.moments]
        node.ways += [(chance, self.number(moment)) for chance, moment in results]
        return unknown

    def expanded(self, node: Node, moment: Moment) -> list[Results]:
        """Find out what a node is; return what may follow from each way out of it."""
        results = [(1.0, moment)]
        while len(results) == 1:  # what happens without a choice or chance makes no node
            moment = results[0][1]
            if moment.record["over"][0]:
                node.worth = self.rules.worth(moment.record)
                return []
            happen = self.rules.unasked(moment)
            if happen is None:
                break
            results = self.rules.after(moment, happen)
        if moment.record is not self.root and self.rules.is_open(moment.record):
            node.kind = PART
            node.exit = moment.record.tobytes()
            self.exits.setdefault(node.exit, moment.record)
            return []
        if len(results) > 1:
            node.kind = CHANCE
            return [results]
        return self.decided(node, moment)

    def decided(self, node: Node, moment: Moment) -> list[Results]:
        """What may follow from each decision of the lowest seat that is due."""
        seat = lowest(moment.record["due"][0])
        side = int(self.rules.teams[seat])
        seen = moment.seen[side]
        actions = self.rules.legal(moment.record, seat)
        if (side, seen) not in self.choices:
            view = self.rules.view(moment.record, seat)
            before = moment.decided[side]
            place = len(self.choices)
            self.choices[side, seen] = Choice(place, side, seat, view, seen, actions, before)
        node.kind = side
        node.choice = self.choices[side, seen].place
        decided = changed(moment.decided, side, moment.decided[side] + 1)
        found = []
        for action in actions:
            knowing = changed(moment.seen, side, seen + action.to_bytes(2))
            begun = Moment(moment.record, knowing, decided)
            found.append(self.rules.after(begun, deciding(seat, action)))
        return found

    def part(self, places: Mapping[bytes, int]) -> Part:
        """The part, grown; ``places`` are those of the parts that follow."""
        order = self.order()
        number = {node: place for place, node in enumerate(order)}
        nodes = [self.nodes[place] for place in order]
        ways = [way for node in nodes for way in node.ways]
        return Part(
            kind=np.array([node.kind for node in nodes]),
            first=np.cumsum([0, *(len(node.ways) for node in nodes)]),
            child=np.array([number[child] for _, child in ways], np.int64),
            chance=np.array([chance for chance, _ in ways], np.float64),
            worth=np.array([node.worth for node in nodes]),
            choice=np.array([node.choice for node in nodes]),
            exit=np.array([places.get(node.exit, -1) for node in nodes]),
            choices=list(self.choices.values()),
        )

    def order(self) -> list[int]:
        """All nodes, each before those that follow from it."""
        found: list[int] = []
        done: set[int] = set()
        waiting = [(0, False)]
        while waiting:
            node, is_left = waiting.pop()
            if is_left:
                found.append(node)
            elif node not in done:
                done.add(node)
                waiting.append((node, True))
                waiting += [(child, False) for _, child in self.nodes[node].ways]
        return found[::-1]


def changed(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The same items with another one at one place."""
    return (*items[:place], item, *items[place + 1 :])
