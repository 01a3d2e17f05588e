"""Shuppa as text: actions both ways, sentences in three languages, the board in a terminal."""

from __future__ import annotations

import re
from random import Random

import pytest

from kermesse.core.errors import UnreadableAction
from kermesse.games.shuppa import game
from kermesse.games.shuppa.state import DECLINE, EAT, JUMP, LIFT, SHARE, SWAP
from kermesse.games.shuppa.tests.scenes import (
    acting,
    asked,
    everybody,
    hand,
    place,
    steps,
    walks,
)
from kermesse.games.shuppa.words.names import card_name

NUMBERS = {
    "1": 0,
    "99": 98,
    "decline": DECLINE,
    "eat 1:0": EAT,
    "eat 3:2": EAT + 34,
    "jump 1 2": JUMP + 1,
    "jump 7 6": JUMP + 47,
    "swap 1:0 1:1": SWAP,
    "swap 1:0 2:0": SWAP + 1,
    "swap 2:3 3:3": SWAP + 39,
    "lift 1 up": LIFT,
    "lift 7 down": LIFT + 13,
    "share 7 0 0": SHARE,
}


@pytest.mark.rule("SH-129")
@pytest.mark.parametrize(("text", "number"), NUMBERS.items())
def test_actions_are_numbered_in_the_order_of_the_rules(text: str, number: int) -> None:
    assert game.notation.read_action(text) == number
    assert game.notation.action_text(number) == text


def test_every_action_has_one_text_that_reads_back() -> None:
    texts = [game.notation.action_text(number) for number in range(game.actions)]
    assert len(set(texts)) == len(texts)
    assert [game.notation.read_action(text) for text in texts] == list(range(game.actions))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("  EAT   3:0 ", "eat 3:0"),
        ("swap 1:1 1:0", "swap 1:0 1:1"),
        ("Swap 3:2 2:2", "swap 2:2 3:2"),
        ("Lift 2 UP", "lift 2 up"),
    ],
)
def test_a_person_may_write_it_otherwise(text: str, meant: str) -> None:
    assert game.notation.read_action(text) == game.notation.read_action(meant)


@pytest.mark.rule("SH-12", "SH-70")
@pytest.mark.parametrize(
    ("one", "two"), [("1:0", "3:0"), ("1:0", "2:1"), ("2:1", "1:0"), ("1:0", "1:2"), ("4:3", "4:3")]
)
def test_only_adjacent_cells_are_swapped(one: str, two: str) -> None:
    position = acting("[12*A 1 2] [3 5 6] [9] [10] [11]")
    before = position.tobytes()
    with pytest.raises(UnreadableAction, match=rf"{one} and {two} are not adjacent"):
        position.act(0, f"swap {one} {two}")
    assert position.tobytes() == before


@pytest.mark.rule("SH-44")
@pytest.mark.parametrize("text", ["share 1", "share 8 0 0", "share 0 0 0", "share 1 0 2"])
def test_shares_that_no_lot_can_have(text: str) -> None:
    """Eight multicolours, none at all, or a rest as large as the number of players."""
    position = asked("[1 6*A] [7 21] [13*B] [3] [9]")
    before = position.tobytes()
    with pytest.raises(UnreadableAction, match=f"cannot read '{text}'"):
        position.act(0, text)
    assert position.tobytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "", "0", "100", "-1", "eat", "eat 3", "eat 8:0", "eat 1:16", "eat 0:0", "jump 1",
        "jump 1 8", "jump 0 1", "swap 1:0", "swap 1:0 3:0", "swap 1:0 2:1", "swap 1:0 1:2",
        "swap 1:0 1:0", "lift 1", "lift 8 up", "lift 1 left", "share", "share 1", "share 1 0",
        "share 8 0 0", "share 0 0 0", "share 1 0 2", "share 1 1 1 1 1 1", "share a b c", "pass",
        "x" * 300,
    ],
)  # fmt: skip
def test_what_is_no_action_at_all(text: str) -> None:
    with pytest.raises(UnreadableAction):
        game.notation.read_action(text)


@pytest.mark.rule("SH-118")
def test_a_view_tells_less() -> None:
    position = game.new(seats=2, seed=1)
    card = min(int(str(action)) for action in position.legal(0))
    position.decide(0, str(card))
    assert position.event.text == f"Seat 0 chooses {card_name(card - 1)}."
    assert position.view(1).event.text == "Seat 0 has chosen a card."
    assert position.view(-1).event.text == "Seat 0 has chosen a card."


SENTENCES = [
    ("[1*A] [6] [13] [5] [9]", "marked", "Seat 0 has a lot: 3 cards."),
    ("[1*A] [6] [13] [5] [9]", "lot", "The red lot goes to Seat 0: 3 cards."),
    ("[1*A] [6] [13] [5] [9]", "won", "Won: Seat 0 (3)."),
    ("[1*A] [6] [13] [5] [9]", "took_back", "Seat 0: the token goes back."),
    ("[1*A 2] [6] [13] [5] [9]", "fell", "Cards fall in column 1: 1."),
    ("[1*A] [2] [3] [5] [9]", "no_lot", "Seat 0 has no lot with 1 red and takes the token back."),
    ("[4*A] [2] [3] [5] [9]", "stayed", "Seat 0 has no lot with 4 red (eat); the token stays."),
    ("[4*A] [2] [3] [5] [9]", "acts", "Seat 0 may use 4 red (eat)."),
    ("[1*A] [6] [13*B] [5] [9]", "won", "Won: Seat 0 (1) and Seat 1 (1). Discarded: 1."),
    (
        "[1*A] [6] [13*B] [5] [9]",
        "lot",
        "The red lot of 3 cards is shared by Seat 0 and Seat 1: 1 each, 1 discarded.",
    ),
]


