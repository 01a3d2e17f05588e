"""The match that adapters hold: plain is compiled, and a library that is missing is named."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

import kermesse
from kermesse.core.errors import UnreadableAction, VariantRefused
from kermesse.core.single import NOBODY, REFUSED, take
from kermesse.interop.engine import Engine, found, look

from .scenes import some_action, some_illegal, walk


@pytest.mark.parametrize("name", ["muvuca", "muckle"])
def test_plain_is_compiled(name: str) -> None:
    engine, chance = Engine(name), Random(1)
    game = engine.game
    plain: list[Any] = [game.bind(template, plain=True) for template in (take, look)]
    moves, scratch, table = np.zeros(game.actions, np.int16), game.blank(), game.blank()
    table["rng"] = 3
    engine.deal(3)
    game.deal(table)
    seat = engine.seat
    for _ in range(20):
        assert table.tobytes() == engine.table.tobytes()
        assert seat == engine.seat
        seen, mask = np.zeros(game.features, np.float32), np.zeros(game.actions, np.int8)
        plain[1](table, seat, scratch, moves, seen, mask)
        flat, legal = engine.flat(seat)
        assert np.array_equal(mask, legal)
        assert seen == pytest.approx(flat)
        assert plain[0](table, seat, some_illegal(mask), moves) == REFUSED
        assert not engine.take(seat, some_illegal(mask))
        action = some_action(mask, chance)
        assert engine.take(seat, action)
        seat = plain[0](table, seat, action, moves)


def test_before_a_deal_nobody_is_asked() -> None:
    engine = Engine("viva", 3)
    assert engine.over
    assert engine.seat == NOBODY
    assert engine.asked == []


def test_a_copy_knows_who_is_asked() -> None:
    engine = Engine("viva", 3)
    assert engine.copy().over
    for _ in walk(engine, 1, 5):
        assert engine.copy().seat == engine.seat
        assert engine.copy().table.tobytes() == engine.table.tobytes()


def test_games_by_any_name() -> None:
    viva = kermesse.game("viva")
    assert found("VIVA") is found(viva) is viva
    with pytest.raises(VariantRefused, match=r"cannot read nowhere\.toml"):
        found("nowhere.toml")


@pytest.mark.parametrize("action", [True, 92, -1, "draw", None, 2.0])
def test_what_is_no_action(action: object) -> None:
    with pytest.raises(UnreadableAction, match="an action is a number from 0 to 91"):
        Engine("viva").checked_action(action)


@pytest.mark.parametrize("library", ["pettingzoo", "gymnasium"])
def test_a_missing_library_is_named_with_its_extra(library: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; import kermesse.interop.{library}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert f"pip install 'kermesse[{library}]'" in done.stderr
