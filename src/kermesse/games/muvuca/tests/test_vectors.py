"""The examples of the rulebook, MV-T01 to MV-T14, exactly as they stand there."""

from __future__ import annotations

import pytest

from kermesse.core.position import Position
from kermesse.games.muvuca import game
from kermesse.games.muvuca.board.terminal import victory_card
from kermesse.games.muvuca.components import KINDS
from kermesse.games.muvuca.tests.scenes import (
    FOUR,
    PUSHES,
    card,
    cards,
    chosen_and_pushed,
    counts,
    crowd,
    ended,
    face_up,
    hand,
    heard,
    known,
    place,
    play,
    said,
    texts,
)

KIND = {kind.code: number for number, kind in enumerate(KINDS)}


def sizes(position: Position) -> tuple[int, int]:
    return len(hand(position, 0)), len(hand(position, 1))


@pytest.mark.rule("MV-T01")
def test_t01_deal() -> None:
    position = game.new(seed=1, options={"first_player": "seat0", "rounds_to_win": 1})
    assert len(position.record.crowd) == 16
    assert sizes(position) == (5, 4)
    for push in ["R1>", "R2>", "R3>"] * 4:
        (mover,) = position.due
        position.act(mover, position.legal(mover)[0])
        position.act(mover, push)
        if not position.over:
            assert sizes(position)[mover] == 4
            assert sizes(position)[1 - mover] == 5
    assert position.over
    assert sizes(position) == (4, 4)
    assert position.record.aside != -2
    assert game.box.sum() == 25


ROW_2 = "ca-st ca-di ca-tr hd-ho"  # a b c d: named here so that the eye can follow them


@pytest.mark.rule("MV-T02")
@pytest.mark.parametrize(
    ("push", "after", "leaves"),
    [
        ("R2>", "fr-st ca-st ca-di ca-tr", "hd-ho"),
        ("R2<", "ca-di ca-tr hd-ho fr-st", "ca-st"),
    ],
)
def test_t02_push_with_the_cards_named(push: str, after: str, leaves: str) -> None:
    position = place("D D D D " + ROW_2 + " D D D D D D D D")
    play(position, f"fr-st {push}")
    assert crowd(position).split()[4:8] == after.split()
    assert hand(position, 1) == cards(f"{FOUR} {leaves}")


@pytest.mark.rule("MV-T02")
@pytest.mark.parametrize(("push", "entry"), [("R2>", 4), ("R2<", 7)])
def test_t02_push_with_the_cards_face_down(push: str, entry: int) -> None:
    position = place()
    play(position, f"fr-st {push}")
    up = [cell for cell in range(16) if position.record.crowd[cell] >= 0]
    assert up == [entry]
    assert sizes(position) == (4, 5)
    (learned,) = hand(position, 1) - cards(FOUR)
    assert learned in hand(position.view(1), 1)
    assert learned not in hand(position.view(0), 1)
    assert learned not in hand(position.view(), 1)


@pytest.mark.rule("MV-T03")
def test_t03_cart() -> None:
    position = place()
    play(position, "fr-st R2>")
    position.act(1, "fr-di")
    assert texts(position, 1) == [push for push in PUSHES if push not in ("R2>", "R2<")]
    assert len(position.legal(1)) == 14
    position.act(1, "C1v")
    assert position.record.crowd[8] == card("fr-st")


@pytest.mark.rule("MV-T04")
@pytest.mark.parametrize(
    ("push", "after", "leaves"),
    [
        ("C3^", "ca-di ca-tr hd-ho ca-ho", "ca-st"),
        ("C3v", "ca-ho ca-st ca-di ca-tr", "hd-ho"),
    ],
)
def test_t04_column_push(push: str, after: str, leaves: str) -> None:
    position = place(" ".join(f"D D {code} D" for code in ROW_2.split()))
    events = play(position, f"ca-ho {push}")
    assert crowd(position).split()[2::4] == after.split()
    assert heard(events[-1]) == said("took", 1, card(leaves), 1)


