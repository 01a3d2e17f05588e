"""What is printed about the box of Moon River, and so has to hold of any tables that replace ours.

Each check refuses by name. The facts are those of the component lists and examples in the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from kermesse.games.moon_river.tables import TERRAINS, Board, Box, Cell, DataRefused, Plot

PLOTS = 96
TOKENS = 20
COWS = 32
SALOON_PLACES = 5
COUNTS = (7, 6, 4, 2, 2, 6, 5, 4, 2, 1, 1, 3, 4, 4, 2, 2, 2, 1, 4, 4, 6, 4, 9, 6, 5)
TOKEN_COUNTS = (5, 5, 3, 5, 2)  # printed without saying which is whose
SPECIALISTS = ("desperado", "cattle_thief", "prospector", "trapper", "farmer")
COLOURS = {"mary": "purple", "calamity": "orange", "big_jo": "green", "wesley": "white"}
# spaces and bridges
BOARDS = {"field": (3, 3), "mary": (4, 1), "calamity": (3, 2), "big_jo": (2, 3), "wesley": (3, 2)}
FRAME = {"columns": 5, "rows": 5, "rows_for_two": 10}
BONUS_TILES = 2
MOST_BACK = 6
NUGGETS_ON = ("desert", "canyon", "meadow")
MOST_RESOURCES = 9  # of a kind on one plot: a bound of ours, far above anything printed

# The example of scoring: so many plots of each terrain, and resources in all.
EXAMPLE_LAND = {"desert": 5, "canyon": 7, "meadow": 3, "farm": 4}
EXAMPLE_NUGGETS, EXAMPLE_BEAVERS, EXAMPLE_EARS = 4, 1, 18
EXAMPLE_ROOM = 24 - sum(EXAMPLE_LAND.values())  # for forest and corn


def refuse_unless(fits: object, reason: str) -> None:
    """Refuse the tables with a reason."""
    if not fits:
        raise DataRefused(reason)


def check(box: Box) -> Box:
    """The same tables, if they keep everything that is printed."""
    check_plot_counts(box)
    for plot in box.plots:
        check_plot(plot)
    check_plots(box.plots)
    check_tokens(box)
    check_boards(box)
    check_bonus(box)
    check_rest(box)
    check_example(box.plots)
    return box


def check_plot_counts(box: Box) -> None:
    """96 plots, in the printed numbers."""
    counts = tuple(plot.copies for plot in box.plots)
    refuse_unless(sum(counts) == PLOTS, f"plots.csv has {sum(counts)} plots, not {PLOTS}")
    refuse_unless(
        counts == COUNTS,
        f"plots.csv has kinds of {', '.join(map(str, counts))} plots; "
        f"printed are {', '.join(map(str, COUNTS))}, in this order",
    )
    names = Counter(plot.kind.lower() for plot in box.plots)
    names.update(side.code.lower() for side in box.bonus)
    doubled = [name for name, n in names.items() if n > 1 or not name.isalnum()]
    refuse_unless(not doubled, f"a kind is named once, by letters and digits: {', '.join(doubled)}")


def check_plot(plot: Plot) -> None:
    """Which symbols a plot may show."""
    kind, terrain = plot.kind, plot.terrain
    refuse_unless(terrain in TERRAINS, f"plot {kind}: {terrain} is none of {', '.join(TERRAINS)}")
    refuse_unless(plot.cows <= 2, f"plot {kind} shows more than two cows")
    refuse_unless(plot.circles <= 1, f"plot {kind} shows more than one circle")
    refuse_unless(plot.skulls <= 1, f"plot {kind} shows more than one skull")
    refuse_unless(plot.cows == 0 or terrain != "corn", f"plot {kind} shows a cow on corn")
    for symbols, places in (
        ("nuggets", NUGGETS_ON),
        ("beavers", ("forest",)),
        ("ears", ("corn",)),
    ):
        n = getattr(plot, symbols)
        refuse_unless(
            n == 0 or terrain in places, f"plot {kind} shows {symbols}, which {terrain} never does"
        )
        refuse_unless(n <= MOST_RESOURCES, f"plot {kind} shows {n} {symbols}")
    refuse_unless(
        1 <= plot.back <= MOST_BACK, f"plot {kind} has the number {plot.back} on its back"
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


def check_tokens(box: Box) -> None:
    """20 partner tokens of five kinds."""
    total = sum(specialist.copies for specialist in box.specialists)
    refuse_unless(total == TOKENS, f"partners.csv has {total} tokens, not {TOKENS}")
    names = tuple(specialist.name for specialist in box.specialists)
    refuse_unless(names == SPECIALISTS, f"partners.csv lists {', '.join(SPECIALISTS)}")
    counts = Counter(specialist.copies for specialist in box.specialists)
    refuse_unless(
        counts == Counter(TOKEN_COUNTS),
        f"partners.csv has other numbers than {', '.join(map(str, TOKEN_COUNTS))}",
    )


def check_boards(box: Box) -> None:
    """The field side and the four legends, with the printed numbers of spaces and bridges."""
    names = [board.name for board in box.boards]
    refuse_unless(names == list(BOARDS), f"boards.csv lists {', '.join(BOARDS)}")
    for board in box.boards:
        spaces, bridges = BOARDS[board.name]
        refuse_unless(board.spaces == spaces, f"board {board.name} has {spaces} spaces")
        refuse_unless(len(board.bridges) == bridges, f"board {board.name} has {bridges} bridges")
        refuse_unless(
            board.colour == COLOURS.get(board.name, "any"),
            f"board {board.name} is {COLOURS.get(board.name, 'any colour')}, not {board.colour}",
        )
        check_bridges(box, board)


def check_bridges(box: Box, board: Board) -> None:
    """Bridges lead to different cells that can hold a plot."""
    fits = len(set(board.bridges)) == len(board.bridges)
    fits = fits and all(is_usable(box, cell) for cell in board.bridges)
    refuse_unless(fits, f"board {board.name}: a bridge leads to a free cell of its own")


def is_usable(box: Box, cell: Cell) -> bool:
    """Whether a cell lies in the smaller frame and can hold a plot."""
    row, column = cell
    return 1 <= row <= FRAME["rows"] and 1 <= column <= FRAME["columns"] and cell != box.centre


def check_bonus(box: Box) -> None:
    """Two tiles, with a different landscape and one circle on each side."""
    tiles = [side.tile for side in box.bonus]
    wanted = sorted([*range(1, BONUS_TILES + 1)] * 2)
    refuse_unless(tiles == wanted, "bonus.csv has two tiles, 1 and 2, with two sides each")
    for side, other in zip(box.bonus[::2], box.bonus[1::2], strict=True):
        for terrain in (side.terrain, other.terrain):
            refuse_unless(terrain in TERRAINS, f"bonus tile {side.tile} shows {terrain}")
        refuse_unless(
            side.terrain != other.terrain, f"bonus tile {side.tile} shows {side.terrain} twice"
        )
        refuse_unless(
            side.circles == other.circles == 1, f"bonus tile {side.tile}: one circle on each side"
        )


def check_rest(box: Box) -> None:
    """Cows, saloon, frame, and the river."""
    refuse_unless(box.cows == COWS, f"box.toml has {box.cows} cows, not {COWS}")
    refuse_unless(
        box.saloon_places == SALOON_PLACES,
        f"box.toml has a saloon of {box.saloon_places} places, not {SALOON_PLACES}",
    )
    for name, printed in FRAME.items():
        refuse_unless(
            getattr(box, name) == printed, f"box.toml: {name} is {printed}, as the frame is printed"
        )
    row, column = box.centre
    refuse_unless(row == 1 and 1 <= column <= 5, "box.toml: the centre lies in row 1")
    fits = box.river and all(is_usable(box, cell) for cell in box.river)
    refuse_unless(fits, "box.toml: the river runs along cells that can hold a plot")


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
