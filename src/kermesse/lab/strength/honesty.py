"""Does a bot play from its view alone? Checks for any bot and game.

`non_interference` and `poison` ask a bot the same question while the table behind its view is
changed, and must get the same answer. `reshuffle` and `cheater_bound` look at results: an honest
bot loses nothing when the hidden cards are redrawn behind its back, and gains by seeing them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, variance
from typing import Any, NamedTuple

import numpy as np

from kermesse.bots import Bot, bot
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.position import Position, View, restored
from kermesse.lab.intervals import Estimate, estimate
from kermesse.lab.streams import key, next_seed, stream
from kermesse.lab.strength.block import Crew, GameResult, seated
from kermesse.lab.strength.referee import Redraw, play_game
from kermesse.lab.strength.schedule import rotations
from kermesse.lab.strength.tournament import Tournament

POISON = 0x55  # in every byte that a view hides: no card, seat or count of any game
RANDOM_MOVES = 0.3  # of the walks that cases are taken from: greedy play alone repeats itself
KEEP = 3  # cases are chosen among so many times as many decisions
SUBJECT, RIVAL = "subject", "rival"


class HonestyCase(NamedTuple):
    """A moment at which a seat has something to decide: the table's bytes, and the seat."""

    record: bytes
    seat: int


@dataclass
class Checked:
    """What a check has found. ``others``: in how many cases the hidden really changed."""

    cases: int = 0
    others: int = 0
    findings: list[str] = field(default_factory=list)

    def note(self, number: int, before: object, after: object) -> None:
        """Hold two answers against each other."""
        self.cases += 1
        if before != after:
            self.findings.append(f"case {number}: {before}, and {after} in another world")


def cases(
    game: Game, count: int, *, options: Mapping[str, Any] | None = None, seed: int = 0
) -> list[HonestyCase]:
    """Decisions with a real choice, from all parts of games with every number of seats."""
    found: list[HonestyCase] = []
    possible = game.seats_for(options) or game.seats
    number = 0
    while len(found) < KEEP * count:
        seats = possible[number % len(possible)]
        found += walk(game, seats, options, key(seed, "walk", number))
        number += 1
    places = np.linspace(0, len(found) - 1, count).astype(int)
    return [found[place] for place in places]


def walk(
    game: Game, seats: int, options: Mapping[str, Any] | None, seed: int
) -> Iterator[HonestyCase]:
    """One game, played by greedy with some random moves."""
    table = game.new(seats, seed, options)
    chance = stream(seed, "walk")
    player = bot("greedy", game)
    while not table.over:
        seat = chance.choice(sorted(table.due))
        legal = table.legal(seat)
        if len(legal) > 1:
            yield HonestyCase(table.tobytes(), seat)
        action = player.choose(table.view(seat), seed=next_seed(chance))
        if chance.random() < RANDOM_MOVES:
            action = chance.choice(legal)
        game.kernels["act"](table.record, seat, action.number)
        table.rush()


def non_interference(
    bot: Bot, game: Game, cases: Sequence[HonestyCase], **thinking: Any
) -> Checked:
    """The same view and seed give the same action, whatever the seat cannot know.

    The table is changed in place between the two questions: a bot that has found a way to it,
    or that remembers what it saw elsewhere, gives itself away.
    """
    checked = Checked()
    for number, case in enumerate(cases):
        table = table_of(game, case)
        view = table.view(case.seat)
        before = answer(bot, view, number, thinking)
        twin = twin_of(game, case, seed=number)
        checked.others += twin != case.record
        overwrite(table, twin)
        if table.view(case.seat) != view:
            raise KermesseError(f"{game.name} itself leaks in case {number}: see its conformance")
        checked.note(number, before, answer(bot, table.view(case.seat), number, thinking))
    return checked


def poison(bot: Bot, game: Game, cases: Sequence[HonestyCase], **thinking: Any) -> Checked:
    """The same view and seed give the same action when everything hidden is made invalid."""
    checked = Checked()
    for number, case in enumerate(cases):
        table = table_of(game, case)
        view = table.view(case.seat)
        before = answer(bot, view.copy(), number, thinking)
        spoilt = np.frombuffer(case.record, np.uint8).copy()
        spoilt[spoilt != np.frombuffer(view.tobytes(), np.uint8)] = POISON
        checked.others += spoilt.tobytes() != case.record
        overwrite(table, spoilt.tobytes())
        checked.note(number, before, answer(bot, view, number, thinking))
    return checked


def answer(bot: Bot, view: View, seed: int, thinking: Mapping[str, Any]) -> str:
    """What a bot says, even if it only raises."""
    try:
        return str(bot.choose(view, seed=seed, **thinking))
    except Exception as broken:
        return f"{type(broken).__name__}: {broken}"


