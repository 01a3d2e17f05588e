"""What a browser is shown of a lesson: answers, refusals, what is taken back, what is skipped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.teach.example import LESSON

import kermesse
from kermesse.core.game import Game
from kermesse.table.lessons import Asked, Shown
from kermesse.table.refusals import Refused
from kermesse.table.visitor import Visitor
from kermesse.teach.lesson import read_lesson


@pytest.fixture(scope="module")
def viva() -> Game:
    return kermesse.game("viva")


@pytest.fixture
def shown(viva: Game, tmp_path: Path) -> Shown:
    path = tmp_path / "4-viva.toml"
    path.write_text(LESSON, encoding="utf-8")
    return Shown(viva, "4-viva", read_lesson(path), Visitor().say, "Nia")


def ask(shown: Shown, what: str, *path: str, done: list[list[str]] | None = None) -> dict[str, Any]:
    return shown.answer(Asked(what, done or [[]], list(path)))


def test_the_first_look_says_the_first_step_and_offers_what_may_be_picked(shown: Shown) -> None:
    first = ask(shown, "look")
    assert "Two houses show yellow" in first["strip"]
    assert "Y" in first["picks"]
    assert first["show"] == ["H1", "H2"]


def test_what_is_right_is_praised_and_played(shown: Shown) -> None:
    answer = ask(shown, "decide", "Y", "H3")
    assert answer["done"] == [["Y H3"]]
    assert answer["picks"] == {}
    assert "strip-praise" in answer["strip"]
    assert any("VIVA" in step.get("line", "") for step in answer["steps"])


def test_what_is_wrong_is_explained_and_taken_back(shown: Shown) -> None:
    before = ask(shown, "look")
    answer = ask(shown, "decide", "draw")
    assert answer["wrong"]
    assert "You hold what you need." in answer["strip"]
    assert "VV-29" in answer["strip"]
    assert answer["done"] == [[]]
    assert answer["back"] == before["steps"][-1]


def test_a_refusal_names_its_rule(shown: Shown) -> None:
    with pytest.raises(Refused) as refused:
        ask(shown, "decide", "G", "H1")
    assert refused.value.rule == "VV-18"


def test_show_me_does_one_decision_and_skip_all_of_the_step(shown: Shown) -> None:
    assert ask(shown, "show")["done"] == [["Y H3"]]
    skipped = ask(shown, "next")
    assert skipped["done"] == [["Y H3"], []]
    assert "blocking card" in skipped["strip"]


def test_a_lesson_is_played_to_its_end_by_skipping(shown: Shown) -> None:
    done: list[list[str]] = [[]]
    for _ in shown.lesson.steps:
        answer = ask(shown, "next", done=done)
        done = answer["done"]
    assert answer["finished"]
    assert [len(texts) for texts in done] == [1, 1, 3, 0]


@pytest.mark.parametrize(
    "done", [[["G H1"]], [["nonsense"]], [[]] * 9, [["draw"], []], [["draw"]]], ids=str
)
def test_what_nobody_does_in_this_lesson_is_refused(shown: Shown, done: list[list[str]]) -> None:
    with pytest.raises(Refused):
        ask(shown, "show", done=done)
    with pytest.raises(Refused):
        ask(shown, "decide", "Y", "H3", done=done)


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b"[]",
        b'{"do":"cheat","done":[[]]}',
        b'{"do":"look","done":[]}',
        b'{"do":"look"',
        b"\xff",
    ],
)
def test_what_is_no_request_is_no_request(body: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        msgspec.json.decode(body, type=Asked)


def test_the_other_hand_is_nowhere_in_what_is_shown(viva: Game, shown: Shown) -> None:
    other = msgspec.structs.replace(
        shown.lesson, position=shown.lesson.position.replace("P O B OG GB", "G O B PB RB")
    )
    twin = Shown(viva, "4-viva", other, shown.say, "Nia")
    assert ask(twin, "look") == ask(shown, "look")
