"""The rules of Moon River: the order of play, and what each part of it does."""

from __future__ import annotations

from kermesse.core.order_of_play import Choice, Decision, Onward, Step, order_of_play
from kermesse.games.moon_river import state
from kermesse.games.moon_river.components import TABLES
from kermesse.games.moon_river.rules import bonus_tiles, columns, ranch, symbols, turn
from kermesse.games.moon_river.rules.turn import setup
from kermesse.games.moon_river.state import ACTIONS, GO_ON, STEP_3, Happening, Phase, State, agree

__all__ = ["ACTIONS", "SEATS", "TURN", "Happening", "Phase", "State", "agree", "setup"]

SEATS = range(2, TABLES.most_seats + 1)
TURN = order_of_play(
    # the set-up
    Step(Phase.COLOURS, turn.deal_colours, "MR-02", "MR-03"),
    Step(Phase.SCENARIO, turn.choose_scenario, "MR-102", "MR-103"),
    Step(Phase.REFILL, columns.refill, "MR-05", "MR-76", "MR-77"),
    # a column: at the start, and after each round (MR-13, MR-75, MR-78)
    Step(Phase.DRAW, columns.draw_plot, "MR-08", "MR-144"),
    Step(Phase.SORT, columns.sort_column, "MR-08"),
    Step(Phase.RANCHERO, columns.draw_ranchero, "MR-10", "MR-117"),
    Step(Phase.START, columns.start_round, "MR-14", "MR-118"),
    # step 1 of a turn: a plot comes to the reserve (MR-15)
    Step(Phase.RECEIVE, columns.receive, "MR-16"),
    # step 2: dominoes, each with its symbols
    Onward(GO_ON, turn.go_on, "MR-138", "MR-139"),
    Decision(Phase.EXPAND, ranch.dominoes, ranch.join, "MR-17", "MR-18", "MR-19", "MR-23",
             only=ranch.only_domino),
    Decision(Phase.PLACE, ranch.places, ranch.place, "MR-29", "MR-32", "MR-36",
             only=ranch.only_place),
    Decision(Phase.DISCARD_TWO, ranch.plots_to_discard, ranch.discard_two, "MR-24",
             only=ranch.only_discard),
    Step(Phase.COWS, symbols.graze, "MR-42", "MR-43", "MR-44"),
    Choice(Phase.DROUGHT, symbols.thirsty, state.DROUGHT, symbols.dry, "MR-45", "MR-46", "MR-47"),
    Choice(Phase.CIRCLE, symbols.circles, state.CIRCLE, symbols.choose_circle, "MR-58"),
    Decision(Phase.RECRUIT, symbols.tokens_to_recruit, symbols.recruit, "MR-52", "MR-53", "MR-54"),
    Step(Phase.UNUSED, symbols.leave_circle, "MR-56", "MR-57"),
    Decision(Phase.COWBOY, symbols.steps_of_cows, symbols.move_cow, "MR-62", "MR-63", "MR-141",
             only=symbols.cowboy_at_work),
    Decision(Phase.DESPERADO, symbols.plots_to_swap, symbols.swap, "MR-62", "MR-68", "MR-69",
             only=symbols.desperado_at_work),
    Decision(Phase.CATTLE_THIEF, symbols.cows_to_steal, symbols.steal, "MR-62", "MR-71", "MR-72",
             only=symbols.thief_at_work),
    Step(Phase.REACH, bonus_tiles.reach, "MR-121", "MR-126", "MR-128"),
    Choice(Phase.BONUS_TILE, bonus_tiles.on_offer, state.TILE, bonus_tiles.take, "MR-121",
           "MR-125"),
    Choice(Phase.BONUS_SIDE, bonus_tiles.sides, state.SIDE, bonus_tiles.turn_up, "MR-121",
           "MR-125"),
    Choice(Phase.BONUS_CELL, bonus_tiles.cells, state.LAY, bonus_tiles.lay, "MR-122", "MR-123"),
    # step 3: a Ranchero chooses the plot for the next round
    Onward(STEP_3, turn.step_3, "MR-27", "MR-80"),
    Choice(Phase.CHOOSE_PLOT, columns.available, state.CHOOSE, columns.choose_plot, "MR-10",
           "MR-27"),
    Step(Phase.REMOVE, columns.remove_plot, "MR-12", "MR-28"),
    # the end
    Step(Phase.EMPTY, turn.empty_reserve, "MR-81", "MR-84"),
    Step(Phase.REST, turn.discard_rest, "MR-83", "MR-140"),
    Step(Phase.CROWD, turn.crowd, "MR-87"),
    Step(Phase.TALLY, turn.tally, "MR-143"),
    mover=turn.mover,
)  # fmt: skip
