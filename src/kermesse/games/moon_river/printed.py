"""What is printed about the box of Moon River, and so has to hold of the original's tables.

A variant may differ here; what it cannot do without stands in `needs.py`. The facts are those of
the component lists and examples in the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from kermesse.games.moon_river.needs import NUGGETS_ON, refuse_unless
from kermesse.games.moon_river.tables import TERRAINS, Box, Plot

COWS = 32
SALOON_PLACES = 5
FRAME = {"columns": 5, "rows": 5, "rows_for_two": 10}
COUNTS = (7, 6, 4, 2, 2, 6, 5, 4, 2, 1, 1, 3, 4, 4, 2, 2, 2, 1, 4, 4, 6, 4, 9, 6, 5)
TOKEN_COUNTS = (5, 5, 3, 5, 2)  # printed without saying which is whose
# spaces and bridges
BOARDS = {"field": (3, 3), "mary": (4, 1), "calamity": (3, 2), "big_jo": (2, 3), "wesley": (3, 2)}
MOST_BACK = 6

# The example of scoring: so many plots of each terrain, and resources in all.
EXAMPLE_LAND = {"desert": 5, "canyon": 7, "meadow": 3, "farm": 4}
EXAMPLE_NUGGETS, EXAMPLE_BEAVERS, EXAMPLE_EARS = 4, 1, 18
EXAMPLE_ROOM = 24 - sum(EXAMPLE_LAND.values())  # for forest and corn


def check(box: Box) -> None:
    """Refuse a box that breaks something that is printed."""
    check_counts(box)
    check_plots(box.plots)
    check_boards(box)
    check_example(box.plots)


def check_counts(box: Box) -> None:
    """Plots, tokens, cows and places in the printed numbers."""
    counts = tuple(plot.copies for plot in box.plots)
    refuse_unless(
        counts == COUNTS,
        f"plots.csv has kinds of {', '.join(map(str, counts))} plots; "
        f"printed are {', '.join(map(str, COUNTS))}, in this order",
    )
    for plot in box.plots:
        refuse_unless(
            plot.back <= MOST_BACK, f"plot {plot.kind} has the number {plot.back} on its back"
        )
    tokens = Counter(specialist.copies for specialist in box.specialists)
    refuse_unless(
        tokens == Counter(TOKEN_COUNTS),
        f"partners.csv has other numbers than {', '.join(map(str, TOKEN_COUNTS))}",
    )
    refuse_unless(box.cows == COWS, f"box.toml has {box.cows} cows, not {COWS}")
    refuse_unless(
        box.saloon_places == SALOON_PLACES,
        f"box.toml has a saloon of {box.saloon_places} places, not {SALOON_PLACES}",
    )
    for name, size in FRAME.items():
        refuse_unless(
            getattr(box, name) == size, f"box.toml: {name} is {size}, as the frame is printed"
        )


def check_plots(plots: tuple[Plot, ...]) -> None:
    """What occurs somewhere among the plots."""
    for terrain in TERRAINS:
        refuse_unless(any(plot.terrain == terrain for plot in plots), f"no plot shows {terrain}")
    for terrain in NUGGETS_ON:
        found = any(plot.nuggets for plot in plots if plot.terrain == terrain)
        refuse_unless(found, f"no {terrain} shows a nugget")
    farm = any(plot.cows and plot.circles for plot in plots if plot.terrain == "farm")
    refuse_unless(farm, "no farm shows a cow and a circle")
    skulls = sum(plot.copies for plot in plots if plot.terrain == "canyon" and plot.skulls)
    refuse_unless(skulls >= 2, "fewer than two canyons show a skull")
    for terrain, symbol in (("desert", "skulls"), ("meadow", "circles")):
        found = any(getattr(plot, symbol) for plot in plots if plot.terrain == terrain)
        refuse_unless(found, f"no {terrain} shows a {symbol[:-1]}")
    refuse_unless(any(plot.cows == 2 for plot in plots), "no plot shows two cows")
    for back in range(1, 5):
        refuse_unless(
            any(plot.back == back for plot in plots), f"no plot has the number {back} on its back"
        )


def check_boards(box: Box) -> None:
    """The printed numbers of spaces and bridges."""
    for board in box.boards:
        spaces, bridges = BOARDS[board.name]
        refuse_unless(board.spaces == spaces, f"board {board.name} has {spaces} spaces")
        refuse_unless(len(board.bridges) == bridges, f"board {board.name} has {bridges} bridges")


def check_example(plots: tuple[Plot, ...]) -> None:
    """The ranch of the printed example of scoring, 89 points, can be built."""
    nuggets = {(0, 0)}
    for terrain, n in EXAMPLE_LAND.items():
        own = sums(plots, (terrain,), "nuggets")
        nuggets = {(0, total + more) for _, total in nuggets for count, more in own if count == n}
    forests = [n for n, total in sums(plots, ("forest",), "beavers") if total == EXAMPLE_BEAVERS]
    corn = [n for n, total in sums(plots, ("corn",), "ears") if total == EXAMPLE_EARS]
    fits = forests and corn and min(forests) + min(corn) <= EXAMPLE_ROOM
    fits = fits and (0, EXAMPLE_NUGGETS) in nuggets
    refuse_unless(fits, "the ranch of the printed example, 89 points, cannot be built")


def sums(plots: Iterable[Plot], terrains: tuple[str, ...], symbol: str) -> set[tuple[int, int]]:
    """How many plots of some terrains can be taken, with how many of a symbol in all."""
    single = [[getattr(plot, symbol)] * plot.copies for plot in plots if plot.terrain in terrains]
    found = {(0, 0)}
    for value in chain.from_iterable(single):
        found |= {(n + 1, total + value) for n, total in found}
    return found
