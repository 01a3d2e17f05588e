"""What is to be played, stated before the first game: everything that the results depend on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import kermesse
from kermesse.bots import bot_names
from kermesse.bots.budget import Budget
from kermesse.bots.greedy import WORLDS
from kermesse.core.chance import checked_seed
from kermesse.core.errors import SetupRefused, UnknownBot, brief, whole
from kermesse.core.game import Game
from kermesse.core.options import Value, nearest
from kermesse.core.recipes import LEVELS, Search

MOST_GAMES = 100_000_000
PORTION = 25  # deals that are played in one go; with the seed it decides what is dealt


@dataclass(frozen=True)
class Glance:
    """A bot that a kernel plays by itself: worlds that it looks at, and how far it misjudges."""

    worlds: int
    slips: float


@dataclass(frozen=True)
class Experiment:
    """A game, how it is set up, who plays it, and how often.

    Every deal is played as often as there are sides, and each time the bots move on by one side:
    all have the same cards, and how much of a result was in them can be told.
    """

    game: Game
    seats: int
    options: Mapping[str, Value]
    bots: tuple[str, ...]  # one for each side
    deals: int
    seed: int

    @classmethod
    def checked(
        cls,
        game: Game | str,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        bots: Sequence[str] = ("greedy",),
        games: int = 1000,
        seed: int = 0,
    ) -> Self:
        """An experiment that can be run; refuses any other by name."""
        played = kermesse.game(game) if isinstance(game, str) else game
        number = played.checked_seats(seats)
        sides = len(set(played.teams(number)))
        wanted = whole(games)
        if wanted is None or not 1 <= wanted <= MOST_GAMES:
            raise SetupRefused(f"a lab plays 1 to {MOST_GAMES:,} games, not {brief(games)}")
        names = tuple(bots) * sides if len(bots) == 1 else tuple(bots)
        if len(names) != sides:
            raise SetupRefused(
                f"{played.title} with {number} seats has {sides} sides: name 1 bot or {sides}, "
                f"not {len(names)}"
            )
        for name in names:
            check_bot(name)
        chosen = played.choose(options, number)
        deals = -(-wanted // sides)
        return cls(played, number, chosen, names, deals, checked_seed(seed))

    @property
    def teams(self) -> tuple[int, ...]:
        """The side of every seat."""
        return self.game.teams(self.seats)

    @property
    def sides(self) -> int:
        """How many sides there are, and how often each deal is played."""
        return len(set(self.teams))

    @property
    def games(self) -> int:
        """How many games are played: as many as were asked for, or a few more to be even."""
        return self.deals * self.sides

    @property
    def portions(self) -> int:
        """Into how many parts the work is cut."""
        return -(-self.deals // PORTION)

    def portion(self, number: int) -> range:
        """The deals of a part."""
        return range(number * PORTION, min((number + 1) * PORTION, self.deals))

    @property
    def glances(self) -> tuple[Glance, ...] | None:
        """The bots as a kernel plays them; None if one of them searches."""
        found = [glance_of(self.game, self.seats, name) for name in self.bots]
        known = tuple(each for each in found if each is not None)
        return known if len(known) == len(found) else None

    def as_json(self) -> dict[str, Any]:
        """All of it, as a results file and a report hold it."""
        return {
            "kermesse": kermesse.__version__,
            "game": self.game.name,
            "rules": self.game.version,
            "seats": self.seats,
            "options": dict(self.options),
            "bots": list(self.bots),
            "deals": self.deals,
            "seed": self.seed,
        }

    @classmethod
    def from_json(cls, known: Mapping[str, Any]) -> Self:
        """The experiment that `as_json` described, in another process."""
        game = kermesse.game(known["game"])
        options = game.choose(known["options"], known["seats"])
        bots = tuple(known["bots"])
        return cls(game, known["seats"], options, bots, known["deals"], known["seed"])


def check_bot(text: str) -> None:
    """Refuse an unknown bot or an invalid budget."""
    name, at, budget = text.partition("@") if isinstance(text, str) else ("", "", "")
    if name not in bot_names():
        raise UnknownBot(f"no bot {brief(text)}{nearest(name, bot_names())}")
    if at:
        Budget.read(budget)


def glance_of(game: Game, seats: int, name: str) -> Glance | None:
    """How a bot glances; None if it does more than that."""
    if name == "random":
        return Glance(0, 0.0)
    if name == "greedy":
        return Glance(WORLDS, 0.0)
    if name not in LEVELS:
        return None
    recipe = game.levels(seats)[name]
    if recipe.search is not Search.GLANCE:
        return None
    return Glance(min(recipe.iterations, WORLDS), recipe.slips * recipe.scale)
