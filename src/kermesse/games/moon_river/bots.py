"""How bots take a view of Moon River: how each level thinks, a quick judgement, features.

The judgement is in points: what the score sheet says now, what plots in hand and on order promise,
what growing territories and partners may still bring, less the room that can no longer be filled.
"""

from __future__ import annotations

from kermesse.core.bits import count
from kermesse.core.grid import flood, neighbours
from kermesse.core.kernel import kernel
from kermesse.core.recipes import Levels, Recipe, Search
from kermesse.core.record import NOTHING, Worths
from kermesse.core.sights import Sight
from kermesse.games.moon_river.components import (
    BEAVERS,
    CELLS,
    CIRCLES,
    COLUMN,
    CORN,
    COW_SYMBOLS,
    COWS,
    EARS,
    FARM,
    FARMER,
    FOREST,
    GRID,
    KINDS,
    LANDS,
    MOST_HELD,
    MOST_PLAYERS,
    NUGGETS,
    PLOTS,
    PROSPECTOR,
    ROUNDS,
    SKULLS,
    SPECIALISTS,
    TERRAIN,
    TRAPPER,
)
from kermesse.games.moon_river.rules.columns import plots_left
from kermesse.games.moon_river.rules.ranch import (
    connecting,
    frame,
    free,
    herd,
    land,
    partnered,
    plot_at,
    taken,
)
from kermesse.games.moon_river.rules.sheet import beside_territories, shown, total
from kermesse.games.moon_river.rules.turn import players
from kermesse.games.moon_river.state import CITY, GOLD, OUTLAWS, TIMBER, Phase, State

# Judgements are in points of a score sheet, and thirty of them are a clear lead. What a plot is
# good for shows some rounds later, so those are played on.
TREE = Recipe(
    Search.TREE, 200, scale=30.0, explore=0.5, focus=20.0, trust=1.0, playout=30, sample=64
)

RIVALS = 0.5  # of what the others have, on average
IN_HAND = 0.85  # of the worth of a plot that is not placed yet
ON_ORDER = 0.75  # of one that a Ranchero stands on
COW_WORTH = 3.0  # of a cow symbol: the plots of a territory that it multiplies
SKULL_WORTH = -1.5
CIRCLE_WORTH = 3.0
GROWTH = 0.6  # of each free cell beside a territory, for each cow in it
MOST_GROWTH = 3  # free cells of a territory that are worth something
SPARE_COW = 0.5  # of a second cow on a plot, which may still be moved
NOOK = -2.0  # of a free cell without a free neighbour: no domino fills it
REACHABLE = 0.4  # of a terrain that can be connected somewhere
EARLY = 0.15  # of a place nearer to the box: the next choice comes sooner
EARS_PER_PLOT, NUGGETS_PER_PLOT, BEAVERS_PER_PLOT = 0.8, 0.125, 0.125
SCENARIO_PLOT = 2.0  # of a plot that the scenario asks for
HERD, MOST_HERD = 8, 255  # bits for the cows of a territory

PLANES = LANDS + 2  # terrains, cows, partners
SEAT_MARKS = PLANES * CELLS + KINDS + 6
COLUMN_MARKS = KINDS + MOST_PLAYERS
SIGHTS = (
    Sight(
        MOST_PLAYERS * SEAT_MARKS,
        f"for each seat from yours on, {SEAT_MARKS} numbers: {CELLS} cells for each of "
        f"{LANDS} terrains, cells with cows (how many), cells with partners, plots of the reserve "
        f"by {KINDS} kinds, points, tokens that show a prospector, a trapper and a farmer, "
        "free cells, has the turn",
    ),
    Sight(
        2 * COLUMN * COLUMN_MARKS,
        "for each place of the two columns: the kind of its plot, and whose Ranchero stands there",
    ),
    Sight(2 * SPECIALISTS, "tokens of each specialist in the saloon, and in the stack"),
    Sight(KINDS, "plots of each kind that are left in the box"),
    Sight(2, "rounds played and cows in the supply, as shares"),
    Sight(4, "which scenario is played"),
    Sight(1, "steps that a cowboy has left"),
    Sight(13, "which decision it is"),
    Sight(1, "the box is being emptied"),
)
FEATURES = sum(sight.numbers for sight in SIGHTS)


