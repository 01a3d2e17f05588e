"""What is counted for a designer: sorts of cards held, chosen and won, actions, and rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from kermesse.core.conformance.counted_match import CountedMatch, Tally, measured, noted
from kermesse.core.measures import DEALT, ENDED
from kermesse.core.position import Position
from kermesse.games.shuppa import game
from kermesse.games.shuppa.tests.oracle import FACES
from kermesse.games.shuppa.tests.scenes import SEAT_COUNTS, acting, asked, numbers, place

NORMAL = ["red card", "yellow card", "green card", "blue card", "multicolour card"]
ACTION = ["eat card", "jump card", "swap card", "lift card"]
DEEDS = {
    "eat": "eat a card",
    "jump": "make a card jump",
    "swap": "swap two cards",
    "lift": "lift a column",
    "decline": "decline an action",
    "share": "share a lot",
}


def sort(number: int) -> str:
    face = FACES[number]
    return f"{face.kind or face.colour} card"


def sorts(how: str, cards: Iterable[int]) -> Tally:
    return Counter(f"{how} {sort(number)}" for number in cards)


def match(seats: int, seed: int, compiled: bool = False, **options: Any) -> CountedMatch:
    batch = game.blank(1, seats, options)
    batch["rng"] = seed
    return measured(game, batch, Random(seed), compiled=compiled)


def counts(position: Position, text: str, seat: int = 0) -> Tally:
    return noted(game, position.record, seat, game.notation.read_action(text))


def test_every_sort_of_card_and_every_action_is_measured_once() -> None:
    names = [(measure.how, measure.component) for measure in game.measures]
    assert len(set(names)) == len(names)
    assert {sort(number) for number in FACES} == {*NORMAL, *ACTION}
    for how in ("held", "played", "owned"):
        kinds = {m.component: m.kind for m in game.measures if m.how == how and m.kind != "action"}
        assert kinds == dict.fromkeys(NORMAL, "Normal card") | dict.fromkeys(ACTION, "Action card")
    assert {m.component for m in game.measures if m.kind == "action"} == set(DEEDS.values())
    assert all(m.how == "played" for m in game.measures if m.kind == "action")


def test_the_first_hand_is_held_by_sort() -> None:
    hands = {"hand 0": "1 6 2 3 5 7 99 4 36", "hand 1": "13 18"}
    position = place("[9] [10] [11] [14] [15]", phase="end", **hands)
    assert noted(game, position.record, 0, DEALT) == {
        "held red card": 2,
        "held yellow card": 1,
        "held green card": 1,
        "held blue card": 2,
        "held multicolour card": 1,
        "held eat card": 1,
        "held swap card": 1,
    }
    assert noted(game, position.record, 1, DEALT) == {"held red card": 2}


@pytest.mark.parametrize(
    ("number", "name"),
    [(1, "red card"), (99, "blue card"), (91, "multicolour card"), (68, "eat card"),
     (72, "jump card"), (12, "swap card"), (80, "lift card")],
)  # fmt: skip
def test_a_card_is_counted_when_it_is_chosen(number: int, name: str) -> None:
    position = game.new(seats=2, seed=1)
    assert position.phase == "play"
    assert counts(position, str(number)) == {f"played {name}": 1}


@pytest.mark.rule("SH-61")
@pytest.mark.parametrize(
    ("card", "effect"), [(4, "eat 2:0"), (8, "jump 2 1"), (12, "swap 2:0 3:0"), (16, "lift 1 up")]
)
def test_the_four_actions_and_declining(card: int, effect: str) -> None:
    position = acting(f"[1 {card}*A] [2] [3] [5] [17]")
    assert position.phase == "effect"
    assert counts(position, effect) == {f"played {DEEDS[effect.partition(' ')[0]]}": 1}
    assert counts(position, "decline") == {"played decline an action": 1}


@pytest.mark.rule("SH-43")
def test_sharing_a_lot() -> None:
    position = asked("[1 6*A] [7 21] [13*B] [3] [9]")
    assert position.phase == "share"
    assert counts(position, "share 1 1 0") == {"played share a lot": 1}


@pytest.mark.rule("SH-109")
def test_what_is_decided_for_the_automaton_is_not_counted() -> None:
    position = acting("[4*B] [2] [3] [5] [9]", seats=1)
    assert position.phase == "tie"
    assert [counts(position, str(action)) for action in position.legal(0)] == [{}] * 5


def test_the_pile_of_cards_won_is_owned() -> None:
    lines = {"won 0": "1 6 7 4 99", "won 1": "2 8"}
    position = place("[9] [10] [11] [14] [15]", phase="end", **lines)
    assert noted(game, position.record, 0, ENDED) == sorts("owned", [1, 6, 7, 4, 99])
    assert noted(game, position.record, 1, ENDED) == {"owned yellow card": 1, "owned jump card": 1}


@pytest.mark.rule("SH-03", "SH-07", "SH-97")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_whole_matches_add_up(seats: int) -> None:
    found = match(seats, seats, lot_size=2)
    for seat, (dealt, seen) in enumerate(zip(found.dealt, found.counts, strict=True)):
        assert sum(dealt[f"held {name}"] for name in NORMAL) == 7
        assert sum(dealt[f"held {name}"] for name in ACTION) == 2
        expected: Tally = Counter()
        for _, phase, text in (taken for taken in found.taken if taken.seat == seat):
            if phase == "play":
                expected += sorts("played", [int(text)])
            elif phase != "tie":
                expected[f"played {DEEDS[text.split()[0]]}"] += 1
        won = numbers(found.record.won[seat])
        assert seen == dealt + expected + sorts("owned", won)
        points = sum(2 if FACES[number].colour == "multicolour" else 1 for number in won)
        owned = sum(n for name, n in seen.items() if name.startswith("owned"))
        assert owned + seen["owned multicolour card"] == points


@pytest.mark.rule("SH-31", "SH-46", "SH-59")
@pytest.mark.parametrize("seats", [1, 3])
def test_turns_and_rounds_are_counted_when_they_begin(seats: int) -> None:
    """Whoever has a token in the zone has a turn, unless the lot of another one took it back."""
    turns = rounds = 0
    waiting: set[int] = set()  # whose turn of phase 4 is to come
    staying: set[int] = set()  # whose token lies on an Action card
    for event in match(seats, 2, rounds=4).happened:
        if event.event == "turned_up":
            rounds += 1
            assert not waiting
            assert not staying
        elif event.event == "dropped" and event.args[3] >= 0:
            waiting.add(event.args[3])
        elif event.event in ("no_lot", "stayed", "marked") and event.args[0] in waiting:
            turns += 1
            waiting.remove(event.args[0])
            if event.event == "stayed":
                staying.add(event.args[0])
        elif event.event == "took_back":
            back = {player for player in range(4) if event.args[0] >> player & 1}
            waiting, staying = waiting - back, staying - back
        elif event.event == "acts":
            turns += 1
        elif event.event == "declined":
            staying.remove(event.args[0])
        assert (event.turns, event.rounds) == (turns, rounds)
    assert rounds == 4
    assert turns > rounds
