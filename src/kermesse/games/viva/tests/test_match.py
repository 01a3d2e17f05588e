"""Rounds and the match: VV-09 to VV-17, VV-73 and VV-74."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kermesse.core.errors import IllegalMove
from kermesse.core.position import Position
from kermesse.games.viva import bound, game
from kermesse.games.viva.tests.scenes import (
    SEAT_COUNTS,
    any_options,
    heard,
    kinds,
    place,
    play,
    said,
    scaled,
    sizes,
    walk,
)


def about_to_win(seats: int = 3, winner: int = 0, **lines: Any) -> Position:
    """One seat has a last card that matches."""
    hands = ["O P"] * seats
    hands[winner] = "RY"
    given: dict[str, Any] = {"active": winner} | lines
    return place(*hands, **given)


@pytest.mark.rule("VV-10")
@pytest.mark.parametrize("winner", range(3))
def test_the_winner_of_a_round_gets_a_victory_card(winner: int) -> None:
    position = about_to_win(winner=winner, wins="1 0 0", played=1)
    play(position, "finish")
    wanted = [1, 0, 0]
    wanted[winner] += 1
    assert position.points == wanted


@pytest.mark.rule("VV-09", "VV-06")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_deal_moves_to_the_left(seats: int) -> None:
    for dealer in range(seats):
        position = about_to_win(seats, dealer=dealer)
        events = play(position, "finish")
        assert heard(events[3])[1][0] == (dealer + 1) % seats
        assert position.record.dealer == (dealer + 1) % seats
        assert position.due == {(dealer + 2) % seats}


@pytest.mark.rule("VV-11")
def test_all_rounds_are_played_even_if_the_result_is_certain() -> None:
    position = about_to_win(2, wins="2 0", played=2, rounds=5)
    play(position, "finish")
    assert position.points == [3, 0]
    assert not position.over
    assert position.record.played == 3


@pytest.mark.rule("VV-12")
@pytest.mark.parametrize("winner", range(3))
def test_most_victory_cards_win_the_match(winner: int) -> None:
    wins = ["1", "1", "1"]
    position = about_to_win(winner=winner, wins=" ".join(wins), played=3, rounds=4)
    events = play(position, "finish")
    assert heard(events[-1]) == said("match_won", 1 << winner)
    assert events[-1].text == f"Seat {winner} wins the match."
    assert position.outcome is not None
    assert position.outcome.ending == "victory_cards"
    assert position.outcome.places == tuple(1 if seat == winner else 2 for seat in range(3))
    assert (position.over, position.phase, position.due) == (True, "over", set())


@pytest.mark.rule("VV-12")
def test_nothing_can_be_done_when_the_match_is_over() -> None:
    position = about_to_win(rounds=1)
    play(position, "finish")
    before = position.tobytes()
    for text in ("draw", "call", "Y H1", "pile"):
        with pytest.raises(IllegalMove, match=r"the match is over \(VV-12\)"):
            position.act(1, text)
    assert position.tobytes() == before


@pytest.mark.rule("VV-13", "VV-14")
def test_a_tie_for_the_most_leads_to_a_tie_break_round_of_the_tied() -> None:
    position = about_to_win(4, winner=2, wins="2 1 1 0", played=4, rounds=5, dealer=1)
    events = play(position, "finish")
    assert kinds(events)[-3:] == ["dealt", "blocked", "began"]
    assert heard(events[3]) == said("dealt", 2, 6, 0b0101, 5, 1)
    assert events[3].text == "Tie-break between Seat 0 and Seat 2: Seat 2 deals."
    assert sizes(position) == [5, 0, 5, 0]
    assert position.due == {0}
    assert (position.record.tie_break, position.record.playing) == (1, 0b0101)


@pytest.mark.rule("VV-13", "VV-74")
def test_a_tie_at_nought_is_a_tie() -> None:
    position = place("2Y", "2B", "2G", "3P", turn=50, turn_cap=50, rounds=1, dealer=2)
    events = play(position, "Y H1")
    assert "round_won" in kinds(events)
    position = place("3Y", "2B", "2G", "3P", turn=50, turn_cap=50, rounds=1, dealer=2)
    events = play(position, "Y H1, stop")
    assert heard(events[2]) == said("round_void", 1)
    assert position.record.playing == 0b1111
    assert position.record.tie_break == 1


@pytest.mark.rule("VV-14")
@pytest.mark.parametrize("winner", [0, 2])
def test_the_winner_of_the_tie_break_wins_the_match_and_gets_no_card(winner: int) -> None:
    hands = ["O P", "", "O P", ""]
    hands[winner] = "RY"
    position = place(
        *hands, active=winner, dealer=0, playing="0 2", wins="1 0 1 0", played=3, tie_break="yes"
    )
    events = play(position, "finish")
    assert kinds(events) == ["finished", "round_won", "match_won"]
    assert position.points == [1, 0, 1, 0]
    assert position.outcome is not None
    assert position.outcome.ending == "tie_break"
    assert position.outcome.places == ((1, 3, 2, 3) if winner == 0 else (2, 3, 1, 3))


@pytest.mark.rule("VV-15")
def test_one_tie_break_round_is_enough() -> None:
    chance = Random(15)
    ties = 0
    for number in range(scaled(120, 10)):
        seats = 2 + number % 5
        options = any_options(chance, seats) | {"rounds": 1 + number % 2, "turn_cap": 50}
        position = game.new(seats=seats, seed=number, options=options)
        deals = [event for event in walk(position, chance) if event.kind == "dealt"]
        tie_breaks = sum(event.args[4] for event in deals)
        ties += tie_breaks
        assert len(deals) + 1 == options["rounds"] + tie_breaks
        assert tie_breaks <= 1
        assert position.outcome is not None
        shared = position.outcome.places.count(1) > 1
        assert shared == (position.outcome.ending == "shared")
        assert shared <= (tie_breaks == 1 and position.record.victor == -2)
    assert ties


@pytest.mark.rule("VV-16")
def test_a_void_tie_break_is_a_shared_victory() -> None:
    position = place(
        "2Y B", "", "2G", "", playing="0 2", wins="1 0 1 0", played=3, tie_break="yes",
        turn=50, turn_cap=50,
    )  # fmt: skip
    events = play(position, "Y H1, stop")
    assert kinds(events)[-2:] == ["round_void", "match_won"]
    assert heard(events[-1]) == said("match_won", 0b0101)
    assert events[-1].text == "The victory is shared by Seat 0 and Seat 2."
    assert position.outcome is not None
    assert position.outcome == ((1, 3, 1, 3), "shared")


@pytest.mark.rule("VV-17")
@pytest.mark.parametrize(
    ("wins", "places"),
    [
        ("3 2 2 1", (1, 2, 2, 4)),
        ("0 4 0 0", (2, 1, 2, 2)),
        ("1 1 1 4", (2, 2, 2, 1)),
        ("0 1 2 3", (4, 3, 2, 1)),
    ],
)
def test_places_follow_the_victory_cards(wins: str, places: tuple[int, ...]) -> None:
    total = sum(map(int, wins.split()))
    position = place(
        "O", "O", "O", "O", phase="next", wins=wins, victor=0, rounds=total, played=total - 1
    )
    position.settle()
    assert position.outcome is not None
    assert position.outcome.places == places


@pytest.mark.rule("VV-73")
@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        (["2Y B", "2B", "4G"], None),
        (["2Y 2B", "2B", "4G"], 1),
        (["2Y", "2B", "4G"], 0),
        (["2Y 2B", "3B", "2G"], 2),
        (["2Y 2B", "3B", "3G"], None),
    ],
)
@pytest.mark.parametrize("turn", [49, 50])
def test_the_fewest_cards_win_when_the_turns_are_up(
    hands: list[str], winner: int | None, turn: int
) -> None:
    position = place(*hands, turn=turn, turn_cap=50, rounds=1)
    events = play(position, "Y H1" if hands[0] == "2Y" else "Y H1, stop")
    if turn < 50:
        assert kinds(events)[-2:] == ["placed", "began"]
    elif winner is None:
        assert said("round_void", 1) in [heard(event) for event in events]
    else:
        assert said("round_won", winner, 1) in [heard(event) for event in events]
        assert position.points[winner] == 1


@pytest.mark.rule("VV-73")
def test_only_participants_count_when_the_turns_are_up() -> None:
    position = place(
        "2Y 2B", "", "3G", playing="0 2", dealer=0, turn=50, turn_cap=50, tie_break="yes", played=3
    )
    events = play(position, "Y H1, stop")
    assert said("round_void", 1) in [heard(event) for event in events]
    position = place(
        "2Y 3B", "", "3G", playing="0 2", dealer=0, turn=50, turn_cap=50, tie_break="yes", played=3
    )
    events = play(position, "Y H1, stop")
    assert said("round_won", 2, 1) in [heard(event) for event in events]


@pytest.mark.rule("VV-73")
def test_a_viva_in_the_last_turn_is_carried_out_first() -> None:
    position = place("Y B G", "O P", houses="Y, Y, Y", turn=50, turn_cap=50, rounds=1)
    events = position.act(0, "Y H1")
    assert kinds(events) == ["placed", "viva", "drew", "drew"]
    events = position.act(0, "block B")
    assert kinds(events)[:2] == ["blocked", "round_won"]
    assert heard(events[1]) == said("round_won", 0, 1)
    assert events[1].text == "The round is stopped: Seat 0 has the fewest cards."


@pytest.mark.rule("VV-74")
def test_a_void_round_counts_as_played_and_gives_no_card() -> None:
    position = place("3Y", "2B", turn=50, turn_cap=50, rounds=3)
    events = play(position, "Y H1, stop")
    assert heard(events[2]) == said("round_void", 1)
    assert events[2].text == "The round is stopped, and nobody alone has the fewest cards."
    assert position.record.played == 1
    assert position.points == [0, 0]
    assert position.record.victor == -2
    assert heard(events[3]) == said("dealt", 1, 2, 0b11, 5, 0)


@pytest.mark.rule("VV-15", "VV-73")
@pytest.mark.parametrize("rounds", [1, 3])
def test_no_match_is_longer_than_its_bound(rounds: int) -> None:
    chance = Random(7)
    for number in range(scaled(10, 2)):
        seats = 2 + number % 5
        options = game.choose(any_options(chance, seats) | {"rounds": rounds, "turn_cap": 50})
        position = game.new(seats=seats, seed=number, options=options)
        steps = sum(1 for _ in walk(position, chance))
        assert steps <= bound(options) == (rounds + 1) * (64 * 50 + 8)
