"""The examples of the rulebook, VV-T02 to VV-T26, exactly as they stand there."""

from __future__ import annotations

import pytest

from kermesse.games.viva.tests.scenes import (
    answer,
    cards,
    code_of,
    discard,
    grid,
    hand,
    heard,
    kind,
    kinds,
    known,
    options,
    place,
    play,
    rest,
    said,
    sizes,
    tops,
    under,
    written,
)


@pytest.mark.rule("VV-T02")
@pytest.mark.parametrize(
    ("houses", "code", "house", "viva"),
    [
        ("R, RB, R", "RY", "H3", True),
        ("RB, RY, Y", "YB", "H3", False),
        (", RB, ", "R", "H1", False),
        ("R, R, ", "R", "H1", False),
    ],
)
def test_t02_viva_in_red(houses: str, code: str, house: str, viva: bool) -> None:
    position = place(f"{code} G P", houses=houses, block="O")
    told = position.act(0, f"{code} {house}")
    assert ("viva" in kinds(told)) == viva
    if viva:
        assert heard(told[1]) == said("viva", 0, 0b000001, 5)


@pytest.mark.rule("VV-T03")
def test_t03_viva_draws() -> None:
    position = place("O", "Y B G", "P", "PO", active=1, houses="Y, Y, Y")
    position.act(1, "Y H1")
    assert sizes(position) == [3, 2, 2, 1]
    position.act(1, "pile")
    assert position.due == {2}
    position = place("Y B G", "O", houses="Y, Y, Y")
    position.act(0, "Y H1")
    assert sizes(position) == [2, 3]
    position.act(0, "pile")
    assert position.due == {1}


@pytest.mark.rule("VV-T04", "VV-41", "VV-42")
def test_t04_exception() -> None:
    position = place("Y G", "O P", houses="Y, Y, Y")
    told = position.act(0, "Y H1")
    assert code_of(position.record.block) == "G"
    assert sizes(position)[0] == 1
    assert kinds(told) == ["placed", "viva", "drew", "drew", "blocked", "drew", "began"]
    assert position.due == {1}


@pytest.mark.rule("VV-T05")
def test_t05_last_card() -> None:
    assert "finish" in options(place("RB", block="B"))
    assert options(place("RY", block="B")) == {"draw"}


@pytest.mark.rule("VV-T06")
def test_t06_penalty() -> None:
    position = place("RY G B", table="honour", houses="Y")
    position.act(0, "RY H1")
    position.act(1, "call")
    assert sizes(position)[0] == 3 + 3
    position = place("Y G B", table="honour", houses="Y", pile="6RG")
    play(position, "draw, RG H1")
    position.act(1, "call")
    assert sizes(position)[0] == 3 + 4


@pytest.mark.rule("VV-T07")
def test_t07_block() -> None:
    position = place("R RY PB YB G", block="RP")
    assert options(position) == grid("YB G") | {"draw"}
    assert len(position.legal(0)) == 7


@pytest.mark.rule("VV-T08")
def test_t08_golden_rule() -> None:
    position = place("Y GB O RY", houses="YB, , G")
    wanted = {"Y H1", "Y H2", "O H2", "draw"} | grid("GB")
    assert options(position) == wanted
    assert len(wanted) == 7


@pytest.mark.rule("VV-T09")
def test_t09_identical_cards() -> None:
    position = place("3Y B", "O P")
    position.act(0, "Y H1")
    assert options(position) == grid("Y") | {"stop"}
    position.act(0, "Y H2")
    told = position.act(0, "Y H3")
    assert kinds(told)[:2] == ["placed", "viva"]
    assert code_of(position.record.block) == "B"
    assert sizes(position)[0] == 1


@pytest.mark.rule("VV-T10")
def test_t10_two_identical_last_cards() -> None:
    position = place("2Y", "O P", pile="5G")
    assert kinds(position.act(0, "Y H1")) == ["placed", "began"]
    play(position, "draw, keep")
    assert options(position) == {"draw"}


@pytest.mark.rule("VV-T11", "VV-36")
def test_t11_viva_inside_c() -> None:
    position = place("3Y G", "O P", houses="Y, YB")
    told = position.act(0, "Y H3")
    assert kinds(told)[:2] == ["placed", "viva"]
    assert hand(position, 0) == cards("2Y G")
    assert options(position) == {"block Y", "block G", "pile"}
    position = place("3Y G", "O P", houses="Y, YB")
    play(position, "Y H1, Y H2, Y H3")
    assert code_of(position.record.block) == "G"


