"""A report from games: every analysis in its order, and what was played in words."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from kermesse.core.differences import differences
from kermesse.core.game import Game
from kermesse.core.options import word
from kermesse.lab.experiment import Experiment
from kermesse.lab.findings import Section
from kermesse.lab.games import Games
from kermesse.lab.page import Chapter, Paper
from kermesse.lab.phrases import counted, listed
from kermesse.lab.questions.fairness import balance
from kermesse.lab.questions.length import length
from kermesse.lab.questions.order import order
from kermesse.lab.questions.reach import reach
from kermesse.lab.questions.scores import scores
from kermesse.lab.questions.skill import skill, wanted
from kermesse.lab.questions.tension import tension
from kermesse.lab.questions.worth import worth

Analysis = Callable[[Games], Section | None]

ANALYSES: tuple[Analysis, ...] = (order, balance, length, tension, scores, worth)


AS_USUAL = "as usual"
ESCAPED = re.compile(r"\\(\W)")
PEOPLE = (
    "Games played at the table have separate chapters. Each had a different deal, and the players "
    "were not drawn by lot: where they differ from games of bots, the players may be the reason."
)


def ladder_of(experiment: Experiment, games: int) -> list[Experiment]:
    """What has to be played as well to see whether skill beats luck."""
    if games == 0:
        return []
    game, seats = experiment.game, experiment.seats
    return wanted(game, seats, experiment.options, games, experiment.seed)


def chapter(
    games: Games, ladder: Sequence[Games] = (), watched: int = 0, workers: int | None = None
) -> list[Section]:
    """What these games tell; an analysis that has nothing to say is left out.

    ``ladder`` are games of stronger bots among weaker ones, ``watched`` says how many games are
    watched to see which rules fire.
    """
    found = [analysis(games) for analysis in ANALYSES]
    found.append(skill(games, ladder))
    if watched:
        found.append(reach(games, watched, workers))
    return [section for section in found if section is not None]


@dataclass(frozen=True)
class Told:
    """What some games told."""

    experiment: Experiment
    number: int  # of games
    sections: tuple[Section, ...]
    people: bool = False  # played at the table, not by the lab

    @classmethod
    def by(
        cls,
        games: Games,
        ladder: Sequence[Games] = (),
        watched: int = 0,
        workers: int | None = None,
    ) -> Self:
        """Everything that can be told by games of the lab."""
        sections = chapter(games, ladder, watched, workers)
        return cls(games.experiment, len(games), tuple(sections))

    @classmethod
    def of_people(cls, games: Games) -> Self:
        """Everything that can be told by games that were played at the table."""
        return cls(games.experiment, len(games), tuple(chapter(games)), people=True)

    @property
    def title(self) -> str:
        """Who played, in a few words."""
        players = counted(self.experiment.seats, "player")
        return f"{players}, at the table" if self.people else players

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """What sets these games apart from the others of a report."""
        if not self.people:
            return (("Games", games_text(self.experiment)),)
        return (
            ("Games", f"{counted(self.number, 'game')}, played at the table"),
            ("Options", options_text(self.experiment)),
            ("Players", listed(self.experiment.bots)),
        )


@dataclass(frozen=True)
class Report:
    """What came out, for each number of seats, of the lab and of the table."""

    game: Game
    told: Sequence[Told]  # the lab's own come first

    @property
    def title(self) -> str:
        """What it is about."""
        numbers = dict.fromkeys(str(each.experiment.seats) for each in self.told)
        noun = "player" if list(numbers) == ["1"] else "players"
        return f"{self.game.title} with {listed(numbers)} {noun}"

    def paper(self, command: str) -> Paper:
        """Everything that a page shows."""
        first, several = self.told[0], len(self.told) > 1
        total = counted(sum(each.number for each in self.told), "game")
        return Paper(
            title=self.title,
            lead=f"What {total} tell about the design of {self.game.title}.",
            facts=(
                ("Game", f"{self.game.title}, rules {self.game.version}"),
                *variant_facts(self.game),
                ("Options", options_text(first.experiment)),
                ("Bots", bots_text(first.experiment)),
                ("Games", total if several else games_text(first.experiment)),
                ("Seed", str(first.experiment.seed)),
            ),
            chapters=tuple(
                Chapter(f"games-{number}", each.title, each.facts if several else (), each.sections)
                for number, each in enumerate(self.told, 1)
            ),
            command=command,
            notes=(PEOPLE,) if any(each.people for each in self.told) else (),
        )

    def as_json(self) -> dict[str, Any]:
        """Everything, for a program to read; what is not known is null."""
        chapters = [
            {
                "title": each.title,
                "experiment": each.experiment.as_json(),
                "games": each.number,
                "at_the_table": each.people,
                "sections": [section_json(section) for section in each.sections],
            }
            for each in self.told
        ]
        return {"title": self.title, "chapters": chapters}


def section_json(section: Section) -> dict[str, Any]:
    """One section; each plot says of which kind it is."""
    plots = [{"kind": type(plot).__name__.lower(), **asdict(plot)} for plot in section.plots]
    known: dict[str, Any] = known_only({**asdict(section), "plots": plots})
    return known


def known_only(value: Any) -> Any:
    """The same with null in place of numbers that are none: JSON has no other word for them."""
    if isinstance(value, dict):
        return {key: known_only(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [known_only(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


# --- what was played ------------------------------------------------------------------------------


def variant_facts(game: Game) -> tuple[tuple[str, str], ...]:
    """In what a variant differs from the original; its words come with Markdown's escapes."""
    if game.variant is None:
        return ()
    return (("Variant", ESCAPED.sub(r"\1", "; ".join(differences(game, "en")))),)


def setting_text(experiment: Experiment) -> str:
    """A game and everything in which it is not as usual, for one of two that are compared."""
    told = [differing for _, differing in variant_facts(experiment.game)]
    options = options_text(experiment)
    if not told or options != AS_USUAL:
        told.append(f"options: {options}")
    return f"{experiment.game.title}, {'; '.join(told)}"


def options_text(experiment: Experiment) -> str:
    """The options that are not as usual."""
    usual = {option.name: option.default for option in experiment.game.options}
    chosen = [
        f"{name}={word(value)}"
        for name, value in experiment.options.items()
        if value != usual[name]
    ]
    return ", ".join(chosen) or AS_USUAL


def bots_text(experiment: Experiment) -> str:
    """Who played."""
    return ", ".join(experiment.bots if len(set(experiment.bots)) > 1 else experiment.bots[:1])


def games_text(experiment: Experiment) -> str:
    """How many games, and of how many deals."""
    games, deals = counted(experiment.games, "game"), counted(experiment.deals, "deal")
    if experiment.sides == 1:
        return games
    return f"{games}: {deals}, each played {experiment.sides} times"
