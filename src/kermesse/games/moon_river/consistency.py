"""Whether a parsed position of Moon River can be continued, and whether it can occur."""

from __future__ import annotations

import numpy as np

from kermesse.core.bits import count, has
from kermesse.core.kinds import bits_of
from kermesse.core.position_text import demand
from kermesse.core.record import NOTHING
from kermesse.games.moon_river.components import (
    CELL_CODES,
    CIRCLES,
    COLUMN,
    COW_SYMBOLS,
    DOMINO,
    FIELD,
    KINDS,
    PIECES,
    PLOTS,
    RECRUITS,
    ROUNDS,
    SHOWN,
    SIDES_OF_A_TILE,
    SKULLS,
    SPACES,
    SPECIALIST_CODES,
    TILES,
    TWO,
)
from kermesse.games.moon_river.rules import TURN, bonus_tiles, columns, ranch, turn
from kermesse.games.moon_river.rules.ranch import fits
from kermesse.games.moon_river.rules.sheet import LINES
from kermesse.games.moon_river.state import AT_RANDOM, LEGENDS, NEWER, OLDER, Phase, State

EFFECTS = (Phase.COWBOY, Phase.DESPERADO, Phase.CATTLE_THIEF)
BONUS = (Phase.BONUS_TILE, Phase.BONUS_SIDE, Phase.BONUS_CELL)
CIRCLES_AT_WORK = (Phase.CIRCLE, Phase.RECRUIT, Phase.UNUSED, *EFFECTS)
SYMBOLS = (Phase.COWS, Phase.DROUGHT, *CIRCLES_AT_WORK)
DOMINOES = (Phase.EXPAND, Phase.PLACE, *SYMBOLS, Phase.REACH, *BONUS)
COUNTING = (Phase.CROWD, Phase.TALLY, Phase.OVER)
EMPTYING = (Phase.EMPTY, Phase.REST, *COUNTING)
CHOOSING = (Phase.CHOOSE_PLOT, Phase.REMOVE)
PLACING = (Phase.RANCHERO, *CHOOSING)  # in the set-up
IN_TURN = (*DOMINOES, Phase.DISCARD_TWO, Phase.RECEIVE)
ACTIVE = (*IN_TURN, *CHOOSING, Phase.EMPTY, Phase.REST)
BEFORE_COLUMNS = (Phase.COLOURS, Phase.SCENARIO)
MAKING_COLUMNS = (Phase.DRAW, Phase.SORT)
BETWEEN_ROUNDS = (*BEFORE_COLUMNS, *MAKING_COLUMNS, Phase.REFILL, Phase.START)
DUE_FOR = {"cows_due": COW_SYMBOLS, "skulls_due": SKULLS, "circles_due": CIRCLES}


def check(s: State) -> None:
    """Refuse positions that the rules cannot continue from."""
    for seat in range(s.seats):
        check_ranch(s, seat)
        check_partners(s, seat)
        check_reserve(s, seat)
    check_colours(s)
    check_tiles(s)
    check_columns(s)
    check_order(s)
    check_box(s)
    check_saloon(s)
    check_phase(s)
    check_choosing(s)
    check_expanding(s)
    check_symbols(s)
    check_under_way(s)
    check_bonus(s)
    check_end(s)
    demand(s.due == usually_due(s), f"phase {phase_word(s)} has other seats due")


def check_history(s: State) -> None:
    """Refuse positions that no play leads to: cows are taken away at the very end only."""
    taken_away = s.phase in COUNTING or s.strays == 0
    demand(taken_away, "cows leave by overcrowding at the end only (MR-87)")


def phase_word(s: State) -> str:
    """The phase in words."""
    return Phase(s.phase).name.lower()


def usually_due(s: State) -> int:
    """Who owes a decision; nobody in a position that lacks what it is about."""
    lacks = {
        Phase.PLACE: s.joined[0] == NOTHING or s.joined[1] == NOTHING,
        Phase.DROUGHT: not s.skulls_due,
        Phase.CATTLE_THIEF: s.circle == NOTHING,
        Phase.BONUS_SIDE: s.tile == NOTHING,
        Phase.BONUS_CELL: s.side == NOTHING,
    }
    if s.active == NOTHING or lacks.get(Phase(s.phase), False):
        return 0
    assert TURN.asked is not None
    return TURN.asked(s)


