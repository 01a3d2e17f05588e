"""Whether a position of Moon River that was read from text can be played on from.

Here: what lies where, columns and rounds. What is asked next is in `moments.py`.
"""

from __future__ import annotations

from kermesse.core.bits import count, has, lowest
from kermesse.core.errors import SetupRefused, UnreadablePosition
from kermesse.core.record import NOTHING, Record
from kermesse.games.moon_river.components import (
    CIRCLES,
    COLUMN,
    DOMINO,
    KINDS,
    PIECE_CODES,
    RECRUITS,
    ROUNDS,
    SEATS,
    SHOWN,
    SIDES_OF_A_TILE,
    SPACES,
    TILES,
)
from kermesse.games.moon_river.moments import (
    BEFORE_COLUMNS,
    BETWEEN_ROUNDS,
    MAKING_COLUMNS,
    PLACING,
    check_moment,
    refuse_unless,
)
from kermesse.games.moon_river.rules.drafting import plots_left
from kermesse.games.moon_river.rules.legends import board_of
from kermesse.games.moon_river.rules.ranch import herd, pasture, piece_at, taken
from kermesse.games.moon_river.rules.record import (
    AT_RANDOM,
    LEGENDS,
    NEWER,
    OLDER,
    OPTIONS,
    Phase,
    agree,
)
from kermesse.games.moon_river.rules.reserve import held
from kermesse.games.moon_river.rules.turn import tokens, tokens_left
from kermesse.games.moon_river.rules.two_players import TWO, claims, frame
from kermesse.games.moon_river.words import SPECIALIST_WORDS, cell_text


def check_position(s: Record) -> None:
    """Refuse what the rules could not go on from."""
    refuse_unless(s.viewer < s.seats, "the viewer has no seat")
    check_options(s)
    for seat in range(SEATS):
        check_ranch(s, seat)
        check_partners(s, seat)
        check_reserve(s, seat)
    check_colours(s)
    check_plan(s)
    check_tiles(s)
    check_columns(s)
    check_order(s)
    check_box(s)
    check_saloon(s)
    check_moment(s)


def check_options(s: Record) -> None:
    """The options go together."""
    try:
        agree({option.name: option.value(s[option.name]) for option in OPTIONS}, int(s.seats))
    except SetupRefused as refused:
        raise UnreadablePosition(str(refused)) from None


# --- what lies where ----------------------------------------------------------------------------


def check_ranch(s: Record, seat: int) -> None:
    """All plots lie in the frame, and cows on plots that can hold them (MR-30, MR-31, MR-66)."""
    cells = int(taken(s, seat))
    refuse_unless(seat < s.seats or cells == 0, f"there is no seat {seat}")
    refuse_unless(cells & ~int(frame(s)) == 0, f"ranch {seat} does not fit into its frame")
    refuse_unless(
        int(herd(s, seat)) & ~int(pasture(s, seat)) == 0, f"ranch {seat} has a cow on corn"
    )
    sides = sum(count(s.ranch[seat, piece]) for piece in range(KINDS, len(PIECE_CODES)))
    refuse_unless(sides <= 1, f"ranch {seat} has more than one bonus tile")
    refuse_unless((count(cells) - sides) % DOMINO == 0, f"ranch {seat} is not made of dominoes")


