"""Dealers carry out decisions and model chance: by samples, or by all outcomes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from kermesse.core.errors import SetupRefused, brief
from kermesse.core.game import Game
from kermesse.core.options import Value
from kermesse.core.record import Records
from kermesse.core.stepping import payoffs, team_numbers
from kermesse.core.unrolling import dealing, deciding, stepping, unroll
from kermesse.interop.openspiel.kernels import carry_out
from kermesse.interop.openspiel.standing import Standing
from kermesse.interop.openspiel.story import (
    BY_ITSELF,
    DEAL,
    Decision,
    Moment,
    is_pending,
    loaded,
)
from kermesse.lab.streams import key

BYTE = 256
DEAL_BYTES = 4  # of the key that a match is dealt from: more than four thousand million deals
SAMPLES = range(1, 65537)  # outcomes that chance may have after the deal
MOST_WAYS = 10_000  # for chance to go, where all are told apart: some seconds of plain Python
MOST_DEALERS = 64  # games with seats and options that are kept ready
MOST_KEPT = 100_000  # places of a tree that are kept: solvers come by again and again

Outcomes = list[tuple[int, float]]
Options = tuple[tuple[str, Value], ...]


class Dealer(ABC):
    """Deals matches of one game with some seats and options, and carries out what follows."""

    most_outcomes: int  # of a chance node

    def __init__(self, game: Game, seats: int, options: Options) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.blank = game.blank(seats=seats, options=dict(options)).tobytes()
        self.bound = game.bound(game.choose(dict(options), seats))
        self.teams = team_numbers(game, seats)

    @property
    @abstractmethod
    def most_draws(self) -> int:
        """How many chance nodes a match has at most."""

    @abstractmethod
    def start(self) -> Standing:
        """A match before anything has happened."""

    @abstractmethod
    def decide(self, standing: Standing, decision: Decision) -> Standing:
        """Carry out a legal decision, or let chance go first."""

    @abstractmethod
    def outcomes(self, standing: Standing) -> Outcomes:
        """What chance may say, and how likely each of it is."""

    @abstractmethod
    def draw(self, standing: Standing, outcome: int) -> Standing:
        """Go on with what chance has said."""

    @abstractmethod
    def imagined_rng(self, seed: int) -> int:
        """The source of chance in a world imagined from a seed."""

    def imagine(self, standing: Standing, seat: int, seed: int) -> Standing:
        """A world that fits what a seat has seen; what others saw before is unknown in it."""
        seen = standing.sight(seat)
        world = loaded(self.game, seen.view)
        world["rng"] = seed
        self.game.kernels["imagine"](world[0])
        world["rng"] = self.imagined_rng(seed)
        moment = Moment(None, world.tobytes())
        moment.seen[seat] = seen
        return Standing(self, moment)

    def returns(self, standing: Standing) -> list[float]:
        """What a finished match is worth to each seat; 0 to all before its end."""
        worth = np.zeros(self.seats)  # in double precision: OpenSpiel adds up to 0 within 1e-9
        if standing.over:
            pay: Callable[..., None] = self.game.bind(payoffs)
            pay(standing.record, self.teams, np.zeros(self.seats, np.int32), worth)
        listed: list[float] = worth.tolist()
        return listed


class SamplingDealer(Dealer):
    """Chance has a few outcomes at each node: keys from which all is drawn up to the next decision.

    The true outcomes are too many to list. The key of the deal comes in bytes, so that there are
    enough deals. A match is a function of its history: no draw comes from anywhere else.
    """

    def __init__(self, game: Game, seats: int, options: Options, samples: int) -> None:
        super().__init__(game, seats, options)
        if samples not in SAMPLES:
            raise SetupRefused(
                f"samples is a whole number from 1 to {SAMPLES[-1]}, not {brief(samples)}"
            )
        self.samples = samples
        self.most_outcomes = max(BYTE, samples)
        self._of_the_deal = evenly(BYTE)
        self._later = evenly(samples)
        self._carry_out = game.bind(carry_out)
        self._start = Standing(self, None, DEAL)

    @property
    def most_draws(self) -> int:
        """The bytes of the deal, and one draw for each decision."""
        return DEAL_BYTES + self.bound

    def start(self) -> Standing:
        """Before the deal."""
        return self._start

    def outcomes(self, standing: Standing) -> Outcomes:
        """The next byte of the deal, or a sample; all equally likely."""
        return self._of_the_deal if standing.moment is None else self._later

    def decide(self, standing: Standing, decision: Decision) -> Standing:
        """Carry out a decision, unless anything is drawn before the next one."""
        assert standing.moment is not None
        table = loaded(self.game, standing.moment.record)
        before = table["rng"].item()
        after = self._carried_out(standing.moment, table, decision)
        return after if table["rng"].item() == before else Standing(self, standing.moment, decision)

    def draw(self, standing: Standing, outcome: int) -> Standing:
        """Take a byte of the deal, or draw what a decision brings."""
        assert standing.awaits is not None
        moment = standing.moment
        if moment is None:
            drawn = (*standing.drawn, outcome)
            if len(drawn) < DEAL_BYTES:
                return Standing(self, None, DEAL, drawn)
            table = loaded(self.game, self.blank)
            table["rng"] = key(0, "deal", *drawn)
        else:
            table = loaded(self.game, moment.record)
            table["rng"] = key(int(table["rng"][0]), "draw", outcome)
        return self._carried_out(moment, table, standing.awaits)

    def _carried_out(self, before: Moment | None, table: Records, decision: Decision) -> Standing:
        """The result of a decision and its automatic steps; ``table`` becomes it."""
        start, moves = table.tobytes(), np.empty(self.game.actions, np.int16)
        n = self._carry_out(table, *decision, moves)
        moment = Moment(before, table.tobytes(), decision, start)
        return Standing(self, moment, legal=moves[:n].tolist())

    def imagined_rng(self, seed: int) -> int:
        """A separate source, not the one that drew the world."""
        return key(seed, "imagined")

    def __reduce__(self) -> tuple[Any, ...]:
        return dealer, (self.game, self.seats, self.options, self.samples)


class UnrollingDealer(Dealer):
    """Chance has all its outcomes, with their true probabilities: for games that are small enough.

    `rng` is 0 throughout, so that equal positions are equal bytes.
    """

    most_outcomes = MOST_WAYS

    def __init__(self, game: Game, seats: int, options: Options) -> None:
        super().__init__(game, seats, options)
        self._unrolled_before: dict[tuple[bytes, Decision], list[tuple[float, bytes]]] = {}
        self._kept = 0
        self._start: Standing | None = None

    @property
    def most_draws(self) -> int:
        """The deal, and a draw for each decision and each automatic step."""
        return 1 + self.bound

    def start(self) -> Standing:
        """Before the deal, or after it, if it leaves nothing to chance."""
        if self._start is None:
            self._start = self._carry_out(None, DEAL)
            self._start.after = {}
        return self._start

    def decide(self, standing: Standing, decision: Decision) -> Standing:
        """Carry out a decision, if it leaves nothing to chance, and what follows by itself."""
        known = (standing.after or {}).get(decision.action)
        return known or self._keep(
            standing, decision.action, self._carry_out(standing.moment, decision)
        )

    def outcomes(self, standing: Standing) -> Outcomes:
        """All outcomes of what awaits chance."""
        assert standing.awaits is not None
        found = self._unrolled(standing.moment, standing.awaits)
        return [(place, likely) for place, (likely, _) in enumerate(found)]

    def draw(self, standing: Standing, outcome: int) -> Standing:
        """Go on from one of the outcomes."""
        assert standing.awaits is not None
        known = (standing.after or {}).get(outcome)
        if known is not None:
            return known
        _, record = self._unrolled(standing.moment, standing.awaits)[outcome]
        moment = Moment(standing.moment, record, standing.awaits)
        return self._keep(standing, outcome, self._go_on(moment))

    def _keep(self, standing: Standing, number: int, after: Standing) -> Standing:
        """Keep where an action or outcome leads to, unless the match is an imagined one."""
        if standing.after is not None and self._kept < MOST_KEPT:
            self._kept += 1
            after.after = {}
            standing.after[number] = after
        return after

    def imagined_rng(self, seed: int) -> int:
        """0, as everywhere: chance is outside the record."""
        return 0

    def _carry_out(self, moment: Moment | None, decision: Decision) -> Standing:
        """What a decision or an automatic step leads to."""
        after = self._undrawn(moment, decision)
        if after is None:
            return Standing(self, moment, decision)
        return self._go_on(Moment(moment, after, decision))

    def _go_on(self, moment: Moment) -> Standing:
        """Automatic steps up to the next decision, to chance, or to the end."""
        while is_pending(np.frombuffer(moment.record, self.game.dtype)):
            after = self._undrawn(moment, BY_ITSELF)
            if after is None:
                return Standing(self, moment, BY_ITSELF)
            moment = Moment(moment, after, BY_ITSELF)
        return Standing(self, moment)

    def _undrawn(self, moment: Moment | None, decision: Decision) -> bytes | None:
        """What a decision or a step leads to; None if anything is drawn, even from one kind.

        So whether chance has spoken does not tell what was there to draw from.
        """
        table = loaded(self.game, self.blank if moment is None else moment.record)
        happening(decision)(self.game.kernels, table[0])
        return table.tobytes() if table["rng"][0] == 0 else None

    def _unrolled(self, moment: Moment | None, decision: Decision) -> list[tuple[float, bytes]]:
        """All outcomes of a decision or a step; matches often reach the same position."""
        record = self.blank if moment is None else moment.record
        place = (record, decision)
        if place not in self._unrolled_before:
            if len(self._unrolled_before) >= MOST_KEPT:
                self._unrolled_before.clear()
            found = unroll(self.game, loaded(self.game, record), happening(decision), MOST_WAYS)
            results = [(likely, result.tobytes()) for likely, result in found]
            self._unrolled_before[place] = results
        return self._unrolled_before[place]

    def __reduce__(self) -> tuple[Any, ...]:
        return dealer, (self.game, self.seats, self.options, None)


@lru_cache(maxsize=MOST_DEALERS)
def dealer(game: Game, seats: int, options: Options, samples: int | None) -> Dealer:
    """A dealer that samples; or, without a number of samples, one that lists all outcomes."""
    if samples is None:
        return UnrollingDealer(game, seats, options)
    return SamplingDealer(game, seats, options, samples)


def happening(decision: Decision) -> Callable[[Mapping[str, Callable[..., Any]], Any], None]:
    """What `unroll` has to let happen."""
    if decision == DEAL:
        return dealing
    return stepping if decision == BY_ITSELF else deciding(*decision)


def evenly(count: int) -> Outcomes:
    """``count`` equally likely outcomes."""
    return [(outcome, 1 / count) for outcome in range(count)]
