"""Whether a position of Moon River that was read from text can be played on from."""

from __future__ import annotations

from kermesse.core.bits import count, has, lowest
from kermesse.core.errors import SetupRefused, UnreadablePosition
from kermesse.core.record import NOTHING, Record
from kermesse.games.moon_river.components import (
    CIRCLES,
    COLUMN,
    COW_SYMBOLS,
    DOMINO,
    KINDS,
    PIECE_CODES,
    RECRUITS,
    ROUNDS,
    SEATS,
    SHOWN,
    SIDES_OF_A_TILE,
    SKULLS,
    SPACES,
    TILES,
)
from kermesse.games.moon_river.rules.bonus_tiles import bonus_cells, fitting_sides
from kermesse.games.moon_river.rules.drafting import available, plots_left
from kermesse.games.moon_river.rules.legends import board_of
from kermesse.games.moon_river.rules.ranch import (
    fits,
    herd,
    partnered,
    pasture,
    piece_at,
    taken,
)
from kermesse.games.moon_river.rules.record import (
    AT_RANDOM,
    LEGENDS,
    NEWER,
    OLDER,
    OPTIONS,
    Phase,
    agree,
)
from kermesse.games.moon_river.rules.reserve import fitting_pairs, held, may_keep
from kermesse.games.moon_river.rules.sheet import LINES
from kermesse.games.moon_river.rules.turn import reaches_last_row, tokens, tokens_left
from kermesse.games.moon_river.rules.two_players import TWO, claims, frame
from kermesse.games.moon_river.words import SPECIALIST_WORDS, cell_text

BEFORE_COLUMNS = (Phase.COLOURS, Phase.SCENARIO)
EFFECTS = (Phase.COWBOY, Phase.DESPERADO, Phase.CATTLE_THIEF)
BONUS = (Phase.BONUS_TILE, Phase.BONUS_SIDE, Phase.BONUS_CELL)
SYMBOLS = (Phase.COWS, Phase.DROUGHT, Phase.CIRCLE, Phase.RECRUIT, Phase.UNUSED, *EFFECTS)
DOMINOES = (Phase.EXPAND, Phase.PLACE, *SYMBOLS, Phase.REACH, *BONUS)
EMPTYING = (Phase.EMPTY, Phase.REST, Phase.CROWD, Phase.TALLY, Phase.OVER)
IN_TURN = (*DOMINOES, Phase.DISCARD_TWO, Phase.RECEIVE)
MAKING_COLUMNS = (Phase.DRAW, Phase.SORT)


def refuse_unless(fits_in: object, reason: str) -> None:
    """Refuse the text with a reason."""
    if not fits_in:
        raise UnreadablePosition(reason)


def name(phase: int) -> str:
    """A phase in words."""
    return Phase(phase).name.lower()


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
    check_phase(s)
    check_symbols(s)
    check_under_way(s)
    check_end(s)


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
    started = s.phase not in (*BEFORE_COLUMNS, Phase.REFILL, *MAKING_COLUMNS, Phase.RANCHERO)
    if s.round_number == 0:
        started = started and s.turn > 0
    named = [seat for seat in order if seat != NOTHING]
    refuse_unless(all(seat < s.seats for seat in named), "order names seats that do not play")
    each = COLUMN // TWO if s.seats == TWO else 1
    fits_in = all(named.count(seat) <= each for seat in named)
    if s.round_number > 0:
        fits_in = fits_in and len(named) == claims(s) and named == order[: len(named)]
    refuse_unless(fits_in, "order has each seat as often as it has a turn")
    check_turn(s, order)


def check_turn(s: Record, order: list[int]) -> None:
    """Who is active follows from order and turn."""
    if s.active != NOTHING and s.phase not in (Phase.CROWD, Phase.TALLY):
        refuse_unless(s.turn < claims(s), "there is no such turn in a round")
        refuse_unless(s.active == order[s.turn], "active is who has this turn by order")
    if s.round_number > 0 and not s.emptying and s.phase not in (*MAKING_COLUMNS, Phase.REFILL):
        check_claims(s, order)