def levels(seats: int) -> Levels:
    """Glances with slips and without, then a tree; nothing is hidden but what chance will bring."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=0.3, scale=30.0),
        "casual": Recipe(Search.GLANCE, 1, slips=0.1, scale=30.0),
        "skilled": Recipe(Search.GLANCE, 1, slips=0.03, scale=30.0),
        "strong": Recipe(Search.GLANCE, 8),
        "expert": TREE,
    }


# --- evaluate -----------------------------------------------------------------------------------


@kernel
def evaluate(s: State, out: Worths) -> None:
    """How many points a seat stands to make, less a share of what the others do."""
    everybody = 0.0
    for seat in range(players(s)):
        out[seat] = prospect(s, seat)
        everybody += float(out[seat])
    for seat in range(players(s)):
        others = (everybody - float(out[seat])) / float(s.seats - 1)
        out[seat] = float(out[seat]) - RIVALS * others


@kernel
def prospect(s: State, seat: int) -> float:
    """The score sheet as it stands, and what is still to come of it."""
    if s.tallied or s.phase == Phase.CROWD:
        return float(total(s, seat))
    laid = taken(s, seat)
    room_left = frame(s) & ~laid
    points, herds, growth, open_ends = territories(s, seat, room_left)
    share = time_left(s)
    worth = float(points + beside_territories(s, seat))
    worth += IN_HAND * hand_worth(s, seat, herds) + ON_ORDER * order_worth(s, seat, herds)
    worth += share * (growth + partner_promise(s, seat))
    worth += share * SPARE_COW * spare_cows(s, seat)
    return worth + room(s, seat, laid, room_left, open_ends)


@kernel
def territories(s: State, seat: int, room_left: int) -> tuple[int, int, float, int]:
    """All territories in one go: looking at them is most of the work of a search.

    Their points; the largest herd of each terrain that can still grow, a byte each; what those
    with cows may still win by further plots; and how many terrains have a free cell beside them.
    """
    points, herds, growth, open_ends = 0, 0, 0.0, 0
    cows = herd(s, seat)
    for terrain in range(LANDS):
        left = land(s, seat, terrain)
        open_ends += int(neighbours(left, GRID) & room_left != 0)
        most = 0
        while left and terrain < CORN:
            own = flood(left & -left, left, GRID)
            left &= ~own
            grazing = count(own & cows)
            ends = count(neighbours(own, GRID) & room_left)
            points += count(own) * grazing
            growth += GROWTH * float(min(ends, MOST_GROWTH) * grazing)
            if ends:
                most = max(most, grazing)
        herds |= most << (terrain * HERD)
    return points, herds, growth, open_ends


@kernel
def time_left(s: State) -> float:
    """The share of the game that is still to be played."""
    return 1.0 - float(s.round_number) / float(ROUNDS)


@kernel
def hand_worth(s: State, seat: int, herds: int) -> float:
    """Of the unplaced plots."""
    worth = 0.0
    for at in range(MOST_HELD):
        if s.reserve[seat, at] != NOTHING:
            worth += plot_worth(s, seat, plot_at(s, seat, at), herds)
    return worth


@kernel
def order_worth(s: State, seat: int, herds: int) -> float:
    """Of the plots on which the seat's Rancheros stand."""
    worth = 0.0
    for place in range(2 * COLUMN):
        which, position = place // COLUMN, place % COLUMN
        if s.ranchero[which, position] == seat:
            worth += plot_worth(s, seat, int(s.column[which, position]), herds)
            worth += EARLY * float(COLUMN - 1 - position)
    return worth


@kernel
def plot_worth(s: State, seat: int, kind: int, herds: int) -> float:
    """Of a plot before it is placed: its symbols, and the cows that it may multiply."""
    worth = float(NUGGETS[kind]) * float(1 + shown(s, seat, PROSPECTOR))
    worth += float(BEAVERS[kind]) * float(1 + shown(s, seat, TRAPPER))
    worth += float(EARS[kind]) * float(1 + shown(s, seat, FARMER))
    worth += COW_WORTH * float(COW_SYMBOLS[kind]) + SKULL_WORTH * float(SKULLS[kind])
    worth += CIRCLE_WORTH * float(CIRCLES[kind])
    if asked_for(s, kind):
        worth += SCENARIO_PLOT
    return worth + float((herds >> int(TERRAIN[kind]) * HERD) & MOST_HERD)


@kernel
def asked_for(s: State, kind: int) -> bool:
    """Whether the scenario gives points for such plots."""
    timber = s.plan == TIMBER and TERRAIN[kind] == FOREST
    city = s.plan == CITY and TERRAIN[kind] == FARM
    gold = s.plan == GOLD and NUGGETS[kind] > 0
    return timber or city or gold or (s.plan == OUTLAWS and CIRCLES[kind] > 0)


