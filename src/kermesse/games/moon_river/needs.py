"""What Moon River needs of its tables, whatever they hold: each check refuses by name."""

from __future__ import annotations

from collections import Counter

from kermesse.core.errors import TableRefused
from kermesse.games.moon_river.tables import Board, Box, Cell, Plot

SPECIALISTS = ("desperado", "cattle_thief", "prospector", "trapper", "farmer")
COLOURS = {"mary": "purple", "calamity": "orange", "big_jo": "green", "wesley": "white"}
BOARDS = ("field", *COLOURS)
COLUMN = 4  # plots in a column
BONUS_TILES = 2
NUGGETS_ON = ("desert", "canyon", "meadow")

# what the record and the board have room for
MOST_KINDS = 40
PLOTS = range(COLUMN, 401, COLUMN)
FRAME = {"columns": range(2, 6), "rows": range(2, 6), "rows_for_two": range(2, 11)}
COWS = range(1, 100)
SPACES = range(2, 7)
SALOONS = range(3, 9)
TOKENS = range(SALOONS[-1], 100)


def refuse_unless(fits: object, reason: str) -> None:
    """Refuse the tables with a reason."""
    if not fits:
        raise TableRefused(reason)


def check(box: Box) -> None:
    """Refuse a box that the game cannot be played with."""
    check_kinds(box)
    for plot in box.plots:
        check_plot(plot)
    check_tokens(box)
    check_boards(box)
    check_bonus(box)
    check_rest(box)


def check_kinds(box: Box) -> None:
    """Full columns of plots, whose kinds are told apart by name."""
    total = sum(plot.copies for plot in box.plots)
    refuse_unless(
        total in PLOTS,
        f"plots.csv has {total} plots; columns of {COLUMN} take {PLOTS[0]} to {PLOTS[-1]}, "
        f"a multiple of {COLUMN}",
    )
    kinds = len(box.plots)
    refuse_unless(kinds <= MOST_KINDS, f"plots.csv has {kinds} kinds, more than {MOST_KINDS}")
    names = Counter(plot.kind.lower() for plot in box.plots)
    names.update(side.code.lower() for side in box.bonus)
    doubled = [name for name, n in names.items() if n > 1 or not name.isalnum()]
    refuse_unless(not doubled, f"a kind is named once, by letters and digits: {', '.join(doubled)}")


def check_plot(plot: Plot) -> None:
    """Which symbols a plot may show."""
    kind, terrain = plot.kind, plot.terrain
    refuse_unless(plot.copies, f"there is no plot of kind {kind}: leave the line out")
    refuse_unless(plot.cows <= 2, f"plot {kind} shows more than two cows")
    refuse_unless(plot.circles <= 1, f"plot {kind} shows more than one circle")
    refuse_unless(plot.skulls <= 1, f"plot {kind} shows more than one skull")
    refuse_unless(plot.cows == 0 or terrain != "corn", f"plot {kind} shows a cow on corn")
    for symbols, places in (
        ("nuggets", NUGGETS_ON),
        ("beavers", ("forest",)),
        ("ears", ("corn",)),
    ):
        refuse_unless(
            getattr(plot, symbols) == 0 or terrain in places,
            f"plot {kind} shows {symbols}, which {terrain} never does",
        )
    refuse_unless(plot.back > 0, f"plot {kind} has the number 0 on its back")


def check_tokens(box: Box) -> None:
    """The five specialists, and enough tokens for any saloon."""
    names = tuple(specialist.name for specialist in box.specialists)
    refuse_unless(names == SPECIALISTS, f"partners.csv lists {', '.join(SPECIALISTS)}")
    total = sum(specialist.copies for specialist in box.specialists)
    refuse_unless(
        total in TOKENS, f"partners.csv has {total} tokens, not {TOKENS[0]} to {TOKENS[-1]}"
    )


def check_boards(box: Box) -> None:
    """The field side and the four legends."""
    names = tuple(board.name for board in box.boards)
    refuse_unless(names == BOARDS, f"boards.csv lists {', '.join(BOARDS)}")
    for board in box.boards:
        refuse_unless(
            board.spaces in SPACES,
            f"board {board.name} has {SPACES[0]} to {SPACES[-1]} spaces, not {board.spaces}",
        )
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
    return 1 <= row <= box.rows and 1 <= column <= box.columns and cell != box.centre


def check_bonus(box: Box) -> None:
    """Two tiles, with a different landscape and one circle on each side."""
    tiles = [side.tile for side in box.bonus]
    wanted = sorted([*range(1, BONUS_TILES + 1)] * 2)
    refuse_unless(tiles == wanted, "bonus.csv has two tiles, 1 and 2, with two sides each")
    for side, other in zip(box.bonus[::2], box.bonus[1::2], strict=True):
        refuse_unless(
            side.terrain != other.terrain, f"bonus tile {side.tile} shows {side.terrain} twice"
        )
        refuse_unless(
            side.circles == other.circles == 1, f"bonus tile {side.tile}: one circle on each side"
        )


def check_rest(box: Box) -> None:
    """Cows, saloon, frame, and the river."""
    for name, found, allowed in (
        ("cows", box.cows, COWS),
        ("saloon_places", box.saloon_places, SALOONS),
        *((name, getattr(box, name), sizes) for name, sizes in FRAME.items()),
    ):
        refuse_unless(
            found in allowed, f"box.toml: {name} is {allowed[0]} to {allowed[-1]}, not {found}"
        )
    refuse_unless(
        box.rows <= box.rows_for_two, "box.toml: the frame for two has at least as many rows"
    )
    row, column = box.centre
    refuse_unless(row == 1 and 1 <= column <= box.columns, "box.toml: the centre lies in row 1")
    fits = box.river and all(is_usable(box, cell) for cell in box.river)
    refuse_unless(fits, "box.toml: the river runs along cells that can hold a plot")
