"""How play is cut into decisions and automatic steps: MV-63 to MV-66."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from kermesse.core.errors import IllegalMove, KermesseError
from kermesse.core.position import Position
from kermesse.games.muvuca import game
from kermesse.games.muvuca.tests.scenes import (
    PUSHES,
    any_options,
    card,
    cards,
    chosen_and_pushed,
    fields,
    hand,
    heard,
    place,
    said,
    scaled,
    walk,
)

R2_RIGHT = PUSHES.index("R2>")


def changes(position: Position, step: Any) -> dict[str, Any]:
    """The fields that a step changed, apart from the event it tells."""
    before = fields(position.record)
    step()
    after = fields(position.record)
    told = {"event", "event_args"}
    return {name: after[name] for name in after if after[name] != before[name] and name not in told}


def bits(codes: str) -> int:
    return sum(1 << number for number in cards(codes))


@pytest.mark.rule("MV-63")
def test_a_turn_is_a_card_and_then_a_push() -> None:
    position = place(active=1, turn=4, cart="C1v")
    assert position.phase == "card"
    assert changes(position, lambda: position.decide(1, card("fr-st"))) == {
        "phase": 1,
        "chosen": card("fr-st"),
    }
    assert heard(position.event) == said("chose", 1, card("fr-st"))
    assert position.due == {1}
    assert changes(position, lambda: position.decide(1, 25 + R2_RIGHT)) == {
        "phase": 2,
        "pushed": R2_RIGHT,
        "due": 0,
    }
    assert heard(position.event) == said("pushed", 1, R2_RIGHT)


@pytest.mark.rule("MV-63")
def test_neither_decision_can_be_taken_out_of_order() -> None:
    position = place()
    with pytest.raises(IllegalMove, match="choose a card before the push") as refused:
        position.act(0, "R1>")
    assert refused.value.rule == "MV-63"
    position.act(0, "fr-st")
    with pytest.raises(IllegalMove, match="the card is chosen already") as refused:
        position.act(0, "dr-di")
    assert refused.value.rule == "MV-63"


@pytest.mark.rule("MV-63")
def test_every_turn_of_a_match_has_two_decisions_of_one_seat() -> None:
    chance = Random(63)
    for seed in range(scaled(20, 2)):
        kinds = []
        for event in walk(game.new(seed=seed, options=any_options(chance)), chance):
            if event.kind in ("chose", "pushed"):
                kinds.append((event.kind, event.args[0]))
        for chose, pushed in zip(kinds[::2], kinds[1::2], strict=True):
            assert (chose[0], pushed[0]) == ("chose", "pushed")
            assert chose[1] == pushed[1]


@pytest.mark.rule("MV-64")
def test_the_five_steps_after_a_push_that_does_not_end_the_round() -> None:
    layout = "D D D D  ca-st D D hd-ho  D D D D  D D D D"
    position = chosen_and_pushed(
        place(layout, "fr-st* dr-di* ca-ho ch-cr hd-tr", turn=3), "fr-st R2>"
    )
    row_2 = [card("ca-st"), -1, -1]
    slid = [-1] * 4 + [-2, *row_2] + [-1] * 8
    assert changes(position, position.advance) == {
        "crowd": slid,
        "leaving": card("hd-ho"),
        "phase": 3,
    }
    assert heard(position.event) == said("slid", R2_RIGHT, card("hd-ho"))
    inserted = [-1] * 4 + [card("fr-st"), *row_2] + [-1] * 8
    assert changes(position, position.advance) == {
        "crowd": inserted,
        "hand": [bits("dr-di ca-ho ch-cr hd-tr"), bits("fr-di dr-ho ca-cr ch-tr")],
        "known": [bits("dr-di"), 0],
        "chosen": -2,
        "reveals": 1,
        "phase": 4,
    }
    assert heard(position.event) == said("inserted", 0, card("fr-st"), 4)
    assert changes(position, position.advance) == {"cart": R2_RIGHT, "pushed": -2, "phase": 5}
    assert heard(position.event) == said("cart_moved", R2_RIGHT)
    assert changes(position, position.advance) == {"phase": 6}
    assert heard(position.event) == said("lines_counted", 0, 0, 0)
    assert changes(position, position.advance) == {
        "hand": [bits("dr-di ca-ho ch-cr hd-tr"), bits("fr-di dr-ho ca-cr ch-tr hd-ho")],
        "known": [bits("dr-di"), bits("hd-ho")],
        "leaving": -2,
        "turn": 4,
        "active": 1,
        "due": 2,
        "phase": 0,
    }
    assert heard(position.event) == said("took", 1, card("hd-ho"), 1)
    with pytest.raises(KermesseError, match=r"no automatic step is pending: seats \[1\] are due"):
        position.advance()


@pytest.mark.rule("MV-64")
def test_a_face_down_card_is_drawn_only_when_it_is_taken() -> None:
    position = chosen_and_pushed(place(active=1), "fr-st C4^")
    chance = int(position.record.rng)
    for _ in range(4):
        position.advance()
    assert int(position.record.rng) == chance
    assert position.reveals == 1
    assert position.record.leaving == -1
    before = hand(position, 0)
    assert heard(position.advance())[0] == "took"
    (new,) = hand(position, 0) - before
    assert heard(position.event) == said("took", 0, new, 0)
    assert int(position.record.rng) != chance
    assert position.reveals == 2
    assert (position.record.leaving, position.record.turn) == (-2, 2)
    assert position.due == {0}


@pytest.mark.rule("MV-64")
def test_the_fifth_step_sets_the_card_aside_when_the_round_ends() -> None:
    layout = "U U U U  U U U U  D U U hd-ho  D D D D"
    position = chosen_and_pushed(place(layout, cart="C1v"), "fr-st R3<")
    kinds = [position.advance().kind for _ in range(5)]
    assert kinds == ["slid", "inserted", "cart_moved", "lines_counted", "set_aside"]
    assert position.record.aside == -1
    assert position.phase == "reveal"


ROUND_END = ["hands_revealed", *["counted"] * 10, "round_won", "victory_card"]


@pytest.mark.rule("MV-65")
@pytest.mark.parametrize(("rounds", "last"), [(1, "match_won"), (2, "dealt")])
@pytest.mark.parametrize(("option", "turned"), [("ignored", 0), ("revealed", 3)])
def test_the_steps_at_the_end_of_a_round(rounds: int, last: str, option: str, turned: int) -> None:
    layout = "U U U D  U U U U  U U U U  D D U D"
    position = place(layout, cart="C1v", rounds_to_win=rounds, facedown_at_scoring=option)
    events = [event.kind for event in position.act(0, "fr-st")]
    events += [event.kind for event in position.act(0, "R1>")]
    assert events == [
        "chose", "pushed", "slid", "inserted", "cart_moved", "lines_counted", "set_aside",
        ROUND_END[0], *["turned_up"] * turned, *ROUND_END[1:], last,
    ]  # fmt: skip


@pytest.mark.rule("MV-65")
def test_what_each_step_at_the_end_of_a_round_changes() -> None:
    mine, other = "fr-st dr-di ca-ho ch-cr", "fr-di dr-ho ca-cr ch-tr"
    position = place(
        "U U U U " * 3 + "D D D D", mine, other,
        phase="set_aside", leaving="??", cart="R3>", turn=30,
    )  # fmt: skip
    assert changes(position, position.advance) == {"aside": -1, "leaving": -2, "phase": 8}
    assert changes(position, position.advance) == {
        "known": [bits(mine), bits(other)],
        "reveals": 1,
        "phase": 10,
    }
    for number in range(1, 10):
        assert changes(position, position.advance) == {"scored": number}
    assert changes(position, position.advance) == {"scored": 10, "phase": 11}
    zero, one = position.points
    winner = 0 if zero > one else 1
    assert changes(position, position.advance) == {"victor": winner, "phase": 12}
    wins = [1 - winner, winner]
    assert changes(position, position.advance) == {"wins": wins, "phase": 13}
    position.advance()
    assert heard(position.event) == said("dealt", 1 - winner, 0)
    assert position.reveals == 2


@pytest.mark.rule("MV-65")
def test_the_end_of_the_match_leaves_the_last_round_on_the_table() -> None:
    position = place(
        "U U U U " * 3 + "D D D D", "fr-st dr-di ca-ho ch-cr", "fr-di dr-ho ca-cr ch-tr",
        phase="next", aside="??", scored=10, victor=1, wins="0 1", rounds_to_win=1,
    )  # fmt: skip
    assert changes(position, position.advance) == {"over": 1, "phase": 14}
    assert heard(position.event) == said("match_won", 1)
    with pytest.raises(KermesseError, match="the game is over"):
        position.advance()


CHANCE_STEPS = {"dealt", "took", "turned_up"}


@pytest.mark.rule("MV-66")
def test_chance_is_drawn_only_for_cards_that_nobody_had_seen() -> None:
    """The shuffle is drawn card by card, when somebody sees one: no other step has chance in it."""
    random = Random(66)
    for seed in range(scaled(30, 3)):
        position = game.new(seed=seed, options=any_options(random))
        chance, reveals = int(position.record.rng), position.reveals
        for event in walk(position, random):
            drawn = event.kind in CHANCE_STEPS and not (event.kind == "took" and event.args[2])
            assert (int(position.record.rng) != chance) == drawn
            shown = drawn or event.kind in ("inserted", "hands_revealed")
            assert position.reveals == reveals + shown
            chance, reveals = int(position.record.rng), position.reveals


@pytest.mark.rule("MV-66")
def test_settling_in_machine_code_is_the_same_as_step_by_step() -> None:
    position = chosen_and_pushed(place("U U U D  U U U U  U U U U  D D U D"), "fr-st R1>")
    rushed = position.copy()
    rushed.rush()
    position.settle()
    assert rushed == position
    assert np.array_equal(rushed.record.event_args, position.record.event_args)
