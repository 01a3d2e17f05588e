"""`Case`: one game with one seat count and one choice of options, and the walks through it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kermesse.core.conformance.evidence import Broken, differences
from kermesse.core.conformance.rules import Rules
from kermesse.core.conformance.walk import Walk, first_action, last_action, take_walk, viewers
from kermesse.core.game import Game
from kermesse.core.options import word

MATCHES = 4


@dataclass(frozen=True)
class Case:
    """What one run of the suite looks at. Equal cases give equal runs."""

    game: Game
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    matches: int = MATCHES
    seed: int = 0
    notes: list[str] = field(default_factory=list, compare=False, repr=False)

    @cached_property
    def rules(self) -> Rules:
        """The kernels that the game is played with."""
        return Rules(self.game, self.game.kernels)

    @cached_property
    def plain(self) -> Rules:
        """The same kernels as plain Python."""
        return Rules(self.game, self.game.plain_kernels)

    @cached_property
    def bound(self) -> int:
        """The most decisions and steps that a match may take."""
        return self.game.bound(self.game.choose(self.options))

    @property
    def walks(self) -> list[Walk]:
        """Random matches; all clauses look at the same ones."""
        return _unharmed(self._random)

    @property
    def stubborn(self) -> list[Walk]:
        """Two matches in which everybody always takes the lowest, or the highest, action."""
        return _unharmed(self._stubborn)

    @cached_property
    def _random(self) -> list[Walk]:
        return [take_walk(self, number) for number in range(self.matches)]

    @cached_property
    def _stubborn(self) -> list[Walk]:
        return [
            take_walk(self, self.matches, first_action),
            take_walk(self, self.matches + 1, last_action),
        ]

    def walk(self, number: int) -> Walk:
        """The walk of that number, even to an error; the stubborn ones come after the random."""
        return [*self._random, *self._stubborn][number]

    def place_in_walks(self, at: bytes) -> tuple[int, int] | None:
        """The first match and ply with this record, or with a view of it, as far as seen."""
        for number in range(self.matches + 2):
            walk = self.walk(number)
            views = vars(walk).get("views", ())
            seen = [
                *enumerate(walk.frames),
                *((ply, view) for ply, some in enumerate(views) for view in some.values()),
            ]
            found = next((ply for ply, record in seen if record == at), None)
            if found is not None:
                return number, found
        return None

    @property
    def viewers(self) -> list[int]:
        """The spectator and every seat."""
        return viewers(self.seats)

    def blank(self, rng: int) -> bytes:
        """A record with header and options, ready for `setup`."""
        batch = self.game.blank(seats=self.seats, options=self.options)
        batch["rng"] = rng
        return batch.tobytes()

    def event_name(self, at: bytes) -> str:
        """The last event of a record, as messages call it."""
        number = int(self.rules.load(at).event)
        names = {int(event): event.name.lower() for event in self.game.events}
        return names.get(number, f"number {number}")

    def require(
        self,
        expected: bytes,
        found: bytes,
        promise: str,
        finding: str,
        walk: Walk,
        ply: int,
    ) -> None:
        """Break the clause unless two records are equal, and say where they are not."""
        if expected != found:
            details = differences(self.game, expected, found)
            raise Broken(promise, finding, details, walk.number, ply)

    def __str__(self) -> str:
        chosen = [f"{name}={word(value)}" for name, value in self.options.items()]
        variant = ", ".join(chosen) if chosen else "default options"
        return f"{self.game.name}, {self.seats} seats, {variant}, seed {self.seed}"


def cases(
    game: Game,
    variants: Iterable[Mapping[str, Any]] = ({},),
    seats: int | Sequence[int] | None = None,
    matches: int = MATCHES,
    seed: int = 0,
) -> list[Case]:
    """Every seat count with every variant, for ``pytest.mark.parametrize(…, ids=str)``."""
    if seats is None:
        seats = game.seats
    counts = [seats] if isinstance(seats, int) else list(seats)
    chosen = [dict(variant) for variant in variants]
    for variant in chosen:
        game.choose(variant)  # refuses a misspelt option before anything is played
    return [
        Case(game, game.checked_seats(count), variant, matches, seed)
        for count in counts
        for variant in chosen
    ]


def _unharmed(walks: list[Walk]) -> list[Walk]:
    """The walks, unless an error has cut one short."""
    for walk in walks:
        if walk.error:
            raise walk.error
    return walks


def who(viewer: int) -> str:
    """A viewer in words."""
    return "a spectator" if viewer < 0 else f"seat {viewer}"
