"""How play is cut into decisions and automatic steps: MK-71 to MK-74, field by field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kermesse.core.errors import KermesseError
from kermesse.core.position import Position
from kermesse.games.muckle import game
from kermesse.games.muckle.tests.scenes import (
    BALL,
    FIVE,
    PLAY,
    READY,
    SEATS,
    card,
    fields,
    heard,
    said,
    select,
    selected,
    turn,
)

EVENT = {"event", "event_args"}


def changes(position: Position, step: Callable[[], Any]) -> dict[str, Any]:
    """The fields that a step changed, apart from the event it tells."""
    before = fields(position.record)
    step()
    after = fields(position.record)
    return {
        name: after[name] for name in after if after[name] != before[name] and name not in EVENT
    }


def heap(words: str) -> int:
    return sum(1 << 4 * card(word) for word in words.split())


ALL = "run run run run tackle_left tackle_left tackle_right tackle_right tackle_both "
ALL += "dodge_left dodge_right pass rest"


@pytest.mark.rule("MK-71")
def test_cards_are_put_aside_one_by_one() -> None:
    position = game.new(seed=1)
    assert [action.number for action in position.legal(3)] == list(range(8))
    rest = heap(ALL.replace("tackle_both ", ""))
    assert changes(position, lambda: position.decide(3, card("tackle_both"))) == {
        "hand": [heap(ALL)] * 3 + [rest],
        "aside": [0, 0, 0, heap("tackle_both")],
    }
    assert heard(position.event) == said("put_aside", 3, card("tackle_both"), 1)
    assert [action.number for action in position.legal(3)] == [0, 1, 2, 4, 5, 6, 7]
    for word in ("run", "run", "run", "run"):
        position.decide(3, card(word))
    assert heard(position.event) == said("put_aside", 3, card("run"), 5)
    assert [action.number for action in position.legal(3)] == [READY]
    assert changes(position, lambda: position.decide(3, READY)) == {"due": 0b0111}
    assert heard(position.event) == said("ready", 3)


@pytest.mark.rule("MK-07", "MK-71")
def test_the_exchange_follows_the_last_selection() -> None:
    position = game.new(seed=1)
    for seat in (0, 1, 2):
        select(position, seat, FIVE)
    for word in FIVE.split():
        position.decide(3, card(word))
    assert changes(position, lambda: position.decide(3, READY)) == {"due": 0, "phase": 3}
    assert changes(position, position.advance) == {
        "phase": 1, "due": 15, "turn": 1, "reveals": 1,
    }  # fmt: skip
    assert heard(position.event) == said("exchanged", 5)


@pytest.mark.rule("MK-71")
def test_equal_cards_are_one_option() -> None:
    position = selected()
    assert [action.number for action in position.legal(0)] == [PLAY, PLAY + 1, PLAY + 2, PLAY + 3]


@pytest.mark.rule("MK-72")
def test_the_ball_always_has_two_options() -> None:
    for seat in SEATS:
        cards = ["rest"] * 4
        cards[seat] = "tackle_left"
        position = turn(" | ".join(cards))
        for other, word in enumerate(cards):
            position.act(other, word)
        numbers = [BALL + seat % 2, BALL + seat % 2 + 2]
        for decider in position.due:
            assert [action.number for action in position.legal(decider)] == numbers


def start(stacks: str, **lines: Any) -> Position:
    """All four cards picked, nothing revealed."""
    position = turn(stacks, **lines)
    for seat, pile in enumerate(stacks.split("|")):
        position.decide(seat, PLAY + card(pile.split()[-1]))
    return position


@pytest.mark.rule("MK-66", "MK-73")
def test_picking() -> None:
    position = turn("run | rest | rest | rest")
    assert changes(position, lambda: position.decide(2, PLAY + card("rest"))) == {
        "pick": [-2, -2, 7, -2], "due": 0b1011,
    }  # fmt: skip
    assert heard(position.event) == said("picked", 2, 7)
    position.decide(0, PLAY)
    position.decide(1, PLAY + 7)
    assert changes(position, lambda: position.decide(3, PLAY + 7)) == {
        "pick": [0, 7, 7, 7], "due": 0, "phase": 4,
    }  # fmt: skip


@pytest.mark.rule("MK-73")
def test_a_whole_turn_step_by_step() -> None:
    position = start("pass | tackle_left tackle_both | run | dodge_left rest", ball=0, turn=4)
    hands = fields(position.record)["hand"]
    stacks = fields(position.record)["stack"]
    hands[0] -= heap("pass")
    stacks[0] = card("pass") + 1
    assert changes(position, position.advance) == {
        "hand": hands, "stack": stacks, "pick": [-2, 3, 0, 7], "waiting": 1, "reveals": 1,
    }  # fmt: skip
    assert heard(position.event) == said("revealed", 0, card("pass"))
    position.advance()
    position.advance()
    found = changes(position, position.advance)
    assert (found["phase"], found["waiting"], found["reveals"]) == (5, 15, 4)
    hands, known = fields(position.record)["hand"], [0, 0, 0, heap("dodge_left rest")]
    hands[3] += known[3]
    stacks = [*fields(position.record)["stack"][:3], 0]
    assert changes(position, position.advance) == {
        "hand": hands, "known": known, "stack": stacks, "waiting": 0b0111, "phase": 6,
    }  # fmt: skip
    assert heard(position.event) == said("rested", 3, 2)
    assert changes(position, position.advance) == {"ball": 2, "waiting": 0b0110, "phase": 7}
    assert heard(position.event) == said("passed", 0, 2)
    assert changes(position, position.advance) == {"phase": 8}
    assert heard(position.event) == said("streaks", 0, 2, 1, 0)
    assert changes(position, position.advance) == {
        "waiting": 0b0100, "tackler": 1, "aims": 0b1000, "target": 2, "source": 1, "phase": 9,
    }  # fmt: skip
    assert heard(position.event) == said("tackled", 1, card("tackle_both"), 2, 0b0101)
    assert changes(position, position.advance) == {
        "damage": [0, 0, 2, 0], "striker": [-2, -2, 1, -2], "aims": 0, "target": 0,
    }  # fmt: skip
    assert heard(position.event) == said("hit", 2, 1, 2, 1, 0)
    assert changes(position, position.advance) == {
        "damage": [2, 0, 2, 0], "striker": [1, -2, 1, -2],
        "tackler": -2, "target": -2, "source": -2, "phase": 8,
    }  # fmt: skip
    assert changes(position, position.advance) == {"waiting": 0, "phase": 10}
    assert heard(position.event) == said("cancelled", 2, card("run"), 1, 1, 2)
    assert changes(position, position.advance) == {"phase": 2, "due": 0b1010}
    assert heard(position.event) == said("damage", 4, 0, 2, 2, 1)
    with pytest.raises(KermesseError, match=r"seats \[1, 3\] are due"):
        position.advance()
    assert changes(position, lambda: position.decide(3, BALL + 1)) == {
        "ball": 1, "due": 0, "phase": 13,
    }  # fmt: skip
    assert heard(position.event) == said("gave", 3, 1, 2)
    assert changes(position, position.advance) == {
        "turn": 5, "carrier": 1, "due": 15, "phase": 1,
        "damage": [0] * 4, "striker": [-2] * 4,
    }  # fmt: skip
    assert heard(position.event) == said("turn", 5, 1)


@pytest.mark.rule("MK-38", "MK-73")
def test_a_redirected_hit_step_by_step() -> None:
    position = start("dodge_left | tackle_right | rest | dodge_left")
    while position.phase != "hit":
        position.advance()
    assert changes(position, position.advance) == {"target": 3, "source": 0, "hops": 1}
    assert heard(position.event) == said("dodged", 0, 1, 1, 1, 3)
    assert changes(position, position.advance) == {"target": 2, "source": 3, "hops": 2}
    assert changes(position, position.advance) == {
        "damage": [0, 0, 1, 0], "striker": [-2, -2, 1, -2], "tackler": -2,
        "target": -2, "source": -2, "hops": 0, "phase": 10,
    }  # fmt: skip


@pytest.mark.rule("MK-41", "MK-73")
def test_the_second_hit_of_a_tackle_starts_anew() -> None:
    position = start("rest | tackle_both | dodge_right | rest")
    while position.phase != "hit":
        position.advance()
    position.advance()
    assert (position.record.hops, position.record.target) == (1, 3)
    found = changes(position, position.advance)
    assert found == {
        "damage": [0, 0, 0, 1], "striker": [-2, -2, -2, 1],
        "aims": 0, "target": 0, "source": 1, "hops": 0,
    }  # fmt: skip
    assert position.phase == "hit"


@pytest.mark.rule("MK-47", "MK-51", "MK-73")
def test_the_end_of_a_turn_without_a_decision() -> None:
    position = start("run run tackle_left run dodge_left pass run tackle_both | rest | rest | rest",
                     ball=0)  # fmt: skip
    while position.phase != "damage":
        position.advance()
    assert heard(position.event) == said("tackled_nobody", 0, card("tackle_both"), 1)
    assert changes(position, position.advance) == {"phase": 11}
    assert changes(position, position.advance) == {"phase": 12}
    assert heard(position.event) == said("kept", 0)
    found = changes(position, position.advance)
    assert (found["phase"], found["stack"]) == (13, [0] * 4)
    assert found["hand"][0] == found["known"][0]
    assert set(found) == {"phase", "stack", "hand", "known"}
    assert heard(position.event) == said("picked_up", 0, 8)
    assert changes(position, position.advance) == {"turn": 3, "due": 15, "phase": 1}


@pytest.mark.rule("MK-48", "MK-73")
def test_a_dropped_ball_is_one_step() -> None:
    position = start("tackle_right | tackle_left | rest | rest", ball=2)
    while position.phase != "possession":
        position.advance()
    assert changes(position, position.advance) == {"ball": -2, "phase": 13}
    assert heard(position.event) == said("dropped", 2, 1)
    assert changes(position, position.advance)["carrier"] == -2


@pytest.mark.rule("MK-58", "MK-70", "MK-73")
def test_the_win_is_a_step_of_its_own() -> None:
    position = start("run | rest | rest | rest", ball=0, progress="5 0")
    while position.phase != "resolve":
        position.advance()
    found = changes(position, position.advance)
    assert found == {"progress": [6, 0], "waiting": 0, "phase": 14}
    reveals = position.reveals
    assert changes(position, position.advance) == {"over": 1, "phase": 15, "reveals": reveals + 1}
    assert heard(position.event) == said("won", 0, 6, 0)


@pytest.mark.rule("MK-60", "MK-73")
def test_the_cap_is_a_step_of_its_own() -> None:
    position = start("rest | rest | rest | rest", turn=100)
    while position.phase != "next":
        position.advance()
    reveals = position.reveals
    assert changes(position, position.advance) == {"over": 1, "phase": 15, "reveals": reveals + 1}


@pytest.mark.rule("MK-12", "MK-73")
def test_steps_with_nothing_to_do_are_left_out() -> None:
    position = start("dodge_left | dodge_left | dodge_right | dodge_right")
    kinds = [position.advance().kind for _ in range(6)]
    assert kinds == ["revealed"] * 4 + ["damage", "stayed"]
