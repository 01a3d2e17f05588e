"""VIVA as text: actions both ways, sentences, and what is refused and why."""

from __future__ import annotations

from typing import Any

import pytest

from kermesse.core.errors import IllegalMove, UnreadableAction
from kermesse.games.viva import game
from kermesse.games.viva.tests.scenes import (
    CODES,
    WORDS,
    place,
    play,
)

TEXTS = [f"{code} H{house}" for code in CODES for house in (1, 2, 3)]
TEXTS += [*WORDS, *(f"block {code}" for code in CODES), "pile", "call", "silent"]


@pytest.mark.rule("VV-82")
@pytest.mark.parametrize("number", range(92))
def test_every_action_has_one_text_that_reads_back(number: int) -> None:
    assert game.actions == len(TEXTS) == 92
    assert game.notation.action_text(number) == TEXTS[number]
    assert game.notation.read_action(TEXTS[number]) == number


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("ry h1", "RY H1"), ("YR H1", "RY H1"), ("yrh1", "RY H1"), ("  RY   H 1 ", "RY H1"),
        ("Block yr", "block RY"), ("BLOCK  B", "block B"), ("DRAW", "draw"), (" Pile ", "pile"),
        ("h h1", ""), ("b h3", "B H3"), ("bh3", "B H3"),
    ],
)  # fmt: skip
def test_a_person_may_write_it_otherwise(text: str, meant: str) -> None:
    if meant:
        assert game.notation.action_text(game.notation.read_action(text)) == meant
    else:
        with pytest.raises(UnreadableAction):
            game.notation.read_action(text)


BAD_ACTIONS = [
    "", " ", "RY", "H1", "RY H0", "RY H4", "RR H1", "RRY H1", "X H1", "RX H1", "block", "block RR",
    "block X", "-1", "0", "finish!", "calls", "ry\x00h1", "RY H١", "ＲY H1", "??", "..",
]  # fmt: skip


@pytest.mark.parametrize("text", BAD_ACTIONS)
def test_anything_else_is_no_action(text: str) -> None:
    position = place()
    before = position.tobytes()
    with pytest.raises(UnreadableAction, match=r"cannot read|several decisions"):
        position.act(0, text)
    assert position.tobytes() == before


HONOUR = {"table": "honour"}
DRAWN = {"mine": "G B Y", "phase": "drawn", "drawn": "G", "houses": "GB, O"}
MORE = {"mine": "3YG B", "phase": "more", "laid_kind": "YG", "laid": "1 0 0", "houses": ", O"}
CHOOSING = {"mine": "Y B", "phase": "new_block", "block": ".."}
REFUSALS = [
    ({}, 1, "draw", "VV-32", "it is seat 0's turn"),
    ({}, 1, "Y H1", "VV-32", "it is seat 0's turn"),
    ({}, 0, "call", "VV-58", "nothing can be called at a strict table"),
    ({}, 1, "silent", "VV-58", "nothing can be called at a strict table"),
    (HONOUR, 0, "call", "VV-85", "there is nothing to call now"),
    (HONOUR, 1, "call", "VV-85", "there is nothing to call now"),
    ({}, 0, "stop", "VV-28", "you have not placed anything yet"),
    ({}, 0, "keep", "VV-30", "you have not drawn a card"),
    ({}, 0, "pass", "VV-56", "you can draw a card, so you cannot pass"),
    ({}, 0, "finish", "VV-48", "only a last card goes on the blocking card"),
    ({"mine": "Y"}, 0, "finish", "VV-46", "your last card does not match the blocking card"),
    ({"mine": "Y"}, 0, "Y H1", "VV-45", "your last card may not go to a house"),
    ({}, 0, "pile", "VV-40", "a new blocking card is chosen only after a VIVA"),
    ({}, 0, "block B", "VV-40", "a new blocking card is chosen only after a VIVA"),
    ({}, 0, "G H1", "VV-24", "green is not in your hand"),
    ({"mine": "RY B"}, 0, "RY H2", "VV-19", "red-yellow is blocked by red"),
    ({"houses": "G"}, 0, "B H1", "VV-18", "blue does not match green in house 1"),
    (DRAWN, 0, "stop", "VV-23", "you have drawn a card: place it, or keep it"),
    (DRAWN, 0, "draw", "VV-23", "you have drawn a card: place it, or keep it"),
    (DRAWN, 0, "B H1", "VV-31", "you have drawn green: only that one may be placed"),
    (DRAWN, 0, "G H2", "VV-18", "green does not match orange in house 2"),
    (DRAWN | {"block": "G", "houses": ""}, 0, "G H1", "VV-19", "green is blocked by green"),
    (MORE, 0, "draw", "VV-23", "you are placing cards: place another one, or stop"),
    (MORE, 0, "B H1", "VV-26", "only yellow-green may follow in this turn"),
    (MORE, 0, "YG H2", "VV-18", "yellow-green does not match orange in house 2"),
    (CHOOSING, 0, "draw", "VV-40", "choose the new blocking card now"),
    (CHOOSING, 0, "block G", "VV-40", "green is not in your hand"),
    (CHOOSING, 1, "pile", "VV-32", "it is seat 0's turn"),
]