def check_claims(s: Record, order: list[int]) -> None:
    """Who has had a turn stands in the newer column, who has not in the older (MR-16, MR-27)."""
    older = [int(seat) for seat in s.ranchero[OLDER] if seat != NOTHING]
    turns = order[: claims(s)]
    if s.phase == Phase.START:
        refuse_unless(len(older) == claims(s), "a round starts with all Rancheros in a column")
        return
    done = int(s.turn) + int(s.phase != Phase.RECEIVE)
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
    return 0 if s.phase in (*BEFORE_COLUMNS, Phase.REFILL) else chosen + 1


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


# --- what comes next ----------------------------------------------------------------------------


def check_phase(s: Record) -> None:
    """The phase fits the round and who is active."""
    phase = Phase(s.phase)
    late = phase in EMPTYING
    refuse_unless(not s.emptying or phase in (*EMPTYING, *DOMINOES), f"no phase {name(phase)} then")
    refuse_unless(not late or s.emptying, f"phase {name(phase)} comes after the final round")
    refuse_unless(not s.emptying or s.round_number == ROUNDS, "reserves are emptied after round 24")
    choosing = phase in (Phase.CHOOSE_PLOT, Phase.REMOVE)
    somebody = phase in IN_TURN or choosing or phase in (Phase.EMPTY, Phase.REST)
    refuse_unless((s.active != NOTHING) == somebody, f"phase {name(phase)} and active do not fit")
    in_round = phase in IN_TURN or late
    refuse_unless(not in_round or s.round_number, f"phase {name(phase)} needs a round")
    before = phase in (*BEFORE_COLUMNS, Phase.RANCHERO)
    refuse_unless(not before or s.round_number == 0, f"phase {name(phase)} is before round 1")
    refuse_unless(phase != Phase.SCENARIO or s.variant == LEGENDS, "scenarios are for legends")
    check_choosing(s, phase)
    check_expanding(s, phase)


def check_choosing(s: Record, phase: Phase) -> None:
    """There is a plot to choose, or one that nobody chose."""
    left = int(count(available(s)))
    if phase == Phase.CHOOSE_PLOT:
        standing = COLUMN - left
        refuse_unless(left and standing < claims(s), "no Ranchero is to be placed")
    if phase == Phase.REMOVE:
        three = claims(s) < COLUMN and left == COLUMN - claims(s)
        refuse_unless(three, "no plot is to be removed")
    if s.round_number == 0 and phase in (Phase.CHOOSE_PLOT, Phase.RANCHERO, Phase.REMOVE):
        standing = COLUMN - left - int(phase == Phase.REMOVE)
        refuse_unless(s.turn == standing, "turn counts the Rancheros placed")


def check_expanding(s: Record, phase: Phase) -> None:
    """Step 2 is asked, or replaced, as the plots allow (MR-18, MR-24, MR-83)."""
    if phase not in (Phase.EXPAND, Phase.DISCARD_TWO, Phase.REST, Phase.EMPTY):
        return
    seat = int(s.active)
    n, fitting, keeps = int(held(s, seat)), int(fitting_pairs(s, seat)), bool(may_keep(s, seat))
    asked = n >= DOMINO and (fitting or keeps)
    right = {
        Phase.EXPAND: asked,
        Phase.DISCARD_TWO: n >= DOMINO and not (fitting or keeps),
        Phase.REST: n and not fitting,
        Phase.EMPTY: n,
    }
    refuse_unless(right[phase], f"phase {name(phase)} does not fit the reserve")


def check_symbols(s: Record) -> None:
    """Symbols wait on plots that show them, while a domino is carried out (MR-41)."""
    for field, table in (
        ("cows_due", COW_SYMBOLS),
        ("skulls_due", SKULLS),
        ("circles_due", CIRCLES),
    ):
        cells = int(s[field])
        refuse_unless(not cells or s.phase in SYMBOLS, f"{field} in phase {name(s.phase)}")
        refuse_unless(count(cells) <= DOMINO, f"a domino has two plots: {field}")
        for cell in range(cells.bit_length()):
            if has(cells, cell):
                piece = int(piece_at(s, s.active, cell))
                shows = piece != NOTHING and table[piece]
                refuse_unless(shows, f"{field}: {cell_text(cell)} shows no such symbol")
    order = {
        Phase.COWS: s.cows_due,
        Phase.DROUGHT: s.skulls_due and not s.cows_due,
        Phase.CIRCLE: count(s.circles_due) > 1,
        Phase.RECRUIT: s.circles_due,
        Phase.UNUSED: s.circles_due,
    }
    refuse_unless(order.get(Phase(s.phase), True), f"nothing waits for phase {name(s.phase)}")
    later = (Phase.CIRCLE, Phase.RECRUIT, Phase.UNUSED, *EFFECTS)
    done = not s.cows_due and not s.skulls_due
    refuse_unless(s.phase not in later or done, "cows and skulls come before circles")
    recruiting = s.phase in (Phase.CIRCLE, Phase.RECRUIT)
    refuse_unless(not recruiting or tokens(s), "the saloon is empty")
    refuse_unless(s.phase != Phase.UNUSED or not tokens(s), "the saloon is not empty")


