"""What a position of Moon River is: options, fields, phases, actions, and what can happen.

All of it is public (MR-132); only what the box and the stack will bring next is undecided.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from kermesse.core.errors import SetupRefused
from kermesse.core.events import FORCED, EventKind, Tempo, tells
from kermesse.core.kinds import FLAG, Members, Named, Number, Unnamed, components, named, seats
from kermesse.core.options import Value
from kermesse.core.record import NOTHING, Record, one, option, row
from kermesse.core.words import mark
from kermesse.games.moon_river.components import (
    BACKS,
    BOXED_COWS,
    BOXED_TILES,
    BOXED_TOKENS,
    CELL_CODES,
    CELLS,
    COLOUR_LISTS,
    COLOUR_WORDS,
    COLUMN,
    COPIES,
    COWS,
    DOMINO,
    KINDS,
    MOST_HELD,
    MOST_PLAYERS,
    PAIRS,
    PIECE_CODES,
    PIECES,
    PLOTS,
    RECRUIT_CODES,
    RECRUITS,
    ROUNDS,
    SHOWN,
    SIDES_OF_A_TILE,
    SPECIALIST_CODES,
    SPECIALISTS,
    TABLES,
    TERRAINS,
    TILES,
    TOKENS,
    WAYS,
)

SCENARIOS = ("random", "timber", "gold", "outlaws", "city")
LINE_WORDS = (
    *TERRAINS[:-1],
    *("nuggets", "beavers", "ears", "prospectors", "trappers", "farmers", "scenario", "total"),
)
LEGENDS = 1  # of the option `variant`
WITH_LEGENDS = ("variant", "legends")  # what must be chosen for an option to matter
AT_RANDOM = 0  # of `scenario` and `colours`
TIMBER, GOLD, OUTLAWS, CITY = 1, 2, 3, 4  # of `scenario`, and of the field `plan`
OLDER, NEWER = 0, 1  # of `column` and `ranchero`
MOST_STEPS = 5  # of a cowboy


@dataclass(frozen=True, eq=False)
class Cells(Members):
    """A set of cells, which is equally wide in variants with a smaller frame."""

    @property
    def most(self) -> int:
        """As many as a frame can have."""
        return (1 << 63) - 1


SEAT = seats(MOST_PLAYERS)
SOMEBODY = SEAT.or_nothing()
PLOT = components(PIECE_CODES[:KINDS])
PLOT_OR_NONE = PLOT.or_nothing()
PIECE = named(PIECE_CODES)
BONUS_SIDE = Named({n: code for n, code in enumerate(PIECE_CODES) if n >= KINDS}).or_nothing()
BONUS_TILE = components([str(tile + 1) for tile in range(TILES)], boxed=BOXED_TILES)
SPECIALIST, PARTNER = named(SPECIALIST_CODES), named(RECRUIT_CODES)
CELL = named(CELL_CODES)
CELL_SET = Cells(CELL)
COLOUR = named(COLOUR_WORDS).or_nothing()
PLAN = named(("none", *SCENARIOS[1:]))
TERRAIN_WORD, LINE = named(TERRAINS), named(LINE_WORDS)
POSITION = named(str(position + 1) for position in range(COLUMN))
SOME_COWS, SOME_TOKENS, ALL_PLOTS = Number(COWS), Number(int(TOKENS.max())), Number(PLOTS)
SOME_PLOTS, POINTS = Number(int(COPIES.max())), Number((1 << 15) - 1)


def agree(options: Mapping[str, Value], seats: int | None) -> None:
    """Refuse a list of colours for another number of players (MR-03)."""
    colours = str(options["colours"])
    named = colours.count("-") + 1
    if seats is not None and colours != "random" and named != seats:
        raise SetupRefused(
            f"option colours names {named} colours for {seats} seats: give one for each (MR-03)"
        )


class State(Record):
    """A match: ranches, reserves, columns and saloon, the turn under way, and the options."""

    ranch = row(
        CELL_SET,
        (MOST_PLAYERS, PIECES),
        "the cells of a ranch that show each piece",
        per_seat=True,
        boxed=(
            *range(KINDS),
            *(BOXED_TILES + side // SIDES_OF_A_TILE for side in range(PIECES - KINDS)),
        ),
    )
    partners = row(
        CELL_SET,
        (MOST_PLAYERS, RECRUITS),
        "the cells on which a token lies, by what it shows",
        per_seat=True,
        boxed=[BOXED_TOKENS + recruit // SHOWN for recruit in range(RECRUITS)],
    )
    cows_due = one(CELL_SET, "cells of the domino just placed whose cows are still to appear")
    skulls_due = one(CELL_SET, "cells of that domino whose skull is still to be carried out")
    circles_due = one(CELL_SET, "cells of that domino whose circle has no partner yet")
    cows = row(
        SOME_COWS,
        (MOST_PLAYERS, CELLS),
        "the cows on each cell",
        per_seat=True,
        boxed=[BOXED_COWS] * CELLS,
    )
    reserve = row(
        PLOT_OR_NONE,
        (MOST_PLAYERS, MOST_HELD),
        "unplaced plots, ascending (MR-16, MR-70)",
        fresh=NOTHING,
        per_seat=True,
    )
    boxed = row(Unnamed(SOME_PLOTS.most), KINDS, "plots of each kind that the box still has")
    removed = row(
        SOME_PLOTS, KINDS, "plots of each kind that are out of the game", boxed=range(KINDS)
    )
    column = row(
        PLOT_OR_NONE,
        (2, COLUMN),
        "plots of the older and the newer column, from the box on",
        fresh=NOTHING,
    )
    ranchero = row(SOMEBODY, (2, COLUMN), "whose Ranchero stands there", fresh=NOTHING)
    saloon = row(
        SOME_TOKENS,
        SPECIALISTS,
        "tokens in the saloon",
        boxed=range(BOXED_TOKENS, BOXED_TOKENS + SPECIALISTS),
    )
    stack = row(Unnamed(SOME_TOKENS.most), SPECIALISTS, "tokens in the stack")
    order = row(SOMEBODY, COLUMN, "the seats in the order of this round's turns", fresh=NOTHING)
    colour = row(
        COLOUR, MOST_PLAYERS, "colour of each seat, once dealt", fresh=NOTHING, per_seat=True
    )
    joined = row(PLOT_OR_NONE, DOMINO, "the domino about to be placed", fresh=NOTHING, again=True)
    supply = one(SOME_COWS, "cows in the supply", boxed=[BOXED_COWS])
    strays = one(
        SOME_COWS, "cows that overcrowding took out of the game (MR-87)", boxed=[BOXED_COWS]
    )
    tiles = one(Members(BONUS_TILE), "bonus tiles beside the play area")
    tiles_gone = one(Members(BONUS_TILE), "bonus tiles removed from the game")
    reached = one(Members(SEAT), "seats whose ranch has reached the last row (MR-121)")
    plan = one(PLAN, "the scenario in play")
    round_number = one(Number(ROUNDS), "number of this round; 0 until the first")
    turn = one(Number(COLUMN), "which turn of the round this is, from 0")
    active = one(SOMEBODY, "whose turn it is", fresh=NOTHING)
    emptying = one(FLAG, "whether the final round is over (MR-81)")
    drawn = one(Number(COLUMN), "plots of the column under way that have been drawn")
    circle = one(CELL.or_nothing(), "the cell whose partner is recruited or at work", fresh=NOTHING)
    steps_left = one(Number(MOST_STEPS), "steps left to the cowboy at work")
    tile = one(BONUS_TILE.or_nothing(), "the bonus tile just taken", fresh=NOTHING)
    side = one(BONUS_SIDE, "its chosen side", fresh=NOTHING)
    tallied = one(Number(len(LINE_WORDS)), "lines of the score sheet told so far (MR-143)")
    variant = option(
        "base",
        ("base", "legends"),
        mark("which game is played"),
        "MR-100",
        (mark("the base game"), mark("Legends of the West: other boards, and a scenario")),
    )
    scenario = option(
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
        given=WITH_LEGENDS,
    )
    colours = option(
        "random",
        ("random", *("-".join(colours) for colours in COLOUR_LISTS)),
        mark("the colour of each seat, which decides the board of a legend"),
        "MR-03",
    )
    saloon_size = option(
        TABLES.saloon_places, range(3, 9), mark("tokens in a full saloon"), "MR-76"
    )
    cowboy_steps = option(
        3, range(1, MOST_STEPS + 1), mark("steps that a cowboy may move cows"), "MR-63"
    )
    scenario_base = option(
        10, range(51), mark("points for a group of a scenario"), "MR-105", given=WITH_LEGENDS
    )
    scenario_step = option(
        10,
        range(51),
        mark("points for each further one in the group"),
        "MR-105",
        given=WITH_LEGENDS,
    )
    scenario_min = option(
        3, range(2, 7), mark("the smallest size of such a group"), "MR-108", given=WITH_LEGENDS
    )


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
SWAP = DECLINE + 1  # + (own kind * MOST_PLAYERS + opponent) * KINDS + the opponent's kind
STEAL = SWAP + KINDS * MOST_PLAYERS * KINDS  # + opponent * CELLS + cell
TILE = STEAL + MOST_PLAYERS * CELLS  # + bonus tile
SIDE = TILE + TILES  # + terrain
LAY = SIDE + len(TERRAINS)  # + cell
ACTIONS = LAY + CELLS


class Phase(IntEnum):
    """The thirteen decisions, then the automatic steps."""

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


# never between two steps: how a turn goes on, and its last step, are found out before a step ends
GO_ON, STEP_3 = len(Phase), len(Phase) + 1


class Happening(EventKind):
    """The events: what decisions and steps can do, with their arguments."""

    SET_UP = tells(Tempo.TICK, count=Number(MOST_PLAYERS), legends=FLAG)
    COLOURS = tells(Tempo.TICK, zero=COLOUR, one=COLOUR, two=COLOUR, three=COLOUR)  # of each seat
    SCENARIO = tells(Tempo.REVEAL, plan=PLAN, drawn=FLAG)
    TOKEN = tells(
        Tempo.TICK, specialist=SPECIALIST, count=SOME_TOKENS, left=Number(int(TOKENS.sum()))
    )
    DREW = tells(
        Tempo.TICK, plot=PLOT, back=Number(int(BACKS.max())), drawn=Number(COLUMN), left=ALL_PLOTS
    )
    SORTED = tells(one=PLOT, two=PLOT, three=PLOT, four=PLOT)  # from the box on
    RANCHERO = tells(Tempo.TICK, seat=SEAT)
    ROUND = tells(
        Tempo.DULL, number=Number(ROUNDS), one=SEAT, two=SEAT, three=SOMEBODY, four=SOMEBODY
    )
    CHOSE = tells(seat=SEAT, position=POSITION, plot=PLOT, forced=FORCED)
    REMOVED = tells(Tempo.TICK, position=POSITION, plot=PLOT)
    RECEIVED = tells(seat=SEAT, plot=PLOT, position=POSITION)
    KEPT = tells(Tempo.DULL, seat=SEAT, count=Number(MOST_HELD), forced=FORCED)
    JOINED = tells(Tempo.DULL, seat=SEAT, one=PLOT, two=PLOT, forced=FORCED)
    PLACED = tells(seat=SEAT, one=PLOT, here=CELL, two=PLOT, there=CELL, forced=FORCED)
    DISCARDED = tells(Tempo.REVEAL, seat=SEAT, one=PLOT, two=PLOT, forced=FORCED)
    GRAZED = tells(Tempo.TICK, seat=SEAT, cell=CELL, count=SOME_COWS, missing=SOME_COWS)
    DRIED = tells(Tempo.REVEAL, seat=SEAT, skull=CELL, cell=CELL, forced=FORCED)
    SPARED = tells(Tempo.TICK, seat=SEAT, skull=CELL)
    CIRCLED = tells(Tempo.DULL, seat=SEAT, cell=CELL, forced=FORCED)
    RECRUITED = tells(seat=SEAT, partner=PARTNER, cell=CELL)
    UNUSED = tells(Tempo.TICK, seat=SEAT, cell=CELL)
    SKIPPED = tells(Tempo.TICK, seat=SEAT, partner=PARTNER, cell=CELL)
    MOVED = tells(seat=SEAT, here=CELL, there=CELL, left=Number(MOST_STEPS))
    STOPPED = tells(Tempo.DULL, seat=SEAT, left=Number(MOST_STEPS))
    SWAPPED = tells(Tempo.REVEAL, seat=SEAT, own=PLOT, other=SEAT, theirs=PLOT)
    STOLE = tells(Tempo.REVEAL, seat=SEAT, other=SEAT, here=CELL, there=CELL)
    DECLINED = tells(Tempo.TICK, seat=SEAT, partner=PARTNER)
    REACHED = tells(Tempo.REVEAL, seat=SEAT)
    TOOK_TILE = tells(seat=SEAT, tile=BONUS_TILE, forced=FORCED)
    TILE_GONE = tells(Tempo.TICK, seat=SEAT, tile=BONUS_TILE, forced=FORCED)
    TURNED = tells(Tempo.TICK, seat=SEAT, tile=BONUS_TILE, terrain=TERRAIN_WORD, forced=FORCED)
    LAID = tells(seat=SEAT, piece=PIECE, cell=CELL, forced=FORCED)
    EMPTYING = tells(Tempo.DULL, seat=SEAT, count=Number(MOST_HELD))
    DISCARDED_REST = tells(
        Tempo.TICK,
        seat=SEAT,
        one=PLOT_OR_NONE,
        two=PLOT_OR_NONE,
        three=PLOT_OR_NONE,
        four=PLOT_OR_NONE,
    )
    CROWDED = tells(Tempo.REVEAL, seat=SEAT, count=SOME_COWS)
    SCORED = tells(  # of each seat
        Tempo.TICK, line=LINE, zero=POINTS, one=POINTS, two=POINTS, three=POINTS
    )
