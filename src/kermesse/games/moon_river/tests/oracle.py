"""A ranch of Moon River once more: slow, with dictionaries and sets, from the rules text alone.

Nothing of the engine is imported here. The tests let both look at the same ranches.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

Cell = tuple[int, int]

# terrain, cows, skulls, circles, nuggets, beavers, ears
FACES = {
    "D0": ("desert", 0, 0, 0, 0, 0, 0), "Ds": ("desert", 0, 1, 0, 0, 0, 0),
    "Dn": ("desert", 0, 0, 0, 1, 0, 0), "Dc": ("desert", 1, 0, 0, 0, 0, 0),
    "Do": ("desert", 0, 0, 1, 0, 0, 0), "C0": ("canyon", 0, 0, 0, 0, 0, 0),
    "Cs": ("canyon", 0, 1, 0, 0, 0, 0), "Cn": ("canyon", 0, 0, 0, 1, 0, 0),
    "Cc": ("canyon", 1, 0, 0, 0, 0, 0), "Co": ("canyon", 0, 0, 1, 0, 0, 0),
    "Ccc": ("canyon", 2, 0, 0, 0, 0, 0), "M0": ("meadow", 0, 0, 0, 0, 0, 0),
    "Mn": ("meadow", 0, 0, 0, 1, 0, 0), "Mc": ("meadow", 1, 0, 0, 0, 0, 0),
    "Mo": ("meadow", 0, 0, 1, 0, 0, 0), "Mcc": ("meadow", 2, 0, 0, 0, 0, 0),
    "Mco": ("meadow", 1, 0, 1, 0, 0, 0), "Mcco": ("meadow", 2, 0, 1, 0, 0, 0),
    "F1": ("forest", 0, 0, 0, 0, 1, 0), "F2": ("forest", 0, 0, 0, 0, 2, 0),
    "Ac": ("farm", 1, 0, 0, 0, 0, 0), "Aco": ("farm", 1, 0, 1, 0, 0, 0),
    "K3": ("corn", 0, 0, 0, 0, 0, 3), "K4": ("corn", 0, 0, 0, 0, 0, 4),
    "K5": ("corn", 0, 0, 0, 0, 0, 5), "Bd": ("desert", 0, 0, 1, 0, 0, 0),
    "Bc": ("canyon", 0, 0, 1, 0, 0, 0), "Bm": ("meadow", 0, 0, 1, 0, 0, 0),
    "Bf": ("forest", 0, 0, 1, 0, 0, 0),
}  # fmt: skip
ORDER = list(FACES)
BRIDGES: dict[str, set[Cell]] = {
    "field": {(1, 2), (2, 3), (1, 4)},
    "purple": {(2, 3)},
    "white": {(1, 2), (1, 4)},
    "orange": {(1, 1), (1, 5)},
    "green": {(1, 2), (2, 3), (1, 4)},
}
SPACES = {"field": 3, "purple": 4, "white": 3, "orange": 3, "green": 2}
RIVER = {(1, 1), (1, 2), (1, 4), (1, 5), (2, 3)}


def terrain(plot: str) -> str:
    return FACES[plot][0]


def beside(cell: Cell) -> set[Cell]:
    row, column = cell
    return {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}


def groups(cells: set[Cell]) -> list[set[Cell]]:
    """Cells that hang together by their sides."""
    left, found = set(cells), []
    while left:
        group, edge = set(), [min(left)]
        while edge:
            cell = edge.pop()
            if cell in left:
                left.discard(cell)
                group.add(cell)
                edge += beside(cell)
        found.append(group)
    return found


@dataclass
class Ranch:
    """Plots, cows and partners by cell; a partner is its specialist and whether it is a cowboy."""

    rows: int = 5
    board: str = "field"
    plots: dict[Cell, str] = field(default_factory=dict)
    cows: dict[Cell, int] = field(default_factory=dict)
    partners: dict[Cell, tuple[str, bool]] = field(default_factory=dict)

    def frame(self) -> set[Cell]:
        whole = {(row, column) for row in range(1, self.rows + 1) for column in range(1, 6)}
        return whole - {(1, 3)}

    def free(self) -> set[Cell]:
        return self.frame() - set(self.plots)

    def is_connected(self, plot: str, cell: Cell) -> bool:
        alike = any(
            n in self.plots and terrain(self.plots[n]) == terrain(plot) for n in beside(cell)
        )
        return cell in BRIDGES[self.board] or alike

    def placements(self, first: str, second: str) -> set[tuple[Cell, Cell]]:
        found = set()
        for one in self.free():
            for two in beside(one) & self.free():
                if first == second and two < one:
                    continue
                if self.is_connected(first, one) or self.is_connected(second, two):
                    found.add((one, two))
        return found

    def fitting_pairs(self, reserve: list[str]) -> set[tuple[str, str]]:
        pairs = {tuple(sorted(pair, key=ORDER.index)) for pair in combinations(reserve, 2)}
        return {(one, two) for one, two in pairs if self.placements(one, two)}

    def territories(self) -> list[set[Cell]]:
        found = []
        for name in {terrain(plot) for plot in self.plots.values()}:
            found += groups({c for c, plot in self.plots.items() if terrain(plot) == name})
        return found

    def territory(self, cell: Cell) -> set[Cell]:
        return next(land for land in self.territories() if cell in land)

    def steps(self) -> set[tuple[Cell, Cell]]:
        """What a cowboy can do."""
        found = set()
        for cell, n in self.cows.items():
            for other in beside(cell):
                if n and other in self.plots and terrain(self.plots[other]) != "corn":
                    found.add((cell, other))
        return found

    def unprotected(self) -> set[Cell]:
        """Cells with a cow that can be stolen."""
        safe: set[Cell] = set()
        for land in self.territories():
            if land & set(self.partners):
                safe |= land
        return {cell for cell, n in self.cows.items() if n and cell not in safe}

    def bonus_cells(self, side: str) -> set[Cell]:
        return {cell for cell in self.free() if self.is_connected(side, cell)}

    # --- scoring --------------------------------------------------------------------------------

    def sheet(
        self, scenario: str = "none", base: int = 10, step: int = 10, least: int = 3
    ) -> list[int]:
        lines = []
        for name in ("desert", "canyon", "meadow", "forest", "farm"):
            points = 0
            for land in self.territories():
                if terrain(self.plots[min(land)]) == name:
                    points += len(land) * sum(1 for cell in land if self.cows.get(cell, 0))
            lines.append(points)
        faces = [FACES[plot] for plot in self.plots.values()]
        resources = [sum(face[4] for face in faces), sum(face[5] for face in faces)]
        resources.append(sum(face[6] for face in faces))
        shown = [name for name, cowboy in self.partners.values() if not cowboy]
        helpers = [shown.count(name) for name in ("prospector", "trapper", "farmer")]
        lines += resources
        lines += [n * resource for n, resource in zip(helpers, resources, strict=True)]
        lines.append(self.scenario(scenario, base, step, least))
        return [*lines, sum(lines)]

    def scenario(self, name: str, base: int, step: int, least: int) -> int:
        points = 0
        if name in ("timber", "city"):
            wanted = "forest" if name == "timber" else "farm"
            for land in self.territories():
                counts = terrain(self.plots[min(land)]) == wanted and len(land) >= least
                if counts and (name == "city" or land & RIVER):
                    points += base + step * (len(land) - least)
        elif name == "gold":
            for vein in groups({c for c, plot in self.plots.items() if FACES[plot][4]}):
                if len(vein) >= least:
                    nuggets = sum(FACES[self.plots[cell]][4] for cell in vein)
                    points += base + step * (nuggets - least)
        elif name == "outlaws":
            for gang in groups(set(self.partners)):
                faces = [self.partners[cell] for cell in gang]
                bandit = ("desperado", False) in faces or ("cattle_thief", False) in faces
                if len(gang) >= least and bandit:
                    points += base + step * (len(gang) - least)
        return points

    def largest(self) -> int:
        return max((len(land) for land in self.territories()), default=0)
