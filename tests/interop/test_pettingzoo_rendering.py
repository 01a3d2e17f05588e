"""Boards as text, in colours and as pictures."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from rich.text import Text

import kermesse
from kermesse.core.errors import KermesseError
from kermesse.interop import picture
from kermesse.interop.pettingzoo import env
from kermesse.interop.picture import ACCENT, COLUMNS, HEIGHT, QUIET, RAISED, WIDTH, painted

from .scenes import TABLES, walk

RED = (214, 69, 69)


def has(image: Any, colour: tuple[int, int, int]) -> bool:
    return bool((image == np.array(colour, np.uint8)).all(axis=2).any())


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pictures_of_a_match_are_of_one_size(name: str, seats: int) -> None:
    table = env(name, seats=seats, render_mode="rgb_array")
    table.reset(seed=1)
    for taken in walk(table.engine, 1, 61):
        if taken % 30 == 0:
            image = table.render()
            assert isinstance(image, np.ndarray)
            assert image.shape == (HEIGHT, WIDTH, 3)
            assert image.dtype == np.uint8


def test_a_picture_follows_the_match() -> None:
    table = env("muvuca", render_mode="rgb_array")
    table.reset(seed=1)
    images = [np.asarray(table.render()) for _ in walk(table.engine, 1, 4)]
    assert not any(np.array_equal(images[0], image) for image in images[1:])
    assert np.array_equal(images[-1], np.asarray(table.render())) is False


def test_pieces_are_chips_and_dim_words_are_quiet() -> None:
    plain = painted(Text("words"), "", "")
    assert not has(plain, RED)
    assert not has(plain, QUIET)
    assert has(painted(Text("piece", "bold #d64545"), "", ""), RED)
    assert has(painted(Text("piece", "white on #d64545"), "", ""), RED)
    assert has(painted(Text("word", "reverse"), "", ""), ACCENT)
    assert has(painted(Text("word", "dim"), "", ""), QUIET)


def test_a_chip_has_no_ground_under_blanks() -> None:
    alone = painted(Text("ab", "bold #d64545"), "", "")
    blanks = " " * (COLUMNS - 10)
    padded = painted(Text.assemble((f"ab{blanks}", "bold #d64545"), "."), "", "")
    count = [int((image == np.array(RED, np.uint8)).all(axis=2).sum()) for image in (alone, padded)]
    assert count[0] == count[1] > 0


def test_what_is_too_large_is_folded_or_drawn_smaller() -> None:
    wide, tall = Text("word " * 100), Text("line\n" * 100)
    for board in (wide, tall):
        image = painted(board, "T", "caption " * 50)
        assert image.shape == (HEIGHT, WIDTH, 3)
        plate = image[picture.HEAD + 3 : picture.HEAD + 12, picture.MARGIN + 20 : -60]
        assert (plate == np.array(RAISED, np.uint8)).all()  # nothing reaches the edge


def test_light_chips_carry_dark_letters() -> None:
    assert has(painted(Text("w", "black on #f2dd3f"), "", ""), picture.INK)
    assert not has(painted(Text("w", "white on #2e6b3a"), "", ""), picture.INK)


def test_every_sign_of_the_boards_is_in_the_font() -> None:
    missing = picture.font("plain").getmask("\U0001f0a1").getbbox()
    for name, seats in TABLES:
        game = kermesse.game(name)
        signs = set(str(game.new(seats=seats, seed=1).view(0))) - set(" \n")
        for weight in ("plain", "bold"):
            for sign in signs:
                ink = picture.font(weight).getmask(sign)
                assert ink.getbbox() is not None, sign
                assert sign.isascii() or ink.getbbox() != missing, sign


def test_the_text_is_the_board() -> None:
    table = env("viva", seats=3, render_mode="ansi", render_seat=1)
    table.reset(seed=1)
    assert table.render() == str(table.engine.view(1))
    table = env("viva", seats=3, render_mode="ansi")
    table.reset(seed=1)
    assert table.render() == str(table.engine.view())


def test_people_see_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    table = env("viva", render_mode="human")
    table.reset(seed=1)
    capsys.readouterr()
    assert table.render() is None
    first = capsys.readouterr().out
    assert first.strip() == str(table.engine.view()).strip()
    table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
    second = capsys.readouterr().out
    assert second.strip() == str(table.engine.view()).strip()


@pytest.mark.filterwarnings("ignore:.*without specifying any render mode")
def test_nothing_is_shown_unless_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    table = env("viva")
    table.reset(seed=1)
    assert table.render() is None
    assert not capsys.readouterr().out


def test_without_pillow_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.delitem(sys.modules, "kermesse.interop.picture")
    table = env("viva", render_mode="rgb_array")
    table.reset(seed=1)
    with pytest.raises(KermesseError, match=r"pip install 'kermesse\[pettingzoo\]'"):
        table.render()
