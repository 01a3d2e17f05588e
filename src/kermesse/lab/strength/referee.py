"""One game between bots, with a referee who lets nobody stop it.

A bot that raises, answers nonsense or does not answer *forfeits* the decision: any legal action is
taken for it. One that fails while it is told what happens forfeits as well. After three forfeits in
a game its side has lost that game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from kermesse.bots import Bot, Follower, Starter
from kermesse.bots.budget import Budget
from kermesse.core.errors import KermesseError, brief, whole
from kermesse.core.position import Position, View
from kermesse.lab.streams import key, next_seed
from kermesse.lab.strength.times import Times

FORFEITS_TO_LOSE = 3
FORFEITED = "forfeited"  # an ending that no game has

Look = Callable[[Position, int], View]
Redraw = Callable[[int, View], Position | None]


class Result(NamedTuple):
    """How a game ended: a place for each seat, best is 1, and why."""

    places: tuple[int, ...]
    ending: str


@dataclass
class Player:
    """A bot at a seat: its own stream of seeds, and a note of what it did."""

    bot: Bot
    chance: Random
    budget: Budget | None = None
    look: Look = Position.view  # honest players see their view
    shared: int | None = None  # teammates who think as one: where their common seeds come from
    times: Times = field(default_factory=Times)
    forfeits: int = 0
    complaint: str = ""

    @cached_property
    def _starter(self) -> Starter | None:
        return self.bot if isinstance(self.bot, Starter) else None

    def choose(self, view: View) -> int:
        """The number of the action that the bot wants; raises whatever the bot raises."""
        thinking: dict[str, Any] = {"seed": self.seed(view)}
        if self.budget is not None:
            thinking["budget"] = self.budget
        if self._starter is not None:
            self._starter.start()
        started = time.perf_counter()
        try:
            action = self.bot.choose(view, **thinking)
        finally:
            self.times.add(time.perf_counter() - started)
        number = whole(getattr(action, "number", None))
        if number is None:
            raise KermesseError(f"{brief(action)} is no action")
        return number

    def seed(self, view: View) -> int:
        """The seed for a decision; the same for teammates who draw one plan for what both owe."""
        if self.shared is None or int(view.record.phase) not in view.game.staged:
            return next_seed(self.chance)
        return key(self.shared, view.record.reveals, view.record.phase)

    def forfeit(self, reason: BaseException) -> None:
        """Note that a decision was not taken."""
        self.forfeits += 1
        self.complaint = self.complaint or f"{type(reason).__name__}: {reason}"[:200]


def play_game(
    table: Position,
    players: Sequence[Player],
    order: Random,
    redraw: Redraw | None = None,
) -> Result:
    """Play a game to its end.

    ``order`` says who answers first where several seats are due. ``redraw`` may put another world
    in the table's place once a seat has decided, before its decision is carried out; it is told
    what the seat may know, whatever the player was shown.
    """
    gallery = Gallery(players)
    gallery.begin(table)
    lost: Result | None = None
    while not table.over:
        seat = order.choice(sorted(table.due))
        player = players[seat]
        view = player.look(table, seat)
        number = answer(table, seat, player, view.copy())
        if player.forfeits >= FORFEITS_TO_LOSE:
            lost = lost_by(table, seat)
            break
        if redraw:
            table = redraw(seat, table.view(seat)) or table
        table.game.kernels["act"](table.record, seat, number)
        gallery.follow(table)
    result = lost or finished(table)
    gallery.end(result)
    return result


class Gallery:
    """The seats whose bots follow the match; without any, nobody waits for anybody to look."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._followers = [
            (seat, player, player.bot)
            for seat, player in enumerate(players)
            if isinstance(player.bot, Follower)
        ]

    def begin(self, table: Position) -> None:
        """The match begins."""
        for seat, player, bot in self._followers:
            tell(player, bot.begin, player.look(table, seat))

    def follow(self, table: Position) -> None:
        """A decision was made: carry out what follows, step by step for those who watch."""
        if not self._followers:
            table.rush()
            return
        self._show(table)
        while table.pending:
            table.advance()
            self._show(table)

    def end(self, result: Result) -> None:
        """The match is over."""
        for seat, player, bot in self._followers:
            tell(player, bot.end, seat, result.places, result.ending)

    def _show(self, table: Position) -> None:
        for seat, player, bot in self._followers:
            tell(player, bot.watch, player.look(table, seat))


def tell(player: Player, listen: Callable[..., None], *news: object) -> None:
    """Tell a bot what happened; one that cannot listen forfeits as if it had been asked."""
    try:
        listen(*news)
    except (Exception, SystemExit) as reason:  # whatever another's program does, we go on
        player.forfeit(reason)


def finished(table: Position) -> Result:
    """How a game ended by its rules."""
    outcome = table.outcome
    assert outcome is not None
    return Result(outcome.places, outcome.ending)


def answer(table: Position, seat: int, player: Player, view: View) -> int:
    """The action that a seat takes; any legal one if it forfeits the decision."""
    legal = [action.number for action in table.legal(seat)]
    try:
        number = player.choose(view)
        if number not in legal:
            raise KermesseError(f"action {number} is not legal")
    except (Exception, SystemExit) as reason:  # whatever another's program does, we go on
        player.forfeit(reason)
        number = player.chance.choice(legal)
    return number


def lost_by(table: Position, seat: int) -> Result:
    """A game that one side has lost by forfeits: all others, if any, share the first place."""
    teams = table.game.teams(table.seats)
    others = len([side for side in teams if side != teams[seat]])
    last = max(others, 1) + 1  # a solo player can lose, too
    return Result(tuple(last if side == teams[seat] else 1 for side in teams), FORFEITED)


def shares(places: Sequence[int], teams: Sequence[int]) -> list[float]:
    """What each side has of the win: sides that share the first place share it equally."""
    first = {side for side, place in zip(teams, places, strict=True) if place == 1}
    return [1 / len(first) if side in first else 0.0 for side in range(len(set(teams)))]


def side_places(places: Sequence[int], teams: Sequence[int]) -> tuple[int, ...]:
    """The place of each side; teammates share one."""
    by_side = dict(zip(teams, places, strict=True))
    return tuple(by_side[side] for side in range(len(by_side)))