@pytest.mark.rule("MV-T05")
def test_t05_corner() -> None:
    position = place()
    play(position, "fr-st C1v")
    assert position.record.crowd[0] == card("fr-st")
    position.act(1, "fr-di")
    assert set(PUSHES) - set(texts(position, 1)) == {"C1v", "C1^"}
    assert {"R1>", "R1<"} <= set(texts(position, 1))
    position.act(1, "R1>")
    position.act(0, "dr-di")
    assert set(PUSHES) - set(texts(position, 0)) == {"R1>", "R1<"}
    assert {"C1v", "C1^"} <= set(texts(position, 0))


END_TESTS = {
    "a": ("U U U U  U U U U  U D D D  U D D D", (2, 1, 0), "hand_over"),
    "b": ("U U U U  U U U U  D D D D  U U U U", (3, 0, 1), "set_aside"),
    "c": ("U U U D  U U U D  U U U D  U U U D", (0, 3, 1), "set_aside"),
}


@pytest.mark.rule("MV-T06")
@pytest.mark.parametrize("name", END_TESTS)
def test_t06_end_test(name: str) -> None:
    layout, told, phase = END_TESTS[name]
    position = place(
        layout, "fr-st dr-di ca-ho ch-cr", "fr-di dr-ho ca-cr ch-tr",
        phase="lines", leaving="hd-tr", cart="R1>",
    )  # fmt: skip
    assert heard(position.advance()) == said("lines_counted", *told)
    assert position.phase == phase


@pytest.mark.rule("MV-T07")
def test_t07_end_by_moving() -> None:
    position = place("U U U U  U U U U  U U U D  D D U hd-ho", cart="R1>", rounds_to_win=1)
    assert face_up(position) == 13
    chosen_and_pushed(position, "fr-st C4v")
    for _ in range(3):
        position.advance()
    faces = ["U" if number >= 0 else "D" for number in position.record.crowd]
    assert faces[3::4] == ["U", "U", "U", "D"]
    assert position.record.crowd[3] == card("fr-st")
    assert heard(position.advance())[1][0] == 3
    assert face_up(position) == 13
    position.settle()
    assert position.over
    assert sizes(position) == (4, 4)
    for viewer in (-1, 0, 1):
        assert position.view(viewer).record.aside == card("hd-ho")


T08 = """
fr-st fr-di fr-ho ca-cr
fr-cr dr-di dr-ho ca-di
hd-st hd-di ch-ho ca-ho
??    hd-tr ch-tr ??
"""
T08_TABLE = {  # Crowd and hand by type, then what it scores
    "fr": (4, 0, 4), "dr": (2, 3, 3), "ca": (3, 0, 3), "ch": (2, 1, 2), "hd": (3, 0, 3),
    "st": (1, 0, 1), "di": (3, 0, 3), "ho": (4, 0, 4), "cr": (1, 2, 2), "tr": (2, 2, 2),
}  # fmt: skip


@pytest.mark.rule("MV-T08")
def test_t08_scoring() -> None:
    position = ended(T08, "dr-st dr-cr dr-tr ch-st", "fr-tr ca-tr ch-cr hd-cr")
    unseen = cards("ca-st ch-di hd-ho")
    assert set(range(25)) - unseen == {
        *hand(position, 0), *hand(position, 1), *position.record.crowd.tolist()
    } - {-1}  # fmt: skip
    found = counts(position)
    for code, (group, held, score) in T08_TABLE.items():
        assert found[KIND[code]] == (int(KIND[code] >= 5), group, held)
        assert max(group, held) == score
    assert position.points == [15, 12]
    assert heard(position.advance()) == said("round_won", 0, 15, 12)


@pytest.mark.rule("MV-T09")
def test_t09_face_down_breaks_a_group() -> None:
    """Whatever the face-down card is: the record does not even hold one."""
    layout = "fr-st ?? fr-di hd-cr " + "D " * 12
    position = ended(layout, "dr-st dr-cr dr-tr ch-st", "fr-tr ca-tr ch-cr hd-di")
    assert counts(position)[KIND["fr"]] == (0, 1, 0)