# --- what lies where ----------------------------------------------------------------------------


def check_ranch(s: State, seat: int) -> None:
    """All plots lie in the frame, and cows on plots that can hold them (MR-30, MR-31, MR-66)."""
    cells = int(ranch.taken(s, seat))
    demand(cells & ~int(ranch.frame(s)) == 0, f"ranch {seat} does not fit into its frame")
    on_corn = int(ranch.herd(s, seat)) & ~int(ranch.pasture(s, seat))
    demand(on_corn == 0, f"ranch {seat} has a cow on corn")
    sides = sum(count(s.ranch[seat, piece]) for piece in range(KINDS, PIECES))
    demand(sides <= 1, f"ranch {seat} has more than one bonus tile")
    demand((count(cells) - sides) % DOMINO == 0, f"ranch {seat} is not made of dominoes")


def check_partners(s: State, seat: int) -> None:
    """Tokens lie on circles that were carried out, one on each (MR-53)."""
    on_ranch = int(ranch.taken(s, seat))
    for recruit, code in enumerate(SPECIALIST_CODES[n // SHOWN] for n in range(RECRUITS)):
        for cell in bits_of(s.partners[seat, recruit]):
            circle = has(on_ranch, cell) and CIRCLES[ranch.piece_at(s, seat, cell)]
            demand(circle, f"ranch {seat} has no circle on {CELL_CODES[cell]}")
            waits = has(s.circles_due, cell) and seat == s.active
            demand(not waits, f"{code} lies on {CELL_CODES[cell]} already")


def check_reserve(s: State, seat: int) -> None:
    """Unplaced plots have their spaces, but for one just received (MR-17, MR-23)."""
    n = int(ranch.held(s, seat))
    board = ranch.board_of(s, seat) if s.colour[seat] != NOTHING else FIELD
    expands = s.phase in (Phase.EXPAND, Phase.PLACE, Phase.DISCARD_TWO)
    most = int(SPACES[board]) + int(seat == s.active and expands)
    demand(n <= most, f"reserve {seat} has {n} plots, and room for {most}")
    received = n > 0 or ranch.taken(s, seat) != 0
    demand(s.round_number > 0 or not received, f"seat {seat} has plots before round 1")


def check_colours(s: State) -> None:
    """Everybody has another colour, once they are dealt (MR-02); legends have a scenario."""
    colours = {int(colour) for colour in s.colour[: s.seats]} - {NOTHING}
    wanted = 0 if s.phase == Phase.COLOURS else s.seats
    demand(len(colours) == wanted, f"colour names {wanted} different colours, one for each seat")
    chosen = s.variant == LEGENDS and s.phase not in BEFORE_COLUMNS
    demand((s.plan != 0) == chosen, "a plan is what the legends are played with")
    agreed = s.scenario in (AT_RANDOM, s.plan) or not chosen
    demand(agreed, "the plan is another one than the scenario that was agreed on")
    demand(s.phase != Phase.SCENARIO or s.variant == LEGENDS, "scenarios are for legends")


def check_tiles(s: State) -> None:
    """Each bonus tile is in one place; only a game for two has them (MR-120)."""
    for tile in range(TILES):
        sides = bonus_tiles.first_side(tile) + np.arange(SIDES_OF_A_TILE)
        places = int(has(s.tiles, tile)) + int(has(s.tiles_gone, tile)) + int(s.tile == tile)
        places += sum(count(cells) for cells in s.ranch[:, sides].ravel())
        demand(places == 1, f"bonus tile {tile + 1} is in one place, not in {places}")
    all_gone = s.tiles_gone == (1 << TILES) - 1
    demand(s.seats == TWO or all_gone, "bonus tiles are for two players (tiles_gone)")
    demand(s.reached < 1 << TWO, "only ranches for two reach the last row")
    used = TILES - count(s.tiles) if s.seats == TWO else 0
    used += int(s.phase == Phase.BONUS_TILE)
    demand(used == count(s.reached), "who reached the last row has had a tile")


# --- columns and rounds -------------------------------------------------------------------------


def standing(s: State, which: int) -> list[int]:
    """The seats whose Rancheros stand in a column, from the box on."""
    return [int(seat) for seat in s.ranchero[which] if seat != NOTHING]


def check_columns(s: State) -> None:
    """Rancheros stand on plots, each player's as often as it has some (MR-02, MR-115)."""
    alone = (s.ranchero != NOTHING) & (s.column == NOTHING)
    demand(not alone.any(), "a Ranchero of a seat stands on a plot")
    claimed, each = standing(s, OLDER) + standing(s, NEWER), turn.claims(s) // s.seats
    for seat in range(s.seats):
        demand(claimed.count(seat) <= each, f"seat {seat} has more Rancheros than it can")
    free = (s.column[OLDER] != NOTHING) & (s.ranchero[OLDER] == NOTHING)
    demand(not free.any(), "the older column has Rancheros on it")


def check_order(s: State) -> None:
    """The turn order, and how far the round has come (MR-14, MR-118)."""
    order = [int(seat) for seat in s.order]
    named = [seat for seat in order if seat != NOTHING]
    fits = all(named.count(seat) <= turn.claims(s) // s.seats for seat in named)
    if s.round_number > 0:
        fits = fits and len(named) == turn.claims(s) and named == order[: len(named)]
    demand(fits, "order has each seat as often as it has a turn")
    if s.round_number == 0 and s.phase in PLACING:
        check_placing(s, order)
    last = s.round_number == ROUNDS
    demand(last or not s.emptying, f"reserves are emptied after round {ROUNDS}")
    if s.active != NOTHING and s.phase not in COUNTING:
        demand(s.turn < turn.claims(s), "there is no such turn in a round")
        demand(s.active == order[s.turn], "active is who has this turn by order")
    if s.phase in BETWEEN_ROUNDS:
        check_between_rounds(s)
    elif s.round_number > 0:
        check_claims(s, order)


def check_placing(s: State, order: list[int]) -> None:
    """In the set-up the order is that in which Rancheros were drawn (MR-10, MR-117)."""
    demand((s.column[OLDER] == NOTHING).all(), "there is no older column before round 1")
    placed = order[: int(s.turn) + int(s.phase == Phase.REMOVE)]
    drawn = sorted(placed) == sorted(standing(s, NEWER))
    demand(drawn, "order names whose Rancheros were drawn")
    if s.seats == TWO:
        both = order == [order[0], 1 - order[0], 1 - order[0], order[0]]
        fits = both if s.phase == Phase.CHOOSE_PLOT else s.turn == 0
        demand(fits, "of two players who is drawn first is first and last in order")


def check_between_rounds(s: State) -> None:
    """All Rancheros stand in the older column; before round 1 perhaps in none yet (MR-13)."""
    demand(s.turn == 0, "between two rounds nobody has a turn")
    n = len(standing(s, OLDER))
    none_yet = s.round_number == 0 and s.phase != Phase.START and n == 0
    demand(n == turn.claims(s) or none_yet, "a round starts with all Rancheros in a column")


def check_claims(s: State, order: list[int]) -> None:
    """Who has had a turn stands in the newer column, who has not in the older (MR-16, MR-27)."""
    turns = order[: turn.claims(s)]
    done = turn.claims(s) if s.emptying else int(s.turn) + int(s.phase != Phase.RECEIVE)
    waiting = standing(s, OLDER) == turns[done:]
    demand(waiting, "the Rancheros of the older column have turns to come")
    placed = int(s.turn) + int(s.phase == Phase.REMOVE)
    wanted = sorted(turns[:placed]) if s.round_number < ROUNDS else []
    fits = sorted(standing(s, NEWER)) == wanted
    demand(fits, "the Rancheros of the newer column have had their turns")


def columns_made(s: State) -> int:
    """How many columns have left the box, without the one that is being made."""
    if s.round_number:
        between = s.phase in (Phase.REFILL, Phase.START)
        return min(int(s.round_number) + 1 + int(between), ROUNDS)
    chosen = int(bool(standing(s, OLDER)))
    if s.phase in MAKING_COLUMNS:
        return chosen
    return 0 if s.phase in (*BEFORE_COLUMNS, Phase.REFILL) else min(chosen + 1, ROUNDS)


def check_box(s: State) -> None:
    """The box holds what all columns to come need (MR-79)."""
    out, left = COLUMN * columns_made(s) + int(s.drawn), int(columns.plots_left(s))
    demand(
        left == PLOTS - out,
        f"{PLOTS - left} plots have left the box, not {out}, as the round and phase say",
    )
    drawing = s.phase in MAKING_COLUMNS
    fits = s.drawn == COLUMN if s.phase == Phase.SORT else s.drawn < (COLUMN if drawing else 1)
    demand(fits, "drawn counts the plots of a column under way")
    last = s.round_number == ROUNDS - 1 and s.phase in (Phase.REFILL, Phase.START)
    none = s.round_number == ROUNDS or columns_made(s) == 0 or last
    wanted = int(s.drawn) if drawing else COLUMN * int(not none)
    in_order = (s.column[NEWER, :wanted] != NOTHING).all()
    demand(in_order or not drawing, "newer holds what is drawn")
    newer = int((s.column[NEWER] != NOTHING).sum())
    demand(newer == wanted, f"newer has {wanted} plots now, not {newer}")


def check_saloon(s: State) -> None:
    """The saloon is never too full, and filled before a round (MR-76)."""
    n = int(turn.tokens(s))
    demand(n <= s.saloon_size, f"the saloon has {s.saloon_size} places, not {n}")
    refills = n < s.saloon_size and turn.tokens_left(s)
    demand(s.phase != Phase.REFILL or refills, "nothing is to be refilled")


# --- what is asked next -------------------------------------------------------------------------


def check_phase(s: State) -> None:
    """The phase fits the round and who is active."""
    phase, late = phase_word(s), s.phase in EMPTYING
    demand(not s.emptying or s.phase in (*EMPTYING, *DOMINOES), f"no phase {phase} then")
    demand(not late or s.emptying, f"phase {phase} comes after the final round")
    fits = (s.active != NOTHING) == (s.phase in ACTIVE)
    demand(fits, f"phase {phase} and active do not fit")
    in_round = s.phase in IN_TURN or late
    demand(not in_round or s.round_number, f"phase {phase} needs a round")
    before = s.phase in (*BEFORE_COLUMNS, Phase.RANCHERO)
    demand(not before or s.round_number == 0, f"phase {phase} is before round 1")


def check_choosing(s: State) -> None:
    """There is a plot to choose, or one that nobody chose."""
    left = int(count(columns.available(s, s.active)))
    chosen = COLUMN - left
    if s.phase == Phase.CHOOSE_PLOT:
        demand(left and chosen < turn.claims(s), "no Ranchero is to be placed")
    if s.phase == Phase.REMOVE:
        demand(chosen == turn.claims(s) < COLUMN, "no plot is to be removed")
    if s.round_number == 0 and s.phase in PLACING:
        placed = chosen - int(s.phase == Phase.REMOVE)
        demand(s.turn == placed, "turn counts the Rancheros placed")


def check_expanding(s: State) -> None:
    """Step 2 is asked, or replaced, as the plots allow (MR-18, MR-24, MR-83)."""
    if s.phase not in (Phase.EXPAND, Phase.DISCARD_TWO, Phase.REST, Phase.EMPTY):
        return
    n, fitting = int(ranch.held(s, s.active)), int(ranch.fitting_pairs(s, s.active))
    goes_on = fitting or ranch.may_keep(s, s.active)
    right = {
        Phase.EXPAND: n >= DOMINO and goes_on,
        Phase.DISCARD_TWO: n >= DOMINO and not goes_on,
        Phase.REST: n and not fitting,
        Phase.EMPTY: n,
    }
    demand(right[Phase(s.phase)], f"phase {phase_word(s)} does not fit the reserve")


def check_symbols(s: State) -> None:
    """Symbols wait on plots that show them, while a domino is carried out (MR-41)."""
    for field, table in DUE_FOR.items():
        cells = list(bits_of(s[field]))
        demand(not cells or s.phase in SYMBOLS, f"{field} in phase {phase_word(s)}")
        demand(len(cells) <= DOMINO, f"a domino has two plots: {field}")
        for cell in cells:
            piece = int(ranch.piece_at(s, s.active, cell))
            shows = piece != NOTHING and table[piece]
            demand(shows, f"{field}: {CELL_CODES[cell]} shows no such symbol")
    waits = {
        Phase.COWS: s.cows_due,
        Phase.DROUGHT: s.skulls_due and not s.cows_due,
        Phase.CIRCLE: count(s.circles_due) > 1,
        Phase.RECRUIT: s.circles_due,
        Phase.UNUSED: s.circles_due,
    }
    demand(waits.get(Phase(s.phase), True), f"nothing waits for phase {phase_word(s)}")
    first = s.cows_due or s.skulls_due
    demand(not (first and s.phase in CIRCLES_AT_WORK), "cows and skulls come before circles")
    recruiting = s.phase in (Phase.CIRCLE, Phase.RECRUIT)
    demand(not recruiting or turn.tokens(s), "the saloon is empty")
    demand(s.phase != Phase.UNUSED or not turn.tokens(s), "the saloon is not empty")


def check_under_way(s: State) -> None:
    """A domino, a circle or a cowboy is named while it is dealt with."""
    joined = [int(kind) for kind in s.joined]
    if s.phase == Phase.PLACE:
        reserve = s.reserve[s.active].tolist()
        there = all(joined.count(kind) <= reserve.count(kind) for kind in joined)
        right = NOTHING < joined[0] <= joined[1] and there and fits(s, s.active, *joined)
        demand(right, "joined names two plots of the reserve that fit somewhere")
    else:
        demand(joined == [NOTHING] * DOMINO, "nothing is joined now")
    if s.phase in (Phase.RECRUIT, Phase.UNUSED):
        waits = s.circle != NOTHING and has(s.circles_due, s.circle)
        demand(waits, "circle is one due")
    if s.phase in EFFECTS:
        there = s.circle != NOTHING and has(ranch.partnered(s, s.active), s.circle)
        demand(there, "circle is where the partner at work lies")
    at_work = s.phase == Phase.COWBOY
    right = 0 < s.steps_left <= s.cowboy_steps if at_work else s.steps_left == 0
    demand(right, "steps_left are those of a cowboy at work")


def check_bonus(s: State) -> None:
    """A bonus tile is dealt with by who has reached the last row (MR-121)."""
    holding = s.phase in (Phase.BONUS_SIDE, Phase.BONUS_CELL)
    demand((s.tile != NOTHING) == holding, "a tile is held while it is turned and laid")
    turned = s.phase == Phase.BONUS_CELL
    demand((s.side != NOTHING) == turned, "side is that of a tile")
    if s.phase in BONUS:
        demand(has(s.reached, s.active), "the ranch has not reached the last row")
    if s.phase == Phase.BONUS_SIDE:
        demand(bonus_tiles.fitting_sides(s, s.active, s.tile), "the tile fits nowhere")
    if turned:
        own = (int(s.side) - KINDS) // SIDES_OF_A_TILE == s.tile
        demand(own and bonus_tiles.bonus_cells(s, s.active, s.side), "the side is none that fits")
    if s.active != NOTHING and s.phase not in SYMBOLS:
        wanted = s.phase == Phase.REACH
        demand(wanted or not turn.reaches_last_row(s), "a ranch in the last row has had its tile")
        demand(not wanted or turn.reaches_last_row(s), "the last row is not reached")


def check_end(s: State) -> None:
    """After the emptying nothing is left to place; the sheet is filled in line by line (MR-143)."""
    left = (s.reserve[: s.seats] != NOTHING).any()
    demand(not (left and s.phase in COUNTING), "reserves are empty at the end")
    demand(s.phase != Phase.CROWD or s.turn < s.seats, "there is no such ranch")
    thin = (s.cows <= 1).all()
    demand(thin or s.phase not in (Phase.TALLY, Phase.OVER), "overcrowding comes first")
    told = {Phase.TALLY: s.tallied < LINES, Phase.OVER: s.tallied == LINES}
    right = told.get(Phase(s.phase), s.tallied == 0)
    demand(right, "tallied counts the lines told")
