"""Phase 5: what an Action card can do, and what follows."""

from __future__ import annotations

from random import Random

import pytest

from kermesse.games.shuppa.tests.differential import mirrored
from kermesse.games.shuppa.tests.scenes import (
    acting,
    columns,
    hand,
    heard,
    kinds,
    options,
    place,
    refuse,
    scaled,
    steps,
    tokens,
    walks,
    won,
    zone_text,
)


@pytest.mark.rule("SH-59")
@pytest.mark.parametrize(("arrow", "order"), [("right", [1, 0, 2]), ("left", [2, 0, 1])])
def test_turns_go_in_the_direction_of_play(arrow: str, order: list[int]) -> None:
    position = acting("[4*B] [2] [8*A] [3] [12*C] [5]", arrow=arrow)
    found = []
    while position.due:
        (seat,) = position.due
        found.append(seat)
        position.act(seat, "decline")
    assert found == order


@pytest.mark.rule("SH-61", "SH-80", "SH-81", "SH-127")
def test_declining() -> None:
    position = acting("[4*A] [2] [3] [5] [6]")
    events = position.act(0, "decline")
    assert kinds(events)[:2] == ["declined", "drew"]
    assert tokens(position) == {}
    assert len(hand(position, 0)) == 1


@pytest.mark.rule("SH-81", "SH-124")
def test_without_a_target_the_turn_is_declined_by_itself() -> None:
    position = place("[16*A] [2] [3] [5] [6]", phase="action")
    assert kinds(steps(position)) == ["acts", "declined", "drew", "ended"]


@pytest.mark.rule("SH-63", "SH-64", "SH-83")
def test_the_own_card_may_be_eaten() -> None:
    position = acting("[4*A] [2] [3] [5] [6]")
    assert options(position) == ["decline", "eat 1:0", "eat 2:0", "eat 3:0", "eat 4:0", "eat 5:0"]
    events = position.act(0, "eat 1:0")
    assert won(position, 0) == {4}
    assert heard(events, "took_back") == [(1,)]
    assert tokens(position) == {}


@pytest.mark.rule("SH-64", "SH-52")
def test_cards_above_an_eaten_card_fall() -> None:
    position = acting("[4*A] [2 3 5 9] [10] [11] [6]")
    events = position.act(0, "eat 2:1")
    assert columns(position)[1] == [2, 5, 9]
    assert kinds(events)[:3] == ["ate", "took_back", "fell"]
    assert heard(events, "fell") == [(1, 2)]


@pytest.mark.rule("SH-65", "SH-80")
def test_who_eats_has_won_a_card_and_draws_none() -> None:
    position = acting("[4*A] [2] [3] [5] [6]")
    assert "drew" not in kinds(position.act(0, "eat 2:0"))


@pytest.mark.rule("SH-66")
def test_an_eaten_card_is_not_shared() -> None:
    """2 is part of an old yellow lot that has B's token."""
    position = acting("[4*A] [2 3] [9] [24*B] [5]")
    position.record.stand[1] = 3
    events = position.act(0, "eat 2:0")
    assert won(position, 0) == {2}
    assert won(position, 1) == set()
    assert "lot" not in kinds(events)


@pytest.mark.rule("SH-67", "SH-69")
def test_a_jump_may_cover_a_foreign_token() -> None:
    position = acting("[8*A] [2 3] [4*B] [5] [6]")
    position.decide(0, "jump 2 3")
    assert zone_text(position) == "[8*A] [2] [4*B 3] [5] [6]"
    assert "jump 3 1" not in options(acting("[8*A] [2 3] [4*B] [5] [6]"))


@pytest.mark.rule("SH-67")
@pytest.mark.parametrize(("seats", "count"), [(2, 20), (3, 30), (4, 42)])
def test_how_many_jumps_there_are(seats: int, count: int) -> None:
    zone = " ".join(f"[{n}]" for n in (2, 3, 5, 6, 9, 10)[: seats + 2])
    assert len(options(acting(f"[8*A] {zone}"))) == count + 1


@pytest.mark.rule("SH-70", "SH-28")
def test_swaps() -> None:
    position = acting("[2 12*A] [3 5] [6] [9] [10]")
    assert options(position) == [
        "decline",
        "swap 1:0 1:1",
        "swap 1:0 2:0",
        "swap 1:1 2:1",
        "swap 2:0 2:1",
        "swap 2:0 3:0",
        "swap 3:0 4:0",
        "swap 4:0 5:0",
    ]
    position.decide(0, "swap 2:1 1:1")
    assert zone_text(position) == "[2 5] [3 12*A] [6] [9] [10]"


@pytest.mark.rule("SH-28", "SH-70")
@pytest.mark.parametrize(
    ("zone", "action", "column"),
    [
        ("[2 12*A] [3 5] [6] [9] [10]", "swap 1:1 2:1", 1),
        ("[2 5] [3 12*A] [6] [9] [10]", "swap 1:1 2:1", 0),
        ("[2] [3] [6] [9 8*A] [10]", "jump 4 1", 0),
        ("[2 5] [3 12*A] [6] [9] [10]", "swap 2:0 2:1", 1),
        ("[2 5] [3 12*A] [6] [9] [10]", "swap 3:0 4:0", 1),
    ],
)
def test_the_own_token_goes_to_the_column_of_its_card(zone: str, action: str, column: int) -> None:
    position = acting(zone)
    position.decide(0, action)
    assert tokens(position)[0] in columns(position)[column]
    assert position.record.stand[0] == column


