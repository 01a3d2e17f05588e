"""Whether the phase of a position that was read from text fits what lies on the table."""

from __future__ import annotations

from kermesse.core.bits import count, has
from kermesse.core.errors import UnreadablePosition
from kermesse.core.record import NOTHING, Record
from kermesse.games.moon_river.components import (
    CIRCLES,
    COLUMN,
    COW_SYMBOLS,
    DOMINO,
    KINDS,
    SIDES_OF_A_TILE,
    SKULLS,
)
from kermesse.games.moon_river.rules.bonus_tiles import bonus_cells, fitting_sides
from kermesse.games.moon_river.rules.drafting import available
from kermesse.games.moon_river.rules.ranch import fits, partnered, piece_at
from kermesse.games.moon_river.rules.record import LEGENDS, Phase
from kermesse.games.moon_river.rules.reserve import fitting_pairs, held, may_keep
from kermesse.games.moon_river.rules.sheet import LINES
from kermesse.games.moon_river.rules.turn import reaches_last_row, tokens
from kermesse.games.moon_river.rules.two_players import claims
from kermesse.games.moon_river.words import cell_text

BEFORE_COLUMNS = (Phase.COLOURS, Phase.SCENARIO)
EFFECTS = (Phase.COWBOY, Phase.DESPERADO, Phase.CATTLE_THIEF)
BONUS = (Phase.BONUS_TILE, Phase.BONUS_SIDE, Phase.BONUS_CELL)
SYMBOLS = (Phase.COWS, Phase.DROUGHT, Phase.CIRCLE, Phase.RECRUIT, Phase.UNUSED, *EFFECTS)
DOMINOES = (Phase.EXPAND, Phase.PLACE, *SYMBOLS, Phase.REACH, *BONUS)
EMPTYING = (Phase.EMPTY, Phase.REST, Phase.CROWD, Phase.TALLY, Phase.OVER)
IN_TURN = (*DOMINOES, Phase.DISCARD_TWO, Phase.RECEIVE)
PLACING = (Phase.RANCHERO, Phase.CHOOSE_PLOT, Phase.REMOVE)  # in the set-up
MAKING_COLUMNS = (Phase.DRAW, Phase.SORT)
BETWEEN_ROUNDS = (*BEFORE_COLUMNS, *MAKING_COLUMNS, Phase.REFILL, Phase.START)


def refuse_unless(fits_in: object, reason: str) -> None:
    """Refuse the text with a reason."""
    if not fits_in:
        raise UnreadablePosition(reason)


def name(phase: int) -> str:
    """A phase in words."""
    return Phase(phase).name.lower()


def check_moment(s: Record) -> None:
    """Refuse a phase in which the rules could not go on from this table."""
    check_phase(s)
    check_symbols(s)
    check_under_way(s)
    check_end(s)


def check_phase(s: Record) -> None:
    """The phase fits the round and who is active."""
    phase = Phase(s.phase)
    late = phase in EMPTYING
    refuse_unless(not s.emptying or phase in (*EMPTYING, *DOMINOES), f"no phase {name(phase)} then")
    refuse_unless(not late or s.emptying, f"phase {name(phase)} comes after the final round")
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
    if s.round_number == 0 and phase in PLACING:
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
        refuse_unless(phase != Phase.REACH or reaches_last_row(s), "the last row is not reached")


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
