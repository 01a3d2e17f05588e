"""The adapter under OpenSpiel's searches: honest, and true to the games. Needs no OpenSpiel."""

from __future__ import annotations

import math
from random import Random
from statistics import fmean, pvariance

import pytest
from bench.tables import Table, decisions
from bench.yardstick_bots.state import CHANCE, OUTCOMES, TERMINAL, Kit, OpenState, State

import kermesse

pytestmark = pytest.mark.long  # a bench, not what people play with

HIDDEN = ("muvuca", "viva", "muckle", "shuppa")


@pytest.fixture(scope="module", params=HIDDEN)
def table(request: pytest.FixtureRequest) -> Table:
    return Table(request.param)


@pytest.fixture(scope="module")
def moon_river() -> Kit:
    return Kit(kermesse.game("moon_river"))


def test_a_search_knows_its_view_whatever_the_world(table: Table) -> None:
    kit = Kit(table.game)
    for view in decisions(table, 6, 1):
        worlds = [State.imagined(kit, view, seed) for seed in range(8)]
        assert {world.information_state_string() for world in worlds} == {view.tobytes()}
        assert {world.current_player() for world in worlds} == {view.seat}
        assert worlds[0].legal_actions() == [action.number for action in view.legal()]


def test_a_world_played_out_ends_as_the_engine_says(table: Table) -> None:
    kit, chance = Kit(table.game), Random(2)
    view = decisions(table, 1, 3)[0]
    state, position = State.imagined(kit, view, 5), view.imagine(5)
    while not state.is_terminal():
        seat, action = state.current_player(), chance.choice(state.legal_actions())
        position.act(seat, action)
        state.apply_action(action)
    outcome = position.outcome
    assert outcome is not None
    assert state.current_player() == TERMINAL
    returns = state.returns()
    assert sum(returns) == 0
    assert [worth > 0 for worth in returns] == [
        place == 1 and len(set(outcome.places)) > 1 for place in outcome.places
    ]


@pytest.mark.parametrize("name", ["muckle", "shuppa"])
def test_a_sealed_choice_tells_the_next_seat_nothing(name: str) -> None:
    table = Table(name)
    kit = Kit(table.game)
    position = table.deal(4)
    seat = max(position.due)
    view = position.view(seat)
    told = set()
    for action in view.legal():
        state = State.imagined(kit, view, 6)
        assert state.current_player() == seat
        state.apply_action(action.number)
        told.add((state.current_player(), state.information_state_string()))
    assert len(view.legal()) > 1
    assert len(told) == 1
    assert told.pop()[0] == min(position.due)


def test_a_clone_goes_its_own_way(table: Table) -> None:
    view = decisions(table, 1, 7)[0]
    state = State.imagined(Kit(table.game), view, 8)
    before = state.information_state_string()
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert state.information_state_string() == before
    assert copy.information_state_string(view.seat) != before


def test_a_quick_rollout_ends_the_match_and_leaves_its_start_alone(table: Table) -> None:
    view = decisions(table, 1, 7)[0]
    state = State.imagined(Kit(table.game), view, 8)
    before = state.information_state_string()
    ends = [state.rolled_out(luck) for luck in (1, 1, 2)]
    assert all(end.is_terminal() for end in ends)
    same, again, other = (end.information_state_string(view.seat) for end in ends)
    assert same == again != other
    assert state.information_state_string() == before


ROLLOUTS = 300


def test_quick_rollouts_bring_what_slow_ones_bring(table: Table) -> None:
    """Both are random: their averages differ by a few standard errors at most."""
    view = decisions(table, 1, 11)[0]
    kit, chance = Kit(table.game), Random(12)
    slow, quick = [], []
    for _ in range(ROLLOUTS):
        state = State.imagined(kit, view, chance.getrandbits(64))
        quick.append(state.rolled_out(chance.getrandbits(64)).returns()[view.seat])
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        slow.append(state.returns()[view.seat])
    error = math.sqrt((pvariance(slow) + pvariance(quick) + 0.01) / ROLLOUTS)
    assert abs(fmean(slow) - fmean(quick)) < 4 * error


def test_quick_rollouts_may_begin_with_a_draw(moon_river: Kit) -> None:
    state = first_draw(moon_river, 5)
    ends = {state.rolled_out(luck).information_state_string(0) for luck in range(8)}
    assert len(ends) == 8
    assert state.is_chance_node()


def first_draw(kit: Kit, seed: int) -> OpenState:
    """A world in which chance decides next, reached by the first action each time."""
    state = OpenState.imagined(kit, kit.game.new(2, 9).view(0), seed)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def drawn(state: OpenState, outcome: int) -> bytes:
    copy = state.clone()
    copy.apply_action(outcome)
    return copy.information_state_string(0)


def test_draws_are_chance_nodes(moon_river: Kit) -> None:
    state = first_draw(moon_river, 1)
    assert state.current_player() == CHANCE
    outcomes, likely = zip(*state.chance_outcomes(), strict=True)
    assert sum(likely) == 1
    seen = [drawn(state, outcome) for outcome in outcomes]
    assert seen == [drawn(state, outcome) for outcome in outcomes]
    assert len(set(seen)) > OUTCOMES // 2  # few of them bring the same plots


def test_what_chance_brings_is_the_searchs_own(moon_river: Kit) -> None:
    assert drawn(first_draw(moon_river, 1), 0) != drawn(first_draw(moon_river, 2), 0)


def test_an_open_world_ends(moon_river: Kit) -> None:
    state, chance = first_draw(moon_river, 3), Random(4)
    draws = 0
    while not state.is_terminal():
        if state.is_chance_node():
            draws += 1
            state.apply_action(chance.randrange(OUTCOMES))
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    assert draws > 5
    assert sum(state.returns()) == 0