def check_partners(s: Record, seat: int) -> None:
    """Tokens lie on circles, one on each (MR-53)."""
    on_ranch = int(taken(s, seat))
    for recruit in range(RECRUITS):
        cells = int(s.partners[seat, recruit])
        while cells:
            cell = int(lowest(cells))
            cells &= cells - 1
            circle = has(on_ranch, cell) and CIRCLES[piece_at(s, seat, cell)]
            refuse_unless(circle, f"ranch {seat} has no circle on {cell_text(cell)}")
            word = SPECIALIST_WORDS[recruit // SHOWN]
            waits = has(s.circles_due, cell) and seat == s.active
            refuse_unless(not waits, f"{word} lies on {cell_text(cell)} already")


def check_reserve(s: Record, seat: int) -> None:
    """Unplaced plots have their spaces, but for one just received (MR-17, MR-23)."""
    n = int(held(s, seat))
    refuse_unless(n == 0 or seat < s.seats, f"there is no seat {seat}")
    if seat < s.seats:
        board = board_of(s, seat) if s.colour[seat] != NOTHING or s.variant != LEGENDS else 0
        extra = int(seat == s.active and s.phase in (Phase.EXPAND, Phase.PLACE, Phase.DISCARD_TWO))
        most = int(SPACES[board]) + extra
        refuse_unless(n <= most, f"reserve {seat} has {n} plots, and room for {most}")
    received = n > 0 or taken(s, seat) != 0
    refuse_unless(s.round_number > 0 or not received, f"seat {seat} has plots before round 1")


def check_colours(s: Record) -> None:
    """Everybody has a colour of the own, once they are dealt (MR-02)."""
    colours = [int(colour) for colour in s.colour if colour != NOTHING]
    wanted = 0 if s.phase == Phase.COLOURS else int(s.seats)
    fits_in = len(colours) == wanted == len(set(colours))
    fits_in = fits_in and all(colour != NOTHING for colour in s.colour[:wanted])
    refuse_unless(fits_in, f"colour names {wanted} different colours, one for each seat")


def check_plan(s: Record) -> None:
    """A scenario is in play in the legends, once it is chosen (MR-100, MR-102)."""
    chosen = s.variant == LEGENDS and s.phase not in BEFORE_COLUMNS
    refuse_unless((s.plan != 0) == chosen, "a plan is what the legends are played with")
    agreed = s.scenario in (AT_RANDOM, s.plan) or not chosen
    refuse_unless(agreed, "the plan is another one than the scenario that was agreed on")


def check_tiles(s: Record) -> None:
    """Each bonus tile is in one place; only a game for two has them (MR-120)."""
    for tile in range(TILES):
        first = KINDS + tile * SIDES_OF_A_TILE
        places = int(has(s.tiles, tile)) + int(has(s.tiles_gone, tile)) + int(s.tile == tile)
        places += sum(
            count(s.ranch[seat, piece])
            for seat in range(SEATS)
            for piece in range(first, first + SIDES_OF_A_TILE)
        )
        refuse_unless(places == 1, f"bonus tile {tile + 1} is in one place, not in {places}")
    everything = (1 << TILES) - 1
    refuse_unless(
        s.seats == TWO or s.tiles_gone == everything, "bonus tiles are for two players (tiles_gone)"
    )
    refuse_unless(s.reached < 1 << TWO, "only ranches for two reach the last row")
    used = TILES - count(s.tiles) if s.seats == TWO else 0
    used += int(s.phase == Phase.BONUS_TILE)
    refuse_unless(used == count(s.reached), "who reached the last row has had a tile")


# --- columns and rounds -------------------------------------------------------------------------


def check_columns(s: Record) -> None:
    """Rancheros stand on plots, each player's as often as it has some (MR-02, MR-115)."""
    for which in (OLDER, NEWER):
        for position in range(COLUMN):
            seat, kind = int(s.ranchero[which, position]), int(s.column[which, position])
            fits_in = seat == NOTHING or (seat < s.seats and kind != NOTHING)
            refuse_unless(fits_in, "a Ranchero of a seat stands on a plot")
    claimed = [int(seat) for seat in s.ranchero.ravel() if seat != NOTHING]
    each = COLUMN // TWO if s.seats == TWO else 1
    for seat in range(s.seats):
        refuse_unless(claimed.count(seat) <= each, f"seat {seat} has more Rancheros than it can")
    free = [kind for kind, seat in zip(s.column[OLDER], s.ranchero[OLDER], strict=True) if seat < 0]
    refuse_unless(all(kind == NOTHING for kind in free), "the older column has Rancheros on it")


def check_order(s: Record) -> None:
    """The turn order, and how far the round has come (MR-14, MR-118)."""
    order = [int(seat) for seat in s.order]
    named = [seat for seat in order if seat != NOTHING]
    refuse_unless(all(seat < s.seats for seat in named), "order names seats that do not play")
    each = COLUMN // TWO if s.seats == TWO else 1
    fits_in = all(named.count(seat) <= each for seat in named)
    if s.round_number > 0:
        fits_in = fits_in and len(named) == claims(s) and named == order[: len(named)]
    refuse_unless(fits_in, "order has each seat as often as it has a turn")
    if s.round_number == 0 and s.phase in PLACING:
        check_placing(s, order)
    check_turn(s, order)


def check_placing(s: Record, order: list[int]) -> None:
    """In the set-up the order is that in which Rancheros were drawn (MR-10, MR-117)."""
    refuse_unless((s.column[OLDER] == NOTHING).all(), "there is no older column before round 1")
    placed = order[: int(s.turn) + int(s.phase == Phase.REMOVE)]
    standing = [int(seat) for seat in s.ranchero[NEWER] if seat != NOTHING]
    refuse_unless(sorted(placed) == sorted(standing), "order names whose Rancheros were drawn")
    if s.seats == TWO:
        both = order == [order[0], 1 - order[0], 1 - order[0], order[0]]
        drawn = both if s.phase == Phase.CHOOSE_PLOT else s.turn == 0
        refuse_unless(drawn, "of two players who is drawn first is first and last in order")


def check_turn(s: Record, order: list[int]) -> None:
    """Who is active follows from order and turn."""
    refuse_unless(
        not s.emptying or s.round_number == ROUNDS, f"reserves are emptied after round {ROUNDS}"
    )
    if s.active != NOTHING and s.phase not in (Phase.CROWD, Phase.TALLY):
        refuse_unless(s.turn < claims(s), "there is no such turn in a round")
        refuse_unless(s.active == order[s.turn], "active is who has this turn by order")
    if s.phase in BETWEEN_ROUNDS:
        check_between_rounds(s)
    elif s.round_number > 0:
        check_claims(s, order)


def check_between_rounds(s: Record) -> None:
    """All Rancheros stand in the older column; before round 1 perhaps in none yet (MR-13)."""
    refuse_unless(s.turn == 0, "between two rounds nobody has a turn")
    standing = int((s.ranchero[OLDER] != NOTHING).sum())
    none_yet = s.round_number == 0 and s.phase != Phase.START and standing == 0
    complete = standing == claims(s)
    refuse_unless(complete or none_yet, "a round starts with all Rancheros in a column")


def check_claims(s: Record, order: list[int]) -> None:
    """Who has had a turn stands in the newer column, who has not in the older (MR-16, MR-27)."""
    older = [int(seat) for seat in s.ranchero[OLDER] if seat != NOTHING]
    turns = order[: claims(s)]
    done = claims(s) if s.emptying else int(s.turn) + int(s.phase != Phase.RECEIVE)
    refuse_unless(older == turns[done:], "the Rancheros of the older column have turns to come")
    newer = sorted(int(seat) for seat in s.ranchero[NEWER] if seat != NOTHING)
    placed = int(s.turn) + int(s.phase == Phase.REMOVE)
    wanted = sorted(turns[:placed]) if s.round_number < ROUNDS else []
    refuse_unless(newer == wanted, "the Rancheros of the newer column have had their turns")


def columns_made(s: Record) -> int:
    """How many columns have left the box, without the one that is being made."""
    if s.round_number:
        between = s.phase in (Phase.REFILL, Phase.START)
        return min(int(s.round_number) + 1 + int(between), ROUNDS)
    chosen = int(any(seat != NOTHING for seat in s.ranchero[OLDER]))
    if s.phase in MAKING_COLUMNS:
        return chosen
    return 0 if s.phase in (*BEFORE_COLUMNS, Phase.REFILL) else min(chosen + 1, ROUNDS)


def check_box(s: Record) -> None:
    """The box holds what all columns to come need (MR-79)."""
    out = COLUMN * columns_made(s) + int(s.drawn)
    left = int(plots_left(s))
    refuse_unless(
        left == COLUMN * ROUNDS - out,
        f"{COLUMN * ROUNDS - left} plots have left the box, not {out}, as the round and phase say",
    )
    newer = int((s.column[NEWER] != NOTHING).sum())
    drawing = s.phase in MAKING_COLUMNS
    fits_in = s.drawn == COLUMN if s.phase == Phase.SORT else s.drawn < (COLUMN if drawing else 1)
    refuse_unless(fits_in, "drawn counts the plots of a column under way")
    last = s.round_number == ROUNDS - 1 and s.phase in (Phase.REFILL, Phase.START)
    wanted = COLUMN
    if drawing:
        wanted = int(s.drawn)
        refuse_unless((s.column[NEWER, :wanted] != NOTHING).all(), "newer holds what is drawn")
    elif s.round_number == ROUNDS or columns_made(s) == 0 or last:
        wanted = 0
    refuse_unless(newer == wanted, f"newer has {wanted} plots now, not {newer}")


def check_saloon(s: Record) -> None:
    """The saloon is never too full, and filled before a round (MR-76)."""
    n = int(tokens(s))
    refuse_unless(n <= s.saloon_size, f"the saloon has {s.saloon_size} places, not {n}")
    if s.phase == Phase.REFILL:
        refuse_unless(n < s.saloon_size and tokens_left(s), "nothing is to be refilled")


def check_history(s: Record) -> None:
    """Refuse what no play leads to: cows are taken away at the very end only."""
    counted = s.phase in (Phase.CROWD, Phase.TALLY, Phase.OVER)
    refuse_unless(counted or s.strays == 0, "cows leave by overcrowding at the end only (MR-87)")