@pytest.mark.rule("VV-T12", "VV-30")
def test_t12_drawn_card() -> None:
    position = place("Y", houses="GB, O, O", pile="G")
    assert options(position) == {"draw"}
    position.act(0, "draw")
    assert options(position) == {"keep", "G H1"}
    told = position.act(0, "G H1")
    assert heard(told[0]) == said("placed", 0, kind("G"), 1, 0, 0, 1)
    assert hand(position, 0) == cards("Y")
    position = place("Y", houses="GB, O, O", pile="RG")
    position.act(0, "draw")
    assert options(position) == {"keep"}


@pytest.mark.rule("VV-T13", "VV-31")
def test_t13_drawn_card_and_identical_cards() -> None:
    position = place("2G Y", pile="2G")
    position.act(0, "draw")
    assert options(position) == {"keep"} | grid("G")
    position.act(0, "G H1")
    assert hand(position, 0) == cards("2G Y")
    assert position.due == {1}


@pytest.mark.rule("VV-T14", "VV-49")
def test_t14_declining_to_finish() -> None:
    position = place("B", block="RB", pile="2G")
    assert options(position) == {"finish", "draw"}
    position.act(0, "draw")
    assert "finish" not in options(position)
    position.act(0, "keep")
    assert sizes(position)[0] == 2


@pytest.mark.rule("VV-T15")
def test_t15_reshuffle() -> None:
    """Three cards come from the VIVA and the block, so four of the seven were there before."""
    some = "Y 2B"
    others = rest([some, "Y Y", "R", "P", "3O"])
    position = place(some, written(others), houses="Y, Y", discard="3O")
    assert position.record.pile == 1
    told = position.act(0, "Y H3")
    assert kinds(told) == ["placed", "viva", "drew", "reshuffled", "drew"]
    assert heard(told[3]) == said("reshuffled", 7, 0)
    assert position.record.pile == 6


@pytest.mark.rule("VV-T15", "VV-55")
def test_t15_houses_of_five_one_and_three_cards() -> None:
    houses = "G 4O, P, YG 2P"
    left = rest(["Y B", houses.replace(",", ""), "R"])
    position = place("Y B", written(left), houses=houses)
    told = position.act(0, "draw")
    assert heard(told[0]) == said("reshuffled", 6, 1)
    assert tops(position) == ["G", "P", "YG"]
    assert not any(under(position, house) for house in range(3))
    assert position.record.pile == 5
    assert hand(position, 0) in (cards("Y B O"), cards("Y B P"))
    left = rest(["Y B", "G P", "R"])
    position = place("Y B", written(left), houses="G, P")
    assert "pass" in options(position)
    assert "draw" not in options(position)


@pytest.mark.rule("VV-T16")
def test_t16_tie_break() -> None:
    position = place("O", "O", "RY", "O", active=2, dealer=3, wins="2 0 1 0", rounds=4, played=3)
    position.act(2, "finish")
    assert position.points == [2, 0, 2, 0]
    s = position.record
    assert (s.tie_break, s.playing, s.dealer) == (1, 0b0101, 0)
    assert position.due == {2}
    assert sizes(position) == [5, 0, 5, 0]
    position = place(
        "O P", "", "Y B G", "", active=2, dealer=0, playing="0 2", wins="2 0 2 0", rounds=4,
        played=4, tie_break="yes", houses="Y, Y, Y",
    )  # fmt: skip
    position.act(2, "Y H1")
    assert sizes(position) == [4, 0, 2, 0]


@pytest.mark.rule("VV-T17")
def test_t17_honour_block() -> None:
    position = place("RY G B", *("O P", "2O"), table="honour", houses="Y")
    position.act(0, "RY H1")
    answer(position)
    assert tops(position)[0] == "RY"
    assert hand(position, 0) == cards("G B")
    position = place("RY G B", *("O P", "2O"), table="honour", houses="Y")
    position.act(0, "RY H1")
    answer(position, 2)
    assert tops(position)[0] == "Y"
    assert hand(position, 0) >= cards("RY G B")
    assert sizes(position)[0] == 6
    assert position.due == {1}


