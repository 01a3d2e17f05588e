"""Lessons: how they are read, what is right in them, and that the check of them can fail."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from tests.teach.example import LESSON

import kermesse
from kermesse.cli import main
from kermesse.core.errors import IllegalMove
from kermesse.core.game import Game
from kermesse.teach.attempt import Attempt, first_attempt
from kermesse.teach.check import lesson_faults
from kermesse.teach.lesson import Lesson, LessonError, read_lesson

MUTANTS = [
    ('rule = "VV-18"', 'rule = "VV-19"', "'G H1' is refused by VV-18, not VV-19"),
    ('try = "G H1"', 'try = "Y H1"', "'Y H1' is allowed"),
    ('teaches = ["VV-33"]', 'teaches = ["VV-333"]', "no rule VV-333"),
    ("house 2: YB", "house 2: OB", "nothing that may be done is right"),
    ('["block Y"], ["block G"]', '["block Y"]', "nothing is said about block G"),
    ('["block Y"], ["block G"]', '["block Y"], ["block P"]', "['block P'] cannot be played"),
    ('["block Y"], ["block G"]', '["block Y"], ["pile"]', "never said: Then you keep"),
    ('{ action = ["draw"], rule = "VV-29", say = "You hold what you need." },', "",
     "nothing is said about draw"),
    ("within = 3", "within = 1", "step 3: never said: You stopped"),
    ('fewest = "hand 0"', 'most = "hand 0"', "step 3"),
    ('show = ["H1", "H2"]', 'show = ["H1", "H9"]', "nothing on the board is called 'H9'"),
    ('[[1, "draw"], [1, "keep"]]', '[[1, "draw"], [1, "house"]]', "step 4"),
    ("hand 1: P O", "hand 1: 99P O", "hand 1"),
]  # fmt: skip


@pytest.fixture(scope="module")
def viva() -> Game:
    return kermesse.game("viva")


def written(folder: Path, text: str) -> Lesson:
    path = folder / "4-viva.toml"
    path.write_text(text, encoding="utf-8")
    return read_lesson(path)


def engine_faults(game: Game, lesson: Lesson) -> list[str]:
    """All faults but those of translation."""
    return [fault for fault in lesson_faults(game, "4-viva", lesson) if ": not in " not in fault]


def test_a_true_lesson_has_no_faults(viva: Game, tmp_path: Path) -> None:
    assert engine_faults(viva, written(tmp_path, LESSON)) == []


@pytest.mark.parametrize(("old", "new", "fault"), MUTANTS)
def test_mutants_are_found(viva: Game, tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert LESSON.count(old) == 1
    found = engine_faults(viva, written(tmp_path, LESSON.replace(old, new)))
    assert any(fault in each for each in found), found


def test_sentences_without_a_translation_are_faults(viva: Game, tmp_path: Path) -> None:
    lesson = written(tmp_path, LESSON.replace("One card fewer.", "Nobody has translated this."))
    faults = lesson_faults(viva, "4-viva", lesson)
    assert "4-viva: not in Français: Nobody has translated this." in faults
    long = msgspec.structs.replace(lesson, title="word " * 40)
    assert any("characters are too many" in each for each in lesson_faults(viva, "x", long))


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('title = "VIVA!"', 'titel = "VIVA!"', "titel"),
        ("seed = 3", 'seed = "three"', "seed"),
        ("[[step]]", "[[step]", "4-viva.toml"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(
    tmp_path: Path, old: str, new: str, named: str
) -> None:
    with pytest.raises(LessonError, match=named):
        written(tmp_path, LESSON.replace(old, new))


def begun(game: Game, tmp_path: Path) -> Attempt:
    return first_attempt(game, written(tmp_path, LESSON))


def test_what_is_right_leads_to_the_next_step(viva: Game, tmp_path: Path) -> None:
    answer = begun(viva, tmp_path).decide("Y H3")
    assert answer.right
    second = answer.attempt.next()
    assert second.place == 1
    assert second.position == answer.attempt.position


def test_what_is_wrong_is_explained_and_nothing_is_lost(viva: Game, tmp_path: Path) -> None:
    attempt = begun(viva, tmp_path)
    before = attempt.position.tobytes()
    answer = attempt.decide("draw")
    assert answer.wrong is not None
    assert answer.wrong.rule == "VV-29"
    assert answer.frames
    assert attempt.position.tobytes() == before
    with pytest.raises(IllegalMove) as refused:
        attempt.decide("G H1")
    assert refused.value.rule == "VV-18"


def test_a_step_may_take_several_decisions_and_ask_for_the_best(viva: Game, tmp_path: Path) -> None:
    third = begun(viva, tmp_path).decide("Y H3").attempt.next().decide("block Y").attempt.next()
    assert third.position == third.starts[0].position  # back to the first step
    first = third.decide("Y H1")
    assert first.leads_on
    assert third.decide("Y H3").wrong is not None  # VIVA, but two yellow cards stay
    assert first.attempt.decide("Y H2").attempt.decide("Y H3").right


def test_equal_decisions_lead_to_equal_positions(viva: Game, tmp_path: Path) -> None:
    one, two = (begun(viva, tmp_path).decide("Y H3").attempt for _ in range(2))
    assert one.position.tobytes() == two.position.tobytes()


def test_the_command_says_so_if_a_game_has_no_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["kermesse.cli.lessons"], "lessons_of", lambda game: {})
    none = CliRunner().invoke(main, ["lessons", "muckle"])
    assert none.exit_code == 1
    assert "Muckle has no lessons" in none.output