def check_under_way(s: Record) -> None:
    """A domino, a circle, a cowboy or a tile is named while it is dealt with."""
    joined = [int(kind) for kind in s.joined]
    if s.phase == Phase.PLACE:
        reserve = [int(kind) for kind in s.reserve[s.active]]
        there = all(joined.count(kind) <= reserve.count(kind) for kind in joined)
        ordered = NOTHING < joined[0] <= joined[1]
        fits_in = ordered and there and fits(s, s.active, joined[0], joined[1])
        refuse_unless(fits_in, "joined names two plots of the reserve that fit somewhere")
    else:
        refuse_unless(joined == [NOTHING] * DOMINO, "nothing is joined now")
    if s.phase in (Phase.RECRUIT, Phase.UNUSED):
        refuse_unless(s.circle != NOTHING and has(s.circles_due, s.circle), "circle is one due")
    if s.phase in EFFECTS:
        there = s.circle != NOTHING and has(partnered(s, s.active), s.circle)
        refuse_unless(there, "circle is where the partner at work lies")
    at_work = s.phase == Phase.COWBOY
    fits_in = 0 < s.steps_left <= s.cowboy_steps if at_work else s.steps_left == 0
    refuse_unless(fits_in, "steps_left are those of a cowboy at work")
    check_bonus(s)


def check_bonus(s: Record) -> None:
    """A bonus tile is dealt with by who has reached the last row (MR-121)."""
    phase = Phase(s.phase)
    holding = phase in (Phase.BONUS_SIDE, Phase.BONUS_CELL)
    refuse_unless((s.tile != NOTHING) == holding, "a tile is held while it is turned and laid")
    refuse_unless((s.side != NOTHING) == (phase == Phase.BONUS_CELL), "side is that of a tile")
    if phase in BONUS:
        refuse_unless(has(s.reached, s.active), "the ranch has not reached the last row")
    if phase == Phase.BONUS_SIDE:
        refuse_unless(fitting_sides(s, s.tile), "the tile fits nowhere")
    if phase == Phase.BONUS_CELL:
        own = (int(s.side) - KINDS) // SIDES_OF_A_TILE == s.tile
        refuse_unless(own and bonus_cells(s, s.side), "the side is none that fits")
    if s.active != NOTHING:
        refuse_unless(
            phase in (*SYMBOLS, Phase.REACH) or not reaches_last_row(s),
            "a ranch in the last row has had its tile",
        )
        refuse_unless(phase != Phase.REACH or reaches_last_row(s), "row 10 is not reached")


def check_end(s: Record) -> None:
    """After the emptying nothing is left to place; the sheet is filled in line by line (MR-143)."""
    phase = Phase(s.phase)
    finished = phase in (Phase.CROWD, Phase.TALLY, Phase.OVER)
    left = sum(int(held(s, seat)) for seat in range(s.seats))
    refuse_unless(not finished or left == 0, "reserves are empty at the end")
    if phase == Phase.CROWD:
        refuse_unless(s.turn < s.seats, "there is no such ranch")
    thin = all(s.cows[seat].max() <= 1 for seat in range(s.seats))
    refuse_unless(phase not in (Phase.TALLY, Phase.OVER) or thin, "overcrowding comes first")
    lines = int(s.tallied)
    right = lines == LINES if phase == Phase.OVER else lines == 0 or phase == Phase.TALLY
    refuse_unless(
        right and (phase != Phase.TALLY or lines < LINES), "tallied counts the lines told"
    )
