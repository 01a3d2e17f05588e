"""What the suite says of a kernel that raises: once, with its name, its line and where to look."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.toys import courier

from kermesse.core.conformance import Case, ConformanceError, check
from kermesse.core.errors import KermesseError
from kermesse.core.kernel import PLAIN, kernel
from kermesse.core.record import tell

GAME = courier.game
any_letter, honest_step = courier.any_letter, courier.step
ALL = ", ".join(map(str, range(1, 11)))


def text_of(name: str, **kernels: Any) -> str:
    game = replace(GAME, name=name, kernels={**GAME.kernels, **kernels})
    with pytest.raises(ConformanceError) as caught:
        check(game, matches=2)
    return str(caught.value)


def place_of(function: Any, below: int) -> str:
    code = getattr(function, "py_func", function).__code__
    return f"{code.co_filename}:{code.co_firstlineno + below}"


def joined(s: Any) -> int:
    held = [1, 2]
    return held + int(s.pile)  # type: ignore[operator]


def steps_wrongly(s: Any) -> None:
    if s.pile < 4:
        joined(s)
    honest_step(s)


def test_an_error_in_a_kernel_is_told_once_with_name_line_and_position() -> None:
    text = text_of("wrong_step", step=steps_wrongly)
    assert text.count("TypeError") == 1
    assert "`step` raises TypeError: can only concatenate list" in text
    assert f"at {place_of(joined, 2)}, in joined" in text
    assert "stopped by an error: wrong_step, 2 seats, default options, seed 0 and 2 more" in text
    assert "decisions and steps, in phase draw, last event delivered" in text
    look = text.partition("to look:  ")[2].splitlines()[0]
    game = replace(GAME, name="wrong_step", kernels={**GAME.kernels, "step": steps_wrongly})
    position = eval(look, {"Case": Case, "game": game})
    assert position.record.pile == 3  # the record that `step` was given


@kernel
def scores_wrongly(s: Any, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = "ten" + int(s.pile)  # type: ignore[operator]


def test_a_kernel_that_cannot_be_compiled_is_told_once() -> None:
    text = text_of("wrong_score", score=scores_wrongly)
    assert text.count("`score` raises") == 1
    assert ("TypeError" if PLAIN else "TypingError") in text
    assert Path(place_of(scores_wrongly, 3)).name in text


def shifts(s: Any, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = 1 << (int(s.pile) - 5)


def test_errors_that_are_not_the_same_are_told_apart() -> None:
    text = text_of("two_errors", step=steps_wrongly, evaluate=shifts)
    assert "`step` raises TypeError" in text
    game = replace(GAME, name="shifts", kernels={**GAME.kernels, "evaluate": shifts})
    with pytest.raises(
        ConformanceError, match="`evaluate` raises ValueError: negative shift count"
    ):
        check(game, matches=1)


def goes_on(s: Any) -> None:
    """Forgets to end the match: then there are no letters left to draw."""
    s.hand[s.active, 1] = any_letter(s)
    s.pile -= 1
    s.delivered[int(s.pile < 0) * 64] += 0
    s.due = 1 << int(s.active)
    s.phase = courier.Phase.DELIVER
    tell(s, courier.Happening.DREW, s.active)


def test_a_match_that_runs_past_its_end_says_how_far_it_came() -> None:
    text = text_of("endless", step=goes_on)
    assert text.count("IndexError") == 1
    assert f"at {place_of(goes_on, 4)}, in goes_on" in text
    assert "after 16 of at most 22 decisions and steps, in phase draw" in text


def test_what_raises_need_not_be_a_kernel() -> None:
    def bound(options: Any) -> int:
        raise KermesseError("no bound is known")

    game = replace(GAME, name="boundless", bound=bound)
    with pytest.raises(ConformanceError, match="the game raises KermesseError: no bound is known"):
        check(game, matches=1)