@kernel
def partner_promise(s: State, seat: int) -> float:
    """What specialists may still win by plots to come."""
    plots = float(plots_left(s)) / float(s.seats)
    worth = EARS_PER_PLOT * float(shown(s, seat, FARMER))
    worth += NUGGETS_PER_PLOT * float(shown(s, seat, PROSPECTOR))
    worth += BEAVERS_PER_PLOT * float(shown(s, seat, TRAPPER))
    return plots * worth


@kernel
def spare_cows(s: State, seat: int) -> float:
    """Cows that overcrowding would take."""
    cows = 0
    for cell in range(CELLS):
        cows += max(int(s.cows[seat, cell]) - 1, 0)
    return float(cows)


@kernel
def room(s: State, seat: int, laid: int, room_left: int, open_ends: int) -> float:
    """Free cells that no domino can fill, and terrains that still find a connection."""
    alone = room_left & ~neighbours(room_left, GRID)
    worth = NOOK * float(count(alone))
    for _ in range(open_ends):
        worth += REACHABLE
    if connecting(s, seat, 0) & room_left & ~neighbours(laid, GRID):
        worth += REACHABLE
    return worth


# --- what a net sees ----------------------------------------------------------------------------


@kernel
def features(s: State, out: Worths) -> None:
    """The seats from the view's own on, the columns, saloon and stack, the box, and the moment."""
    out[:] = 0.0
    me = max(int(s.viewer), 0)
    for place in range(players(s)):
        at = place * SEAT_MARKS
        mark_seat(s, (me + place) % players(s), out[at : at + SEAT_MARKS])
    at = MOST_PLAYERS * SEAT_MARKS
    for place in range(2 * COLUMN):
        mark_plot(s, me, place, out[at + place * COLUMN_MARKS :])
    at += 2 * COLUMN * COLUMN_MARKS
    for specialist in range(SPECIALISTS):
        out[at + specialist] = float(s.saloon[specialist])
        out[at + SPECIALISTS + specialist] = float(s.stack[specialist])
    at += 2 * SPECIALISTS
    for kind in range(KINDS):
        out[at + kind] = float(s.boxed[kind]) / float(MOST_HELD)
    mark_moment(s, out[at + KINDS :])


@kernel
def mark_seat(s: State, seat: int, out: Worths) -> None:
    """One seat: its ranch as planes of cells, its reserve, and what it has in all."""
    partners = partnered(s, seat)
    for terrain in range(LANDS):
        cells = land(s, seat, terrain)
        for cell in range(CELLS):
            out[terrain * CELLS + cell] = float((cells >> cell) & 1)
    at = LANDS * CELLS
    for cell in range(CELLS):
        out[at + cell] = float(s.cows[seat, cell])
        out[at + CELLS + cell] = float((partners >> cell) & 1)
    at += 2 * CELLS
    for i in range(MOST_HELD):
        if s.reserve[seat, i] != NOTHING:
            out[at + plot_at(s, seat, i)] += 1.0
    at += KINDS
    out[at] = float(total(s, seat)) / float(PLOTS)
    out[at + 1] = float(shown(s, seat, PROSPECTOR))
    out[at + 2] = float(shown(s, seat, TRAPPER))
    out[at + 3] = float(shown(s, seat, FARMER))
    out[at + 4] = float(count(free(s, seat))) / float(CELLS)
    out[at + 5] = float(int(s.active == seat))


@kernel
def mark_plot(s: State, me: int, place: int, out: Worths) -> None:
    """One place of a column: its plot, and whose Ranchero stands there."""
    kind = int(s.column[place // COLUMN, place % COLUMN])
    seat = int(s.ranchero[place // COLUMN, place % COLUMN])
    if kind != NOTHING:
        out[kind] = 1.0
    if seat != NOTHING:
        out[KINDS + (seat - me) % players(s)] = 1.0


@kernel
def mark_moment(s: State, out: Worths) -> None:
    """The round, the supply, the scenario, and which decision it is."""
    out[0] = float(s.round_number) / float(ROUNDS)
    out[1] = float(s.supply) / float(COWS)
    if s.plan:
        out[1 + int(s.plan)] = 1.0
    out[6] = float(s.steps_left)
    if s.phase < Phase.COLOURS:
        out[7 + int(s.phase)] = 1.0
    out[20] = float(s.emptying)