@pytest.mark.rule("SH-71", "SH-62")
def test_no_swap_with_a_foreign_token() -> None:
    position = acting("[12*A] [2 4*B] [3 5] [6] [9]")
    assert not [option for option in options(position) if "2:1" in option]


@pytest.mark.rule("SH-72")
def test_no_swap_with_an_empty_place() -> None:
    position = acting("[12*A] [2 3] [5] [] [9]")
    assert options(position) == ["decline", "swap 1:0 2:0", "swap 2:0 2:1", "swap 2:0 3:0"]


@pytest.mark.rule("SH-73", "SH-74", "SH-75", "SH-76", "SH-129")
def test_lifts() -> None:
    position = acting("[2 16*A] [3] [] [5 6 9] [10]")
    assert options(position) == ["decline", "lift 1 up", "lift 1 down", "lift 4 up", "lift 4 down"]
    up, down = position.copy(), position.copy()
    up.act(0, "lift 4 up")
    down.act(0, "lift 4 down")
    assert columns(up)[3] == [6, 9, 5]
    assert columns(down)[3] == [9, 5, 6]
    one, other = position.copy(), position.copy()
    one.decide(0, "lift 1 up")
    other.decide(0, "lift 1 down")
    assert columns(one) == columns(other)


@pytest.mark.rule("SH-78", "SH-57")
def test_a_new_lot_is_shared_in_phase_5_too() -> None:
    """1 jumps on column 3, between nothing but B's 36 and 6."""
    position = acting("[8*A] [2 36*B] [3] [5 6] [9 1]")
    events = position.act(0, "jump 5 3")
    assert heard(events, "lot") == [(0, 0, 3, 0b11, 1, 1)]
    assert len(won(position, 0)) == len(won(position, 1)) == 1
    assert "acts" not in kinds(events)


@pytest.mark.rule("SH-79", "SH-55")
def test_an_old_lot_that_is_rearranged_is_not_won() -> None:
    position = acting("[1 6] [13 2] [18 12*A] [5] [9]")
    events = position.act(0, "swap 1:0 1:1")
    assert won(position, 0) == set()
    assert "marked" not in kinds(events)
    assert "drew" in kinds(events)


@pytest.mark.rule("SH-55", "SH-73", "SH-74", "SH-79")
@pytest.mark.parametrize(
    ("column", "way", "lifted"),
    [("2 1 6 13 5", "up", [1, 6, 13, 5, 2]), ("2 1 6 13 5", "down", [5, 2, 1, 6, 13])],
)
def test_an_old_lot_that_is_lifted_is_not_won(column: str, way: str, lifted: list[int]) -> None:
    position = acting(f"[{column}] [3] [] [] [16*A]")
    events = position.act(0, f"lift 1 {way}")
    assert "marked" not in kinds(events)
    assert columns(position)[0] == lifted


@pytest.mark.rule("SH-12", "SH-74", "SH-78")
def test_a_card_that_was_lifted_down_is_no_longer_above() -> None:
    """The red 6 goes to the foot of column 1: from no place does it touch the two reds beside."""
    position = acting("[2 6] [3 5 1 13] [9] [10] [16*A]")
    events = position.act(0, "lift 1 down")
    assert columns(position)[0] == [6, 2]
    assert "marked" not in kinds(events)


@pytest.mark.rule("SH-79", "SH-54")
def test_an_old_lot_that_grows_is_won() -> None:
    position = acting("[1 2] [6 12*A] [13 3] [5 18] [9]")
    position.act(0, "swap 4:0 4:1")
    assert won(position, 0) == {1, 6, 13, 18}


@pytest.mark.rule("SH-80")
def test_the_token_is_back_before_lots_are_looked_for() -> None:
    """A's own card is part of the new lot: nobody else is involved, and nothing is shared."""
    position = acting("[1 2] [6 3] [12 36*A] [5] [9]")
    events = position.act(0, "swap 3:0 3:1")
    assert kinds(events)[:4] == ["swapped", "took_back", "marked", "lot"]
    assert won(position, 0) == {1, 6, 36}


@pytest.mark.rule("SH-83", "SH-93")
def test_an_action_card_that_stays_is_never_used_again() -> None:
    position = acting("[4*A] [2] [3] [5] [6]", number=6, **{"hand 0": "30 31", "hand 1": "37 38"})
    position.act(0, "eat 2:0")
    assert columns(position)[0] == [4]
    while not position.over:
        seat = min(position.due)
        events = position.act(seat, options(position, seat)[0])
        assert 3 not in [args[1] for args in heard(events, "acts")]


