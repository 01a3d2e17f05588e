"""How play is cut into decisions and automatic steps: VV-81 to VV-87."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kermesse.core.errors import KermesseError
from kermesse.core.position import Position
from kermesse.games.viva import game
from kermesse.games.viva.tests.scenes import (
    any_options,
    fields,
    heard,
    kind,
    kinds,
    place,
    said,
    scaled,
    walk,
)


def changes(position: Position, step: Any) -> dict[str, Any]:
    """The fields that a step changed, apart from the event it tells."""
    before = fields(position.record)
    step()
    after = fields(position.record)
    told = {"event", "event_args", "rng"}
    return {name: after[name] for name in after if after[name] != before[name] and name not in told}


def heap(*codes: str) -> int:
    return sum(1 << 3 * kind(code) for code in codes)


def row(*values: int) -> list[int]:
    return [*values, *[0] * (6 - len(values))]


@pytest.mark.rule("VV-28", "VV-79", "VV-81")
def test_laying_one_of_several_cards_changes_only_what_its_player_sees() -> None:
    position = place("3Y B", "O P")
    assert changes(position, lambda: position.decide(0, "Y H2")) == {
        "phase": 1,
        "laid": [0, 1, 0],
        "laid_kind": kind("Y"),
    }
    assert heard(position.event) == said("laid", 0, kind("Y"), 1)
    assert changes(position, lambda: position.decide(0, "Y H2")) == {"laid": [0, 2, 0]}
    assert changes(position, lambda: position.decide(0, "stop")) == {
        "hand": row(heap("Y", "B"), heap("O", "P")),
        "top": [-2, kind("Y"), -2],
        "under": [0, heap("Y"), 0],
        "laid": [0, 0, 0],
        "laid_kind": -2,
        "placed": kind("Y"),
        "house": 1,
        "reveals": 1,
        "phase": 6,
        "due": 0,
    }
    assert changes(position, position.advance) == {
        "active": 1, "due": 2, "turn": 2, "phase": 0, "placed": -2, "house": -2,
    }  # fmt: skip
    with pytest.raises(KermesseError, match=r"no automatic step is pending: seats \[1\] are due"):
        position.advance()


@pytest.mark.rule("VV-84", "VV-30")
def test_drawing_and_placing_the_drawn_card() -> None:
    position = place("Y B", "O P", houses="G", pile="2G", passes=1)
    assert changes(position, lambda: position.decide(0, "draw")) == {
        "hand": row(heap("Y", "B", "G"), heap("O", "P")),
        "drawn": kind("G"),
        "pile": 1,
        "passes": 0,
        "reveals": 1,
        "phase": 2,
    }
    assert heard(position.event) == said("drew", 0, kind("G"))
    assert changes(position, lambda: position.decide(0, "G H1")) == {
        "hand": row(heap("Y", "B"), heap("O", "P")),
        "drawn": -2,
        "under": [heap("G"), 0, 0],
        "placed": kind("G"),
        "house": 0,
        "beneath": kind("G"),
        "reveals": 2,
        "phase": 6,
        "due": 0,
    }


@pytest.mark.rule("VV-80", "VV-81")
def test_keeping_and_passing() -> None:
    position = place("Y B", "O P", pile="2G")
    position.decide(0, "draw")
    assert changes(position, lambda: position.decide(0, "keep")) == {
        "drawn": -2, "phase": 6, "due": 0,
    }  # fmt: skip


@pytest.mark.rule("VV-84", "VV-37", "VV-38", "VV-40")
def test_the_steps_of_a_viva() -> None:
    """Houses and block, right neighbour, left neighbour, blocking card, next turn."""
    position = place("Y B G", "O P", "2O", houses="Y, Y, YB", pile="5GB")
    position.decide(0, "Y H1")
    assert position.phase == "viva"
    discarded = int(position.record.discard)
    cleared = changes(position, position.advance)
    assert cleared == {
        "top": [-2, -2, -2],
        "under": [0, 0, 0],
        "block": -2,
        "discard": discarded + 3 * heap("Y") + heap("YB", "R"),
        "owes": 2,
        "phase": 13,
    }
    assert heard(position.event) == said("viva", 0, 0b001000, 5)
    told = [heard(position.advance()) for _ in range(3)]
    drawn = kind("GB")
    assert told == [said("drew", 2, drawn), said("drew", 2, drawn), said("drew", 1, drawn)]
    assert (position.phase, position.due, position.record.owes) == ("new_block", {0}, 0)
    changed = changes(position, lambda: position.decide(0, "block G"))
    assert changed == {
        "hand": row(heap("B"), heap("O", "P", "GB"), 2 * heap("O") + 2 * heap("GB")),
        "block": kind("G"),
        "reveals": position.reveals,
        "phase": 6,
        "due": 0,
    }
    assert heard(position.advance()) == said("began", 1, 2)


@pytest.mark.rule("VV-41", "VV-84")
def test_the_steps_of_a_viva_with_an_only_card() -> None:
    position = place("B*", "O P", phase="only_card", block="..", pile="5GB")
    assert changes(position, position.advance) == {
        "hand": row(0, heap("O", "P")), "known": row(0), "block": kind("B"),
        "owes": 1, "reveals": 1, "phase": 16,
    }  # fmt: skip
    assert heard(position.event) == said("blocked", 0, kind("B"), 1)
    assert changes(position, position.advance) == {
        "hand": row(heap("GB"), heap("O", "P")), "owes": 0, "pile": 4, "reveals": 2, "phase": 6,
    }  # fmt: skip


@pytest.mark.rule("VV-84", "VV-66")
def test_the_steps_of_being_caught() -> None:
    position = place("RY G B", "O P", houses="YB G", pile="5GB", table="honour")
    position.decide(0, "RY H1")
    assert (position.record.beneath, position.record.house) == (kind("YB"), 0)
    assert changes(position, lambda: position.decide(1, "call")) == {
        "callers": 2, "due": 0, "phase": 8,
    }  # fmt: skip
    assert changes(position, position.advance) == {"reveals": 2, "phase": 9}
    assert changes(position, position.advance) == {
        "hand": row(heap("RY", "G", "B"), heap("O", "P")),
        "known": row(heap("RY")),
        "top": [kind("YB"), -2, -2],
        "under": [heap("G"), 0, 0],
        "owes": 3,
        "phase": 10,
    }
    assert heard(position.event) == said("caught", 0, kind("RY"), 0)
    assert kinds(position.settle()) == ["drew", "drew", "drew", "began"]
    assert (position.record.callers, position.record.owes) == (0, 0)


@pytest.mark.rule("VV-86")
@pytest.mark.parametrize("table", ["strict", "honour"])
@pytest.mark.parametrize(("rounds", "last"), [(1, "match_won"), (2, "dealt")])
def test_the_steps_of_a_round_win(table: str, rounds: int, last: str) -> None:
    position = place("RY", "O P", table=table, rounds=rounds)
    told = kinds(position.act(0, "finish"))
    if table == "honour":
        assert told == ["finished"]
        told += kinds(position.act(1, "silent"))
        assert told.pop(1) == "answered"
        assert told.pop(1) == "answers"
    assert told[:4] == ["finished", "round_won", "victory_card", last]


@pytest.mark.rule("VV-86", "VV-47")
def test_what_each_step_of_a_round_win_changes() -> None:
    position = place("RY*", "O P", rounds=1)
    assert changes(position, lambda: position.decide(0, "finish")) == {
        "hand": row(0, heap("O", "P")), "known": row(0), "last": kind("RY"),
        "reveals": 1, "phase": 17, "due": 0,
    }  # fmt: skip
    assert changes(position, position.advance) == {"victor": 0, "phase": 18}
    assert changes(position, position.advance) == {"wins": row(1), "phase": 19}
    assert changes(position, position.advance) == {"played": 1, "over": 1, "phase": 20}
    with pytest.raises(KermesseError, match="the game is over"):
        position.advance()


@pytest.mark.rule("VV-87", "VV-77")
def test_chance_is_drawn_only_for_cards_that_leave_the_pile() -> None:
    random = Random(66)
    for seed in range(scaled(20, 4)):
        seats = 2 + seed % 5
        position = game.new(seats=seats, seed=seed, options=any_options(random, seats))
        chance, reveals = int(position.record.rng), position.reveals
        for event in walk(position, random):
            from_pile = event.kind in ("dealt", "drew") or (
                event.kind == "blocked" and not event.args[2]
            )
            assert (int(position.record.rng) != chance) == from_pile
            shown = event.kind in ("placed", "finished", "blocked", "reshuffled", "answers")
            grown = position.reveals - reveals
            assert (grown > 0) == (from_pile or shown)
            if event.kind != "dealt":
                assert grown <= 1
            chance, reveals = int(position.record.rng), position.reveals


@pytest.mark.rule("VV-81", "VV-28")
def test_at_most_seven_decisions_in_a_strict_turn() -> None:
    """`turn`, `more` for each further copy, `new_block`; five with the pocket deck."""
    for edition, most in (("regular", 7), ("pocket", 5)):
        copies = {"regular": 6, "pocket": 4}[edition]
        position = place(f"{copies - 1}Y 2B", "O P", houses=", B, O", edition=edition)
        decisions = 0
        while position.due == {0}:
            legal = [str(action) for action in position.legal(0)]
            position.act(0, "Y H1" if "Y H1" in legal else legal[0])
            decisions += 1
        assert decisions == copies - 1 < most
