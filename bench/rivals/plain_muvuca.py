"""Muvuca in plain Python: a rival for the benchmark and an oracle for differential tests.

Written from the rules text alone (ids MV-nn), without a look at the engine.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Literal, TypeAlias

from .rate import Rate, measure

SIDE = 4
CARDS = 25
TYPES = 5
CROWD = SIDE * SIDE
FIRST_HAND = 5

Cell: TypeAlias = tuple[int, bool]  # card, face-up
Grid: TypeAlias = list[list[Cell]]
Place: TypeAlias = tuple[int, int]  # row, column, both from 0
Decision: TypeAlias = int | str


class Phase(StrEnum):
    """What the active seat decides next; equal to the plain strings."""

    CARD = "card"
    PUSH = "push"
    OVER = "over"


class Icon(StrEnum):
    """The two icons of a Crowd card, of which each vendor scores one (MV-02)."""

    FOOD = "food"
    JACKET = "jacket"


class IllegalDecision(ValueError):
    """The decision breaks the rule named; nothing has changed."""

    def __init__(self, decision: Decision, rule: str) -> None:
        super().__init__(f"{decision!r} is not allowed ({rule})")
        self.rule = rule


@dataclass(frozen=True)
class Options:
    """The options of section 2.9."""

    rounds_to_win: int = 2
    end_lines: int = 3
    turn_cap: int = 200
    first_player: Literal["random", "seat0", "seat1"] = "random"
    roles: Literal["seat0_food", "seat1_food", "random"] = "seat0_food"
    swap_roles: bool = False
    facedown_at_scoring: Literal["ignored", "revealed"] = "ignored"

    def __post_init__(self) -> None:
        allowed = {
            "rounds_to_win": range(1, 6),
            "end_lines": range(1, 5),
            "turn_cap": range(20, 1001),
            "first_player": ("random", "seat0", "seat1"),
            "roles": ("seat0_food", "seat1_food", "random"),
            "swap_roles": (False, True),
            "facedown_at_scoring": ("ignored", "revealed"),
        }
        for name, values in allowed.items():
            if getattr(self, name) not in values:
                raise ValueError(f"option {name} may not be {getattr(self, name)!r}")


@dataclass(frozen=True)
class RoundResult:
    """A finished round: how it was scored, and the cards as they lay at that moment."""

    first_player: int
    food_seat: int
    type_scores: tuple[list[int], list[int]]  # by seat, then by type in the order of the rules
    totals: tuple[int, int]
    winner: int
    ended: Literal["lines", "cap"]
    turns: int
    grid: Grid
    hands: tuple[list[int], list[int]]
    set_aside: Cell


def _paths() -> dict[str, list[Place]]:
    """The places of each push, from the entering to the leaving end (MV-15)."""
    paths: dict[str, list[Place]] = {}
    for i in range(SIDE):
        row = [(i, column) for column in range(SIDE)]
        column = [(row, i) for row in range(SIDE)]
        paths[f"R{i + 1}>"] = row
        paths[f"R{i + 1}<"] = row[::-1]
        paths[f"C{i + 1}v"] = column
        paths[f"C{i + 1}^"] = column[::-1]
    return paths


def line_of(push: str) -> str:
    """The row or column that a push moves."""
    return push[:2]


PATHS = _paths()
# Looked up on every turn, so worked out once: MV-20, MV-21.
PUSHES_BESIDE: dict[str | None, list[Decision]] = {
    blocked: [push for push in PATHS if line_of(push) != blocked]
    for blocked in [None, *map(line_of, PATHS)]
}


def slide(grid: Grid, push: str, card: int) -> Cell:
    """Push the card into its line and return the one that leaves, as it lies (MV-16 to 18)."""
    carried = (card, True)
    for row, column in PATHS[push]:
        carried, grid[row][column] = grid[row][column], carried
    return carried


def full_lines(lines: Iterable[Sequence[Cell]]) -> int:
    """How many of the lines are completely face-up."""
    return sum(all(face_up for _, face_up in line) for line in lines)


def lines_end_round(grid: Grid, end_lines: int) -> bool:
    """Enough full rows, or enough full columns; never added together (MV-28, MV-30)."""
    return full_lines(grid) >= end_lines or full_lines(zip(*grid, strict=True)) >= end_lines


def type_of(card: int, icon: Icon) -> int:
    """The food or jacket of a card, by its place in the table of section 1."""
    return card // TYPES if icon is Icon.FOOD else card % TYPES


def largest_groups(grid: Grid, icon: Icon) -> list[int]:
    """For each type the size of its largest face-up group in the Crowd (MV-39a, MV-40)."""
    unvisited = {
        (row, column): type_of(card, icon)
        for row, cells in enumerate(grid)
        for column, (card, face_up) in enumerate(cells)
        if face_up
    }
    largest = [0] * TYPES
    while unvisited:
        start, kind = unvisited.popitem()
        largest[kind] = max(largest[kind], _flood(unvisited, start, kind))
    return largest


def _flood(unvisited: dict[Place, int], start: Place, kind: int) -> int:
    """Take the group around `start` out of `unvisited` and return its size."""
    size = 0
    frontier = [start]
    while frontier:
        row, column = frontier.pop()
        size += 1
        for place in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if unvisited.get(place) == kind:
                del unvisited[place]
                frontier.append(place)
    return size


def score_types(grid: Grid, hand: Iterable[int], icon: Icon) -> list[int]:
    """The score of each type: the Crowd or the own hand, whichever shows more (MV-39)."""
    held = [type_of(card, icon) for card in hand]
    groups = largest_groups(grid, icon)
    return [max(group, held.count(kind)) for kind, group in enumerate(groups)]


class Match:
    """A match, with every card known to the program; nothing here filters for a seat.

    `grid[row][column]` counts from 0; rounds and turns count from 1. Once the match is over, the
    last round stays on the table as it was scored, with the roles it was scored by, and `active`
    is the seat that moved last.
    """

    def __init__(self, options: Options, rng: Random, deals: Iterable[Sequence[int]] = ()) -> None:
        """Set up round 1; `deals` are deck orders for the first rounds, later ones are shuffled.

        A deck order is the grid row by row, then the first player's 5 cards, then the other 4.
        """
        self.options = options
        self.wins = [0, 0]
        self.results: list[RoundResult] = []
        self._rng = rng
        self._deals = deque(list(deal) for deal in deals)
        if any(sorted(deal) != list(range(CARDS)) for deal in self._deals):
            raise ValueError("each deal must hold the 25 cards once (MV-06)")
        first = {"seat0": 0, "seat1": 1}.get(options.first_player)
        food = {"seat0_food": 0, "seat1_food": 1}.get(options.roles)
        self.food_seat = rng.randrange(2) if food is None else food  # MV-03
        self._set_up_round(rng.randrange(2) if first is None else first)  # MV-04

    def _set_up_round(self, first_player: int) -> None:
        deck = self._deals.popleft() if self._deals else self._shuffled()
        crowd, rest = deck[:CROWD], deck[CROWD:]
        self.grid: Grid = [  # MV-06
            [(card, False) for card in crowd[start : start + SIDE]]
            for start in range(0, CROWD, SIDE)
        ]
        dealt = rest[:FIRST_HAND], rest[FIRST_HAND:]  # MV-07, MV-08
        self.hands = dealt if first_player == 0 else dealt[::-1]
        self.known: tuple[set[int], set[int]] = (set(), set())
        self.set_aside: Cell | None = None
        self.blocked: str | None = None  # MV-10
        self.chosen: int | None = None
        self.first_player = self.active = first_player  # MV-11
        self.turn = 1
        self.phase = Phase.CARD

    def _shuffled(self) -> list[int]:
        deck = list(range(CARDS))
        self._rng.shuffle(deck)
        return deck

    @property
    def round_number(self) -> int:
        """The round being played, or the last one once the match is over."""
        return len(self.results) + (self.phase is not Phase.OVER)

    @property
    def winner(self) -> int | None:
        """The seat that has won the match (MV-49)."""
        return self.results[-1].winner if self.phase is Phase.OVER else None

    @property
    def victory(self) -> Literal["reserved", "seat0", "seat1", "middle"]:
        """Where the Victory card lies (MV-52)."""
        if self.wins == [0, 0]:
            return "reserved"
        if 0 not in self.wins:
            return "middle"
        return "seat0" if self.wins[0] else "seat1"

    def legal(self) -> list[Decision]:
        """The decisions open to the active seat (section 2.8)."""
        if self.phase is Phase.CARD:
            return list(self.hands[self.active])
        if self.phase is Phase.PUSH:
            return list(PUSHES_BESIDE[self.blocked])
        return []

    def play(self, decision: Decision) -> None:
        """Carry out a decision of the active seat, with all automatic steps that follow."""
        if self.phase is Phase.OVER:
            raise IllegalDecision(decision, "MV-49")
        if self.phase is Phase.CARD:
            self._choose(decision)
        else:
            self._push(decision)

    def _choose(self, card: Decision) -> None:
        if not isinstance(card, int) or card not in self.hands[self.active]:
            raise IllegalDecision(card, "MV-13")
        self.chosen = card  # it stays in the hand until it is inserted: MV-58
        self.phase = Phase.PUSH

    def _push(self, push: Decision) -> None:
        if not isinstance(push, str) or push not in PATHS:
            raise IllegalDecision(push, "MV-15")
        if line_of(push) == self.blocked:
            raise IllegalDecision(push, "MV-20")
        leaving = slide(self.grid, push, self._take_chosen())
        self.blocked = line_of(push)  # MV-19, MV-22
        # The end test comes before the leaving card changes hands: MV-29.
        if lines_end_round(self.grid, self.options.end_lines):
            self._end_round("lines", leaving)
        elif self.turn == self.options.turn_cap:  # MV-36
            self._end_round("cap", leaving)
        else:
            self._pass_turn(leaving)

    def _take_chosen(self) -> int:
        card = self.chosen
        assert card is not None
        self.chosen = None
        self.hands[self.active].remove(card)
        self.known[self.active].discard(card)  # MV-56
        return card

    def _pass_turn(self, leaving: Cell) -> None:
        card, face_up = leaving
        self.active = 1 - self.active  # MV-26
        self.hands[self.active].append(card)  # MV-25
        if face_up:
            self.known[self.active].add(card)  # MV-56; a face-down one stays secret: MV-57
        self.turn += 1
        self.phase = Phase.CARD

    def _end_round(self, ended: Literal["lines", "cap"], leaving: Cell) -> None:
        self.set_aside = leaving  # MV-31, MV-32
        self.known = set(self.hands[0]), set(self.hands[1])  # MV-37, MV-60
        if self.options.facedown_at_scoring == "revealed":
            self.grid = [[(card, True) for card, _ in row] for row in self.grid]
        result = self._score_round(ended, leaving)
        self.results.append(result)
        self.wins[result.winner] += 1
        if self.wins[result.winner] == self.options.rounds_to_win:
            self.phase = Phase.OVER  # MV-49
            return
        if self.options.swap_roles:
            self.food_seat = 1 - self.food_seat
        self._set_up_round(first_player=1 - result.winner)  # MV-48

    def _score_round(self, ended: Literal["lines", "cap"], leaving: Cell) -> RoundResult:
        food, jacket = self.food_seat, 1 - self.food_seat
        scores: tuple[list[int], list[int]] = ([], [])
        scores[food][:] = score_types(self.grid, self.hands[food], Icon.FOOD)
        scores[jacket][:] = score_types(self.grid, self.hands[jacket], Icon.JACKET)
        totals = sum(scores[0]), sum(scores[1])  # MV-45
        first, second = self.first_player, 1 - self.first_player
        return RoundResult(
            first_player=first,
            food_seat=food,
            type_scores=scores,
            totals=totals,
            winner=first if totals[first] > totals[second] else second,  # MV-46, MV-47
            ended=ended,
            turns=self.turn,
            grid=self.grid,  # not copied: the next round lays out new lists
            hands=self.hands,
            set_aside=leaving,
        )


def play_match(rng: Random) -> int:
    """Play one match of random legal decisions and return their number."""
    match = Match(Options(), rng)
    decisions = 0
    while match.phase is not Phase.OVER:
        match.play(rng.choice(match.legal()))
        decisions += 1
    return decisions


def run(seconds: float, seed: int = 1) -> Rate:
    """Measure uniformly random matches with the default options."""
    rng = Random(seed)
    return measure("plain Python Muvuca", seconds, lambda: play_match(rng))
