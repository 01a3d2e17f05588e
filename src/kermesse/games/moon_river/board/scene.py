"""What a view of Moon River shows, read once into plain numbers: the pages render this."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kermesse.core.events import told
from kermesse.core.grid import flood
from kermesse.core.kinds import bits_of
from kermesse.core.record import NOTHING, plain_values
from kermesse.core.words import Words
from kermesse.games.moon_river.components import (
    BEAVERS,
    BRIDGES,
    CATTLE_THIEF,
    CELLS,
    COLUMNS,
    DESPERADO,
    EARS,
    FARM,
    FIELD,
    FOREST,
    GRID,
    LANDS,
    NUGGETS,
    PROSPECTOR,
    RIVER,
    ROUNDS,
    ROWS,
    SHOWN,
    SPACES,
    TABLES,
    TERRAIN,
    TWO,
    USABLE,
)
from kermesse.games.moon_river.rules.ranch import cells_before
from kermesse.games.moon_river.rules.sheet import FIRST_PARTNER, LINES, SheetLine
from kermesse.games.moon_river.scoring import score_sheet
from kermesse.games.moon_river.state import (
    CITY,
    GOLD,
    LEGENDS,
    NEWER,
    OLDER,
    OUTLAWS,
    PLACE,
    TIMBER,
    Happening,
    Phase,
    State,
)
from kermesse.games.moon_river.words.names import line_name

if TYPE_CHECKING:
    from kermesse.core.game import Game
    from kermesse.core.position import View

COUNTING = (Phase.CROWD, Phase.TALLY, Phase.OVER)
BANDITS = (Phase.DESPERADO, Phase.CATTLE_THIEF)
BANDIT_RECRUITS = (DESPERADO * SHOWN, CATTLE_THIEF * SHOWN)  # showing that side
RESOURCES = {SheetLine.NUGGETS: NUGGETS, SheetLine.BEAVERS: BEAVERS, SheetLine.EARS: EARS}
MOST_FOLLOWING = 8  # steps: both plots of a domino have their cows and their skull
FRESH_CELLS = {  # the arguments of an event that are cells of its player's ranch
    Happening.PLACED: ("here", "there"),
    Happening.GRAZED: ("cell",),
    Happening.DRIED: ("skull", "cell"),
    Happening.SPARED: ("skull",),
    Happening.CIRCLED: ("cell",),
    Happening.RECRUITED: ("cell",),
    Happening.UNUSED: ("cell",),
    Happening.MOVED: ("here", "there"),
    Happening.STOLE: ("there",),
    Happening.LAID: ("cell",),
}


class Scene:
    """One view as plain values, the last event, and what both mean."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.s = plain_values(State, view.record)
        self.told = told(Happening, self.s)
        self.asked = self.s.viewer >= 0 and self.is_due(self.s.viewer)
        self.legal = [action.number for action in view.legal()] if self.asked else []

    # --- who sits where -----------------------------------------------------------------------

    @property
    def own(self) -> int:
        """The seat whose ranch lies in front: the viewer's, for a spectator seat 0."""
        return max(self.s.viewer, 0)

    @property
    def others(self) -> list[int]:
        """All other seats, clockwise from the viewer's."""
        return [(self.own + i) % self.s.seats for i in range(1, self.s.seats)]

    @property
    def legends(self) -> bool:
        """Whether the Legends of the West are played."""
        return self.s.variant == LEGENDS

    def asks(self, *phases: Phase) -> bool:
        """Whether the viewer owes a decision of one of these kinds."""
        return self.asked and self.s.phase in phases

    def is_due(self, seat: int) -> bool:
        """Whether a seat owes a decision."""
        return bool(self.s.due >> seat & 1)

    @property
    def has_ranchero_in_hand(self) -> bool:
        """Whether the active player has a Ranchero to place in this turn."""
        if self.s.active == NOTHING or self.s.emptying or self.s.round_number == ROUNDS:
            return False
        return self.s.phase not in (Phase.RECEIVE, Phase.RANCHERO, Phase.REMOVE)

    @cached_property
    def winners(self) -> set[int]:
        """The seats that have won, alone or together (MR-98)."""
        outcome = self.view.outcome
        places = outcome.places if outcome else ()
        return {seat for seat, place in enumerate(places) if place == 1}

    # --- ranches ------------------------------------------------------------------------------

    @property
    def rows(self) -> int:
        """Rows of the frame (MR-30, MR-116)."""
        return ROWS if self.s.seats == TWO else TABLES.rows

    def near_rows(self, seat: int) -> int:
        """The rows that a domino can reach now: what a small screen shows of a long frame."""
        highest = max(self.pieces[seat], default=NOTHING)
        reach = highest // COLUMNS + 3 if highest >= 0 else 0
        return min(self.rows, max(TABLES.rows, reach))

    @cached_property
    def pieces(self) -> list[dict[int, int]]:
        """What lies on the cells of every ranch."""
        return [lying(tuple(self.s.ranch[seat])) for seat in range(self.s.seats)]

    @cached_property
    def partners(self) -> list[dict[int, int]]:
        """The partners on the cells of every ranch, each with the side it shows."""
        return [lying(tuple(self.s.partners[seat])) for seat in range(self.s.seats)]

    def free_pairs(self, seat: int, ways: int) -> list[int]:
        """Every way to lay a domino on two free cells, as actions, open or not."""
        frame = USABLE & (1 << self.rows * COLUMNS) - 1
        free = frame & ~as_set(self.pieces[seat])
        return [
            PLACE + way * CELLS + cell
            for way in range(ways)
            for cell in bits_of(free & cells_before(free, way))
        ]

    def board_of(self, seat: int) -> int:
        """The reserve board of a seat; a legend's is known once its colour is (MR-101)."""
        if not self.legends:
            return FIELD
        return 1 + self.s.colour[seat] if self.s.colour[seat] != NOTHING else NOTHING

    def bridges(self, seat: int) -> int:
        """The bridge cells of a seat's board, as a set."""
        board = self.board_of(seat)
        return 0 if board == NOTHING else int(BRIDGES[board])

    def spaces(self, seat: int) -> int:
        """The spaces of a seat's board."""
        board = self.board_of(seat)
        return 0 if board == NOTHING else int(SPACES[board])

    def reserve(self, seat: int) -> list[tuple[int, int]]:
        """The unplaced plots: each kind with its number among equal ones."""
        kinds = [kind for kind in self.s.reserve[seat] if kind != NOTHING]
        return [(kind, kinds[:place].count(kind)) for place, kind in enumerate(kinds)]

    @cached_property
    def territories(self) -> list[dict[int, frozenset[int]]]:
        """For every plot of every ranch the plots that belong together with it (MR-39)."""
        return [territories(tuple(found.items())) for found in self.pieces]

    def land_around(self, seat: int, cell: int) -> tuple[int, int, bool]:
        """The territory of a plot: its plots, its cows, and whether a partner protects them."""
        together = self.territories[seat][cell]
        herd = sum([self.s.cows[seat][n] for n in together])
        return len(together), herd, not together.isdisjoint(self.partners[seat])

    # --- the columns --------------------------------------------------------------------------

    def number_of(self, which: int) -> int:
        """The number of a column, from 1: it stays the same when the column moves on (MR-79)."""
        is_empty = all(kind == NOTHING for kind in self.s.column[OLDER])
        moved_on = self.s.active == NOTHING and not is_empty
        return self.s.round_number + moved_on + (which == NEWER)

    def copy_of(self, which: int, position: int) -> int:
        """The number of a plot among equal ones of its column: those by the box go first."""
        row = self.s.column[which]
        return row[position + 1 :].count(row[position])

    @property
    def chosen(self) -> tuple[int, int]:
        """The column and position just chosen; the last choice of a round moves the column on."""
        seat, position = self.told.seat, self.told.position
        return (NEWER if self.s.ranchero[NEWER][position] == seat else OLDER), position

    # --- events -------------------------------------------------------------------------------

    def happened(self, *events: Happening) -> bool:
        """Whether the last step was one of these."""
        return self.told.event in events

    def happened_to(self, seat: int, event: Happening) -> bool:
        """Whether the last step was this one, and that player's."""
        return self.told.event == event and self.told.seat == seat

    @property
    def counted_line(self) -> int:
        """The line of the score sheet just told, if it counts some plots and not others."""
        counts = self.happened(Happening.SCORED) and self.told.line != SheetLine.TOTAL
        return self.told.line if counts else NOTHING

    @property
    def fresh_cells(self) -> tuple[int, set[int]]:
        """The seat and the cells that the last step spoke of."""
        cells = {getattr(self.told, name) for name in FRESH_CELLS.get(self.told.event, ())}
        return (self.told.seat if cells else NOTHING), cells


