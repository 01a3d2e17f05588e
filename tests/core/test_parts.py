"""Templates that other templates call: built in, not compiled by themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kermesse.core.binding import bind, template
from kermesse.core.contract import score
from kermesse.core.kernel import PLAIN, kernel
from kermesse.core.machine_code import compiler_of_parts
from kermesse.core.playout import go_on, playout, playouts
from kermesse.games.muvuca import game

pytestmark = pytest.mark.skipif(PLAIN, reason="there is no machine code in plain mode")


@template
def seen(out: Any) -> int:
    score(None, out)
    return int(out[0])


@template
def seen_twice(out: Any) -> int:
    return seen(out) + seen(out)


@kernel
def nine(s: Any, out: Any) -> None:
    out[0] = 9


@kernel
def ten(s: Any, out: Any) -> None:
    out[0] = 10


def called_by(bound: Any, name: str) -> Any:
    """What a bound template calls by that name."""
    return bound.py_func.__globals__[name]


def test_a_template_is_built_into_the_one_that_calls_it() -> None:
    out = np.zeros(1, np.int32)
    bound: Any = bind(seen_twice, {"score": nine}, "toy")
    assert bound(out) == 18
    inner = called_by(bound, "seen")
    assert inner._compiler.pipeline_class is compiler_of_parts()
    assert all(
        made.library.get_pointer_to_function("any") == 0 for made in inner.overloads.values()
    )
    assert bind(seen_twice, {"score": ten}, "other")(out) == 20


def test_a_template_can_be_built_in_and_called_from_python() -> None:
    out = np.zeros(1, np.int32)
    parts: dict[Any, Any] = {}
    assert bind(seen_twice, {"score": nine}, "toy", parts=parts)(out) == 18
    assert bind(seen, {"score": nine}, "toy", parts=parts)(out) == 9
    assert bind(seen_twice, {"score": nine}, "toy", plain=True, parts=parts)(out) == 18


def test_templates_of_a_game_share_what_they_call() -> None:
    inner = called_by(game.bind(playouts), "playout")
    assert called_by(inner, "go_on") is called_by(game.bind(playout), "go_on")
    assert called_by(inner, "go_on").py_func.__code__ is go_on.__code__  # type: ignore[attr-defined]
