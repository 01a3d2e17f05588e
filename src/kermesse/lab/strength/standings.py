"""What came out of an arena: every figure, from the blocks and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import permutations
from statistics import fmean
from typing import Any, NamedTuple

from kermesse.lab.intervals import Estimate, estimate
from kermesse.lab.streams import key
from kermesse.lab.strength.block import BlockResult, GameResult
from kermesse.lab.strength.ratings import Rating, rate
from kermesse.lab.strength.schedule import pairings
from kermesse.lab.strength.sprt import FEWEST_BLOCKS, SequentialTest
from kermesse.lab.strength.times import Times, together
from kermesse.lab.strength.tournament import Tournament


class Meeting(NamedTuple):
    """How one bot did against another."""

    bot: int
    other: int
    rate: Estimate | None


class Standings:
    """The figures of an arena."""

    def __init__(
        self,
        tournament: Tournament,
        blocks: Sequence[BlockResult],
        test: SequentialTest | None = None,
    ) -> None:
        self.tournament = tournament
        self.blocks = blocks
        self.test = test

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(block.games) for block in self.blocks)

    @property
    def even_share(self) -> float | None:
        """The win rate of a bot that is as good as the others; none where each plays alone."""
        return 1 / self.tournament.sides if self.tournament.sides > 1 else None

    @property
    def endings(self) -> dict[str, int]:
        """How often games ended for which reason."""
        counts = Counter(game.ending for block in self.blocks for game in block.games)
        return dict(counts.most_common())

    def win_rate(self, entrant: int) -> Estimate | None:
        """A bot's share of wins over everything in which it was looked at."""
        return self._estimate(entrant, lambda game: self._looks_at(game, entrant))

    @cached_property
    def meetings(self) -> list[Meeting]:
        """The pairwise matrix, line by line."""
        lines = permutations(range(len(self.tournament.entrants)), 2)
        met = [Meeting(bot, other, self._against(bot, other)) for bot, other in lines]
        return [meeting for meeting in met if meeting.rate is not None]

    @cached_property
    def ratings(self) -> list[Rating]:
        """Points on the scale of Elo; none before the second block, or where nobody meets."""
        if len(self.blocks) < 2 or self.tournament.sides == 1:
            return []
        teams, tournament = self.tournament.teams, self.tournament
        rankings = [[game.ranking(teams) for game in block.games] for block in self.blocks]
        seed = key(tournament.seed, "bootstrap")
        return rate(rankings, len(tournament.entrants), tournament.anchor, seed)

    def rating_bound(self, entrant: int) -> str | None:
        """Where a bot has won everything or nothing, its rating says only "more" or "less".

        So do all ratings if the anchor has: how far it is from the others is not known.
        """
        rate, anchor = self.win_rate(entrant), self.win_rate(self.tournament.anchor)
        if rate is None or entrant == self.tournament.anchor or self.tournament.sides != 2:
            return None  # nobody is rated alone; among several, lower places count as well
        if rate.mean == 1 or (anchor and anchor.mean == 0):
            return ">"
        return "<" if rate.mean == 0 or (anchor and anchor.mean == 1) else None

    def times(self, label: str) -> Times:
        """How long a bot's decisions took."""
        return together(block.times[label] for block in self.blocks)

    def forfeits(self, label: str) -> int:
        """How many decisions a bot did not take."""
        return sum(block.forfeits[label] for block in self.blocks)

    def complaint(self, label: str) -> str | None:
        """What was wrong when a bot forfeited a decision for the first time."""
        said = (block.complaints.get(label) for block in self.blocks)
        words = next((words for words in said if words), None)
        return words and "".join(sign if sign.isprintable() else " " for sign in words)

    def _looks_at(self, game: GameResult, entrant: int) -> bool:
        """Whether a game counts for a bot: of one among copies of another, only the one's."""
        if self.tournament.together or self.tournament.sides == 2:
            return entrant in game.pairing
        return game.pairing[0] == entrant

    def _against(self, bot: int, other: int) -> Estimate | None:
        if self.tournament.together and self.tournament.sides > 2:
            return self._ahead(bot, other)
        return self._estimate(bot, lambda game: self._looks_at(game, bot) and other in game.pairing)

    def _ahead(self, bot: int, other: int) -> Estimate | None:
        """At one table: how often one bot comes in before another; equal places count half."""
        means = []
        for block in self.blocks:
            places = [
                (game.sides, game.ranking(self.tournament.teams).places) for game in block.games
            ]
            pairs = [(p[s.index(bot)], p[s.index(other)]) for s, p in places]
            means.append(fmean((mine < theirs) + (mine == theirs) / 2 for mine, theirs in pairs))
        return estimate(means, self.tournament.sides)

    def _estimate(self, entrant: int, counts: Callable[[GameResult], bool]) -> Estimate | None:
        teams = self.tournament.teams
        means, games = [], 0
        for block in self.blocks:
            won = [game.share(entrant, teams) for game in block.games if counts(game)]
            if not won:
                return None
            means.append(fmean(won))
            games = len(won)
        return estimate(means, games)

    def as_json(self) -> dict[str, Any]:
        """Everything, for a program to read."""
        labels = self.tournament.labels
        matrix: dict[str, dict[str, Any]] = {label: {} for label in labels}
        for meeting in self.meetings:
            matrix[labels[meeting.bot]][labels[meeting.other]] = rate_json(meeting.rate)
        return {
            "settings": self.tournament.as_json(),
            "even_share": self.even_share,
            "blocks": len(self.blocks),
            "games": self.games,
            "pairings": [[labels[bot] for bot in pairing] for pairing in pairings(self.tournament)],
            "anchor": labels[self.tournament.anchor],
            "bots": {label: self._bot_json(number) for number, label in enumerate(labels)},
            "matrix": matrix,
            "endings": self.endings,
            "sprt": self._sprt_json(),
        }

    def _bot_json(self, number: int) -> dict[str, Any]:
        label = self.tournament.labels[number]
        spent = self.times(label)
        rating = self.ratings[number] if self.ratings else None
        return {
            **rate_json(self.win_rate(number)),
            "rating": rating.points if rating else None,
            "rating_interval": [rating.low, rating.high] if rating else None,
            "rating_bound": self.rating_bound(number),
            "decisions": spent.number,
            "milliseconds": {
                "median": 1000 * spent.quantile(0.5) if spent.number else None,
                "p99": 1000 * spent.quantile(0.99) if spent.number else None,
            },
            "forfeits": self.forfeits(label),
            "complaint": self.complaint(label),
        }

    def _sprt_json(self) -> dict[str, Any] | None:
        if self.test is None:
            return None
        return {
            "hypotheses": [self.test.hypotheses.low, self.test.hypotheses.high],
            "bot": self.tournament.labels[0],
            "blocks": self.test.blocks,
            "fewest_blocks": FEWEST_BLOCKS,
            "llr": self.test.llr,
            "verdict": self.test.verdict.value,
        }


def rate_json(found: Estimate | None) -> dict[str, Any]:
    """A win rate and its interval."""
    if found is None:
        return {"win_rate": None, "interval": None}
    return {"win_rate": found.mean, "interval": [found.low, found.high]}
