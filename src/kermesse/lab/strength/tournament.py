"""What an arena is about: the game, who takes part, and how much is played. All checked first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from kermesse.bots.budget import Budget, checked_budget
from kermesse.bots.process import checked_deadline
from kermesse.core.chance import checked_seed
from kermesse.core.errors import SetupRefused, brief, whole
from kermesse.core.game import Game
from kermesse.core.options import Value
from kermesse.core.recipes import LEVELS, Recipe
from kermesse.lab.strength.entrants import Entrant, Member, written
from kermesse.lab.strength.sprt import Hypotheses

MOST_GAMES = 10_000_000
DEADLINE = 30.0  # seconds for one decision of an isolated bot or a program
FORMAT = 1


@dataclass(frozen=True)
class Tournament:
    """Everything that the results depend on, stated before the first game."""

    game: Game
    entrants: tuple[Entrant, ...]
    games: int
    seats: int
    options: Mapping[str, Value]
    budget: Budget | None = None
    seed: int = 0
    sprt: Hypotheses | None = None
    together: bool = False
    gauntlet: bool = False
    isolate: bool = False
    deadline: float = DEADLINE

    @classmethod
    def checked(
        cls,
        game: Game,
        bots: Sequence[str],
        games: int,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        **further: Any,
    ) -> Self:
        """Tournament with which an arena can be held; refuses any other by name."""
        if not isinstance(game, Game):
            raise SetupRefused(
                f"an arena is of a Game, as kermesse.game returns, not {brief(game)}"
            )
        count = whole(games)
        if count is None or not 1 <= count <= MOST_GAMES:
            raise SetupRefused(f"an arena has 1 to {MOST_GAMES} games, not {brief(games)}")
        number = game.checked_seats(seats)
        entrants = tuple(Entrant.read(text) for text in checked_names(bots))
        further["seed"] = checked_seed(further.get("seed", 0))
        checked_budget(further.get("budget"))
        tournament = cls(game, entrants, count, number, game.choose(options, number), **further)
        tournament._check_entrants()
        return tournament

    def _check_entrants(self) -> None:
        labels = self.labels
        fewest = min(2, self.sides)
        if len(labels) < fewest:
            bots = "1 bot" if fewest == 1 else f"{fewest} bots"
            raise SetupRefused(f"an arena needs at least {bots}, not {len(labels)}")
        sides = [entrant.side(self.team_size) for entrant in self.entrants]
        twice = sorted(
            e.label for e, side in zip(self.entrants, sides, strict=True) if sides.count(side) > 1
        )
        if twice:
            raise SetupRefused(f"{twice[0]} is named twice: a bot does not play against itself")
        self._check_programs()
        for entrant in self.entrants:
            if len(entrant.members) not in (1, self.team_size):
                raise SetupRefused(
                    f"{entrant.label}: {self.game.title} with {self.seats} seats has teams of "
                    f"{self.team_size}, not of {len(entrant.members)}"
                )
        if self.sprt and len(labels) != 2:
            raise SetupRefused(f"a sequential test compares exactly 2 bots, not {len(labels)}")
        if self.together and len(labels) != self.sides:
            raise SetupRefused(
                f"at one table there is room for exactly {self.sides} bots, not {len(labels)}"
            )
        if self.together and self.gauntlet:
            raise SetupRefused("a gauntlet and all bots at one table do not go together")
        if self.sides == 1 and (self.sprt or self.gauntlet):
            raise SetupRefused(
                f"nobody meets anybody: {self.game.title} with 1 seat is played alone"
            )
        if self.sprt and self.together and self.sides > 2:
            raise SetupRefused("a sequential test and all bots at one table do not go together")
        if self.sprt and not isinstance(self.sprt, Hypotheses):
            raise SetupRefused(f"a sequential test is told Hypotheses, not {brief(self.sprt)}")
        checked_deadline(self.deadline)

    def _check_programs(self) -> None:
        commands: dict[str, tuple[str, ...]] = {}
        for program in self.programs:
            if commands.setdefault(program.name, program.command) != program.command:
                raise SetupRefused(
                    f"two programs are called {program.name}: name them, as in NAME=program:COMMAND"
                )

    @property
    def members(self) -> list[Member]:
        """All bots that take part, alone or in teams."""
        return [member for entrant in self.entrants for member in entrant.members]

    @property
    def programs(self) -> list[Member]:
        """Those of them that are outside programs."""
        return [member for member in self.members if member.command]

    @property
    def labels(self) -> list[str]:
        """The entrants by their names."""
        return [entrant.label for entrant in self.entrants]

    @property
    def teams(self) -> tuple[int, ...]:
        """The side of every seat."""
        return self.game.teams(self.seats)

    @property
    def sides(self) -> int:
        """How many sides there are: teams, or seats that play for themselves."""
        return len(set(self.teams))

    @property
    def team_size(self) -> int:
        """How many seats a side has."""
        return self.seats // self.sides

    @property
    def blocks(self) -> int:
        """The number of deals; a pairing plays each of them once for every side."""
        return -(-self.games // self.sides)

    @property
    def anchor(self) -> int:
        """The entrant whose rating is 1000: greedy if it takes part, otherwise the first."""
        return self.labels.index("greedy") if "greedy" in self.labels else 0

    @property
    def recipes(self) -> dict[str, Recipe]:
        """How the levels that take part think."""
        names = {member.name for member in self.members}
        levels = self.game.levels(self.seats)
        return {name: levels[name] for name in LEVELS if name in names}

    def as_json(self) -> dict[str, Any]:
        """All of it, as the head of a results file and of a report holds it."""
        from kermesse import __version__

        programs = {program.name: written(program.command) for program in self.programs}
        return {
            "arena": FORMAT,
            "kermesse": __version__,
            "game": self.game.name,
            "rules": self.game.version,
            "seats": self.seats,
            "options": dict(self.options),
            "bots": self.labels,
            **({"programs": programs} if programs else {}),
            "levels": {name: asdict(recipe) for name, recipe in self.recipes.items()},
            "budget": str(self.budget) if self.budget else None,
            "games": self.games,
            "seed": self.seed,
            "sprt": str(self.sprt) if self.sprt else None,
            "together": self.together,
            "gauntlet": self.gauntlet,
            "isolate": self.isolate,
            "deadline": self.deadline if self.isolate or programs else None,
        }


def checked_names(bots: object) -> list[str]:
    """The bots as they were written; refuses anything but several texts."""
    if isinstance(bots, str) or not isinstance(bots, Iterable):
        raise SetupRefused(f"bots are named in a list like ['greedy', 'random'], not {brief(bots)}")
    names = list(bots)
    for name in names:
        if not isinstance(name, str):
            raise SetupRefused(f"a bot is named like greedy or greedy@200it, not {brief(name)}")
    return names
