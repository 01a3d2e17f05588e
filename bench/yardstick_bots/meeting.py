"""The match-up: one of our levels against OpenSpiel's search, each deal from both sides.

Times are of the processor: both think in one thread, and what others do on the machine drops out.
"""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from statistics import fmean, median
from time import process_time

from bench.tables import Table, decisions
from bench.yardstick_bots.rival import OpenSpielBot
from kermesse.bots import Bot, bot, plans_jointly
from kermesse.bots.budget import Budget
from kermesse.core.position import View
from kermesse.lab.intervals import Estimate, estimate
from kermesse.lab.streams import key, stream
from kermesse.lab.strength.referee import Player, play_game, shares
from kermesse.lab.strength.workers import leave_with_the_arena

LEVELS = ("strong", "expert")
SIDES = 2
PART = 10  # ours may take a tenth of the rival's time
PROBES = 5  # decisions by which that is found out


@dataclass(frozen=True)
class Terms:
    """Everything that the games depend on."""

    table: Table
    simulations: int
    budget: Budget | None  # ours; None: as much as the level takes by itself
    level: str
    seed: int
    quick: bool = False  # whether the rival's rollouts are in machine code

    @property
    def rival(self) -> OpenSpielBot:
        """OpenSpiel's search."""
        return OpenSpielBot(self.table.game, self.simulations, self.quick)


@dataclass(frozen=True)
class Block:
    """Both games over one deal: what we had of the wins, and seconds of each side's decisions."""

    won: list[float]
    ours: list[float]
    theirs: list[float]


@dataclass
class Asked(Player):
    """A player who is asked, and timed, only where there is something to choose."""

    seconds: list[float] = field(default_factory=list)

    def choose(self, view: View) -> int:
        """The number of the action that the bot wants."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0].number
        started = process_time()
        try:
            return super().choose(view)
        finally:
            self.seconds.append(process_time() - started)


@dataclass(frozen=True)
class Meeting:
    """What all blocks together say."""

    blocks: list[Block]

    @property
    def games(self) -> int:
        """How many games were played."""
        return SIDES * len(self.blocks)

    @property
    def mean(self) -> float:
        """Our share of the wins."""
        return fmean(fmean(block.won) for block in self.blocks)

    @property
    def rate(self) -> Estimate | None:
        """The same with its interval; None before the second block."""
        return estimate([fmean(block.won) for block in self.blocks], SIDES)

    @property
    def our_time(self) -> float:
        """The median of our decisions, in seconds."""
        return median(second for block in self.blocks for second in block.ours)

    @property
    def their_time(self) -> float:
        """The median of the rival's decisions, in seconds."""
        return median(second for block in self.blocks for second in block.theirs)

    @property
    def mean_time_ratio(self) -> float:
        """How many times as long the rival thinks about a decision on average."""
        ours = fmean(second for block in self.blocks for second in block.ours)
        return fmean(second for block in self.blocks for second in block.theirs) / ours


def fair_budget(terms: Terms, whole: bool) -> Budget | None:
    """What our decisions may cost: a whole tenth, or less if the level takes less by itself."""
    rival, own = terms.rival, bot(terms.level, terms.table.game)
    views = decisions(terms.table, PROBES, key(1, "probes"))
    warm_up(terms)
    theirs = median(seconds(rival, view) for view in views)
    ours = median(seconds(own, view) for view in views)
    if ours * PART <= theirs and not whole:
        return None
    return Budget(milliseconds=max(1, int(1000 * theirs / PART)))


def seconds(thinker: Bot, view: View) -> float:
    """How long a decision takes."""
    started = process_time()
    thinker.choose(view, seed=1)
    return process_time() - started


def warm_up(terms: Terms) -> None:
    """Load the machine code of both: no decision shall be charged with that."""
    own = bot(terms.level, terms.table.game)
    for view in decisions(terms.table, PROBES, 1):
        replace(terms, simulations=2).rival.choose(view, seed=1)
        own.choose(view, seed=1)


def blocks(terms: Terms, numbers: Sequence[int], workers: int) -> Iterator[tuple[int, Block]]:
    """Play deals in processes of their own, and hand each out when it has been played."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, enrol, (terms,))
    try:
        playing = {pool.submit(play_block, terms, number): number for number in numbers}
        for done in as_completed(playing):
            yield playing[done], done.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def enrol(terms: Terms) -> None:
    """Make a worker ready. It ends with its match-up; a deal may take minutes."""
    threading.Thread(target=leave_with_the_arena, daemon=True).start()
    warm_up(terms)


def play_block(terms: Terms, block: int) -> Block:
    """Play one deal from both sides."""
    table, played = terms.table, Block([], [], [])
    for own_side in range(SIDES):
        players = [seated(terms, block, own_side, seat) for seat in range(table.seats)]
        order = stream(terms.seed, block, "order", own_side)
        result = play_game(table.deal(key(terms.seed, block, "deck")), players, order)
        played.won.append(shares(result.places, table.teams)[own_side])
        for player, side in zip(players, table.teams, strict=True):
            if player.complaint:  # a forfeited decision would be a result of the adapter's faults
                raise RuntimeError(f"{player.bot}: {player.complaint}")
            (played.ours if side == own_side else played.theirs).extend(player.seconds)
    return played


def seated(terms: Terms, block: int, own_side: int, seat: int) -> Asked:
    """A player for a seat; our teammates think as one, as they do in an arena."""
    table = terms.table
    side = table.teams[seat]
    purpose = (block, "bot", own_side)
    chance = stream(terms.seed, *purpose, "seat", seat)
    if side != own_side:
        return Asked(terms.rival, chance)
    as_one = table.teams.count(side) > 1 and plans_jointly(terms.level, table.game, table.seats)
    shared = key(terms.seed, *purpose, "team") if as_one else None
    return Asked(bot(terms.level, table.game), chance, terms.budget, shared=shared)
