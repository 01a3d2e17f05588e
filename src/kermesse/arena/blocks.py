"""One block: a deal, played by every pairing in all rotations. The unit of all statistics."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Self

import msgspec

from kermesse.arena.playing import Player, play_game, shares, side_places
from kermesse.arena.process_bot import ProcessBot
from kermesse.arena.ratings import Standing
from kermesse.arena.schedule import Pairing, Sides, member_at, pairings, rotations
from kermesse.arena.settings import Member, Settings
from kermesse.arena.streams import key, stream
from kermesse.arena.times import Times
from kermesse.bots import Bot
from kermesse.core.game import Game

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

    def standing(self, teams: tuple[int, ...]) -> Standing:
        """The game as ratings see it."""
        return Standing(self.sides, side_places(self.places, teams))


class BlockResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All games over one deal, and what each bot spent on them."""

    block: int
    games: tuple[GameResult, ...]
    forfeits: dict[str, int]
    complaints: dict[str, str]
    times: dict[str, dict[int, int]]  # see `Times`


@dataclass
class Crew:
    """The bots of an arena, each made once; isolated ones live in processes of their own."""

    settings: Settings
    recruit: Recruit
    bots: dict[str, Bot] = field(default_factory=dict)
    _children: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        for entrant in self.settings.entrants:
            for member in entrant.members:
                self._hire(member)
        return self

    def __exit__(self, *_: object) -> None:
        self._children.close()

    def _hire(self, member: Member) -> None:
        if member.name in self.bots:
            return
        bot = self.recruit(member.name, self.settings.game)
        if self.settings.isolate:
            apart = ProcessBot.of(member.name, self.settings.game, self.settings.deadline)
            bot = self._children.enter_context(apart)
        self.bots[member.name] = bot


def play_block(crew: Crew, block: int) -> BlockResult:
    """Play one deal in every pairing and rotation."""
    settings = crew.settings
    games: list[GameResult] = []
    forfeits = dict.fromkeys(settings.labels, 0)
    complaints: dict[str, str] = {}
    times = {label: Times() for label in settings.labels}
    for pairing in pairings(settings):
        for sides in rotations(settings, pairing, block):
            players = seated(crew, block, pairing, sides)
            deck = key(settings.seed, block, "deck")  # the same for all who meet over this deal
            table = settings.game.new(settings.seats, deck, settings.options)
            order = stream(settings.seed, block, "order", *pairing, "sides", *sides)
            result = play_game(table, players, order)
            games.append(GameResult(pairing, sides, result.places, result.ending))
            for seat, player in enumerate(players):
                label = settings.labels[sides[settings.teams[seat]]]
                times[label].counts.update(player.times.counts)
                forfeits[label] += player.forfeits
                if player.complaint:
                    complaints.setdefault(label, player.complaint)
    counts = {label: dict(sorted(spent.counts.items())) for label, spent in times.items()}
    return BlockResult(block, tuple(games), forfeits, complaints, counts)


def seated(crew: Crew, block: int, pairing: Pairing, sides: Sides) -> list[Player]:
    """A player for each seat; every one thinks from a stream of its own."""
    settings = crew.settings
    players = []
    for seat in range(settings.seats):
        member = member_at(settings, sides, seat, block)
        chance = stream(settings.seed, block, "bot", *pairing, "sides", *sides, "seat", seat)
        players.append(Player(crew.bots[member.name], chance, member.budget or settings.budget))
    return players