@lru_cache(maxsize=1 << 8)
def lying(sets: tuple[int, ...]) -> dict[int, int]:
    """What lies on each cell, of things that each have a set of cells."""
    return {cell: thing for thing, cells in enumerate(sets) for cell in bits_of(cells)}


@lru_cache(maxsize=1 << 8)
def territories(pieces: tuple[tuple[int, int], ...]) -> dict[int, frozenset[int]]:
    """The territory of each plot of a ranch."""
    found: dict[int, frozenset[int]] = {}
    for terrain in range(LANDS):
        for group in groups(as_set(cell for cell, piece in pieces if TERRAIN[piece] == terrain)):
            together = frozenset(bits_of(group))
            found |= dict.fromkeys(together, together)
    return found


def groups(cells: int) -> Iterator[int]:
    """The groups of adjacent cells."""
    while cells:
        group = int(flood(cells & -cells, cells, GRID))
        cells &= ~group
        yield group


def as_set(cells: Iterable[int]) -> int:
    """Cells as a set of bits."""
    return sum([1 << cell for cell in cells])


# --- which cells a line of the score sheet counts -----------------------------------------------


def counted_cells(scene: Scene, seat: int, line: int) -> set[int]:
    """The cells of a ranch that a line of the score sheet counts."""
    pieces = scene.pieces[seat]
    if line <= SheetLine.FARM:  # territories with a cow (MR-88)
        herd = [cell for cell, piece in pieces.items() if TERRAIN[piece] == line]
        found = [scene.territories[seat][cell] for cell in herd if scene.s.cows[seat][cell]]
        return set[int]().union(*found)
    if line in RESOURCES:
        return {cell for cell, piece in pieces.items() if RESOURCES[SheetLine(line)][piece]}
    if line == SheetLine.SCENARIO:
        return scenario_cells(scene, seat)
    place = line - FIRST_PARTNER  # the partners, and what they count (MR-92)
    wanted = (PROSPECTOR + place) * SHOWN
    tokens = {cell for cell, recruit in scene.partners[seat].items() if recruit == wanted}
    return tokens | counted_cells(scene, seat, SheetLine.NUGGETS + place) if tokens else set()


