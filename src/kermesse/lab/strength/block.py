"""One block: a deal, played by every pairing in all rotations. The unit of all statistics."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Self

import msgspec

from kermesse.bots import Bot, Leveled, Planner, ProgramBot
from kermesse.bots.isolated import IsolatedBot
from kermesse.core.game import Game
from kermesse.lab.streams import key, stream
from kermesse.lab.strength.entrants import Entrant, Member
from kermesse.lab.strength.ratings import Ranking
from kermesse.lab.strength.referee import Player, play_game, shares, side_places
from kermesse.lab.strength.schedule import Pairing, Sides, member_at, pairings, rotations
from kermesse.lab.strength.times import Times
from kermesse.lab.strength.tournament import Tournament

Recruit = Callable[[str, Game], Bot]


class GameResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game: who met, who sat at which side, and how it ended."""

    pairing: Pairing
    sides: Sides
    places: tuple[int, ...]  # by seat
    ending: str

    def share(self, entrant: int, teams: tuple[int, ...]) -> float:
        """What an entrant has of the win, on average over its sides."""
        won = shares(self.places, teams)
        own = [share for share, sitting in zip(won, self.sides, strict=True) if sitting == entrant]
        return sum(own) / len(own)

    def ranking(self, teams: tuple[int, ...]) -> Ranking:
        """The game as ratings see it."""
        return Ranking(self.sides, side_places(self.places, teams))


class BlockResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All games over one deal, and what each bot spent on them."""

    block: int
    games: tuple[GameResult, ...]
    forfeits: dict[str, int]
    complaints: dict[str, str]
    times: dict[str, dict[int, int]]  # see `Times`


@dataclass
class Crew:
    """The bots of an arena, each made once; isolated ones and programs live in processes.

    A bot in a mixed team is another one: it cannot count on a partner who thinks alike.
    """

    tournament: Tournament
    recruit: Recruit
    bots: dict[tuple[str, bool], Bot] = field(default_factory=dict)
    _children: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        for entrant in self.tournament.entrants:
            for member in entrant.members:
                self._hire(member, alone=is_mixed(entrant))
        return self

    def __exit__(self, *_: object) -> None:
        self._children.close()

    def _hire(self, member: Member, *, alone: bool) -> None:
        if (member.name, alone) in self.bots:
            return
        game, deadline = self.tournament.game, self.tournament.deadline
        if member.command:
            program = ProgramBot(member.command, game, deadline)
            self.bots[member.name, alone] = self._children.enter_context(program)
            return
        bot = self.recruit(member.name, game)
        if self.tournament.isolate:
            apart = IsolatedBot.of(member.name, game, deadline, alone=alone)
            bot = self._children.enter_context(apart)
        elif alone and isinstance(bot, Leveled):
            bot = replace(bot, alone=True)
        self.bots[member.name, alone] = bot


def play_block(crew: Crew, block: int) -> BlockResult:
    """Play one deal in every pairing and rotation."""
    tournament = crew.tournament
    games: list[GameResult] = []
    forfeits = dict.fromkeys(tournament.labels, 0)
    complaints: dict[str, str] = {}
    times = {label: Times() for label in tournament.labels}
    for pairing in pairings(tournament):
        for sides in rotations(tournament, pairing, block):
            players = seated(crew, block, pairing, sides)
            deck = key(tournament.seed, block, "deck")  # the same for all who meet over this deal
            table = tournament.game.new(tournament.seats, deck, tournament.options)
            order = stream(tournament.seed, block, "order", *pairing, "sides", *sides)
            result = play_game(table, players, order)
            games.append(GameResult(pairing, sides, result.places, result.ending))
            for seat, player in enumerate(players):
                label = tournament.labels[sides[tournament.teams[seat]]]
                times[label].counts.update(player.times.counts)
                forfeits[label] += player.forfeits
                if player.complaint:
                    complaints.setdefault(label, player.complaint)
    counts = {label: dict(sorted(spent.counts.items())) for label, spent in times.items()}
    return BlockResult(block, tuple(games), forfeits, complaints, counts)


def seated(crew: Crew, block: int, pairing: Pairing, sides: Sides) -> list[Player]:
    """A player for each seat, with its own stream, and one of the team for joint plans."""
    tournament = crew.tournament
    players = []
    for seat in range(tournament.seats):
        member = member_at(tournament, sides, seat, block)
        side = tournament.teams[seat]
        alone = is_mixed(tournament.entrants[sides[side]])
        purpose = (block, "bot", *pairing, "sides", *sides)
        chance = stream(tournament.seed, *purpose, "seat", seat)
        bot = crew.bots[member.name, alone]
        as_one = tournament.teams.count(side) > 1 and not alone and plans(bot, tournament.seats)
        players.append(
            Player(
                bot,
                chance,
                member.budget or tournament.budget,
                shared=key(tournament.seed, *purpose, "team", side) if as_one else None,
            )
        )
    return players


def plans(bot: Bot, seats: int) -> bool:
    """Whether a bot draws joint plans for its team."""
    return isinstance(bot, Planner) and bot.plans(seats)


def is_mixed(entrant: Entrant) -> bool:
    """Whether an entrant is a team of different bots."""
    return len(set(entrant.members)) > 1
