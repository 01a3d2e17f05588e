"""The record of Moon River: its options, its fields, and the names of phases, events and actions.

Cells count from 0 in reading order: `row * 5 + column`, row 0 next to the river; the frame for
three and four players is the first 25 of them. Cells are kept as sets of bits. A *piece* is a kind
of plot (0 to 24, the order of `data/plots.csv`) or, from 25, a side of a bonus tile. A *recruit* is
a token with the side it shows: `2 * specialist`, plus 1 if it lies as a cowboy.

All of it is public (MR-132); only what the box and the stack will bring next is undecided.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from itertools import permutations

import numpy as np

from kermesse.core.errors import SetupRefused
from kermesse.core.options import Option, Value
from kermesse.core.record import filled_up
from kermesse.core.words import mark
from kermesse.games.moon_river.components import (
    CELLS,
    COLOUR_WORDS,
    COLUMN,
    DOMINO,
    KINDS,
    MOST_HELD,
    PAIRS,
    PIECES,
    RECRUITS,
    SEATS,
    SPECIALISTS,
    TABLES,
    TILES,
    WAYS,
)
from kermesse.games.moon_river.tables import TERRAINS

VARIANTS = ("base", "legends")
SCENARIOS = ("random", "timber", "gold", "outlaws", "city")
COLOUR_LISTS = [colours for n in (2, 3, 4) for colours in permutations(COLOUR_WORDS, n)]  # MR-01

OPTIONS = (
    Option(
        "variant",
        "base",
        VARIANTS,
        mark("which game is played"),
        "MR-100",
        (mark("the base game"), mark("Legends of the West: other boards, and a scenario")),
    ),
    Option(
        "scenario",
        "random",
        SCENARIOS,
        mark("the scenario of the Legends of the West"),
        "MR-102",
        (
            mark("drawn by lot"),
            mark("timber rafting: forests by the river"),
            mark("gold rush: plots with nuggets side by side"),
            mark("outlaws: partners side by side, with a bandit"),
            mark("Moon River City: farms side by side"),
        ),
        given=("variant", "legends"),
    ),
    Option(
        "colours",
        "random",
        ("random", *("-".join(colours) for colours in COLOUR_LISTS)),
        mark("the colour of each seat, which decides the board of a legend"),
        "MR-03",
    ),
    Option(
        "saloon_size", TABLES.saloon_places, range(3, 9), mark("tokens in a full saloon"), "MR-76"
    ),
    Option("cowboy_steps", 3, range(1, 6), mark("steps that a cowboy may move cows"), "MR-63"),
    Option(
        "scenario_base",
        10,
        range(51),
        mark("points for a group of a scenario"),
        "MR-105",
        given=("variant", "legends"),
    ),
    Option(
        "scenario_step",
        10,
        range(51),
        mark("points for each further one in the group"),
        "MR-105",
        given=("variant", "legends"),
    ),
    Option(
        "scenario_min",
        3,
        range(2, 7),
        mark("the smallest size of such a group"),
        "MR-108",
        given=("variant", "legends"),
    ),
)
LEGENDS = 1  # `variant`
AT_RANDOM = 0  # `scenario`, `colours`
TIMBER, GOLD, OUTLAWS, CITY = 1, 2, 3, 4  # `scenario`, and the field `plan`

# the colours of each choice of the option, by seat
COLOUR_CHOICES = [(), *COLOUR_LISTS]  # at random, nobody has chosen
CHOSEN_COLOURS = np.zeros((len(COLOUR_CHOICES), SEATS), np.int8)
for _place, _colours in enumerate(COLOUR_CHOICES):
    CHOSEN_COLOURS[_place, : len(_colours)] = [COLOUR_WORDS.index(word) for word in _colours]


def agree(options: Mapping[str, Value], seats: int | None) -> None:
    """Refuse a list of colours for another number of players (MR-03)."""
    colours = str(options["colours"])
    named = colours.count("-") + 1
    if seats is not None and colours != "random" and named != seats:
        raise SetupRefused(
            f"option colours names {named} colours for {seats} seats: give one for each (MR-03)"
        )


FIELDS = filled_up(
    [
        ("ranch", np.int64, (SEATS, PIECES)),  # the cells of a seat's ranch that show each piece
        ("partners", np.int64, (SEATS, RECRUITS)),  # the cells on which a token lies, by recruit
        ("cows_due", np.int64),  # cells of the domino just placed whose cows are still to appear
        ("skulls_due", np.int64),  # and whose skull is still to be carried out
        ("circles_due", np.int64),  # and whose circle is
        ("cows", np.int8, (SEATS, CELLS)),  # the cows on each cell
        ("reserve", np.int8, (SEATS, MOST_HELD)),  # unplaced plots, ascending, then NOTHING (MR-70)
        ("boxed", np.int8, (KINDS,)),  # how many plots of each kind the box still has
        ("removed", np.int8, (KINDS,)),  # and how many are out of the game
        ("column", np.int8, (2, COLUMN)),  # plots of the older and the newer column, from the box
        ("ranchero", np.int8, (2, COLUMN)),  # whose Ranchero stands there
        ("saloon", np.int8, (SPECIALISTS,)),  # tokens in the saloon
        ("stack", np.int8, (SPECIALISTS,)),  # tokens in the stack
        ("order", np.int8, (COLUMN,)),  # the seats in the order of this round's turns
        ("colour", np.int8, (SEATS,)),  # of each seat; NOTHING until it is dealt
        ("joined", np.int8, (DOMINO,)),  # the kinds of the domino about to be placed
        ("supply", np.int8),  # cows in the supply
        ("strays", np.int8),  # cows that overcrowding took out of the game (MR-87)
        ("tiles", np.int8),  # bonus tiles beside the play area, as a set
        ("tiles_gone", np.int8),  # bonus tiles removed from the game, as a set
        ("reached", np.int8),  # seats whose ranch has reached the last row, as a set (MR-121)
        ("plan", np.int8),  # the scenario in play; 0 in the base game
        ("round_number", np.int8),  # 1 to 24; 0 until the first round
        ("turn", np.int8),  # which turn of the round this is, from 0
        ("active", np.int8),  # whose turn it is; NOTHING before the first
        ("emptying", np.int8),  # 1 once the final round is over (MR-81)
        ("drawn", np.int8),  # plots of the column under way that have been drawn
        ("circle", np.int8),  # the cell for which a partner is being recruited, and where it acts
        ("steps_left", np.int8),  # of the cowboy at work
        ("tile", np.int8),  # the bonus tile just taken
        ("side", np.int8),  # and the piece that its chosen side is
        ("tallied", np.int8),  # lines of the score sheet told so far (MR-143)
        ("variant", np.int8),
        ("scenario", np.int8),
        ("colours", np.int8),
        ("saloon_size", np.int8),
        ("cowboy_steps", np.int8),
        ("scenario_base", np.int8),
        ("scenario_step", np.int8),
        ("scenario_min", np.int8),
    ]
)
OLDER, NEWER = 0, 1  # `column`, `ranchero`

# --- actions ------------------------------------------------------------------------------------
# A way is 0 east, 1 north (away from the river), 2 west, 3 south.

CHOOSE = 0  # + position in the newer column
KEEP = CHOOSE + COLUMN  # make no (further) domino
JOIN = KEEP + 1  # + pair of kinds
PLACE = JOIN + PAIRS  # + way to the second plot * CELLS + cell of the first plot
DISCARD = PLACE + WAYS * CELLS  # + pair of kinds
DROUGHT = DISCARD + PAIRS  # + cell
CIRCLE = DROUGHT + CELLS  # + cell
RECRUIT = CIRCLE + CELLS  # + recruit
STOP = RECRUIT + RECRUITS  # no further step of the cowboy
MOVE = STOP + 1  # + way * CELLS + cell the cow leaves
DECLINE = MOVE + WAYS * CELLS  # no exchange, no theft
SWAP = DECLINE + 1  # + (own kind * SEATS + opponent) * KINDS + the opponent's kind
STEAL = SWAP + KINDS * SEATS * KINDS  # + opponent * CELLS + cell
TILE = STEAL + SEATS * CELLS  # + bonus tile
SIDE = TILE + TILES  # + terrain
LAY = SIDE + len(TERRAINS)  # + cell
ACTIONS = LAY + CELLS


class Phase(IntEnum):
    """The thirteen decisions, then the automatic steps.

    A decision with nobody due has at most one option, which the next step takes (MR-137).
    """

    CHOOSE_PLOT = 0
    EXPAND = 1
    PLACE = 2
    DISCARD_TWO = 3
    DROUGHT = 4
    CIRCLE = 5
    RECRUIT = 6
    COWBOY = 7
    DESPERADO = 8
    CATTLE_THIEF = 9
    BONUS_TILE = 10
    BONUS_SIDE = 11
    BONUS_CELL = 12
    COLOURS = 13
    SCENARIO = 14
    REFILL = 15
    DRAW = 16
    SORT = 17
    RANCHERO = 18
    START = 19
    RECEIVE = 20
    REMOVE = 21
    COWS = 22
    UNUSED = 23
    REACH = 24
    EMPTY = 25
    REST = 26
    CROWD = 27
    TALLY = 28
    OVER = 29
    GO_ON = 30  # never between two steps: what comes next is found out before a step ends


LAST_DECISION = int(Phase.BONUS_CELL)
FORCED = 5  # the argument of an event that is 1 when a step took the only option (MR-137)


class Happening(IntEnum):
    """What an action or a step can do; its arguments stand beside it.

    A decision that was taken by itself, there being one option only, has 1 as its sixth argument.
    """

    SET_UP = 0  # seats, variant
    COLOURS = 1  # the colour of each seat
    SCENARIO = 2  # the scenario, whether it was drawn
    TOKEN = 3  # specialist, tokens in the saloon, tokens left in the stack
    DREW = 4  # kind, number on its back, how many of the column are drawn, plots left in the box
    SORTED = 5  # the four kinds from the box on
    RANCHERO = 6  # whose Ranchero was drawn
    ROUND = 7  # its number, then the seats in turn order
    CHOSE = 8  # seat, position, kind
    REMOVED = 9  # position, kind: the plot that nobody chose
    RECEIVED = 10  # seat, kind, position
    KEPT = 11  # seat, unplaced plots
    JOINED = 12  # seat, kind, kind
    PLACED = 13  # seat, kind, its cell, kind, its cell
    DISCARDED = 14  # seat, kind, kind
    GRAZED = 15  # seat, cell, cows that came, cows missing in the supply
    DRIED = 16  # seat, cell of the skull, cell that lost a cow
    SPARED = 17  # seat, cell of the skull: no cow in its territory
    CIRCLED = 18  # seat, cell of the circle that comes first
    RECRUITED = 19  # seat, recruit, cell
    UNUSED = 20  # seat, cell of the circle that found the saloon empty
    SKIPPED = 21  # seat, recruit, cell: an effect without any use
    MOVED = 22  # seat, from cell, to cell, steps left
    STOPPED = 23  # seat, steps left
    SWAPPED = 24  # seat, own kind, opponent, the opponent's kind
    STOLE = 25  # seat, opponent, from cell, to cell
    DECLINED = 26  # seat, recruit
    REACHED = 27  # seat: its ranch has reached the last row
    TOOK_TILE = 28  # seat, tile
    TILE_GONE = 29  # seat, tile: it fits nowhere
    TURNED = 30  # seat, tile, terrain
    LAID = 31  # seat, piece, cell
    EMPTYING = 32  # seat, plots in its reserve
    DISCARDED_REST = 33  # seat, up to four kinds
    CROWDED = 34  # seat, cows taken away
    SCORED = 35  # line of the score sheet, points of each seat