@pytest.mark.rule("VV-18", "VV-19", "VV-23", "VV-26", "VV-31", "VV-32", "VV-40", "VV-45", "VV-46")
@pytest.mark.rule("VV-58", "VV-85", "VV-56", "VV-48")
@pytest.mark.parametrize(("lines", "seat", "text", "rule", "sentence"), REFUSALS)
def test_an_illegal_move_names_its_rule_and_changes_nothing(
    lines: dict[str, Any], seat: int, text: str, rule: str, sentence: str
) -> None:
    position = place(**{"mine": "2Y B"} | lines)
    before = position.tobytes()
    with pytest.raises(IllegalMove) as refused:
        position.act(seat, text)
    assert (refused.value.rule, refused.value.sentence) == (rule, sentence)
    assert rule in game.rulebook("en").rules
    assert position.tobytes() == before


@pytest.mark.rule("VV-14")
def test_who_sits_out_is_told_so() -> None:
    position = place("O P", "", "2Y", playing="0 2", tie_break="yes", played=3)
    with pytest.raises(IllegalMove, match=r"you do not take part in this round \(VV-14\)"):
        position.act(1, "draw")


@pytest.mark.rule("VV-75")
def test_a_refusal_does_not_tell_who_holds_the_card() -> None:
    said = set()
    for text in ("OG H1", "GB H1"):
        with pytest.raises(IllegalMove) as refused:
            place("2Y B", "OG P").act(0, text)
        said.add(refused.value.sentence.split(" ", 1)[1])
    assert len(said) == 1


@pytest.mark.rule("VV-75", "VV-80")
def test_a_text_of_several_decisions_is_no_way_to_peek() -> None:
    """Whatever is drawn, the second decision is not even looked at."""
    said = set()
    for pile in ("2G", "2RY"):
        position = place("Y B", "O P", houses="G", pile=pile)
        before = position.tobytes()
        for text in ("draw G H1", "draw keep", "draw nonsense"):
            with pytest.raises(UnreadableAction) as refused:
                position.act(0, text)
            said.add(str(refused.value))
        assert position.tobytes() == before
    assert len(said) == 1


SENTENCES = [
    ("draw, keep", ["Seat 0 draws green.", "Seat 0 keeps the card.", "It is Seat 1's turn."]),
    ("draw, G H1", ["Seat 0 draws green.", "Seat 0 places the drawn card in house 1: green."]),
    ("Y H3, stop", ["Seat 0 lays yellow in house 3.", "Seat 0 places yellow in house 3."]),
    ("YB H1", ["Seat 0 places yellow-blue in house 1."]),
]


@pytest.mark.parametrize(("turns", "texts"), SENTENCES)
def test_sentences(turns: str, texts: list[str]) -> None:
    position = place("2Y YB", "O P", houses="GB", pile="5G")
    assert [event.text for event in play(position, turns)][: len(texts)] == texts


def test_names_may_stand_for_seats() -> None:
    position = place("RY G B", "O P", "2O", houses="Y", table="honour")
    position.act(0, "RY H1")
    position.act(1, "call")
    position.decide(2, "call")
    position.advance()
    told = game.notation.event_text(position.record, ("Ana", "Bia", "Cai"))
    assert told == "Called by Bia and Cai: the card is forbidden."


# --- in other languages -------------------------------------------------------------------

TOLD = {
    "en": ["Ana places 2 times yellow: house 1, house 2.", "It is Bia's turn."],
    "fr": ["Ana pose 2 fois une carte jaune\xa0: maison 1, maison 2.", "C’est au tour de Bia."],
    "pt": ["Ana coloca 2 vezes uma carta amarela: casa 1, casa 2.", "É a vez de Bia."],
}


@pytest.mark.parametrize("language", TOLD)
def test_events_are_told_in_a_language(language: str) -> None:
    position = place("3Y B", "O P")
    position.act(0, "Y H1")
    position.act(0, "Y H2")
    position.decide(0, "stop")
    say, names = game.words(language), ("Ana", "Bia")
    said = [game.notation.event_text(position.record, names, say)]
    position.advance()
    said.append(game.notation.event_text(position.record, names, say))
    assert said == TOLD[language]


def test_a_refusal_is_told_in_a_language() -> None:
    position = place("RY B")
    with pytest.raises(
        IllegalMove, match="une carte rouge et jaune est bloquée par une carte rouge"
    ):
        position.decide(0, "RY H1", game.words("fr"))
    with pytest.raises(IllegalMove, match="uma carta vermelha e amarela está bloqueada por"):
        position.decide(0, "RY H1", game.words("pt"))


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_options_have_words_for_a_form(language: str) -> None:
    say = game.words(language)
    for option in game.options:
        assert say(option.meaning)
        if not isinstance(option.allowed, range):
            assert len({say(label) for label in option.labels}) == len(option.allowed)