def table_of(game: Game, case: HonestyCase) -> Position:
    """The table of a case."""
    table = restored(Position, game, case.record)
    assert isinstance(table, Position)
    return table


def twin_of(game: Game, case: HonestyCase, seed: int) -> bytes:
    """Another world that the seat cannot distinguish from this one; its chance is the same."""
    twin = table_of(game, case)
    rng = int(twin.record.rng)
    twin.rekey(key(seed, "twin"))
    game.kernels["twin"](twin.record, case.seat)
    twin.rekey(rng)
    return twin.tobytes()


def overwrite(table: Position, record: bytes) -> None:
    """Put another world into a table that somebody may have hold of."""
    world = np.frombuffer(record, table.game.dtype)[0]
    for name in table.game.dtype.names or ():
        table.record[name] = world[name]


# --- what results say -----------------------------------------------------------------------


class TwoReferees(NamedTuple):
    """A bot's results at an ordinary table and with a redrawing referee, block by block."""

    ordinary: list[float]
    redrawn: list[float]

    @property
    def sigmas(self) -> float:
        """How many standard errors better it does when worlds are redrawn; below -3: it peeks."""
        both = (self.ordinary, self.redrawn)
        error = sqrt(sum(variance(means) / len(means) for means in both))
        gain = fmean(self.redrawn) - fmean(self.ordinary)
        return gain / error if error else 0.0


def reshuffle(game: Game, subject: Bot, rival: Bot, games: int, **setup: Any) -> TwoReferees:
    """Results with and without the reshuffle referee.

    Whenever the subject has decided, and before the decision is carried out, the table is replaced
    by a world imagined from the subject's view. What it should not have seen is then not true.
    Only where all worlds that fit a view are equally likely (for example against a random rival
    in Muvuca) does an honest bot do equally well in both.
    """
    return TwoReferees(
        list(trial(game, subject, rival, games, **setup)),
        list(trial(game, subject, rival, games, redrawn=True, **setup)),
    )


def cheater_bound(game: Game, subject: Bot, games: int, **setup: Any) -> Estimate | None:
    """The win rate of a bot that sees the table against the same bot that sees its view.

    If it is no better than even, hidden cards are worth nothing to this bot, or it has been
    seeing them all along.
    """
    means = list(trial(game, subject, subject, games, open_table=True, **setup))
    sides = len(set(game.teams(game.checked_seats(setup.get("seats")))))
    return estimate(means, sides)


def trial(
    game: Game,
    subject: Bot,
    rival: Bot,
    games: int,
    *,
    redrawn: bool = False,
    open_table: bool = False,
    **setup: Any,
) -> Iterator[float]:
    """The subject's mean share of wins, block by block."""
    tournament = Tournament.checked(game, [SUBJECT, RIVAL], games, **setup)
    with Crew(tournament, lambda name, _: subject if name == SUBJECT else rival) as crew:
        for block in range(tournament.blocks):
            yield fmean(
                result.share(0, tournament.teams)
                for result in rounds(crew, block, redrawn=redrawn, open_table=open_table)
            )


def rounds(crew: Crew, block: int, *, redrawn: bool, open_table: bool) -> Iterator[GameResult]:
    """One deal with the subject at every side in turn, under a special referee."""
    tournament = crew.tournament
    for sides in rotations(tournament, (0, 1), block):
        own = [seat for seat in range(tournament.seats) if sides[tournament.teams[seat]] == 0]
        players = seated(crew, block, (0, 1), sides)
        if open_table:
            for seat in own:
                players[seat].look = disguised
        table = tournament.game.new(
            tournament.seats, key(tournament.seed, block, "deck"), tournament.options
        )
        order = stream(tournament.seed, block, "order", *sides)
        referee = redrawing(tournament.seed, block, sides, own) if redrawn else None
        result = play_game(table, players, order, referee)
        if any(player.forfeits for player in players):
            raise KermesseError(next(player.complaint for player in players if player.forfeits))
        yield GameResult((0, 1), sides, result.places, result.ending)


def redrawing(seed: int, block: int, sides: Sequence[int], own: Sequence[int]) -> Redraw:
    """A referee who imagines a fresh world whenever one of the seats has decided."""
    chance = stream(seed, block, "worlds", *sides)

    def redraw(seat: int, view: View) -> Position | None:
        return view.imagine(next_seed(chance)) if seat in own else None

    return redraw


def disguised(table: Position, seat: int) -> View:
    """The whole table as if a seat knew it; only what is not decided yet stays hidden."""
    view = restored(View, table.game, table.tobytes())
    assert isinstance(view, View)
    view.record.viewer = seat
    view.record.rng = 0
    return view
