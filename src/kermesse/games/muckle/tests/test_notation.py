"""Muckle as text: actions both ways, sentences, and the board in a terminal."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kermesse.core.errors import IllegalMove, UnreadableAction
from kermesse.core.position import Position
from kermesse.games.muckle import game
from kermesse.games.muckle.tests.scenes import (
    CARDS,
    VIEWERS,
    place,
    play,
    played,
    selected,
    turn,
    walk,
)
from kermesse.games.muckle.words.names import CARD_NAMES

TEXTS = [f"aside {word}" for word in CARDS] + ["ready", *CARDS]
TEXTS += [f"ball {seat}" for seat in range(4)]
CODES = ("ru", "tl", "tr", "tb", "dl", "dr", "pa", "re")


@pytest.mark.rule("MK-71")
@pytest.mark.parametrize("number", range(21))
def test_every_action_has_one_text_that_reads_back(number: int) -> None:
    assert game.notation.action_text(number) == TEXTS[number]
    assert game.notation.read_action(TEXTS[number]) == number
    assert game.actions == len(TEXTS)


@pytest.mark.parametrize("kind", range(8))
def test_short_codes_read_as_well(kind: int) -> None:
    assert game.notation.read_action(CODES[kind]) == 9 + kind
    assert game.notation.read_action(f"aside {CODES[kind]}") == kind


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Tackle left", 10),
        ("TACKLE-LEFT", 10),
        ("  tackle_left ", 10),
        ("Aside   Dodge right", 5),
        ("aside tb", 3),
        ("Ball 3", 20),
        ("READY", 8),
    ],
)
def test_a_person_may_write_it_otherwise(text: str, number: int) -> None:
    assert game.notation.read_action(text) == number


BAD = ["", " ", "tackle", "left", "aside", "aside ready", "ball", "ball 4", "ball -1", "ball ٢",
       "run*", "??", "..", "0", "runs", "run\x00"]  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_anything_else_is_no_action(text: str) -> None:
    position = selected()
    before = position.tobytes()
    with pytest.raises(UnreadableAction, match="cannot read"):
        position.act(0, text)
    assert position.tobytes() == before


@settings(deadline=None)  # a kernel compiles on first use
@given(st.text(max_size=30))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        number = game.notation.read_action(text)
    except UnreadableAction:
        return
    again = game.notation.read_action(game.notation.action_text(number))
    assert again == number


@settings(deadline=None)
@given(st.integers(0, 20), st.sampled_from([" ", "  ", "-", "_"]), st.booleans())
def test_spaces_signs_and_capitals_do_not_matter(number: int, gap: str, loud: bool) -> None:
    text = TEXTS[number].replace("_", gap)
    assert game.notation.read_action(text.upper() if loud else text) == number


# --- sentences ----------------------------------------------------------------------------------

FOUR = ("Ana", "Bia", "Caio", "Davi")


def sentences(position: Position, cards: list[str], language: str = "en") -> list[str]:
    """What is told after the cards of a turn."""
    say = game.words(language)
    for seat, word in enumerate(cards):
        position.decide(seat, word)
    found = []
    while position.pending:
        position.advance()
        found.append(game.notation.event_text(position.record, FOUR, say))
    return found


def test_a_turn_in_sentences() -> None:
    position = turn("run | tackle_right tackle_left tackle_both | dodge_right | rest", ball=0)
    assert sentences(position, ["run", "tackle_both", "dodge_right", "rest"]) == [
        "Ana reveals Run.",
        "Bia reveals Tackle both.",
        "Caio reveals Dodge right.",
        "Davi reveals Rest.",
        "Davi rests and takes 1 card back.",
        "Streaks: Ana 1, Bia 3.",
        "Bia plays Tackle both with a streak of 3: Ana, Caio.",
        "Caio dodges: the hit by Bia goes on to Davi.",
        "Davi is hit by Bia: damage 3.",
        "Ana is hit by Bia: damage 3.",
        "Ana was tackled by a higher streak (3 of Bia against 1): Run is cancelled.",
        "Damage 3 to 3: the same for both teams.",
        "Ana took damage 3 and drops the ball: it goes to the middle.",
        "Turn 3. The ball is in the middle.",
    ]


@pytest.mark.parametrize(
    ("stacks", "lines", "wanted"),
    [
        ("pass | rest | run run | run rest", {"ball": 0}, [
            "Davi rests and takes 2 cards back.",
            "Ana passes the ball to Caio.",
            "Caio runs 2 spaces. Run so far: 2 to 0.",
            "Caio took no damage and keeps the ball.",
            "Turn 3. Caio has the ball.",
        ]),
        ("run | pass | tackle_left | rest", {"ball": 2}, [
            "Bia did not begin the turn with the ball and passes nothing.",
            "Ana runs without the ball: nothing happens.",
            "Caio has the ball: Tackle left does nothing.",
        ]),
        ("run | rest | rest | rest", {"ball": 0, "progress": "5 2"}, [
            "Ana runs 1 space. Run so far: 6 to 2.",
            "Ana and Caio win, 6 to 2.",
        ]),
        ("rest | run | rest | rest", {"ball": 1, "progress": "0 5"}, [
            "Bia and Davi win, 6 to 0.",
        ]),
        ("rest | rest | rest | rest", {"turn": 100, "progress": "1 4"}, [
            "The ball stays in the middle.",
            "The last turn is played: Bia and Davi win, 4 to 1.",
        ]),
        ("rest | rest | rest | rest", {"turn": 100, "progress": "4 4"}, [
            "The last turn is played: a draw, 4 to 4.",
        ]),
        ("tackle_left | rest | rest | rest", {}, [
            "Damage 0 to 1: Ana and Caio decide who gets the ball.",
        ]),
    ],
)  # fmt: skip
def test_more_sentences(stacks: str, lines: dict[str, Any], wanted: list[str]) -> None:
    position = turn(stacks, **lines)
    found = sentences(position, [pile.split()[-1] for pile in stacks.split("|")])
    assert [sentence for sentence in wanted if sentence not in found] == []


def test_the_sentences_of_decisions() -> None:
    position, _ = played("tackle_left | rest | rest | rest")
    other = position.copy()
    position.decide(2, "ball 0")
    assert game.notation.event_text(position.record, FOUR) == "Caio gives the ball to Ana."
    other.decide(2, "ball 2")
    assert game.notation.event_text(other.record, FOUR) == "Caio takes the ball."
    held, _ = played("rest | rest | tackle_left | rest", ball=0)
    other = held.copy()
    held.decide(0, "ball 0")
    assert game.notation.event_text(held.record, FOUR) == "Ana keeps the ball."
    other.decide(2, "ball 0")
    assert game.notation.event_text(other.record, FOUR) == "Caio leaves the ball with Ana."
    fresh = game.new(seed=1)
    assert fresh.event.text == "Everybody selects 8 cards and puts 5 aside."
    fresh.decide(0, "aside run")
    assert fresh.event.text == "Seat 0 puts Run aside: 1 so far."
    assert selected().event.text == "Teammates exchange the cards they put aside: 5 each."
    seven = "run run tackle_left run dodge_left pass run | | |"
    events = play(place(seven, {0: "dodge_right"}), ["dodge_right", "rest", "rest", "rest"])
    assert events[-2].text == "Seat 0 has no card left and takes all 8 back."


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("fr", ["Bia joue Plaquage double avec une série de 3\xa0: Ana, Caio.",
                "Caio esquive\xa0: le coup de Bia continue vers Davi.",
                "Davi se repose et reprend 1 carte."]),
        ("pt", ["Bia joga Derrubada dupla com sequência 3: Ana, Caio.",
                "Caio se esquiva: o golpe de Bia segue para Davi.",
                "Davi descansa e recolhe 1 carta."]),
    ],
)  # fmt: skip
def test_events_are_told_in_a_language(language: str, told: list[str]) -> None:
    position = turn("run | tackle_right tackle_left tackle_both | dodge_right | rest", ball=0)
    found = sentences(position, ["run", "tackle_both", "dodge_right", "rest"], language)
    assert set(told) <= set(found)


def test_a_refusal_is_told_in_a_language() -> None:
    for language, says in [("fr", "vous en avez écarté 0"), ("pt", "você separou 0")]:
        with pytest.raises(IllegalMove, match=says):
            game.new(seed=1).act(0, "ready", game.words(language))


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_options_and_cards_have_words(language: str) -> None:
    say = game.words(language)
    for option in game.options:
        assert say(option.meaning)
        if not isinstance(option.allowed, range):
            assert len({say(label) for label in option.labels}) == len(option.allowed)
    assert set(CARD_NAMES) == set(CARDS)
    names = {say(name) for name in CARD_NAMES.values()}
    assert len(names) == len(CARDS)
    book = game.rulebook(language).text
    assert all(name in book for name in names)


# --- the terminal -------------------------------------------------------------------------------


def test_the_board_in_a_terminal() -> None:
    position = place("run pass | tackle_left | | run run",
                     {0: "run* run* tackle_both tackle_left tackle_left rest"},
                     ball=3, progress="2 4", turn=5)  # fmt: skip
    position.act(1, "rest")
    text = str(position.view(0))
    assert text.startswith("Turn 5 of 100   ball with Seat 3\n●●○○○○  2 of 6  Seat 0 and Seat 2\n")
    for line in [
        "▸ Seat 0  team 0",
        "    stack   Run · Pass",
        "    hand    2 × Run**, 2 × Tackle left, Tackle both, Rest",
        "  Seat 1  team 1",
        "    hand    7 hidden",
        "    picked  ??",
        "    aside   5 hidden",
        "▸ Seat 3  team 1  has the ball",
        "    stack   Run · Run   streak 2",
    ]:
        assert line in text.splitlines(), line
    assert "    stack   empty" in text
    fresh = str(game.new(seed=1).view(2))
    assert fresh.startswith("Selection   ball in the middle\n")
    hurt, _ = played("tackle_left | rest | rest | rest")
    assert "  Seat 1  team 1  damage 1" in str(hurt)


def test_every_view_of_a_match_can_be_shown() -> None:
    chance = Random(5)
    position = game.new(seed=5, options={"turn_cap": 20})
    for _ in walk(position, chance):
        before = position.tobytes()
        for viewer in VIEWERS:
            assert str(position.view(viewer))
            assert position.view(viewer).event.text
        assert position.tobytes() == before


def test_the_sources_name_no_place_outside_the_package() -> None:
    home = Path(str(resources.files("kermesse.games.muckle")))
    for page in home.rglob("*.py"):
        assert "shared" + "/" not in page.read_text(encoding="utf-8")
