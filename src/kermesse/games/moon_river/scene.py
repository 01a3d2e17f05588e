"""What a view of Moon River shows, read once into plain numbers: the pages render this."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from kermesse.core.grid import flood
from kermesse.core.record import NOTHING
from kermesse.games.moon_river.components import (
    BRIDGES,
    CELLS,
    COLUMNS,
    COWBOY_SIDE,
    GRID,
    PIECES,
    RECRUITS,
    ROUNDS,
    ROWS,
    SHOWN,
    SPACES,
    TABLES,
    TERRAIN,
    USABLE,
)
from kermesse.games.moon_river.rules.ranch import cells_before
from kermesse.games.moon_river.rules.record import (
    FORCED,
    LEGENDS,
    NEWER,
    OLDER,
    PLACE,
    Happening,
    Phase,
)
from kermesse.games.moon_river.rules.sheet import Line
from kermesse.games.moon_river.tables import TERRAINS

if TYPE_CHECKING:
    from kermesse.core.position import View

TWO_PLAYERS = 2
COUNTING = (Phase.CROWD, Phase.TALLY, Phase.OVER)
BANDITS = (Phase.DESPERADO, Phase.CATTLE_THIEF)


def members(cells: int) -> list[int]:
    """The numbers in a set of bits, ascending."""
    return [n for n in range(cells.bit_length()) if cells >> n & 1]


class Scene:
    """One view as whole numbers and lists: a tenth of the time of asking NumPy each time."""

    def __init__(self, view: View) -> None:
        names = view.game.dtype.names or ()
        given = dict(zip(names, view.record.item(), strict=True))
        self.view = view
        self.viewer: int = given["viewer"]
        self.seats: int = given["seats"]
        self.phase: int = given["phase"]
        self.over: int = given["over"]
        self.due: int = given["due"]
        self.event: int = given["event"]
        self.args: list[int] = given["event_args"].tolist()
        self.ranch: list[list[int]] = given["ranch"].tolist()
        self.tokens: list[list[int]] = given["partners"].tolist()
        self.cows: list[list[int]] = given["cows"].tolist()
        self.reserves: list[list[int]] = given["reserve"].tolist()
        self.boxed: int = sum(given["boxed"].tolist())
        self.column: list[list[int]] = given["column"].tolist()
        self.ranchero: list[list[int]] = given["ranchero"].tolist()
        self.saloon: list[int] = given["saloon"].tolist()
        self.stack: int = sum(given["stack"].tolist())
        self.order: list[int] = given["order"].tolist()
        self.colour: list[int] = given["colour"].tolist()
        self.joined: list[int] = given["joined"].tolist()
        self.supply: int = given["supply"]
        self.tiles: int = given["tiles"]
        self.plan: int = given["plan"]
        self.round: int = given["round_number"]
        self.turn: int = given["turn"]
        self.active: int = given["active"]
        self.emptying: int = given["emptying"]
        self.circle: int = given["circle"]
        self.steps_left: int = given["steps_left"]
        self.tile: int = given["tile"]
        self.side: int = given["side"]
        self.tallied: int = given["tallied"]
        self.legends: bool = given["variant"] == LEGENDS
        self.saloon_size: int = given["saloon_size"]
        self.cowboy_steps: int = given["cowboy_steps"]
        self.group: tuple[int, int, int] = (
            given["scenario_min"], given["scenario_base"], given["scenario_step"],
        )  # fmt: skip
        self.asked = self.viewer >= 0 and bool(self.due >> self.viewer & 1)
        self.legal = [action.number for action in view.legal()] if self.asked else []

    # --- who sits where -----------------------------------------------------------------------

    @property
    def own(self) -> int:
        """The seat whose ranch lies in front: the viewer's, for a spectator seat 0."""
        return max(self.viewer, 0)

    @property
    def others(self) -> list[int]:
        """All other seats, clockwise from the own one."""
        return [(self.own + i) % self.seats for i in range(1, self.seats)]

    def asks(self, *phases: Phase) -> bool:
        """Whether the viewer owes a decision of one of these kinds."""
        return self.asked and self.phase in phases

    def is_due(self, seat: int) -> bool:
        """Whether a seat owes a decision."""
        return bool(self.due >> seat & 1)

    @property
    def has_ranchero_in_hand(self) -> bool:
        """Whether the active player has a Ranchero to place in this turn."""
        if self.active == NOTHING or self.emptying or self.round == ROUNDS:
            return False
        return self.phase not in (Phase.RECEIVE, Phase.RANCHERO, Phase.REMOVE)

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
        return ROWS if self.seats == TWO_PLAYERS else TABLES.rows

    def near_rows(self, seat: int) -> int:
        """The rows that a domino can reach now: what a small screen shows of a long frame."""
        highest = self.taken(seat).bit_length() - 1
        reach = highest // COLUMNS + 3 if highest >= 0 else 0
        return min(self.rows, max(TABLES.rows, reach))

    def taken(self, seat: int) -> int:
        """The cells that hold a plot, as a set."""
        cells = 0
        for found in self.ranch[seat]:
            cells |= found
        return cells

    @cached_property
    def pieces(self) -> list[dict[int, int]]:
        """What lies on the cells of every ranch."""
        return [
            {cell: piece for piece in range(PIECES) for cell in members(self.ranch[seat][piece])}
            for seat in range(self.seats)
        ]

    @cached_property
    def partners(self) -> list[dict[int, int]]:
        """The partners on the cells of every ranch, each with the side it shows."""
        return [
            {n: recruit for recruit in range(RECRUITS) for n in members(self.tokens[seat][recruit])}
            for seat in range(self.seats)
        ]

    def free_pairs(self, seat: int, ways: int) -> list[int]:
        """Every way to lay a domino on two free cells, as actions, open or not."""
        free = frame_set(self.rows) & ~self.taken(seat)
        return [
            PLACE + way * CELLS + cell
            for way in range(ways)
            for cell in members(free & cells_before(free, way))
        ]

    def board_of(self, seat: int) -> int:
        """The reserve board of a seat; a legend's is known once its colour is (MR-101)."""
        if not self.legends:
            return 0
        return 1 + self.colour[seat] if self.colour[seat] != NOTHING else NOTHING

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
        kinds = [kind for kind in self.reserves[seat] if kind != NOTHING]
        return [(kind, kinds[:place].count(kind)) for place, kind in enumerate(kinds)]

    @cached_property
    def territories(self) -> list[dict[int, frozenset[int]]]:
        """For every plot of every ranch the plots that belong together with it (MR-39)."""
        return [territories(tuple(found.items())) for found in self.pieces]

    def land_around(self, seat: int, cell: int) -> tuple[int, int, bool]:
        """The territory of a plot: its plots, its cows, and whether a partner protects them."""
        together = self.territories[seat][cell]
        cows = self.cows[seat]
        herd = sum([cows[n] for n in together])
        return len(together), herd, not together.isdisjoint(self.partners[seat])

    @property
    def bandits_at_work(self) -> bool:
        """Whether the viewer looks for something in the ranches of the others."""
        return self.asks(*BANDITS)

    # --- the columns --------------------------------------------------------------------------

    @property
    def older_number(self) -> int:
        """The number of the older column, from 1; 0 until there is one (MR-79)."""
        is_empty = all(kind == NOTHING for kind in self.column[OLDER])
        return self.round if self.active != NOTHING or is_empty else self.round + 1

    def number_of(self, which: int) -> int:
        """The number of a column: it stays the same when the column moves on."""
        return self.older_number + (which == NEWER)

    def copy_of(self, which: int, position: int) -> int:
        """The number of a plot among equal ones of its column: those by the box go first."""
        row = self.column[which]
        return row[position + 1 :].count(row[position])

    @property
    def chosen(self) -> tuple[int, int]:
        """The column and position just chosen; the last choice of a round moves the column on."""
        seat, position = self.args[:2]
        return (NEWER if self.ranchero[NEWER][position] == seat else OLDER), position

    # --- events -------------------------------------------------------------------------------

    def happened(self, *events: Happening) -> bool:
        """Whether the last step was one of these."""
        return self.event in events

    @property
    def counts_a_line(self) -> bool:
        """Whether a line of the score sheet was told that counts some plots and not others."""
        return self.event == Happening.SCORED and self.args[0] != Line.TOTAL

    @property
    def forced(self) -> bool:
        """Whether the last decision took itself (MR-137)."""
        return self.args[FORCED] == 1

    @property
    def fresh_cells(self) -> tuple[int, set[int]]:
        """The seat and the cells that the last step spoke of."""
        a, b, c, d, e = self.args[:5]
        match Happening(self.event):
            case Happening.PLACED:
                return a, {c, e}
            case Happening.GRAZED | Happening.SPARED | Happening.CIRCLED | Happening.UNUSED:
                return a, {b}
            case Happening.DRIED | Happening.MOVED:
                return a, {b, c}
            case Happening.RECRUITED | Happening.LAID:
                return a, {c}
            case Happening.STOLE:
                return a, {d}
            case _:
                return NOTHING, set()


@lru_cache(maxsize=1 << 8)
def territories(pieces: tuple[tuple[int, int], ...]) -> dict[int, frozenset[int]]:
    """The territory of each plot of a ranch."""
    land = [0] * len(TERRAINS)
    for cell, piece in pieces:
        land[TERRAIN[piece]] |= 1 << cell
    found: dict[int, frozenset[int]] = {}
    for cells in land:
        left = cells
        while left:
            group = int(flood(left & -left, left, GRID))
            left &= ~group
            together = frozenset(members(group))
            found |= dict.fromkeys(together, together)
    return found


def is_cowboy(recruit: int) -> bool:
    """Whether a partner shows its cowboy side."""
    return recruit % SHOWN == COWBOY_SIDE


def specialist_of(recruit: int) -> int:
    """The specialist of a token, whichever side it shows."""
    return recruit // SHOWN


def as_specialist(specialist: int) -> int:
    """A token that shows its specialist, as a recruit."""
    return specialist * SHOWN


def frame_cells(rows: int) -> range:
    """The cells of a frame."""
    return range(rows * COLUMNS)


def frame_set(rows: int) -> int:
    """The cells of a frame that can hold a plot, as a set (MR-31)."""
    return USABLE & (1 << rows * COLUMNS) - 1