@pytest.mark.rule("VV-T18")
def test_t18_honour_false_call() -> None:
    position = place("Y G B", *("O P", "2O"), table="honour", houses="YB")
    position.act(0, "Y H1")
    told = answer(position, 1)
    assert "drew" not in kinds(told)
    assert tops(position)[0] == "Y"
    assert under(position, 0) == cards("YB")


@pytest.mark.rule("VV-T19")
def test_t19_honour_forbidden_viva() -> None:
    position = place("RY G B", table="honour", houses="Y, Y, B")
    position.act(0, "RY H3")
    told = position.act(1, "silent")
    assert said("viva", 0, 0b001000, 5) in [heard(event) for event in told]
    assert discard(position) == cards("RY 2Y B R")
    position = place("RY G B", table="honour", houses="Y, Y, B")
    position.act(0, "RY H3")
    told = position.act(1, "call")
    assert "viva" not in kinds(told)
    assert tops(position) == ["Y", "Y", "B"]
    assert sizes(position)[0] == 6


@pytest.mark.rule("VV-T20")
def test_t20_honour_last_card() -> None:
    for text, won in [("silent", True), ("call", False)]:
        position = place("Y", "O P", table="honour", rounds=1)
        assert options(position) == {"finish", "draw"}
        position.act(0, "finish")
        told = position.act(1, text)
        assert ("round_won" in kinds(told)) == won
        if not won:
            assert hand(position, 0) >= cards("Y")
            assert sizes(position)[0] == 4


@pytest.mark.rule("VV-T21")
def test_t21_cap() -> None:
    position = place("2Y 2B", "2O", "4P", turn=500, rounds=1)
    play(position, "Y H1, stop")
    assert position.points == [0, 1, 0]
    position = place("2Y B", "2O", "4P", turn=500, rounds=2)
    play(position, "Y H1, stop")
    assert position.points == [0, 0, 0]
    assert position.record.played == 1


@pytest.mark.rule("VV-T22", "VV-89")
@pytest.mark.parametrize("mine", ["2R", "RY RB", "RP RG"])
def test_t22_blocked_twins(mine: str) -> None:
    assert options(place(mine)) == {"draw"}


@pytest.mark.rule("VV-T23")
def test_t23_viva_by_a_drawn_card() -> None:
    position = place("G", "O P", houses="Y, YB", pile="4Y")
    position.act(0, "draw")
    assert options(position) == {"keep"} | grid("Y")
    told = position.act(0, "Y H3")
    assert kinds(told) == ["placed", "viva", "drew", "drew", "blocked", "drew", "began"]
    assert code_of(position.record.block) == "G"
    assert hand(position, 0) == cards("Y")


@pytest.mark.rule("VV-T24")
def test_t24_a_silent_more() -> None:
    one, other = place("2Y B", "O P", "2O"), place("Y G B", "O P", "2O")
    others = (-1, 1, 2)
    before = [one.view(viewer).tobytes() for viewer in others]
    one.act(0, "Y H1")
    assert one.phase == "more"
    assert [one.view(viewer).tobytes() for viewer in others] == before
    one.decide(0, "stop")
    other.decide(0, "Y H1")
    for viewer in others:
        assert one.view(viewer).tobytes() == other.view(viewer).tobytes()


@pytest.mark.rule("VV-T25")
def test_t25_known_count() -> None:
    position = place("RY G B", "O P", table="honour", houses="R 5O", block="Y")
    position.act(0, "RY H1")
    answer(position, 1)
    assert known(position, 0) == cards("RY")
    lines = {"table": "honour", "houses": "RY", "block": "B", "phase": "drawn", "drawn": "RY"}
    position = place("RY* RY G", "O P", **lines)
    position.act(0, "RY H1")
    answer(position)
    assert known(position, 0) == cards("RY")
    play(position, "draw, keep")
    position.act(0, "RY H1")
    answer(position)
    assert known(position, 0) == cards("")


@pytest.mark.rule("VV-T26")
def test_t26_tie_break_of_three() -> None:
    position = place(
        "O P", "RY", "2O", "", active=1, dealer=0, playing="0 1 2", wins="1 1 1 0", played=3,
        tie_break="yes",
    )  # fmt: skip
    position.act(1, "finish")
    assert position.outcome == ((2, 1, 2, 4), "tie_break")
    assert position.points == [1, 1, 1, 0]
