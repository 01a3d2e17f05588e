"""Positions as text: both ways, and what is no position of VIVA."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kermesse.core.errors import UnreadablePosition
from kermesse.core.position import Position, Situation
from kermesse.games.viva import game
from kermesse.games.viva.tests.scenes import any_options, everybody, place, scaled, walk

UNWRITTEN = {"rng", "reveals", "event", "event_args"}


def same(one: Situation, other: Situation) -> bool:
    """Equal in all that a text holds."""
    names = [name for name in game.dtype.names or () if name not in UNWRITTEN]
    return all((one.record[name] == other.record[name]).all() for name in names)


@settings(max_examples=scaled(60, 12), deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 6), steps=st.integers(0, 400))
def test_every_position_and_view_reads_back(seed: int, seats: int, steps: int) -> None:
    chance = Random(seed)
    position = game.new(seats=seats, seed=seed, options=any_options(chance, seats))
    for number, _ in enumerate(walk(position, chance)):
        if number >= steps:
            break
    assert same(game.position(position.text), position)
    assert game.position(position.text).text == position.text
    for viewer in everybody(position):
        view = position.view(viewer)
        assert same(game.view(view.text), view)


@pytest.mark.rule("VV-76")
def test_a_position_as_text() -> None:
    position = place("2Y* B RY", "O P", houses="YB 2B, , G", discard="3R", turn=7, wins="1 0")
    assert position.text.splitlines() == [
        "seats: 2", "discard: 3R", "turn: 7", "pile: 112", "wins: 1 0", "block: R", "active: 0",
        "dealer: 1", "house 1: YB 2B", "house 3: G", "hand 0: 2Y* B RY", "hand 1: P O",
    ]  # fmt: skip
    assert position.view(1).text.splitlines()[1] == "viewer: 1"
    assert "hand 0: 2Y* 2??" in position.view(1).text


GOOD: dict[str, Any] = {
    "seats": "3", "turn": "4", "block": "R", "house 1": "YB B",
    "hand 0": "2Y B", "hand 1": "O P", "hand 2": "2G",
}  # fmt: skip
HONOUR = {"table": "honour"}
PLACED = HONOUR | {"placed": "YB", "house": "H1", "beneath": "B"}
BAD: list[dict[str, Any]] = [
    {"seats": "1"}, {"seats": "7"}, {"seats": ""}, {"seats": None}, {"weather": "fine"},
    {"active": "3"}, {"dealer": "5"}, {"victor": "4"}, {"viewer": "3"}, {"viewer": "nobody"},
    {"phase": "sleep"}, {"hand 3": "R"}, {"hand 0": ""}, {"hand 0": "XX"}, {"hand 0": "2Y ??"},
    {"hand 0": "7Y"}, {"hand 0": "6Y", "hand 1": "Y"}, {"hand 0": "YR"}, {"hand 0": "1000Y"},
    {"hand 0": "Y-B"}, {"discard": "??"}, {"house 1": "??"}, {"house 4": "R"}, {"block": "??"},
    {"block": None}, {"block": ".."}, {"turn": "-1"}, {"turn": "501"}, {"pile": "5"}, {"pile": ""},
    {"due": "1"}, {"due": ".."}, {"due": "7"}, {"playing": "0"}, {"playing": "1 2"},
    {"playing": "0 1"}, {"callers": "1"}, {"wins": "1 0"}, {"wins": "2 2 0"}, {"wins": "x 0 0"},
    {"owes": "1"}, {"phase": "draw"}, {"phase": "draw", "owes": "0"}, {"phase": "call"},
    {"phase": "penalty", "owes": "1"}, {"phase": "viva"}, {"phase": "only_card", "block": ".."},
    {"phase": "only_card", "block": "..", "hand 0": "Y", "owes": "1"},
    {"phase": "right", "owes": "1"},
    {"phase": "new_block", "block": "..", "hand 0": "Y"}, {"phase": "new_block"}, {"phase": "win"},
    {"phase": "turn_up"}, {"last": "G"}, {"phase": "win", "last": "??"}, {"drawn": "Y"},
    {"phase": "drawn"}, {"phase": "drawn", "drawn": "G"}, {"phase": "drawn", "drawn": "??"},
    {"phase": "more"}, {"phase": "more", "laid": "1 0 0"}, {"laid": "1 0 0"}, {"laid": "1 0"},
    {"laid_kind": "Y"}, {"phase": "more", "laid": "2 0 0", "laid_kind": "Y"},
    {"phase": "more", "laid": "1 0 0", "laid_kind": "Y", "hand 0": "2Y"},
    {"phase": "more", "laid": "1 0 0", "laid_kind": "Y", "house 2": "Y", "house 3": "Y"},
    HONOUR | {"phase": "call"}, PLACED | {"phase": "call", "placed": "B"},
    PLACED | {"phase": "call", "beneath": "G"}, PLACED | {"phase": "call", "callers": "1"},
    PLACED | {"phase": "call", "due": "0 1"}, PLACED | {"phase": "call", "due": ".."},
    {"placed": "YB"}, {"house": "H1"}, {"house": "H4"}, {"played": "3"}, {"phase": "victory_card"},
    {"tie_break": "yes"}, {"rounds": "13"}, {"edition": "pocket", "rounds": "9"},
    {"viva_right": "3", "viva_left": "3"}, {"first_dealer": "seat3"}, {"table": "fair"},
    {"viewer": "1"}, {"viewer": "1", "hand 0": "3??", "hand 1": "2??", "hand 2": "2??"},
    {"viewer": "spectator", "hand 0": "Y* Y B", "hand 1": "2??", "hand 2": "2??"},
    {"viewer": "1", "hand 0": "3??", "hand 2": "2??", "phase": "drawn", "drawn": "Y"},
    {"viewer": "1", "hand 0": "300??", "hand 2": "2??"}, {"hand 0": "2Y* B*?"},
]  # fmt: skip


def written(lines: dict[str, Any]) -> str:
    return "\n".join(f"{name}: {value}" for name, value in lines.items() if value is not None)


def test_the_good_position_can_be_read() -> None:
    assert isinstance(game.position(written(GOOD)), Position)
    assert game.position(written(GOOD | PLACED | {"phase": "call"})).due == {1, 2}
    assert game.position(written(GOOD | PLACED | {"phase": "call", "due": "2", "callers": "1"}))
    assert game.position(
        written(GOOD | {"phase": "over", "played": "3", "hand 0": "", "wins": "2 1 0"})
    ).over


@pytest.mark.parametrize("lines", BAD, ids=str)
def test_what_is_no_position(lines: dict[str, Any]) -> None:
    text = written(GOOD | lines)
    read = game.position if lines.get("viewer", "table") in ("table", "nobody", "3") else game.view
    with pytest.raises(UnreadablePosition):
        read(text)


@pytest.mark.parametrize("text", ["", "seats", "seats: 2\nseats: 2", "hello", "seats: 2\n: x\n"])
def test_what_is_no_text_of_a_position(text: str) -> None:
    with pytest.raises(UnreadablePosition):
        game.position(text)


@settings(max_examples=scaled(150, 30), deadline=None, derandomize=True)
@given(st.data())
def test_a_damaged_text_is_refused_or_read_but_never_crashes(data: st.DataObject) -> None:
    played: dict[str, Any] = {"wins": "1 0", "played": 1, "turn": 7}
    position = place("2Y* B RY", "O P", houses="YB 2B, , G", discard="3R", dealer=1, **played)
    text = position.text
    assert game.position(text) == position
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from(list("0189RYGB?*. :\nxé")))
    try:
        position = game.position(text[:at] + letter + text[at + 1 :])
    except UnreadablePosition:
        return
    for seat in position.due:
        assert position.legal(seat)


def test_the_board_shows_what_the_view_knows() -> None:
    position = place("2Y* B RY", "O P", houses="YB 2B, , G", discard="3R", wins="1 0", dealer=1)
    board = str(position.view(1))
    assert "YB" in board
    assert "discard pile 3: R R R" in board
    assert "Y* Y* ?? ??" in board
    assert "▸ Seat 0" in board
    position = place("Y", "", "2G B", playing="0 2", tie_break="yes", played=3, table="honour")
    board = str(position)
    assert "Tie-break" in board
    assert "sits out" in board
    assert "honour table" in board
    position = place("Y B", "O P", pile="2G")
    position.act(0, "draw")
    assert "just drawn: G" in str(position)
    assert "just drawn: ??" in str(position.view(1))
    position = place("RY", "O P", rounds=1)
    play_out = position.act(0, "finish")
    assert play_out
    assert "◂ RY" in str(position)


# --- what no play leads to ------------------------------------------------------------------------

EMPTY = {"pile": "0", "discard": None, "house 1": None}
ALL_HELD = "6R 6P 6O 6Y 6G 6B 6RP 6RO 6RY 6RG 6RB 6PO 6PY 6PG 6PB 6OY 6OG 6OB 6YG 6YB"
DRY = {"block": "GB", "hand 0": ALL_HELD, "hand 1": "3GB", "hand 2": "2GB"} | EMPTY
SHOWN = {"house 1": "YB", "house 2": "B", "house 3": "GB"}
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    (DRY | {"passes": "3"}, "when all 3 have passed"),
    (DRY | {"passes": "4", "phase": "begin"}, "when all 3 have passed"),
    (DRY | {"passes": "2", "turn": "1"}, "is dealt 5 cards"),
    ({"passes": "1"}, "while there is a card to draw"),
    (DRY | {"passes": "1", "phase": "drawn", "drawn": "R"}, "comes after no pass"),
    (SHOWN, "a VIVA is cleared"),
    (SHOWN | {"phase": "begin"}, "a VIVA is cleared"),
    (SHOWN | {"phase": "viva"}, "a VIVA is cleared"),
    ({"house 1": "RY B"}, "holds a card that is blocked"),
    ({"house 1": "YB RY B"}, "holds a card that is blocked"),
    ({"house 1": "YG PB"}, "matches none below it"),
    ({"phase": "new_block", "block": "..", "owes": "0"}, "a VIVA has cleared house 1"),
    ({"dealer": "0"}, "the turn passes to the left"),
    ({"turn": "5", "dealer": "2"}, "the turn passes to the left"),
    ({"turn": "0"}, "turn 0 is none"),
    ({"turn": "1"}, "is dealt 5 cards"),
    ({"turn": "1", "hand_size": "3", "hand 1": "O P PO", "hand 2": "3G"}, "empty houses"),
    ({"wins": "1 0 0"}, "too many victory cards"),
    ({"victor": "1"}, "has no victor yet"),
    ({"tie_break": "yes", "played": "3", "playing": "0 1", "hand 2": ""}, "leaders"),
    ({"tie_break": "yes", "played": "3", "wins": "2 1 0"}, "tied leaders"),
    ({"tie_break": "yes", "played": "4", "wins": "1 1 1"}, "one tie-break round"),
    ({"playing": "0 1", "hand 2": ""}, "everybody takes part"),
    ({"phase": "over", "played": "3", "wins": "1 1 1"}, "a tie-break has to be played"),
    ({"phase": "over", "played": "2", "wins": "1 0 0"}, "a match has 3 rounds"),
    ({"first_dealer": "seat0"}, "seat 0 deals round 1"),
    ({"phase": "penalty", "owes": "3", "penalty": "2"} | HONOUR, "at most 2 cards"),
    ({"placed": "YB", "house": "H1"}, "nothing is placed"),
    ({"callers": "1", "table": "honour"}, "only who has answered"),
]  # fmt: skip


@pytest.mark.rule("VV-04", "VV-08", "VV-14", "VV-18", "VV-19", "VV-32", "VV-33", "VV-35", "VV-57")
@pytest.mark.parametrize(("lines", "complaint"), IMPOSSIBLE, ids=str)
def test_a_position_that_no_play_leads_to_is_refused(lines: dict[str, Any], complaint: str) -> None:
    with pytest.raises(UnreadablePosition, match=complaint):
        game.position(written(GOOD | lines))


@pytest.mark.parametrize(
    "lines",
    [
        DRY | {"passes": "2"},
        DRY | {"passes": "3", "phase": "begin"},
        SHOWN | {"phase": "viva", "placed": "YB", "house": "H1"},
        SHOWN | HONOUR | {"house 2": "B R", "phase": "begin", "house 3": "R"},
        {"tie_break": "yes", "played": "3", "wins": "1 1 1"},
        {"tie_break": "yes", "played": "3", "wins": "1 1 0", "playing": "0 1", "hand 2": ""},
        {"played": "1", "wins": "1 0 0", "first_dealer": "seat1"},
        {"phase": "turn_up", "turn": "0", "block": "..", "hand_size": "3", "hand 0": "3Y",
         "hand 1": "O P PO", "hand 2": "3G", "house 1": None},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_near_to_that_and_can_be_played_to(lines: dict[str, Any]) -> None:
    position = game.position(written(GOOD | lines))
    assert same(game.position(position.text), position)