@pytest.mark.rule("SH-84", "SH-46")
def test_who_loses_the_token_in_phase_5_has_no_turn() -> None:
    position = acting("[1 12*A] [3 4*B] [2 6] [5] [9]")
    events = position.act(0, "swap 1:0 1:1")
    assert heard(events, "took_back") == [(0b01,), (0b10,)]
    assert "acts" not in kinds(events)
    assert position.over


@pytest.mark.rule("SH-60", "SH-62", "SH-85", "SH-131")
def test_foreign_tokens_stay_in_their_columns_and_out_of_lots() -> None:
    turns = 0
    stands: dict[int, int] = {}
    for position in walks(Random(21), scaled(40, 6)):
        s = position.record
        if position.event.kind == "acts":
            turns += 1
            zone = mirrored(position)
            lots = {card for lot in zone.lots() for card in lot.cards}
            assert not lots & set(zone.tokens.values())
            stands = {p: zone.cell(card)[0] for p, card in zone.tokens.items()}
        elif s.acting:
            for player, card in tokens(position).items():
                if player != s.active and card - 1 in s.zone and s.active >= 0:
                    assert mirrored(position).cell(card)[0] == stands[player]
    assert turns


@pytest.mark.rule("SH-131")
def test_a_card_with_a_foreign_token_may_fall() -> None:
    position = acting("[32*A] [2 3 4*B] [5] [6] [9]")
    position.act(0, "eat 2:0")
    assert columns(position)[1] == [3, 4]
    assert tokens(position) == {1: 4}
    assert position.due == {1}


REFUSED = [
    ("[4*A] [2 8*B] [3] [5] [6]", "eat 2:1", "SH-62", "token of another player"),
    ("[4*A] [2] [3] [] [6]", "eat 4:0", "SH-64", "no card at 4:0"),
    ("[4*A] [2] [3] [5] [6]", "eat 1:1", "SH-64", "no card at 1:1"),
    ("[4*A] [2] [3] [5] [6]", "eat 7:0", "SH-64", "no card at 7:0"),
    ("[4*A] [2] [3] [5] [6]", "jump 1 2", "SH-61", "can only eat"),
    ("[8*A] [2 3] [5] [6] [9]", "eat 1:0", "SH-61", "can only jump"),
    ("[8*A] [2 3] [5] [6] [9]", "swap 1:0 2:0", "SH-61", "can only jump"),
    ("[12*A] [2 3] [5] [6] [9]", "jump 1 2", "SH-61", "can only swap"),
    ("[12*A] [2 3] [5] [6] [9]", "lift 2 up", "SH-61", "can only swap"),
    ("[16*A] [2 3] [5] [6] [9]", "swap 1:0 2:0", "SH-61", "can only lift"),
    ("[4*A] [2] [3] [5] [6]", "share 1 0 0", "SH-41", "no lot to share"),
    ("[4*A] [2] [3] [5] [6]", "30", "SH-24", "phase 2"),
    ("[8*A] [2 4*B] [3] [5] [6]", "jump 2 1", "SH-62", "token of another player"),
    ("[8*A] [2] [3] [5] [6]", "jump 2 2", "SH-67", "another column"),
    ("[8*A] [2] [] [5] [6]", "jump 3 1", "SH-67", "column 3 has no card"),
    ("[8*A] [2] [3] [5] [6]", "jump 1 7", "SH-01", "no column 7"),
    ("[8*A] [2] [3] [5] [6]", "jump 6 1", "SH-01", "no column 6"),
    ("[12*A] [2] [3] [5] [6]", "swap 2:0 2:1", "SH-72", "no card at 2:1"),
    ("[12*A] [2] [3] [5] [6]", "swap 5:0 6:0", "SH-72", "no card at 6:0"),
    ("[12*A] [2 4*B] [3] [5] [6]", "swap 2:0 2:1", "SH-71", "token of another player"),
    ("[12*A] [4*B] [3] [5] [6]", "swap 1:0 2:0", "SH-71", "token of another player"),
    ("[16*A 2] [3] [5] [6] [9]", "lift 2 up", "SH-76", "fewer than two cards"),
    ("[16*A 2] [3] [5] [6] [9]", "lift 7 up", "SH-01", "no column 7"),
    ("[16*A 2] [4*B 3] [5] [6] [9]", "lift 2 up", "SH-77", "token of another player"),
    ("[16*A 2] [3 4*B] [5] [6] [9]", "lift 2 down", "SH-77", "token of another player"),
]


@pytest.mark.rule("SH-61", "SH-62", "SH-64", "SH-67", "SH-71", "SH-72", "SH-76", "SH-77")
@pytest.mark.parametrize(("zone", "action", "rule", "complaint"), REFUSED)
def test_what_is_refused(zone: str, action: str, rule: str, complaint: str) -> None:
    position = acting(zone)
    refuse(position, 0, action, rule, complaint)


@pytest.mark.rule("SH-59")
def test_out_of_turn() -> None:
    position = acting("[4*A] [2] [8*B] [5] [6]")
    refuse(position, 1, "jump 1 2", "SH-59", "seat 0's turn")
