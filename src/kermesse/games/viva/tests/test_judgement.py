"""What bots are told, and how they behave: VV-69 and VV-70."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from kermesse.core.position import Position, Situation
from kermesse.games.viva import game
from kermesse.games.viva.tests.scenes import (
    OTHERS,
    cards,
    everybody,
    grid,
    kind,
    options,
    place,
    scaled,
    walks,
)

SEATS_AT = 4 * 21 + 4 * 7
REST_AT = SEATS_AT + 6 * 4


def features(situation: Situation) -> list[float]:
    out = np.full(game.features, np.nan, np.float32)
    game.kernels["features"](situation.record, out)
    return [float(number) for number in out]


def evaluate(situation: Situation) -> list[float]:
    out = np.full(situation.seats, np.nan, np.float32)
    game.kernels["evaluate"](situation.record, out)
    return [float(number) for number in out]


def test_features_are_in_range_and_as_many_as_the_game_says() -> None:
    assert game.features == REST_AT + 10
    for position in walks(Random(1), scaled(5, 3), turn_cap=50):
        for viewer in everybody(position):
            seen = features(position.view(viewer))
            assert all(0.0 <= number <= 13.0 for number in seen)
            assert all(np.isfinite(evaluate(position.view(viewer))))


@pytest.mark.rule("VV-75")
def test_bots_are_told_nothing_that_their_seat_does_not_know() -> None:
    chance = Random(2)
    for position in walks(chance, scaled(5, 3), turn_cap=50, rounds=1):
        seat = chance.randrange(position.seats)
        other = position.copy()
        other.rekey(chance.getrandbits(64))
        game.kernels["twin"](other.record, seat)
        assert features(other.view(seat)) == features(position.view(seat))
        assert evaluate(other.view(seat)) == evaluate(position.view(seat))


def test_cards_in_the_features() -> None:
    position = place("2Y B", "O* P", houses="YB, , G", discard="3R", block="RP")
    seen = features(position.view(0))
    assert {at: n for at, n in enumerate(seen[:84]) if n} == {
        kind("Y"): 1.0, kind("B"): 0.5, 21 + kind("R"): 0.5, 42 + kind("O"): 1.0,
    }  # fmt: skip
    tops = [at for at, n in enumerate(seen[84:SEATS_AT]) if n]
    assert tops == [3, 5, 7 + 6, 14 + 4, 21, 22]


def test_seats_and_match_in_the_features() -> None:
    position = place("Y B", "O P", "G", active=1, dealer=1, wins="0 1 2", turn=50, turn_cap=100)
    seen = features(position.view(2))
    assert seen[SEATS_AT : SEATS_AT + 12] == pytest.approx(
        [0.1, 1, 2 / 3, 1, 0.2, 0, 0, 1, 0.2, 0, 1 / 3, 1]
    )
    assert not any(seen[SEATS_AT + 12 : REST_AT])
    assert seen[REST_AT:] == pytest.approx([0, 1, 0, 0, 0, 0, 120 / 126, 0.5, 0, 0])


def test_the_drawn_card_is_in_the_features_of_its_owner_only() -> None:
    position = place("Y B", "O P", pile="2G")
    position.act(0, "draw")
    assert features(position.view(0))[63 + kind("G")] == 1.0
    assert not any(features(position.view(1))[63:84])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"mine": "Y B"}, {"mine": "Y B G"}),  # shedding
        ({"mine": "Y RG"}, {"mine": "Y B"}),  # a card that fits the block
        ({"mine": "RY"}, {"mine": "Y"}),  # ready to finish
        ({"wins": "1 0"}, {"mine": "RY"}),  # a victory card is worth more than any hand
        ({"other": "O P G"}, {"other": "O P"}),
        ({"mine": "2Y", "other": "3O"}, {"mine": "2Y", "other": "R"}),
    ],
)
def test_what_is_judged_better(better: dict[str, str], worse: dict[str, str]) -> None:
    worths = []
    for given in (better, worse):
        lines = {"mine": "Y B G", "other": "2O P"} | given
        mine, other = lines.pop("mine"), lines.pop("other")
        worths.append(evaluate(place(mine, other, **lines))[0])
    assert worths[0] > worths[1]


def test_a_finished_hand_and_a_viva_in_the_air_are_judged_as_such() -> None:
    position = place("RY", "O P", table="honour")
    before = evaluate(position)[0]
    position.act(0, "finish")
    assert evaluate(position)[0] > before + 20
    one = place("Y B G", "O P", table="honour", houses="Y, Y, Y")
    other = place("Y B G", "O P", table="honour", houses="Y, Y, P")
    for position in (one, other):
        position.act(0, "Y H1")
    assert evaluate(one)[0] > evaluate(other)[0]


def test_the_judgement_of_a_match_that_is_over() -> None:
    position = place("RY", "O P", "", playing="0 1", wins="1 1 0", played=3, tie_break="yes")
    position.act(0, "finish")
    worths = evaluate(position)
    assert worths[0] > worths[1] > worths[2]


# --- good manners -------------------------------------------------------------------------


def looked_at(position: Position, seat: int, lot: int) -> frozenset[str]:
    """What a bot with this lot looks at."""
    view = position.view(seat)
    moves = np.zeros(game.actions, np.int16)
    n = game.kernels["legal"](view.record, seat, moves)
    kept = game.kernels["manners"](view.record, seat, lot, moves, n)
    return frozenset(game.notation.action_text(number) for number in moves[:kept].tolist())


def chosen(position: Position, seat: int) -> Counter[frozenset[str]]:
    """What a bot looks at, with each of the hundred lots once."""
    return Counter(looked_at(position, seat, lot) for lot in range(100))


def caller(code: str, **lines: Any) -> Position:
    position = place(f"{code} G B", *OTHERS[:2], houses="Y", table="honour", **lines)
    position.act(0, f"{code} H1")
    return position


@pytest.mark.rule("VV-69")
@pytest.mark.parametrize("notice", [0, 30, 90, 100])
def test_a_bot_notices_as_often_as_was_agreed(notice: int) -> None:
    found = chosen(caller("RY", bot_notice=notice), 1)
    assert found[frozenset({"call"})] == notice
    assert found[frozenset({"silent"})] == 100 - notice


@pytest.mark.rule("VV-69")
def test_bots_are_silent_to_what_is_legal() -> None:
    assert chosen(caller("Y", bot_notice=100), 1) == {frozenset({"silent"}): 100}


@pytest.mark.rule("VV-70")
@pytest.mark.parametrize("cheat", [0, 25, 100])
def test_a_bot_looks_at_forbidden_cards_as_often_as_was_agreed(cheat: int) -> None:
    position = place("RY G B", "O P", houses="Y", table="honour", bot_cheat=cheat)
    found = chosen(position, 0)
    honest = frozenset({"G H2", "G H3", "B H2", "B H3", "draw"})
    assert found[frozenset(options(position))] == cheat
    assert found[honest] == 100 - cheat


@pytest.mark.rule("VV-70")
def test_a_bot_never_cheats_twice_in_a_turn() -> None:
    """The lot is drawn once, at the start of the turn: a drawn card is placed by the rules."""
    position = place("Y B", "O P", houses="G", table="honour", pile="2RG", bot_cheat=100)
    position.act(0, "draw")
    assert chosen(position, 0) == {frozenset({"keep"}): 100}
    position = place("Y B", "O P", houses="B", table="honour", pile="2G", bot_cheat=100)
    position.act(0, "draw")
    assert chosen(position, 0) == {frozenset({"G H2", "G H3", "keep"}): 100}


@pytest.mark.rule("VV-70")
def test_an_honest_bot_keeps_its_last_card_off_the_block() -> None:
    position = place("Y", "O P", table="honour")
    assert chosen(position, 0) == {frozenset({"draw"}): 100}
    position = place("RY", "O P", table="honour")
    assert chosen(position, 0) == {frozenset({"draw", "finish"}): 100}


def test_at_a_strict_table_and_in_other_decisions_all_is_looked_at() -> None:
    position = place("2Y B", "O P")
    assert chosen(position, 0) == {frozenset(grid("Y B") | {"draw"}): 100}
    position = place("3Y B", "O P", table="honour")
    position.act(0, "Y H1")
    assert chosen(position, 0) == {frozenset(grid("Y") | {"stop"}): 100}
    position = place("Y B G", "O P", houses="Y, Y, Y", table="honour")
    position.act(0, "Y H1")
    position.act(1, "silent")
    assert chosen(position, 0) == {frozenset({"block B", "block G", "pile"}): 100}
    assert cards("B G")
