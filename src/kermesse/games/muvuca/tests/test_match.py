"""The match: MV-48 to MV-52."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kermesse.core.errors import IllegalMove
from kermesse.core.position import Position
from kermesse.games.muvuca import bound, game
from kermesse.games.muvuca.board.terminal import victory_card
from kermesse.games.muvuca.tests.scenes import heard, place, said, scaled, walk

SEAT0 = "fr-st dr-di ca-ho ch-cr"
SEAT1 = "fr-di dr-ho ca-cr ch-tr"


def won(winner: int, wins: str = "0 0", phase: str = "victory", **lines: Any) -> Position:
    """A round that is counted and named for its winner."""
    return place(
        "U U U U " * 3 + "D D D D", SEAT0, SEAT1,
        phase=phase, aside="??", scored=10, victor=winner, wins=wins, **lines,
    )  # fmt: skip


@pytest.mark.rule("MV-48")
@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("starter", [0, 1])
def test_the_loser_starts_the_next_round(winner: int, starter: int) -> None:
    position = won(winner, starter=starter)
    position.settle()
    assert position.record.starter == 1 - winner
    assert position.due == {1 - winner}
    assert position.record.turn == 1


@pytest.mark.rule("MV-49")
@pytest.mark.parametrize("rounds", range(1, 6))
@pytest.mark.parametrize("winner", [0, 1])
def test_the_match_is_won_with_that_many_rounds(rounds: int, winner: int) -> None:
    """One win short of it another round is dealt, even at the closest score."""
    before = [rounds - 1, rounds - 1]
    position = won(winner, f"{before[0]} {before[1]}", rounds_to_win=rounds)
    events = position.settle()
    before[winner] += 1
    assert [heard(event) for event in events] == [
        said("victory_card", *before),
        said("match_won", winner),
    ]
    assert (position.over, position.phase, position.due) == (True, "over", set())
    places = (1, 2) if winner == 0 else (2, 1)
    assert position.outcome is not None
    assert position.outcome.places == places


@pytest.mark.rule("MV-49")
@pytest.mark.parametrize("rounds", range(2, 6))
@pytest.mark.parametrize("winner", [0, 1])
def test_one_win_short_the_match_goes_on(rounds: int, winner: int) -> None:
    before = [rounds - 1, rounds - 1]
    before[winner] -= 1
    position = won(winner, f"{before[0]} {before[1]}", rounds_to_win=rounds)
    events = position.settle()
    assert [event.kind for event in events] == ["victory_card", "dealt"]
    assert not position.over
    assert position.outcome is None
    assert position.record.wins.tolist() == [rounds - 1, rounds - 1]


@pytest.mark.rule("MV-49")
def test_no_further_round_is_played() -> None:
    position = won(1, "1 1")
    position.settle()
    before = position.tobytes()
    assert position.legal(0) == position.legal(1) == []
    for seat in range(2):
        with pytest.raises(IllegalMove, match=r"the match is over \(MV-49\)") as refused:
            position.act(seat, "fr-st")
        assert refused.value.rule == "MV-49"
    assert position.tobytes() == before


@pytest.mark.rule("MV-49")
@pytest.mark.parametrize(
    ("starter", "capped", "seat1", "ending"),
    [
        (0, "no", SEAT1, "points"),
        (0, "no", "hd-st hd-di hd-ho hd-cr", "tie"),
        (0, "yes", SEAT1, "cap"),
        (1, "yes", "hd-st hd-di hd-ho hd-cr", "cap"),
    ],
)
def test_what_decided_the_last_round(starter: int, capped: str, seat1: str, ending: str) -> None:
    """Seat 0 has four foods in hand; seat 1 four jackets, or one more with the Crowd's help."""
    crowd = "D " * 16 if ending != "points" else "dr-st dr-cr dr-tr D " + "D " * 12
    position = place(
        crowd, SEAT0, seat1,
        phase="winner", scored=10, aside="??", rounds_to_win=1, starter=starter, capped=capped,
    )  # fmt: skip
    position.settle()
    assert position.outcome is not None
    assert position.outcome.ending == ending


@pytest.mark.rule("MV-50", "MV-48")
def test_a_match_has_two_or_three_rounds_and_a_winner() -> None:
    chance = Random(50)
    lengths = set()
    for seed in range(scaled(60, 6)):
        position = game.new(seed=seed, options={"end_lines": 1})
        winners = [event.args[0] for event in walk(position, chance) if event.kind == "round_won"]
        lengths.add(len(winners))
        assert position.outcome is not None
        assert sorted(position.outcome.places) == [1, 2]
        assert position.outcome.places[winners[-1]] == 1
        assert winners.count(winners[-1]) == 2
    assert lengths == {2, 3}


@pytest.mark.rule("MV-49", "MV-50")
@pytest.mark.parametrize("rounds", range(1, 6))
def test_no_match_is_longer_than_its_bound(rounds: int) -> None:
    options = game.choose(
        {"rounds_to_win": rounds, "turn_cap": 20, "facedown_at_scoring": "revealed"}
    )
    for seed in range(scaled(10, 1)):
        position = game.new(seed=seed, options=options)
        steps = sum(1 for _ in walk(position, Random(seed)))
        assert steps <= bound(options)
        assert rounds <= position.record.wins.sum() <= 2 * rounds - 1


@pytest.mark.rule("MV-51")
@pytest.mark.parametrize(
    ("wins", "winner", "after", "lies"),
    [
        ("0 0", 0, (1, 0), "Seat 0"),
        ("0 0", 1, (0, 1), "Seat 1"),
        ("1 0", 1, (1, 1), "middle"),
        ("0 1", 0, (1, 1), "middle"),
        ("0 1", 1, (0, 2), "Seat 1"),
    ],
)
def test_the_victory_card_follows_the_round(
    wins: str, winner: int, after: tuple[int, int], lies: str
) -> None:
    position = won(winner, wins)
    event = position.advance()
    assert heard(event) == said("victory_card", *after)
    assert event.text == f"Rounds won: {after[0]} to {after[1]}."
    assert position.record.wins.tolist() == list(after)
    assert position.phase == "next"
    assert victory_card(position.record).endswith(lies)


@pytest.mark.rule("MV-52")
@pytest.mark.parametrize(
    ("wins", "lies"),
    [
        ("0 0", "reserved"),
        ("3 0", "Seat 0"),
        ("0 2", "Seat 1"),
        ("3 1", "middle"),
        ("1 3", "middle"),
    ],
)
def test_the_victory_card_with_longer_matches(wins: str, lies: str) -> None:
    position = place(wins=wins, rounds_to_win=4)
    assert victory_card(position.record).endswith(lies)
    assert victory_card(position.record) in str(position)


@pytest.mark.rule("MV-03")
@pytest.mark.parametrize("food_seat", [0, 1])
def test_swapped_roles_change_after_every_round(food_seat: int) -> None:
    position = game.new(
        seed=9,
        options={
            "roles": f"seat{food_seat}_food",
            "swap_roles": True,
            "rounds_to_win": 3,
            "end_lines": 1,
        },
    )
    sellers = [food_seat]
    for event in walk(position, Random(9)):
        if event.kind == "dealt":
            sellers.append(event.args[1])
            assert position.record.food_seat == event.args[1]
    assert len(sellers) >= 3
    assert sellers == [(food_seat + number) % 2 for number in range(len(sellers))]