def scenario_cells(scene: Scene, seat: int) -> set[int]:
    """The groups that the scenario in play rewards (MR-105…112)."""
    pieces, partners = scene.pieces[seat], scene.partners[seat]
    forests = as_set(cell for cell, piece in pieces.items() if TERRAIN[piece] == FOREST)
    farms = as_set(cell for cell, piece in pieces.items() if TERRAIN[piece] == FARM)
    nuggets = as_set(cell for cell, piece in pieces.items() if NUGGETS[piece])
    bandits = as_set(cell for cell, recruit in partners.items() if recruit in BANDIT_RECRUITS)
    cells, key = {
        TIMBER: (forests, RIVER),
        GOLD: (nuggets, nuggets),
        OUTLAWS: (as_set(partners), bandits),
        CITY: (farms, farms),
    }.get(scene.s.plan, (0, 0))
    least = scene.s.scenario_min
    found = [group for group in groups(cells) if group & key and group.bit_count() >= least]
    return set(bits_of(sum(found)))


# --- what a decision changes --------------------------------------------------------------------


class Gain(NamedTuple):
    """What the score sheet gains by a decision: the sum, and each line that changes."""

    points: int
    lines: tuple[tuple[int, int], ...]

    @property
    def sign(self) -> str:
        """The sum as a badge shows it; a minus is a real one."""
        return f"+{self.points}" if self.points > 0 else str(self.points).replace("-", "−")

    def words(self, say: Words) -> str:
        """The sum and its lines in words."""
        said = say.count("{n} point", "{n} points", abs(self.points)).replace(
            str(abs(self.points)), self.sign, 1
        )
        changes = [f"{line_name(line, say)} {Gain(change, ()).sign}" for line, change in self.lines]
        return f"{said} ({', '.join(changes)})" if changes else said


def sheet_lines(record: State, seat: int) -> tuple[int, ...]:
    """All lines of a seat's score sheet as its ranch stands (MR-143)."""
    out = np.zeros(LINES, np.int32)
    score_sheet(record, seat, out)
    return tuple(int(points) for points in out)


def sheets(view: View) -> list[tuple[int, ...]]:
    """The score sheets of all seats."""
    return [sheet_lines(view.record, seat) for seat in range(view.seats)]


def gains(scene: Scene) -> dict[int, Gain]:
    """What each open action would change, cows and droughts that follow by themselves included."""
    return gains_of(scene.view.game, scene.view.tobytes(), scene.s.viewer, tuple(scene.legal))


@lru_cache(maxsize=64)
def gains_of(game: Game, before: bytes, seat: int, actions: tuple[int, ...]) -> dict[int, Gain]:
    """The same, by a view's bytes: a page may be rebuilt while nobody has moved."""
    now = sheet_lines(np.frombuffer(before, game.dtype)[0], seat)
    return {action: gain(game, before, seat, action, now) for action in actions}


def gain(game: Game, before: bytes, seat: int, action: int, now: tuple[int, ...]) -> Gain:
    """What one action would change."""
    record = np.frombuffer(bytearray(before), game.dtype)[0]
    game.kernels["act"](record, seat, action)
    for _ in range(MOST_FOLLOWING):  # no step of these phases draws anything
        if record.due or record.phase not in (Phase.COWS, Phase.DROUGHT):
            break
        game.kernels["step"](record)
    then = sheet_lines(record, seat)
    lines = ((line, then[line] - now[line]) for line in range(SheetLine.TOTAL))
    return Gain(
        then[SheetLine.TOTAL] - now[SheetLine.TOTAL], tuple(found for found in lines if found[1])
    )