@pytest.mark.rule("MV-T10")
def test_t10_tie() -> None:
    position = eleven_all()
    assert position.points == [11, 11]
    assert heard(position.advance()) == said("round_won", 0, 11, 11)
    position.settle()
    assert position.record.starter == 1
    assert position.record.wins.tolist() == [1, 0]
    assert position.due == {1}


def eleven_all() -> Position:
    """Food: 3 fries, 2 drinks, 2 candies, 2 chocolates, 2 hot dogs. Jackets: 2, 2, 2, 2, 3."""
    layout = """
    fr-st fr-di fr-ho ??
    dr-st dr-di ca-ho ca-cr
    ??    ??    ch-tr ch-cr
    ??    ??    ??    ??
    """
    return ended(
        layout, "ca-st ca-di hd-ho hd-cr", "fr-tr hd-tr dr-tr dr-ho",
        phase="winner", scored=10, starter=1,
    )  # fmt: skip


@pytest.mark.rule("MV-T11")
def test_t11_match() -> None:
    position = won_by(1, wins="0 0", starter=0)
    assert position.record.starter == 0
    assert victory_card(position.record).endswith("Seat 1")
    position = won_by(0, wins="0 1", starter=0)
    assert position.record.wins.tolist() == [1, 1]
    assert victory_card(position.record).endswith("middle")
    assert position.record.starter == 1
    position = won_by(0, wins="1 1", starter=1)
    assert position.over
    assert position.record.wins.tolist() == [2, 1]
    assert position.outcome is not None
    assert position.outcome.places == (1, 2)
    instead = won_by(1, wins="0 1", starter=0)
    assert instead.over
    assert instead.record.wins.tolist() == [0, 2]


def won_by(winner: int, wins: str, starter: int) -> Position:
    """A round that this seat wins by points, played to its last step."""
    layout = "fr-ho fr-cr fr-tr D  " + "D " * 12
    position = ended(
        layout, "fr-st dr-di ca-ho ch-cr", "fr-di dr-ho ca-cr ch-tr",
        phase="winner", scored=10, wins=wins, starter=starter, food_seat=winner,
    )  # fmt: skip
    assert position.advance().args[0] == winner
    position.settle()
    return position


@pytest.mark.rule("MV-T12")
def test_t12_known_cards() -> None:
    position = place("D D D hd-ho " + "D " * 12)
    play(position, "fr-st R1>")
    for viewer in (-1, 0, 1):
        assert known(position.view(viewer), 1) == cards("hd-ho")
    play(position, "fr-di C2v")
    assert known(position.view(0), 1) == cards("hd-ho")
    play(position, "dr-di C3v, hd-ho R4>")
    assert known(position.view(0), 1) == set()
    assert position.view(0).record.crowd[12] == card("hd-ho")


@pytest.mark.rule("MV-T13")
def test_t13_cap() -> None:
    layout = "U U U D  U U U U  U U D D  U U D D"
    position = place(layout, turn=20, turn_cap=20, rounds_to_win=1, cart="C4v")
    chosen_and_pushed(position, "fr-st R1>")
    told = [heard(position.advance()) for _ in range(5)]
    assert told[3:] == [said("lines_counted", 2, 2, 1), said("set_aside", -1)]
    assert sizes(position) == (4, 4)
    events = position.settle()
    assert [event.kind for event in events].count("counted") == 10
    assert position.outcome is not None
    assert position.outcome.ending == "cap"


@pytest.mark.rule("MV-T14")
@pytest.mark.parametrize(
    ("layout", "mine", "found", "score"),
    [
        ("fr-st D fr-di D", "fr-ho fr-cr fr-tr ca-ho", (0, 1, 3), 3),
        ("fr-st fr-di D fr-cr D D D fr-tr", "fr-ho ca-cr ca-tr ca-ho", (0, 2, 1), 2),
    ],
)
def test_t14_hand_against_crowd(
    layout: str, mine: str, found: tuple[int, int, int], score: int
) -> None:
    marks = layout.split()
    position = ended(" ".join(marks + ["D"] * (16 - len(marks))), mine, "dr-st dr-di dr-ho dr-cr")
    candies = mine.count("ca-")
    assert position.points[0] == score + candies
    assert counts(position)[KIND["fr"]] == found
