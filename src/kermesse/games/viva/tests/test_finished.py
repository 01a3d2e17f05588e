"""That each finished game of VIVA shows what it is named for, and every round its end."""

from __future__ import annotations

import pytest

from kermesse.games.viva.tests.test_standard import STANDARD, TALES

FINISHED = STANDARD.finished
told = FINISHED.events


@pytest.mark.rule("VV-12", "VV-14", "VV-16", "VV-17")
@pytest.mark.parametrize("name", TALES)
def test_victory_cards_decide_and_a_tie_break_among_the_best(name: str) -> None:
    match = FINISHED.match(name)
    assert match.outcome is not None
    wins, ending = match.frames[-1].points, TALES[name].ending
    best = [seat for seat in range(match.seats) if wins[seat] == max(wins)]
    firsts = [seat for seat in range(match.seats) if match.outcome.places[seat] == 1]
    assert set(firsts) <= set(best)
    assert len(firsts) == (len(best) if ending in ("shared", "victory_cards") else 1)


@pytest.mark.rule("VV-09", "VV-10", "VV-11", "VV-74")
@pytest.mark.parametrize("name", TALES)
def test_every_round_is_dealt_and_gives_at_most_a_victory_card(name: str) -> None:
    match, deals = FINISHED.match(name), told(name, "dealt")
    rounds, tie = int(match.options["rounds"]), TALES[name].ending != "victory_cards"
    assert len(deals) == rounds + tie
    assert len(told(name, "round_won")) + len(told(name, "round_void")) == len(deals)
    regular = [event for event in deals if not event.args[4]]
    dealers = [event.args[0] for event in regular]
    assert dealers == [(dealers[0] + number) % match.seats for number in range(rounds)]
    assert sum(match.frames[-1].points) == len(told(name, "victory_card")) <= rounds


@pytest.mark.rule("VV-73", "VV-74")
def test_rounds_are_stopped_by_the_cap() -> None:
    assert FINISHED.match("capped").frames[-1].record.turn == 50
    assert told("capped", "round_won")[-1].args[1] == 1
    assert told("tie-break-at-nought", "round_void")


@pytest.mark.rule("VV-16")
def test_the_tie_break_of_the_shared_match_was_void() -> None:
    assert told("shared", "round_void")
    assert told("shared", "round_won") == []


@pytest.mark.rule("VV-14")
def test_three_play_the_tie_break_of_three() -> None:
    deal = told("tie-break-of-three", "dealt")[-1]
    assert deal.args[2:5] == (0b0111, 5, 1)


@pytest.mark.rule("VV-59", "VV-66", "VV-67")
def test_players_are_caught_and_call_without_reason() -> None:
    caught = sum(len(told(f"{seats}-seats-honour", "caught")) for seats in range(2, 7))
    assert caught
    assert told("false-calls", "caught")
