"""Scoring a round: MV-37 to MV-47."""

from __future__ import annotations

import pytest

from kermesse.core.position import Position
from kermesse.games.muvuca.components import KINDS
from kermesse.games.muvuca.tests.scenes import (
    card,
    counts,
    crowd,
    ended,
    hand,
    heard,
    known,
    place,
    said,
)

KIND = {kind.code: number for number, kind in enumerate(KINDS)}

SEAT0 = "fr-st dr-di ca-ho ch-cr"
SEAT1 = "fr-di dr-ho ca-cr ch-tr"
NOTHING_UP = "D " * 16


@pytest.mark.rule("MV-37")
def test_both_hands_are_revealed() -> None:
    position = place("U U U U " * 3 + "D D D D", SEAT0, SEAT1, phase="reveal", aside="??")
    assert not known(position, 0) | known(position, 1)
    event = position.advance()
    assert heard(event) == said("hands_revealed")
    assert known(position, 0) == hand(position, 0)
    assert known(position, 1) == hand(position, 1)
    assert position.reveals == 1
    assert position.phase == "count"


@pytest.mark.rule("MV-38", "MV-65")
@pytest.mark.parametrize("food_seat", [0, 1])
def test_each_type_is_scored_once_by_its_seller(food_seat: int) -> None:
    position = ended(NOTHING_UP, SEAT0, SEAT1, food_seat=food_seat)
    sellers = []
    for number in range(10):
        assert position.record.scored == number
        event = position.advance()
        sellers.append(event.args[:2])
    assert sellers == [(food_seat, kind) for kind in range(5)] + [
        (1 - food_seat, kind) for kind in range(5, 10)
    ]
    assert position.phase == "winner"


@pytest.mark.rule("MV-39")
@pytest.mark.parametrize(
    ("layout", "group"),
    [
        ("fr-ho fr-cr fr-tr D  D D D D  D D D D  D D D D", 3),
        ("fr-ho D D D  fr-cr D D D  fr-tr D D D  D D D D", 3),
        ("fr-ho fr-cr D D  D fr-tr D D  D D D D  D D D D", 3),
        ("fr-ho D D D  D fr-cr D D  D D fr-tr D  D D D D", 1),
        ("D D D fr-ho  fr-cr D D D  D D D D  D D D fr-tr", 1),
        ("fr-ho D D fr-cr  D D D D  D D D D  fr-tr D D D", 1),
        ("D D D D  D D D D  D D D fr-ho  D D fr-tr fr-cr", 3),
    ],
)
def test_groups_touch_side_by_side(layout: str, group: int) -> None:
    """Not corner to corner, and not round the edge of the Crowd."""
    position = ended(layout, SEAT0, SEAT1)
    assert counts(position)[KIND["fr"]] == (0, group, 1)


@pytest.mark.rule("MV-39")
@pytest.mark.parametrize(
    ("mine", "points"), [("fr-st dr-di ca-ho ch-cr", 2), ("fr-st fr-di fr-ho ch-cr", 3)]
)
def test_the_larger_of_crowd_and_hand(mine: str, points: int) -> None:
    """Two fries lie together; each other type of the hand is worth one."""
    position = ended("fr-cr fr-tr " + "D " * 14, mine, "dr-ho ca-cr ch-tr hd-tr")
    other_types = len({code[:2] for code in mine.split()} - {"fr"})
    assert position.points[0] == points + other_types


@pytest.mark.rule("MV-40")
def test_face_down_cards_show_nothing_and_stay_down() -> None:
    position = place(
        "fr-ho D fr-cr D  D fr-tr D D  D D D D  D D D D", SEAT0, SEAT1, phase="reveal", aside="??"
    )
    before = crowd(position)
    position.advance()
    assert position.phase == "count"
    assert counts(position)[KIND["fr"]] == (0, 1, 1)
    assert crowd(position) == before


REVEALED = """
fr-ho fr-cr D     U
U     U     U     U
U     U     U     D
D     U     U     U
"""


@pytest.mark.rule("MV-40")
def test_the_variant_turns_every_card_up_one_by_one() -> None:
    position = place(
        REVEALED, SEAT0, SEAT1, phase="reveal", aside="??", facedown_at_scoring="revealed"
    )
    unseen = (
        set(range(25)) - hand(position, 0) - hand(position, 1) - set(position.record.crowd.tolist())
    )
    position.advance()
    turned = []
    for cell in (2, 11, 12):
        assert position.phase == "turn_up"
        reveals = position.reveals
        event = position.advance()
        number = int(position.record.crowd[cell])
        assert heard(event) == said("turned_up", number, cell)
        assert position.reveals == reveals + 1
        turned.append(number)
    assert position.phase == "count"
    assert len(set(turned)) == 3
    assert set(turned) < unseen
    assert position.record.aside == -1


@pytest.mark.rule("MV-40")
def test_the_variant_draws_among_all_cards_nobody_has_seen() -> None:
    lines = {"phase": "turn_up", "aside": "??", "facedown_at_scoring": "revealed"}
    position = place(REVEALED, SEAT0, SEAT1, **lines)
    seen = hand(position, 0) | hand(position, 1) | set(position.record.crowd.tolist())
    turned = set()
    for key in range(200):
        world = position.copy()
        world.rekey(key)
        turned.add(world.advance().args[0])
    assert turned == set(range(25)) - seen


