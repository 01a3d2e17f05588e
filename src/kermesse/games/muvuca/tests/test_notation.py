"""Muvuca as text: actions both ways, sentences, and what is refused and why."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest
from babel.messages.pofile import read_po

from kermesse.core.errors import (
    IllegalMove,
    KermesseError,
    SetupRefused,
    UnknownSeat,
    UnreadableAction,
)
from kermesse.core.position import Action, Position
from kermesse.games.muvuca import game
from kermesse.games.muvuca.tests.scenes import CODES, PUSHES, card, place

FOODS = ["fries", "drink", "candy", "chocolate", "hotdog"]
JACKETS = ["star", "diagonal", "horizontal", "crest", "triangles"]
LINES = [f"row{i} {arrow}" for i in range(1, 5) for arrow in "><"]
LINES += [f"column{i} {arrow}" for i in range(1, 5) for arrow in "v^"]
TEXTS = [f"{food}-{jacket}" for food in FOODS for jacket in JACKETS] + LINES


@pytest.mark.rule("MV-15")
@pytest.mark.parametrize("number", range(41))
def test_every_action_has_one_text_that_reads_back(number: int) -> None:
    assert game.notation.action_text(number) == TEXTS[number]
    assert game.notation.read_action(TEXTS[number]) == number


@pytest.mark.parametrize("number", range(41))
def test_short_codes_read_as_well(number: int) -> None:
    assert game.notation.read_action((CODES + PUSHES)[number]) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("R2<", 25 + 3),
        ("r2 <", 25 + 3),
        ("Row2 <", 25 + 3),
        ("row 2 <", 25 + 3),
        ("row2<", 25 + 3),
        ("  row2   < ", 25 + 3),
        ("col3 v", 25 + 12),
        ("c3V", 25 + 12),
        ("column 3 ^", 25 + 13),
        ("FRIES-STAR", 0),
        (" Fr-St ", 0),
    ],
)
def test_a_person_may_write_it_otherwise(text: str, number: int) -> None:
    assert game.notation.read_action(text) == number


BAD_ACTIONS = [
    "", " ", "fries", "fries star", "star-fries", "fr-star", "st-fr", "R0>", "R5>", "R1v", "C1>",
    "row2", "row >", "> row2", "R2>>", "R22<", "pass", "fr-st*", "??", "..", "-1", "0",
    "fries-star\x00", "ﬁ-star", "row٢ <", "R²<",
]  # fmt: skip


@pytest.mark.parametrize("text", BAD_ACTIONS)
def test_anything_else_is_no_action(text: str) -> None:
    """Rows take < and >, columns v and ^: `R1v` is refused, too."""
    position = place()
    before = position.tobytes()
    with pytest.raises(UnreadableAction, match="cannot read"):
        position.act(0, text)
    assert position.tobytes() == before


@pytest.mark.parametrize("number", [-1, 41, 1.0, True, None, [], b"fr-st", 2**70])
def test_no_other_thing_is_an_action(number: Any) -> None:
    position = place()
    with pytest.raises(UnreadableAction, match="a number from 0 to 40"):
        position.act(0, number)


def test_a_very_long_text_is_refused_and_not_quoted() -> None:
    with pytest.raises(UnreadableAction, match="at most 500 characters"):
        place().act(0, "fr-st " * 1000)
    with pytest.raises(UnreadableAction) as refused:
        game.notation.read_action("x" * 400)
    assert len(str(refused.value)) < 200


@pytest.mark.rule("MV-13", "MV-63")
@pytest.mark.parametrize("action", ["fr-st", "fries-star", 0, Action(0, "fries-star")])
def test_an_action_may_be_given_as_text_number_or_action(action: Any) -> None:
    position = place()
    position.act(0, action)
    assert position.record.chosen == card("fr-st")


REFUSALS = [
    ({}, 1, "fr-di", "MV-11"),
    ({}, 1, "R1>", "MV-11"),
    ({}, 0, "fr-di", "MV-13"),
    ({}, 0, "hd-ho", "MV-13"),
    ({}, 0, "R1>", "MV-63"),
    ({"phase": "push", "chosen": "fr-st"}, 0, "dr-di", "MV-63"),
    ({"phase": "push", "chosen": "fr-st"}, 0, "hd-st", "MV-63"),
    ({"phase": "push", "chosen": "fr-st"}, 1, "R1>", "MV-11"),
    ({"phase": "push", "chosen": "fr-st", "cart": "C2^"}, 0, "C2v", "MV-20"),
    ({"phase": "push", "chosen": "fr-st", "cart": "C2^"}, 0, "C2^", "MV-20"),
]


@pytest.mark.rule("MV-11", "MV-13", "MV-20", "MV-63")
@pytest.mark.parametrize(("lines", "seat", "text", "rule"), REFUSALS)
def test_an_illegal_move_names_its_rule_and_changes_nothing(
    lines: dict[str, str], seat: int, text: str, rule: str
) -> None:
    position = place(**lines)
    before = position.tobytes()
    with pytest.raises(IllegalMove) as refused:
        position.act(seat, text)
    assert refused.value.rule == rule
    assert str(refused.value).endswith(f"({rule})")
    assert rule in game.rulebook("en").rules
    assert position.tobytes() == before


@pytest.mark.rule("MV-53")
def test_a_refusal_does_not_tell_who_holds_the_card() -> None:
    """A card of the opponent and a face-down card are refused in the same words."""
    position = place()
    sentences = set()
    for text in ("fr-di", "hd-ho"):
        with pytest.raises(IllegalMove) as refused:
            position.act(0, text)
        sentences.add(str(refused.value).split(" ", 1)[1])
    assert len(sentences) == 1


@pytest.mark.rule("MV-63")
def test_a_path_is_taken_whole() -> None:
    position = place()
    events = position.act(0, "fries-star row1 >")
    assert [event.kind for event in events] == [
        "chose", "pushed", "slid", "inserted", "cart_moved", "lines_counted", "took",
    ]  # fmt: skip
    assert position.due == {1}


@pytest.mark.rule("MV-63")
@pytest.mark.parametrize(
    ("path", "error"),
    [
        ("fries-star row2 >", IllegalMove),
        ("fr-st R2<", IllegalMove),
        ("fr-st dr-di", IllegalMove),
        ("fr-st R1> dr-di", UnreadableAction),
        ("fr-st nowhere", UnreadableAction),
        ("fr-st R1> nowhere", UnreadableAction),
        ("fr-di R1>", IllegalMove),
    ],
)
def test_a_path_is_refused_whole(path: str, error: type[KermesseError]) -> None:
    position = place(cart="R2>")
    before = position.tobytes()
    with pytest.raises(error):
        position.act(0, path)
    assert position.tobytes() == before


@pytest.mark.rule("MV-11", "MV-49")
def test_acting_twice_out_of_turn_and_after_the_end() -> None:
    position = place("U U U D  U U U U  U U U U  D D D D", rounds_to_win=1)
    position.act(0, "fr-st")
    with pytest.raises(IllegalMove) as refused:
        position.act(0, "fr-st")
    assert refused.value.rule == "MV-63"
    position.act(0, "R1>")
    assert position.over
    with pytest.raises(IllegalMove) as refused:
        position.act(1, "fr-di")
    assert refused.value.rule == "MV-49"


@pytest.mark.parametrize("seat", [-1, 2, -2, "0", None, 0.0, True])
def test_there_are_seats_0_and_1(seat: Any) -> None:
    position = place()
    for ask in (lambda: position.act(seat, "fr-st"), lambda: position.legal(seat)):
        with pytest.raises(UnknownSeat, match="the seats are 0 to 1"):
            ask()
    if seat != -1:
        with pytest.raises(UnknownSeat):
            position.view(seat)


@pytest.mark.parametrize(
    "bad",
    [
        {"seats": "2"}, {"seats": 2.0}, {"seats": True}, {"seats": 3},
        {"seed": -1}, {"seed": 2**64}, {"seed": 1.5}, {"seed": "1"}, {"seed": True},
        {"options": [("end_lines", 3)]}, {"options": "end_lines=3"}, {"options": {"end_line": 3}},
        {"options": {"end_lines": None}}, {"options": {3: 3}},
    ],
)  # fmt: skip
def test_a_game_does_not_start_on_nonsense(bad: dict[str, Any]) -> None:
    with pytest.raises(SetupRefused):
        game.new(**bad)


def test_equal_seeds_give_equal_games_and_no_seed_a_fresh_one() -> None:
    assert game.new(seed=2**64 - 1) == game.new(seed=2**64 - 1)
    assert game.new() != game.new()
    assert game.new(seed=1) != game.new(seed=2)


SENTENCES = {
    "chose": "Seat 0 chooses fries-star.",
    "pushed": "Seat 0 pushes row 1 to the right.",
    "slid": "Row 1 slides and a hidden card comes off.",
    "inserted": "Seat 0 puts fries-star at row 1, column 1.",
    "cart_moved": "The Cart blocks row 1.",
    "lines_counted": "Full rows: 3, full columns: 0. The round ends.",
    "set_aside": "A hidden card is set aside.",
    "hands_revealed": "Both hands are revealed.",
    "match_won": "Seat {} wins the match.",
    "victory_card": "Rounds won: {} to {}.",
}


@pytest.mark.rule("MV-64", "MV-65")
def test_every_event_is_a_sentence() -> None:
    position = place("U U U D  U U U U  U U U U  D D D D", rounds_to_win=1)
    events = {event.kind: event for event in position.act(0, "fr-st R1>")}
    for kind, sentence in SENTENCES.items():
        assert events[kind].text == sentence.format(*events[kind].args)
    zero, one = position.points
    winner = int(position.record.victor)
    high, low = max(zero, one), min(zero, one)
    assert high > low
    assert events["round_won"].text == f"Seat {winner} wins the round {high} to {low}."
    seat, number, group, held = events["counted"].args[:4]
    assert events["counted"].text == (
        f"Triangles: group of {group}, {held} in hand: {max(group, held)} for Seat 1."
    )
    assert (seat, number) == (1, 9)


def test_names_may_stand_for_seats() -> None:
    position = place("D D D hd-ho " + "D " * 12)
    position.act(0, "fr-st R1>")
    told = game.notation.event_text(position.record, ("Ana", "Bia"))
    assert told == "Bia takes hotdog-horizontal, seen by all."


def test_a_turned_up_card_is_named() -> None:
    position = place(
        "U U U U " * 3 + "U U U D", "fr-st dr-di ca-ho ch-cr", "fr-di dr-ho ca-cr ch-tr",
        phase="turn_up", aside="hd-tr", facedown_at_scoring="revealed", down="hd-cr",
    )  # fmt: skip
    assert position.advance().text == "Hotdog-crest is turned up at row 4, column 4."


def test_reading_changes_nothing() -> None:
    position = place()
    before = position.tobytes()
    assert str(position)
    assert position.text
    assert position.event.text
    assert repr(position)
    assert position.points
    assert position.view(0).legal()
    assert isinstance(position.copy(), Position)
    assert position.tobytes() == before


ROUND_ENDS = """
end_lines: 1
turn: 7
cart: C3v
hand 0: fr-st fr-di dr-st dr-di ca-st
hand 1: {}
crowd:
fr-ho fr-cr dr-ho ??
?? ?? ?? ??
?? ?? ?? ??
?? ?? ?? ??
"""


@pytest.mark.rule("MV-53", "MV-60")
def test_a_text_of_several_decisions_is_no_way_to_peek_across_a_reveal() -> None:
    """The push ends the round. Who wins it, and the next deal, depend on the hidden hand."""
    said = set()
    for hidden in ("ca-di ca-ho ch-cr hd-tr", "dr-tr ca-tr ch-tr hd-tr"):
        for further in ("R1>", "fr-st", "dr-tr", "fr-st R1>"):
            position = game.position(ROUND_ENDS.format(hidden))
            before = position.tobytes()
            with pytest.raises(UnreadableAction) as refused:
                position.act(0, f"fr-st R1> {further}")
            assert position.tobytes() == before
            said.add(str(refused.value))
    assert said == {"a text may hold several decisions only if nothing happens between them"}


# --- in other languages -------------------------------------------------------------------

TOLD = {
    "en": ["Seat 0 pushes row 1 to the right.", "Row 1 slides and a hidden card comes off.",
           "The Cart blocks row 1."],
    "fr": ["Seat 0 pousse la rangée 1 vers la droite.",
           "La rangée 1 glisse et une carte cachée sort.", "Le Chariot bloque la rangée 1."],
    "pt": ["Seat 0 empurra a linha 1 para a direita.", "A linha 1 desliza e uma carta oculta sai.",
           "O Carrinho bloqueia a linha 1."],
}  # fmt: skip


@pytest.mark.parametrize("language", TOLD)
def test_events_are_told_in_a_language(language: str) -> None:
    position = place()
    said = []
    position.decide(0, "fr-st")
    position.decide(0, "R1>")
    while position.event.kind != "cart_moved":
        say = game.words(language)
        said.append(game.notation.event_text(position.record, ("Seat 0", "Seat 1"), say))
        position.advance()
    said.append(game.notation.event_text(position.record, ("Seat 0", "Seat 1"), say))
    assert [said[0], said[1], said[3]] == TOLD[language]


def test_a_refusal_is_told_in_a_language() -> None:
    position = place(phase="push", chosen="fr-st", cart="C2^")
    with pytest.raises(IllegalMove, match="le Chariot bloque la colonne 2 pour ce tour"):
        position.decide(0, "C2v", game.words("fr"))
    with pytest.raises(IllegalMove, match="o Carrinho bloqueia a coluna 2 neste turno"):
        position.decide(0, "C2v", game.words("pt"))


def messages(language: str) -> dict[str, list[str]]:
    """The sentences of a catalogue, each with all forms of its translation."""
    page = resources.files("kermesse.games.muvuca") / "locale" / f"{language}.po"
    with page.open("rb") as lines:
        found = [message for message in read_po(lines) if message.id]
    return {several(message.id)[0]: several(message.string) for message in found}


def several(forms: Any) -> list[str]:
    """One sentence, or its singular and its plural."""
    return [forms] if isinstance(forms, str) else list(forms)


def gaps(sentence: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", sentence))


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_options_have_words_for_a_form(language: str) -> None:
    say = game.words(language)
    for option in game.options:
        assert say(option.meaning)
        if not isinstance(option.allowed, range):
            assert len({say(label) for label in option.labels}) == len(option.allowed)
