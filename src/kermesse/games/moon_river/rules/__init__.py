"""The rules of Moon River: what is open, what a decision does, and the automatic steps."""

from __future__ import annotations

from kermesse.core.bits import bit, count, has, listed, lowest
from kermesse.core.kernel import kernel
from kermesse.core.record import Moves, Record
from kermesse.games.moon_river.rules.bonus_tiles import (
    bonus_cells,
    fitting_sides,
    lay_tile,
    reach,
    take_tile,
    tiles_on_offer,
    turn_tile,
)
from kermesse.games.moon_river.rules.drafting import (
    available,
    choose_plot,
    draw_plot,
    draw_ranchero,
    receive,
    refill,
    remove_plot,
    sort_column,
    start_round,
)
from kermesse.games.moon_river.rules.ending import crowd, discard_rest, empty_reserve, tally
from kermesse.games.moon_river.rules.expanding import (
    count_placements,
    discard_options,
    discard_two,
    expand_options,
    join,
    only_placement,
    pair_number,
    place,
    place_options,
)
from kermesse.games.moon_river.rules.legends import choose_scenario
from kermesse.games.moon_river.rules.partners import (
    cowboy_can_act,
    cowboy_options,
    desperado_can_act,
    desperado_options,
    move_cow,
    skip,
    steal,
    swap,
    thief_can_act,
    thief_options,
)
from kermesse.games.moon_river.rules.record import (
    CHOOSE,
    CIRCLE,
    DISCARD,
    DROUGHT,
    FORCED,
    JOIN,
    KEEP,
    LAST_DECISION,
    LAY,
    SIDE,
    TILE,
    Phase,
)
from kermesse.games.moon_river.rules.reserve import fitting_pairs, may_keep, pairs
from kermesse.games.moon_river.rules.setting_up import deal_colours, setup
from kermesse.games.moon_river.rules.symbols import (
    choose_circle,
    dry,
    enlist,
    graze,
    leave_circle,
    recruit_options,
    spare,
    thirsty,
)
from kermesse.games.moon_river.rules.table import mover
from kermesse.games.moon_river.rules.turn import go_on

__all__ = ["act", "legal", "setup", "step"]

# --- what is open -------------------------------------------------------------------------------


@kernel
def legal(s: Record, seat: int, out: Moves) -> int:
    """The options of the decision that a seat owes, each once (MR-136)."""
    if not has(s.due, seat):
        return 0
    if s.phase == Phase.EXPAND:
        return expand_options(s, seat, out)
    if s.phase == Phase.PLACE:
        return place_options(s, seat, out)
    if s.phase == Phase.DISCARD_TWO:
        return discard_options(s, seat, out)
    if s.phase == Phase.RECRUIT:
        return recruit_options(s, out)
    if s.phase == Phase.COWBOY:
        return cowboy_options(s, seat, out)
    if s.phase == Phase.DESPERADO:
        return desperado_options(s, seat, out)
    if s.phase == Phase.CATTLE_THIEF:
        return thief_options(s, out)
    return listed(members(s), out, offset(s))


@kernel
def members(s: Record) -> int:
    """What can be chosen in a decision that asks for one of a set: a position, a cell, a tile…"""
    if s.phase == Phase.CHOOSE_PLOT:
        return available(s)
    if s.phase == Phase.DROUGHT:
        return thirsty(s)
    if s.phase == Phase.CIRCLE:
        return int(s.circles_due)
    if s.phase == Phase.BONUS_TILE:
        return tiles_on_offer(s)
    if s.phase == Phase.BONUS_SIDE:
        return fitting_sides(s, int(s.tile))
    return bonus_cells(s, int(s.side))


@kernel
def offset(s: Record) -> int:
    """The action that stands for member 0 of such a set."""
    if s.phase == Phase.CHOOSE_PLOT:
        return CHOOSE
    if s.phase == Phase.DROUGHT:
        return DROUGHT
    if s.phase == Phase.CIRCLE:
        return CIRCLE
    if s.phase == Phase.BONUS_TILE:
        return TILE
    return SIDE if s.phase == Phase.BONUS_SIDE else LAY


# --- what a decision does -----------------------------------------------------------------------


@kernel
def act(s: Record, seat: int, action: int) -> None:
    """Take one decision."""
    carry_out(s, 0 + int(action))
    proceed(s)


