"""Who plays the other seats: bots by name, bot objects, or any function of a view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from kermesse.bots import Bot, bot
from kermesse.core.errors import KermesseError, UnreadableAction, brief, whole
from kermesse.core.game import Game
from kermesse.core.position import Action, View
from kermesse.lab.strength.referee import Player

Function = Callable[[View], Action | str | int]
Opponent = str | Bot | Function
Opponents = Opponent | Sequence[Opponent]


@dataclass(frozen=True)
class Asked:
    """A function of a view as a bot."""

    function: Function

    def choose(self, view: View, **_: Any) -> Action:
        """The action that the function answers: itself, its text or its number."""
        answer = self.function(view)
        if isinstance(answer, Action):
            return answer
        if isinstance(answer, str):
            return Action(view.read_action(answer), answer)
        number = whole(answer)
        if number is None or not 0 <= number < view.game.actions:
            raise UnreadableAction(f"{brief(answer)} is no action of {view.game.title}")
        return Action(number, view.game.notation.action_text(number))


def listed(opponents: Opponents, others: int) -> list[Opponent]:
    """An opponent for each of the other seats, in their order; one alone plays them all."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [opponents] * others
    if len(opponents) != others:
        raise KermesseError(f"{others} other seats need as many opponents, not {len(opponents)}")
    return list(opponents)


class Company:
    """The opponents around a seat, each with a separate random stream."""

    def __init__(self, game: Game, seats: int, seat: int, opponents: Opponents) -> None:
        others = [other for other in range(seats) if other != seat]
        self._teams = game.teams(seats)
        self._chosen = dict(zip(others, listed(opponents, seats - 1), strict=True))
        self._bots = {
            other: as_bot(opponent, game, alone=not self._think_alike(other))
            for other, opponent in self._chosen.items()
        }
        self._players: dict[int, Player] = {}

    def _think_alike(self, seat: int) -> bool:
        """Whether the whole team of a seat is played by the same opponent."""
        mates = [i for i, team in enumerate(self._teams) if team == self._teams[seat]]
        return all(self._chosen.get(mate, self) is self._chosen[seat] for mate in mates)

    def sit_down(self, chance: Random) -> None:
        """Begin a match: fresh streams, one for each seat, and one for mates who think as one."""
        plans = {team: chance.getrandbits(63) for team in sorted(set(self._teams))}
        self._players = {}
        for seat, player in self._bots.items():
            team = self._teams[seat]
            together = self._teams.count(team) > 1 and self._think_alike(seat)
            self._players[seat] = Player(player, Random(chance.getrandbits(63)))
            if together:
                self._players[seat].shared = plans[team]

    def choose(self, view: View) -> int:
        """What the opponent at a view's seat does."""
        return self._players[view.seat].choose(view)


def as_bot(opponent: Opponent, game: Game, *, alone: bool) -> Bot:
    """An opponent ready to play; refuses what is none."""
    if isinstance(opponent, str):
        return bot(opponent, game, alone=alone)
    if hasattr(opponent, "choose"):
        return opponent
    if callable(opponent):
        return Asked(opponent)
    raise KermesseError(
        f"an opponent is a bot, its name, or a function of a view, not {brief(opponent)}"
    )