@pytest.mark.parametrize(("zone", "kind", "sentence"), SENTENCES)
def test_what_is_told_of_a_win(zone: str, kind: str, sentence: str) -> None:
    position = place(zone)
    assert steps(position, kind)[-1].text == sentence


@pytest.mark.parametrize(
    ("zone", "action", "sentence"),
    [
        ("[4*A] [2] [3] [5] [9]", "eat 2:0", "Seat 0 eats 2 yellow from column 2."),
        ("[4*A] [2] [3] [5] [9]", "decline", "Seat 0 does not use 4 red (eat)."),
        (
            "[8*A] [2] [3] [5] [9]",
            "jump 2 3",
            "Seat 0 lets 2 yellow jump from column 2 to column 3.",
        ),
        (
            "[12*A] [2 3] [5] [6] [9]",
            "swap 2:0 2:1",
            "Seat 0 swaps 2 yellow and 3 green in column 2.",
        ),
        (
            "[12*A] [2 3] [5] [6] [9]",
            "swap 2:0 3:0",
            "Seat 0 swaps 2 yellow and 5 blue in column 2 and column 3.",
        ),
        (
            "[16*A 2] [3] [5] [6] [9]",
            "lift 1 up",
            "Seat 0 puts 16 blue (lift) from the foot of column 1 on its top.",
        ),
        (
            "[16*A 2] [3] [5] [6] [9]",
            "lift 1 down",
            "Seat 0 puts 2 yellow from the top of column 1 to its foot.",
        ),
    ],
)
def test_what_is_told_of_an_action(zone: str, action: str, sentence: str) -> None:
    position = acting(zone)
    assert position.decide(0, action).text == sentence


def test_what_is_told_of_a_share_and_of_the_end() -> None:
    position = asked("[1 6*A] [7 21] [13*B] [3] [9]")
    event = position.decide(0, "share 1 0 1")
    assert event.text == "Seat 0 shares the multicolours: 1 kept, 0 given, 1 discarded."
    zone = "[16*A] [1 28*B] [44*C] [60*D] [13] [14] [18]"
    position = acting(zone)
    position.decide(0, "lift 2 up")
    assert steps(position, "won")[-1].text == "Nobody wins a card; discarded: 3."
    position = place("[1*A] [2] [3] [5*B] [9]")
    assert steps(position)[-1].text == (
        "The victory is shared by Seat 0 and Seat 1. Hands are discarded."
    )
    position = place("[1*A] [6] [13] [5] [9]")
    assert steps(position)[-1].text == "Seat 0 wins the match. Hands are discarded."


def test_the_automaton_is_named() -> None:
    deck = {"seats": 1, "deck": "2 0", "tops": "normal .."}
    position = place("[1*B] [6] [13] [5] [9]", **deck)
    events = steps(position)
    assert events[0].text == "The automaton has a lot: 3 cards."
    assert events[-1].text == "The automaton wins the match. Hands are discarded."
    position = place("[13] [18] [] [5 25] [11 72*B]", phase="action", **deck)
    assert steps(position)[0].text == "The automaton may use 72 yellow (jump)."


@pytest.mark.parametrize(
    ("card", "name"),
    [(0, "1 red"), (6, "7 multicolour"), (15, "16 blue (lift)"), (-1, "a hidden card")],
)
def test_names_of_cards(card: int, name: str) -> None:
    assert card_name(card) == name


# --- the board in a terminal --------------------------------------------------------------------


def test_the_board_of_a_position() -> None:
    position = place(
        "[1 2*A] [3] [] [5*B 6] [16]", **{"hand 0": "30 4", "hand 1": "37", "won 0": "7 9"}
    )
    assert str(position).splitlines() == [
        "Round 7 of 7   direction ▸",
        "",
        "",
        "1 A  2y                               6r",
        "0    1r         3g                 B  5b        16b lft",
        "    (1)        (2)        (3)        (4)        (5)",
        "",
        "  Bonbonnière 1   Reserve 65   Action 22",
        "  A Seat 0   3 PV (1*)   4r(eat) 30r",
        "  B Seat 1   0 PV (0*)   37r",
    ]


def test_the_board_of_a_view_names_only_backs() -> None:
    position = game.new(seats=2, seed=1)
    position.decide(1, str(position.legal(1)[0]))
    lines = str(position.view(0)).splitlines()
    assert lines[-1].endswith("7 Normal, 2 Action   chosen: a card")
    assert lines[-2].startswith("▸ A Seat 0")


def test_a_lot_that_is_won_is_bracketed() -> None:
    position = place("[1*A] [6] [13] [5] [9]")
    position.advance()
    assert "A[ 1r    ]" in str(position)
    assert " [13r    ]" in str(position)
    assert "[ 5b" not in str(position)


def test_the_automaton_on_the_board() -> None:
    position = game.new(seats=1, seed=1, options={"difficulty": 9})
    lines = str(position.view(0)).splitlines()
    assert "automaton's deck 9, on top: Action" in lines[-3]
    assert lines[-1] == "  B the automaton   0 PV (0*)"
    position.decide(0, str(position.legal(0)[0]))
    position.advance()
    assert str(position).splitlines()[-1].endswith("lies: Action")


def test_every_board_can_be_drawn() -> None:
    """With every card of the zone, the row and the own hand on it, and no card of another."""
    for number, position in enumerate(walks(Random(3), 4)):
        if number % 7 == 0:
            lying = {int(card) + 1 for card in [*position.record.zone, *position.record.row]} - {-1}
            for viewer in everybody(position):
                view = position.view(viewer)
                shown = {int(n) for n in re.findall(r"(?<![(\d])(\d+)[rygb*]", str(view))}
                assert shown == lying | (hand(view, viewer) if viewer >= 0 else set())