@pytest.mark.rule("MV-40")
def test_the_variant_counts_what_was_turned_up() -> None:
    """The one card left is fries: it joins the two groups beside it."""
    layout = "fr-ho D fr-cr U  U U U U  U U U U  U U U U"
    position = place(
        layout, "fr-st fr-di ca-ho ch-cr", SEAT1.replace("fr-di", "dr-di"), down="fr-tr",
        phase="reveal", aside="hd-tr", facedown_at_scoring="revealed",
    )  # fmt: skip
    position.advance()
    assert heard(position.advance()) == said("turned_up", card("fr-tr"), 1)
    assert counts(position)[KIND["fr"]] == (0, 3, 2)


@pytest.mark.rule("MV-40")
@pytest.mark.parametrize("option", ["ignored", "revealed"])
def test_a_crowd_that_lies_open_needs_no_turning(option: str) -> None:
    position = place(
        "U U U U " * 4, SEAT0, SEAT1, phase="reveal", aside="hd-tr", facedown_at_scoring=option
    )
    position.advance()
    assert position.phase == "count"


@pytest.mark.rule("MV-41")
def test_a_single_card_is_a_group_of_one_and_none_scores_nothing() -> None:
    position = ended("hd-st " + "D " * 15, "dr-di ca-ho ch-cr dr-st", "fr-tr dr-tr ca-tr ch-tr")
    found = counts(position)
    assert found[KIND["hd"]] == (0, 1, 0)
    assert found[KIND["fr"]] == (0, 0, 0)
    assert found[KIND["ho"]] == (1, 0, 0)
    assert position.points == [0 + 2 + 1 + 1 + 1, 1 + 0 + 0 + 0 + 4]


@pytest.mark.rule("MV-42")
def test_a_second_group_adds_nothing() -> None:
    apart = "fr-ho fr-cr D D  D D D D  D D D D  D D D D"
    position = ended(apart, SEAT0, SEAT1)
    more = ended(apart.replace("D D D D  D D D D", "D D D D  D D D fr-tr"), SEAT0, SEAT1)
    assert counts(position)[KIND["fr"]] == counts(more)[KIND["fr"]] == (0, 2, 1)


@pytest.mark.rule("MV-43")
def test_the_opponents_hand_never_counts() -> None:
    few = ended(NOTHING_UP, SEAT0, "hd-st hd-di hd-ho hd-cr")
    assert counts(few)[KIND["hd"]] == (0, 0, 0)
    assert few.points[0] == 4
    assert few.points[1] == 4


@pytest.mark.rule("MV-44")
def test_both_score_the_same_crowd() -> None:
    position = ended(
        "fr-ho fr-cr D D  dr-cr D D D  D D D D  D D D D", SEAT0, "hd-st hd-di hd-tr ch-tr"
    )
    found = counts(position)
    assert found[KIND["fr"]] == (0, 2, 1)
    assert found[KIND["cr"]] == (1, 1, 0)
    position = ended(
        "fr-ho fr-cr D D  D dr-cr D D  D D D D  D D D D", SEAT0, "hd-st hd-di hd-tr ch-tr"
    )
    assert counts(position)[KIND["cr"]] == (1, 2, 0)


@pytest.mark.rule("MV-45")
@pytest.mark.parametrize("food_seat", [0, 1])
def test_the_round_score_is_the_sum_over_five_types(food_seat: int) -> None:
    position = ended("U U U U " * 3 + "D D D D", SEAT0, SEAT1, food_seat=food_seat)
    points = position.points
    sums = [0, 0]
    for seat, group, held in counts(position).values():
        sums[seat] += max(group, held)
    assert points == sums


def tied(starter: int) -> Position:
    """Four points each, all from hands of four kinds."""
    return ended(
        NOTHING_UP, SEAT0, "hd-st hd-di hd-ho hd-cr", phase="winner", scored=10, starter=starter
    )


@pytest.mark.rule("MV-46")
@pytest.mark.parametrize(("food_seat", "points"), [(0, [6, 4]), (1, [5, 6])])
@pytest.mark.parametrize("starter", [0, 1])
def test_the_higher_score_wins_the_round(food_seat: int, points: list[int], starter: int) -> None:
    """Three fries in a row, whoever sells them; a jacket of each kind for one of the hands."""
    layout = "fr-ho fr-cr fr-tr D  D D D D  D D D D  D D D D"
    position = ended(
        layout, "fr-st dr-di ca-ho ch-cr", "fr-di dr-ho ca-cr ch-tr",
        phase="winner", scored=10, starter=starter, food_seat=food_seat,
    )  # fmt: skip
    assert position.points == points
    event = position.advance()
    assert heard(event) == said("round_won", food_seat, *points)
    assert position.record.victor == food_seat
    assert position.phase == "victory"
    assert "tie" not in event.text


@pytest.mark.rule("MV-47")
@pytest.mark.parametrize("starter", [0, 1])
def test_on_a_tie_the_second_player_wins(starter: int) -> None:
    position = tied(starter)
    event = position.advance()
    assert heard(event) == said("round_won", 1 - starter, 4, 4)
    winner = f"Seat {1 - starter}"
    assert event.text == f"{winner} wins the round 4 to 4. The second player wins the tie."
