"""Kernels and templates: compiled, plain, and bound to a game."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from kermesse.core import contract
from kermesse.core.binding import bind, template
from kermesse.core.contract import KERNELS, UnboundKernel, score
from kermesse.core.errors import KermesseError
from kermesse.core.kernel import PLAIN, kernel, plain
from kermesse.core.playout import LOST, STUCK, conserved, playout, playouts, settle, watched_playout
from kermesse.games.muvuca import game

compiled_only = pytest.mark.skipif(PLAIN, reason="there is no machine code in plain mode")


@kernel
def doubled(n: int) -> int:
    return 2 * n


@kernel
def doubled_and_one(n: int, more: int = 1) -> int:
    return doubled(n) + more


@kernel
def countdown(n: int) -> int:
    return 0 if n <= 0 else 1 + countdown(n - 1)


@compiled_only
def test_a_kernel_is_compiled_and_releases_the_interpreter() -> None:
    assert doubled_and_one(3) == 7
    assert doubled_and_one.targetoptions["nogil"] is True  # type: ignore[attr-defined]
    assert doubled_and_one.targetoptions["error_model"] == "numpy"  # type: ignore[attr-defined]


def test_a_plain_kernel_is_plain_all_the_way_down() -> None:
    copy = plain(doubled_and_one)
    assert not hasattr(copy, "py_func")
    assert not hasattr(copy.__globals__["doubled"], "py_func")  # type: ignore[attr-defined]
    assert copy(3) == 7
    assert copy(3, more=5) == 11


def test_a_plain_kernel_may_call_itself() -> None:
    assert plain(countdown)(4) == 4


def test_making_a_plain_copy_leaves_the_original_alone() -> None:
    before = dict(globals())
    plain(doubled_and_one)
    assert {name: globals()[name] for name in before} == before


@template
def inner(out: Any) -> int:
    score(None, out)
    return int(out[0])


@template
def outer(out: Any) -> int:
    return inner(out) + 1


def seven(s: Any, out: Any) -> None:
    out[0] = 7


def eight(s: Any, out: Any) -> None:
    out[0] = 8


def test_a_template_is_bound_with_the_templates_it_calls() -> None:
    out = np.zeros(1, np.int32)
    assert bind(outer, {"score": seven}, "a", plain=True)(out) == 8
    assert bind(outer, {"score": eight}, "b", plain=True)(out) == 9


def test_a_bound_template_has_a_name_of_its_own() -> None:
    bound = bind(outer, {"score": seven}, "toy", plain=True)
    assert (bound.__name__, bound.__qualname__) == ("outer_toy", "outer_toy")  # type: ignore[attr-defined]
    assert outer.__name__ == "outer"  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", KERNELS)
def test_an_unbound_kernel_says_so(name: str) -> None:
    promise = getattr(contract, name)
    arguments = [None] * promise.__code__.co_argcount
    with pytest.raises(UnboundKernel, match=name):
        promise(*arguments)


def test_a_game_binds_a_template_once() -> None:
    assert game.bind(settle) is game.bind(settle)
    assert game.bind(settle, plain=True) is game.bind(settle, plain=True)
    assert PLAIN or game.bind(settle, plain=True) is not game.bind(settle, plain=False)


@pytest.mark.parametrize("missing", KERNELS)
def test_a_game_needs_every_kernel(missing: str) -> None:
    kernels = {name: function for name, function in game.kernels.items() if name != missing}
    with pytest.raises(KermesseError, match=f"muvuca lacks the kernels {missing}"):
        dataclasses.replace(game, kernels=kernels)


def test_a_game_that_nobody_can_play_on_is_stuck() -> None:
    batch = game.blank()
    moves = np.zeros(game.actions, np.int16)
    stuck = dataclasses.replace(
        game, kernels={**game.plain_kernels, "legal": lambda s, seat, out: 0}
    )
    assert stuck.bind(playouts, plain=True)(batch, 1000, moves) == STUCK


def test_a_game_without_end_is_stuck() -> None:
    batch = game.blank()
    game.kernels["setup"](batch[0])
    assert game.bind(playout)(batch[0], 10, np.zeros(game.actions, np.int16)) == STUCK


def test_a_lost_card_is_noticed() -> None:
    def losing(s: Any, seat: int, action: int) -> None:
        game.plain_kernels["act"](s, seat, action)
        s.hand[seat] = 0

    careless = dataclasses.replace(game, kernels={**game.plain_kernels, "act": losing})
    moves, seen = np.zeros(game.actions, np.int16), np.zeros(25, np.int16)
    watch = careless.bind(watched_playout, plain=True)
    assert watch(careless.blank()[0], 1000, moves, game.box, seen) == LOST


def test_conservation_sees_lost_and_doubled_cards() -> None:
    position = game.new(seed=1)
    whole = game.bind(conserved)
    seen = np.zeros(25, np.int16)
    assert whole(position.record, game.box, seen)
    doubled_card = position.copy()
    doubled_card.record.hand[0] |= doubled_card.record.hand[1]
    assert not whole(doubled_card.record, game.box, seen)
    lost = position.copy()
    lost.record.crowd[3] = -2
    assert not whole(lost.record, game.box, seen)
