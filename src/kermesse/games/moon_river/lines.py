"""The score sheet on the page: its lines, the cells that count, what a decision changes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kermesse.core.grid import flood
from kermesse.core.words import Words
from kermesse.games.moon_river.components import (
    BEAVERS,
    CATTLE_THIEF,
    DESPERADO,
    EARS,
    FARM,
    FOREST,
    GRID,
    NUGGETS,
    PROSPECTOR,
    RIVER,
    SHOWN,
    TERRAIN,
)
from kermesse.games.moon_river.rules.record import CITY, GOLD, OUTLAWS, TIMBER, Phase
from kermesse.games.moon_river.rules.sheet import FIRST_PARTNER, LINES, Line
from kermesse.games.moon_river.scene import Scene, members
from kermesse.games.moon_river.scoring import score_sheet
from kermesse.games.moon_river.words import line_name

if TYPE_CHECKING:
    from kermesse.core.game import Game
    from kermesse.core.position import View
    from kermesse.core.record import Record

BANDIT_RECRUITS = (DESPERADO * SHOWN, CATTLE_THIEF * SHOWN)  # showing that side
SYMBOLS = {Line.NUGGETS: NUGGETS, Line.BEAVERS: BEAVERS, Line.EARS: EARS}
MOST_STEPS = 8  # both plots of a domino have their cows and their skull


def sheet_lines(record: Record, seat: int) -> tuple[int, ...]:
    """All lines of a seat's score sheet as its ranch stands (MR-143)."""
    out = np.zeros(LINES, np.int32)
    score_sheet(record, seat, out)
    return tuple(int(points) for points in out)


def sheets(view: View) -> list[tuple[int, ...]]:
    """The score sheets of all seats."""
    return [sheet_lines(view.record, seat) for seat in range(view.seats)]


# --- which cells count ----------------------------------------------------------------------------


def counted_cells(scene: Scene, seat: int, line: int) -> set[int]:
    """The cells of a ranch that a line of the score sheet counts."""
    pieces = scene.pieces[seat]
    if line <= Line.FARM:
        return territories_with_cows(scene, seat, line)
    if line in SYMBOLS:
        return {cell for cell, piece in pieces.items() if SYMBOLS[Line(line)][piece]}
    if line == Line.SCENARIO:
        return scenario_cells(scene, seat)
    return specialist_cells(scene, seat, line - FIRST_PARTNER)


def territories_with_cows(scene: Scene, seat: int, terrain: int) -> set[int]:
    """The territories of a terrain in which a cow stands (MR-88)."""
    found: set[int] = set()
    for cell, piece in scene.pieces[seat].items():
        if TERRAIN[piece] == terrain and scene.cows[seat][cell]:
            found |= scene.territories[seat][cell]
    return found


def specialist_cells(scene: Scene, seat: int, place: int) -> set[int]:
    """The prospectors, trappers or farmers, and what they count (MR-92)."""
    wanted = (PROSPECTOR + place) * SHOWN
    tokens = {cell for cell, recruit in scene.partners[seat].items() if recruit == wanted}
    return tokens | counted_cells(scene, seat, Line.NUGGETS + place) if tokens else set()


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
    }.get(scene.plan, (0, 0))
    found: set[int] = set()
    while cells:
        group = int(flood(cells & -cells, cells, GRID))
        cells &= ~group
        if group.bit_count() >= scene.group[0] and group & key:
            found |= set(members(group))
    return found


def as_set(cells: Iterable[int]) -> int:
    """Cells as a set of bits."""
    return sum(1 << cell for cell in cells)


# --- what a decision changes ----------------------------------------------------------------------


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


def gains(scene: Scene) -> dict[int, Gain]:
    """What each open action would change, cows and droughts that follow by themselves included."""
    return gains_of(scene.view.game, scene.view.tobytes(), scene.viewer, tuple(scene.legal))


@lru_cache(maxsize=64)
def gains_of(game: Game, before: bytes, seat: int, actions: tuple[int, ...]) -> dict[int, Gain]:
    """The same of a view's bytes: a page is made anew while nobody has moved."""
    now = sheet_lines(np.frombuffer(before, game.dtype)[0], seat)
    return {action: gain(game, before, seat, action, now) for action in actions}


def gain(game: Game, before: bytes, seat: int, action: int, now: tuple[int, ...]) -> Gain:
    """What one action would change."""
    record = np.frombuffer(bytearray(before), game.dtype)[0]
    game.kernels["act"](record, seat, action)
    for _ in range(MOST_STEPS):  # no step of these phases draws anything
        if record.due or record.phase not in (Phase.COWS, Phase.DROUGHT):
            break
        game.kernels["step"](record)
    then = sheet_lines(record, seat)
    lines = ((line, then[line] - now[line]) for line in range(Line.TOTAL))
    return Gain(then[Line.TOTAL] - now[Line.TOTAL], tuple(found for found in lines if found[1]))
