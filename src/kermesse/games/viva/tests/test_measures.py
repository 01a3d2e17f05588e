"""What is counted for a designer: cards held and played, actions, and rounds."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from kermesse.core.conformance.counted_match import (
    CountedMatch,
    fresh_row,
    measured,
    note_in,
    noted,
)
from kermesse.core.kernel import PLAIN
from kermesse.core.measures import DEALT, ENDED
from kermesse.core.position import Position
from kermesse.games.viva import game
from kermesse.games.viva.tests.scenes import CODES, place, play

NAMES = {"R": "red", "P": "pink", "O": "orange", "Y": "yellow", "G": "green", "B": "blue"}
CARDS = {code: "-".join(NAMES[letter] for letter in code) + " card" for code in CODES}
DEEDS = {
    "finish": "finish with the last card",
    "draw": "draw a card",
    "pass": "pass",
    "stop": "stop placing",
    "keep": "keep the drawn card",
    "pile": "block with the top card of the pile",
    "call": "call",
    "silent": "stay silent",
}
PLACING = {
    "turn": "place a card",
    "more": "place another identical card",
    "drawn": "place the drawn card",
}


def match(seats: int, seed: int, compiled: bool = False, **options: Any) -> CountedMatch:
    chosen = {"rounds": 2, "turn_cap": 50} | options
    batch = game.blank(1, seats, chosen)
    batch["rng"] = seed
    return measured(game, batch, Random(seed), compiled=compiled)


def counts(position: Position, text: str, seat: int = 0) -> set[str]:
    """What a decision counts, each once."""
    found = noted(game, position.record, seat, game.notation.read_action(text))
    assert set(found.values()) == {1}
    return set(found)


def test_every_card_and_action_is_measured_once() -> None:
    names = [(measure.how, measure.component) for measure in game.measures]
    assert len(set(names)) == len(names)
    held = {component for how, component in names if how == "held"}
    played = {component for how, component in names if how == "played"}
    assert held == set(CARDS.values())
    extra = {"block with a card from hand", "make VIVA", "place a forbidden card"}
    assert played == {*CARDS.values(), *DEEDS.values(), *PLACING.values(), *extra}
    assert all(how in ("held", "played") for how, _ in names)
    kinds = Counter((measure.how, measure.kind) for measure in game.measures)
    assert kinds == {
        ("held", "card"): 21,
        ("played", "card"): 21,
        ("played", "action"): len(DEEDS) + len(PLACING) + len(extra),
    }


def test_the_first_hand_is_held() -> None:
    position = place("2Y RB", "B 2OG PO")
    hand = {"held yellow card": 2, "held red-blue card": 1}
    other = {"held blue card": 1, "held orange-green card": 2, "held pink-orange card": 1}
    assert noted(game, position.record, 0, DEALT) == hand
    assert noted(game, position.record, 1, DEALT) == other


def test_nothing_is_owned_at_the_end() -> None:
    assert noted(game, place("2Y RB").record, 0, ENDED) == {}


def test_placements_are_told_apart() -> None:
    position = place("3Y B G", pile="3P 3O")
    assert counts(position, "Y H1") == {"played yellow card", "played place a card"}
    assert counts(position, "draw") == {"played draw a card"}
    assert counts(position, "pass") == {"played pass"}
    play(position, "Y H1")
    further = {"played yellow card", "played place another identical card"}
    assert counts(position, "Y H2") == further
    assert counts(position, "stop") == {"played stop placing"}


def test_the_drawn_card_is_placed_or_kept() -> None:
    position = place("3Y B G", pile="3P")
    play(position, "draw")
    assert counts(position, "P H3") == {"played pink card", "played place the drawn card"}
    assert counts(position, "keep") == {"played keep the drawn card"}


@pytest.mark.rule("VV-45")
def test_the_last_card_is_played_too() -> None:
    finish = {"played red-yellow card", "played finish with the last card"}
    assert counts(place("RY"), "finish") == finish


@pytest.mark.rule("VV-33", "VV-40")
def test_a_viva_is_an_action_and_so_is_the_new_block() -> None:
    position = place("2Y B G", houses="YB, Y")
    made = {"played yellow card", "played place a card", "played make VIVA"}
    assert counts(position, "Y H3") == made
    assert counts(position, "B H3") == {"played blue card", "played place a card"}
    assert counts(position, "Y H1") == {"played yellow card", "played place a card"}
    play(position, "Y H3")
    assert position.phase == "new_block"
    block = {"played blue card", "played block with a card from hand"}
    assert counts(position, "block B") == block
    assert counts(position, "pile") == {"played block with the top card of the pile"}


def test_a_viva_with_cards_laid_in_the_same_turn() -> None:
    position = place("3Y B G", houses="YB")
    play(position, "Y H2")
    assert "played make VIVA" in counts(position, "Y H3")
    assert "played make VIVA" not in counts(position, "Y H2")


@pytest.mark.rule("VV-60", "VV-62")
def test_on_the_honour_table_cheats_and_answers_are_counted() -> None:
    position = place("2RY B G", houses="O", table="honour")
    cheat = {"played place a card", "played place a forbidden card"}
    assert counts(position, "RY H2") == cheat | {"played red-yellow card"}
    assert counts(position, "B H1") == cheat | {"played blue card"}
    assert counts(position, "B H2") == {"played blue card", "played place a card"}
    last = place("B", table="honour")
    finish = {"played blue card", "played finish with the last card"}
    assert counts(last, "finish") == finish | {"played place a forbidden card"}
    play(position, "B H1")
    assert counts(position, "call", 1) == {"played call"}
    assert counts(position, "silent", 1) == {"played stay silent"}


def test_counts_stop_where_their_numbers_end() -> None:
    row = fresh_row(game)
    row[: len(game.measures)] = np.iinfo(np.int16).max
    position = place("2Y B G", houses="Y, Y", table="honour", block="Y")
    note_in(row, game, position.record, 0, game.notation.read_action("Y H3"))
    assert (row[: len(game.measures)] == np.iinfo(np.int16).max).all()


def recounted(found: CountedMatch, seat: int) -> Counter[str]:
    """What a seat has done, by the texts of its decisions and by the cards it finished with."""
    names = []
    for _, phase, text in (taken for taken in found.taken if taken.seat == seat):
        if text in DEEDS:
            names += [DEEDS[text]]
        elif text.startswith("block"):
            names += ["block with a card from hand", CARDS[text.split()[1]]]
        else:
            names += [PLACING[phase], CARDS[text.split()[0]]]
    for event, args, *_ in found.happened:
        if event == "finished" and args[0] == seat:
            names += [CARDS[CODES[args[1]]]]
    return Counter(f"played {name}" for name in names)


@pytest.mark.parametrize("table", ["strict", "honour"])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_whole_matches_add_up(seats: int, table: str) -> None:
    found = match(seats, seats, table=table, hand_size=4)
    judged = {"played make VIVA", "played place a forbidden card"}
    for seat, (dealt, seen) in enumerate(zip(found.dealt, found.counts, strict=True)):
        assert dealt.total() == 4
        done = Counter({name: n for name, n in seen.items() if name not in judged})
        assert done == dealt + recounted(found, seat)


@pytest.mark.parametrize("seats", [2, 4])
def test_on_a_strict_table_every_viva_is_one_and_nothing_is_forbidden(seats: int) -> None:
    found = match(seats, 10 + seats)
    made = sum(seen["played make VIVA"] for seen in found.counts)
    assert made == sum(event.event == "viva" for event in found.happened) > 0
    assert not any("played place a forbidden card" in seen for seen in found.counts)


@pytest.mark.rule("VV-32", "VV-06")
@pytest.mark.parametrize("table", ["strict", "honour"])
def test_turns_and_rounds_are_counted_when_they_begin(table: str) -> None:
    """By the numbers that turns have within their round."""
    done = last = rounds = 0
    for event in match(3, 3, rounds=3, table=table).happened:
        if event.event == "dealt":
            done, last, rounds = done + last, 0, rounds + 1
        elif event.event == "began":
            last = event.args[1]
        assert (event.turns, event.rounds) == (done + last, rounds)
    assert rounds >= 3
    assert done > rounds


@pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")
def test_machine_code_counts_the_same() -> None:
    for table in ("strict", "honour"):
        assert match(3, 5, table=table).counts == match(3, 5, True, table=table).counts
