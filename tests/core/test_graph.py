"""Kernels that call each other: what would crash later is refused by name (core/graph.py)."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from tests.toys import huddle

from kermesse.core import bits
from kermesse.core.fingerprint import Unfathomable, fingerprint
from kermesse.core.game import Game
from kermesse.core.graph import UncallableKernel, reached
from kermesse.core.kernel import PLAIN, kernel, plain
from kermesse.core.machine_code import compiled


@kernel
def even(n: int) -> int:
    return 1 if n == 0 else odd(n - 1)


@kernel
def odd(n: int) -> int:
    return 0 if n == 0 else even(n - 1)


@kernel
def down_to_zero(n: int) -> int:
    return 0 if n == 0 else down_to_zero(n - 1)


@kernel
def first(n: int) -> int:
    return second(n) + down_to_zero(n)


@kernel
def second(n: int) -> int:
    return third(n)


@kernel
def third(n: int) -> int:
    return first(n - 1) if n else 0


@kernel
def through_a_module(s: Any, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = bits.count(s.hand[seat])


@kernel
def through_a_name(s: Any, out: Any) -> None:
    there = bits
    for seat in range(s.seats):
        out[seat] = there.count(s.hand[seat])


@kernel
def leads_into_a_circle(s: Any, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = first(seat)


def game_with(**kernels: Any) -> Game:
    return replace(huddle.game, name="circular", kernels={**huddle.game.kernels, **kernels})


def test_a_game_whose_kernels_call_in_a_circle_is_refused_with_names_and_places() -> None:
    with pytest.raises(UncallableKernel) as caught:
        game_with(score=leads_into_a_circle)
    text = str(caught.value)
    assert "first → second → third → first" in text
    for function in (first, second, third):
        line = getattr(function, "py_func", function).__code__.co_firstlineno
        assert f"test_graph.py:{line}" in text
    assert "leads_into_a_circle" not in text


def test_a_kernel_without_a_game_is_refused_when_it_is_first_called() -> None:
    machine = compiled(getattr(even, "py_func", even))
    with pytest.raises(UncallableKernel, match="even → odd → even"):
        machine(3)
    with pytest.raises(UncallableKernel, match="odd → even → odd"):
        fingerprint(odd)


@pytest.mark.skipif(PLAIN, reason="there is no machine code in plain mode")
def test_a_kernel_that_reads_what_nobody_can_judge_is_refused_when_it_is_first_called() -> None:
    names: dict[str, Any] = {"__name__": "strange", "odd": {}}
    exec("def f(n):\n    return n + 1 if n < 10 else odd\n", names)
    with pytest.raises(Unfathomable, match=r"^f reads odd \(<string>:1\), which is "):
        compiled(names["f"])(3)


def test_a_kernel_may_call_itself() -> None:
    reached(down_to_zero)
    assert down_to_zero(4) == 0


def test_a_kernel_that_is_reached_by_two_ways_is_no_circle() -> None:
    reached(*huddle.game.kernels.values())


@pytest.mark.parametrize("score", [through_a_module, through_a_name], ids=lambda one: one.__name__)
def test_a_kernel_that_is_reached_through_a_module_is_refused(score: Any) -> None:
    with pytest.raises(UncallableKernel) as caught:
        game_with(score=score)
    assert f"{score.__name__} (" in str(caught.value)
    assert "test_graph.py:" in str(caught.value)
    assert "bits" in str(caught.value)


def test_modules_of_modules_are_followed() -> None:
    package = ModuleType("package")
    vars(package)["bits"] = bits
    names: dict[str, Any] = {"package": package}
    exec("def outer(n):\n    return package.bits.count(n)", names)
    with pytest.raises(UncallableKernel, match=r"calls package\.bits\.count through a module"):
        reached(names["outer"])


def test_constants_may_be_read_from_a_module() -> None:
    names: dict[str, Any] = {"huddle": huddle}
    exec("def outer(n):\n    return n + huddle.CARDS", names)
    reached(names["outer"])


def test_a_kernel_that_another_one_closes_over_is_plain_in_its_plain_twin() -> None:
    counted = compiled(getattr(bits.count, "py_func", bits.count))

    def outer(n: int) -> int:
        return counted(n)

    twin = plain(compiled(outer))
    (cell,) = twin.__closure__  # type: ignore[attr-defined]
    assert not hasattr(cell.cell_contents, "py_func")
    assert twin(7) == 3
    assert hasattr(counted, "py_func")


CIRCLE = """
from kermesse.core.machine_code import compiled

@compiled
def even(n):
    return 1 if n == 0 else odd(n - 1)

@compiled
def odd(n):
    return 0 if n == 0 else even(n - 1)

print(even(3))
"""


def test_no_process_gets_as_far_as_a_crash(tmp_path: Any) -> None:
    """The first one would still be right; every later one would load what it left, and crash."""
    (tmp_path / "circle.py").write_text(CIRCLE)
    for _ in range(2):
        ran = subprocess.run(
            [sys.executable, "circle.py"], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 1
        assert (
            "UncallableKernel: kernels call each other in a circle: even → odd → even" in ran.stderr
        )
