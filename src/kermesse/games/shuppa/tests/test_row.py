"""Phases 1 to 3: the row, the direction, the sealed choices, the drop."""

from __future__ import annotations

from random import Random

import pytest

from kermesse.core.errors import IllegalMove
from kermesse.games.shuppa import game
from kermesse.games.shuppa.tests.oracle import FACES
from kermesse.games.shuppa.tests.scenes import (
    asked,
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
)


@pytest.mark.rule("SH-22", "SH-125")
def test_three_cards_are_turned_up_and_sorted() -> None:
    batch = game.blank(seats=2)
    game.kernels["setup"](batch[0])
    s = batch[0]
    for seed in range(20):
        copy = batch.copy()
        copy["rng"] = seed
        s = copy[0]
        game.kernels["step"](s)
        came = s.row[:3].tolist()
        assert s.event_args[:4].tolist() == [*came, 1]
        assert s.bonbonniere == 19
        assert all(FACES[card + 1].kind is None for card in came)
        assert s.arrow == -2
        game.kernels["step"](s)
        assert s.row[:3].tolist() == sorted(came)
        assert s.arrow == -2


@pytest.mark.rule("SH-23", "SH-24", "SH-120")
def test_the_direction_is_known_before_anybody_chooses() -> None:
    position = game.new(seats=3, seed=4)
    assert position.phase == "play"
    assert position.due == {0, 1, 2}
    assert position.record.arrow in (0, 1)
    assert {position.view(viewer).record.arrow for viewer in (-1, 0, 1, 2)} == {
        position.record.arrow
    }


@pytest.mark.rule("SH-24", "SH-88")
def test_any_card_of_the_own_hand_and_nothing_else() -> None:
    position = game.new(seats=2, seed=4)
    assert options(position, 0) == [str(number) for number in sorted(hand(position, 0))]
    refuse(position, 0, "decline", "SH-24", "first everybody chooses a card")
    other = min(hand(position, 1))
    with pytest.raises(IllegalMove, match="is not in your hand"):
        position.act(0, str(other))


@pytest.mark.rule("SH-24")
@pytest.mark.parametrize("again", [0, 1], ids=["the same card", "another card"])
def test_nobody_chooses_twice(again: int) -> None:
    position = game.new(seats=2, seed=4)
    cards = options(position, 0)
    position.act(0, cards[0])
    refuse(position, 0, cards[again], "SH-24", "you have chosen your card")


@pytest.mark.rule("SH-25", "SH-117", "SH-118")
def test_choices_are_revealed_together() -> None:
    position = game.new(seats=3, seed=2)
    mine = [options(position, seat)[seat] for seat in range(3)]
    for seat in (2, 0):
        position.act(seat, mine[seat])
        assert int(mine[seat]) in hand(position, seat)
        assert tokens(position) == {}
    position.decide(1, mine[1])
    event = position.advance()
    assert event.kind == "shown"
    assert event.args[:3] == tuple(int(number) - 1 for number in mine)
    assert tokens(position) == {seat: int(mine[seat]) for seat in range(3)}
    for seat in range(3):
        assert int(mine[seat]) not in hand(position, seat)
        assert len(hand(position, seat)) == 8


@pytest.mark.rule("SH-26", "SH-27")
def test_the_lowest_card_drops_on_the_first_column_whatever_its_height() -> None:
    position = place(
        "[1 2 3 5 6] [33] [9] [10 11 13] [14]",
        phase="play",
        row="18 47 90",
        **{"hand 0": "30 31", "hand 1": "64 65"},
    )
    position.act(0, "30")
    position.decide(1, "64")
    events = steps(position, "no_lot", "stayed", "marked")
    assert heard(events, "dropped") == [
        (17, 0, 5),
        (29, 1, 1, 0),
        (46, 2, 1),
        (63, 3, 3, 1),
        (89, 4, 1),
    ]


@pytest.mark.rule("SH-27", "SH-26", "SH-22")
def test_every_row_is_sorted_and_has_a_card_for_each_column() -> None:
    seen = 0
    for position in walks(Random(5), scaled(12, 4)):
        if position.event.kind == "sorted_row":
            seen += 1
            width = max(position.seats + 3, 5)
            row = position.record.row[:width].tolist()
            assert row == sorted(set(row))
            assert (position.record.row[width:] == -2).all()
    assert seen


@pytest.mark.rule("SH-27", "SH-28")
def test_after_the_drop_tokens_are_on_top_of_different_columns() -> None:
    seen = 0
    for position in walks(Random(6), scaled(12, 4)):
        last = max(position.seats + 3, 5) - 1
        if position.event.kind == "dropped" and position.event.args[1] == last:
            seen += 1
            tops = [column[-1] for column in columns(position)]
            assert len(tokens(position)) == max(position.seats, 2)
            assert set(tokens(position).values()) <= set(tops)
    assert seen