@kernel
def carry_out(s: Record, action: int) -> None:
    """A decision, whoever took it."""
    if s.phase == Phase.CHOOSE_PLOT:
        choose_plot(s, action)
    elif s.phase == Phase.EXPAND:
        join(s, action)
    elif s.phase == Phase.PLACE:
        place(s, action)
    elif s.phase == Phase.DISCARD_TWO:
        discard_two(s, action)
    elif s.phase == Phase.DROUGHT:
        dry(s, action)
    elif s.phase == Phase.CIRCLE:
        choose_circle(s, action)
    elif s.phase == Phase.RECRUIT:
        enlist(s, action)
    elif s.phase == Phase.COWBOY:
        move_cow(s, action)
    else:
        carry_out_rare(s, action)


@kernel
def carry_out_rare(s: Record, action: int) -> None:
    """What bandits do, and bonus tiles."""
    if s.phase == Phase.DESPERADO:
        swap(s, action)
    elif s.phase == Phase.CATTLE_THIEF:
        steal(s, action)
    elif s.phase == Phase.BONUS_TILE:
        take_tile(s, action)
    elif s.phase == Phase.BONUS_SIDE:
        turn_tile(s, action)
    else:
        lay_tile(s, action)


# --- who is asked -------------------------------------------------------------------------------


@kernel
def proceed(s: Record) -> None:
    """Find out what comes next, and whom to ask."""
    if s.phase == Phase.GO_ON:
        go_on(s)
    ask(s)


@kernel
def ask(s: Record) -> None:
    """The active player owes a decision, unless there is nothing to decide (MR-137)."""
    s.due = bit(s.active) if s.phase <= LAST_DECISION and has_choice(s) else 0


@kernel
def has_choice(s: Record) -> bool:
    """Whether a decision has two options or more."""
    if s.phase == Phase.EXPAND:
        return int(may_keep(s, mover(s))) + count(fitting_pairs(s, mover(s))) > 1
    if s.phase == Phase.PLACE:
        return count_placements(s, mover(s)) > 1
    if s.phase == Phase.DISCARD_TWO:
        return count(pairs(s, mover(s))) > 1
    if s.phase == Phase.RECRUIT:
        return True  # a token has two sides
    if s.phase == Phase.COWBOY:
        return cowboy_can_act(s)
    if s.phase == Phase.DESPERADO:
        return desperado_can_act(s)
    if s.phase == Phase.CATTLE_THIEF:
        return thief_can_act(s)
    return count(members(s)) > 1


@kernel
def take_only_option(s: Record) -> None:
    """A decision with one option takes itself; an effect without a use is skipped (MR-137)."""
    if s.phase in (Phase.COWBOY, Phase.DESPERADO, Phase.CATTLE_THIEF):
        skip(s)  # MR-137
    elif s.phase == Phase.DROUGHT and thirsty(s) == 0:
        spare(s)
    else:
        carry_out(s, only_option(s))  # MR-137
        s.event_args[FORCED] = 1


@kernel
def only_option(s: Record) -> int:
    """The option of a decision that has one."""
    if s.phase == Phase.EXPAND:
        found = fitting_pairs(s, mover(s))
        return JOIN + pair_number(s, mover(s), lowest(found)) if found else KEEP
    if s.phase == Phase.PLACE:
        return only_placement(s, mover(s))
    if s.phase == Phase.DISCARD_TWO:
        return DISCARD + pair_number(s, mover(s), lowest(pairs(s, mover(s))))
    return offset(s) + lowest(members(s))


# --- automatic steps ----------------------------------------------------------------------------


@kernel
def step(s: Record) -> None:
    """The next automatic step."""
    if s.phase <= LAST_DECISION:
        take_only_option(s)
    elif s.phase == Phase.DRAW:
        draw_plot(s)
    elif s.phase == Phase.RECEIVE:
        receive(s)
    elif s.phase == Phase.COWS:
        graze(s)
    elif s.phase == Phase.SORT:
        sort_column(s)
    elif s.phase == Phase.REFILL:
        refill(s)
    elif s.phase == Phase.START:
        start_round(s)
    elif s.phase == Phase.REMOVE:
        remove_plot(s)
    else:
        step_of_start_or_end(s)
    proceed(s)


@kernel
def step_of_start_or_end(s: Record) -> None:
    """What happens before the first round, after the last, or once."""
    if s.phase == Phase.COLOURS:
        deal_colours(s)
    elif s.phase == Phase.SCENARIO:
        choose_scenario(s)
    elif s.phase == Phase.RANCHERO:
        draw_ranchero(s)
    elif s.phase == Phase.UNUSED:
        leave_circle(s)
    elif s.phase == Phase.REACH:
        reach(s)
    elif s.phase == Phase.EMPTY:
        empty_reserve(s)
    elif s.phase == Phase.REST:
        discard_rest(s)
    elif s.phase == Phase.CROWD:
        crowd(s)
    else:
        tally(s)
