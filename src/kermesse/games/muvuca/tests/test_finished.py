"""That each finished game of Muvuca shows what it is named for, and each round its winner."""

from __future__ import annotations

import pytest

from kermesse.games.muvuca.tests.test_standard import STANDARD, TALES

FINISHED = STANDARD.finished
told = FINISHED.events


@pytest.mark.rule("MV-46", "MV-47", "MV-48", "MV-49", "MV-50")
@pytest.mark.parametrize("name", TALES)
def test_every_round_goes_to_its_winner_and_the_loser_starts_the_next(name: str) -> None:
    rounds, deals = told(name, "round_won"), told(name, "dealt")
    winners = [event.args[0] for event in rounds]
    assert (winners.count(0), winners.count(1)) == TALES[name].last["wins"]
    assert [1 - winner for winner in winners[:-1]] == [deal.args[0] for deal in deals[1:]]
    for deal, (winner, zero, one) in zip(deals, (e.args[:3] for e in rounds), strict=True):
        best = 1 - deal.args[0] if zero == one else int(one > zero)
        assert winner == best


@pytest.mark.rule("MV-47")
def test_the_last_round_of_a_tie_was_tied() -> None:
    _, zero, one = told("decided-by-tie", "round_won")[-1].args[:3]
    assert zero == one
    assert told("decided-by-tie", "dealt")[-1].args[0] == 1


@pytest.mark.rule("MV-36")
def test_the_last_round_of_a_cap_had_twenty_turns() -> None:
    record = FINISHED.match("decided-by-cap").frames[-1].record
    assert (record.turn, record.capped) == (20, 1)
    assert max(told("decided-by-cap", "lines_counted")[-1].args[:2]) < 3


@pytest.mark.rule("MV-28", "MV-30")
@pytest.mark.parametrize("name", ["two-nil", *(f"end-lines-{lines}" for lines in (1, 2, 4))])
def test_rounds_end_with_so_many_lines(name: str) -> None:
    wanted = TALES[name].options.get("end_lines", 3)
    for rows, columns, ends, *_ in (event.args for event in told(name, "lines_counted")):
        assert (max(rows, columns) >= wanted) == bool(ends)


@pytest.mark.rule("MV-03")
def test_roles_are_exchanged_after_each_round_if_so_agreed() -> None:
    assert [deal.args[1] for deal in told("swap-roles", "dealt")] == [0, 1, 0]
    assert {deal.args[1] for deal in told("two-one", "dealt")} == {0}


@pytest.mark.rule("MV-03")
@pytest.mark.parametrize("name", ["roles-random", "seat-1-sells-food"])
def test_seat_1_sells_food_in_all_rounds(name: str) -> None:
    assert {deal.args[1] for deal in told(name, "dealt")} == {1}


@pytest.mark.rule("MV-04")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_named_seat_starts_the_first_round(seat: int) -> None:
    assert told(f"seat-{seat}-starts", "dealt")[0].args[0] == seat


@pytest.mark.rule("MV-40")
def test_the_whole_crowd_is_turned_up_if_so_agreed() -> None:
    assert told("revealed", "turned_up")
    assert min(FINISHED.match("revealed").frames[-1].record.crowd) >= 0
    assert not told("two-one", "turned_up")