@pytest.mark.rule("SH-125")
def test_the_order_of_phases_1_to_3() -> None:
    position = game.new(seats=2, seed=8)
    position.act(0, options(position, 0)[0])
    position.decide(1, options(position, 1)[0])
    assert kinds(steps(position))[:7] == ["shown", "sorted_row", *["dropped"] * 5]
    while position.record.number == 1:
        seat = min(position.due)
        events = position.act(seat, options(position, seat)[0])
    first = kinds(events).index("turned_up")
    assert kinds(events)[first:] == ["turned_up", "sorted_three", "arrow"]


@pytest.mark.rule("SH-124")
def test_who_has_one_card_is_not_asked() -> None:
    position = asked(
        "[1] [2] [3] [5] [6]",
        phase="arrow",
        arrow="..",
        row="18 47 90",
        **{"hand 0": "30", "hand 1": "64 65"},
    )
    assert position.due == {1}
    assert position.record.chosen[:2].tolist() == [29, -2]
    position = place(
        "[1] [2] [3] [5] [6]",
        phase="arrow",
        arrow="..",
        row="18 47 90",
        **{"hand 0": "30", "hand 1": "64"},
    )
    assert "shown" in kinds(steps(position))


@pytest.mark.rule("SH-117", "SH-124")
@pytest.mark.parametrize("hands", [("30 31", "32 36"), ("32 36", "30 31"), ("30 32", "31 36")])
def test_whoever_has_two_cards_is_asked_as_a_spectator_can_tell(hands: tuple[str, str]) -> None:
    """The number of cards of each back is public, and enough to know who will be asked."""
    lines = {"phase": "arrow", "arrow": "..", "row": "18 47 90"}
    position = place("[1] [2] [3] [5] [6]", **lines, **{"hand 0": hands[0], "hand 1": hands[1]})
    view = position.view(-1)._batch.copy()
    game.kernels["step"](view[0])
    assert view[0].due == 0b11
    assert view[0].chosen.tolist() == [-2] * 4


@pytest.mark.rule("SH-117", "SH-118")
@pytest.mark.parametrize("first", [(0,), (2, 0)])
def test_cards_chosen_but_not_shown_can_be_taken_back(first: tuple[int, ...]) -> None:
    """As a search does, which thinks about all choices of a round together."""
    position = game.new(seats=3, seed=2)
    before = position.copy().record
    for seat in first:
        position.decide(seat, options(position, seat)[seat])
    assert position.due == {0, 1, 2} - set(first)
    game.kernels["unseal"](position.record)
    assert position.due == {0, 1, 2}
    changed = {name for name in before.dtype.names if (position.record[name] != before[name]).any()}
    assert changed == {"event", "event_args"}


@pytest.mark.rule("SH-25", "SH-117")
def test_cards_that_all_have_chosen_are_not_taken_back() -> None:
    position = game.new(seats=2, seed=2)
    for seat in (0, 1):
        position.decide(seat, options(position, seat)[0])
    assert position.phase == "show"
    before = position.tobytes()
    game.kernels["unseal"](position.record)
    assert position.tobytes() == before


@pytest.mark.rule("SH-117", "SH-124")
@pytest.mark.parametrize("hands", [("30 31", "32 36"), ("32 36", "30 31"), ("30 32", "31 36")])
@pytest.mark.parametrize("viewer", [-2, -1, 0, 2])
def test_who_has_but_one_card_takes_nothing_back(hands: tuple[str, str], viewer: int) -> None:
    """Seats 0 and 1 have chosen, seat 2 had no choice, seat 3 is to choose; whoever looks on."""
    lines = {"hand 0": hands[0], "hand 1": hands[1], "hand 2": "33", "hand 3": "34 35"}
    lines |= {"phase": "arrow", "arrow": "..", "row": "18 47 90"}
    position = asked("[1] [2] [3] [5] [6] [9] [10]", **lines)
    for seat in (0, 1):
        position.decide(seat, options(position, seat)[0])
    assert position.due == {3}
    s = position.record.copy() if viewer == -2 else position.view(viewer).record.copy()
    alone = int(s.chosen[2])
    game.kernels["unseal"](s)
    assert s.due == 0b1011
    assert s.chosen.tolist() == [-2, -2, alone, -2]
    assert alone == (32 if viewer in (-2, 2) else -1)


@pytest.mark.rule("SH-29")
def test_a_hand_never_runs_out() -> None:
    for position in walks(Random(9), scaled(20, 4), rounds=7):
        if position.phase == "play":
            for seat in range(position.seats):
                assert len(hand(position, seat)) >= 3


@pytest.mark.rule("SH-24", "SH-31")
def test_who_is_not_asked_has_no_options() -> None:
    for position in walks(Random(10), scaled(12, 4)):
        for seat in range(position.seats):
            assert bool(options(position, seat)) == (seat in position.due)
