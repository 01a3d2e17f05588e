"""The graph of kernels: what a kernel calls, and copies of it that call something else.

Plain Python, binding, the GPU, unrolling, fingerprints and the lab's probes are all made by walking
or copying it. Numba resolves a call by a global name when it compiles, so that is how kernels call
each other. Two ways do not last, and are refused: circles, and calls through a module.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from kermesse.core.errors import KermesseError

LIBRARIES = {"math", "numba", "numpy"}  # Numba knows what is in them
NO_KERNELS = LIBRARIES | sys.stdlib_module_names  # whose modules may be named as they are


class UncallableKernel(KermesseError):
    """A kernel calls another in a way that does not last."""


def source_of(function: Any) -> Any:
    """The Python function of a kernel, compiled or not."""
    return getattr(function, "py_func", function)


def is_compiled(value: Any) -> bool:
    """Whether a value is a kernel with machine code."""
    return hasattr(value, "py_func")


def is_function(value: Any) -> bool:
    """Whether a value is a kernel or could become one."""
    return isinstance(source_of(value), FunctionType)


def place(function: FunctionType) -> str:
    """File and line of a function."""
    return f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and all those nested in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes(inner)


# --- walking ------------------------------------------------------------------------------------


def globals_of(function: FunctionType) -> dict[str, Any]:
    """The globals that a function names."""
    known = function.__globals__
    names = [name for code in codes(function.__code__) for name in code.co_names]
    return {name: known[name] for name in names if name in known}


def closed_over(function: FunctionType) -> list[Any]:
    """What a function closes over, as far as that exists yet."""
    held = []
    for cell in function.__closure__ or ():
        with suppress(ValueError):
            held.append(cell.cell_contents)
    return held


def called_by(function: FunctionType) -> list[FunctionType]:
    """The functions that one names or closes over, by themselves or in a tuple."""
    values = [*globals_of(function).values(), *closed_over(function)]
    if any(_is_foreign(value) for value in values):
        _refuse_calls_by_module(function)
    values = [part for value in values for part in (value if type(value) is tuple else (value,))]
    return [source_of(value) for value in values if is_function(value)]


def reached(*kernels: Any) -> list[FunctionType]:
    """Kernels and everything they call, each once; refuses circles and calls through a module.

    Machine code of kernels that call each other is right in the process that made it, and crashes
    every later one that loads it from the cache. A kernel that calls itself is fine. What is
    reached through a module (`bits.has(…)`) could not be exchanged for its plain twin.
    """
    found: dict[FunctionType, None] = {}
    for kernel in kernels:
        if is_function(kernel):
            _walk(source_of(kernel), found)
    return list(found)


def _walk(start: FunctionType, found: dict[FunctionType, None]) -> None:
    """Walk down from one function; those that are open are the path to where the walk is."""
    path = {start: iter(called_by(start))}
    while path:
        function = next(reversed(path))
        called = next((one for one in path[function] if one not in found), None)
        if called is None:
            found[function] = None
            del path[function]
        elif called in path and called is not function:
            raise UncallableKernel(_circle([*path], called))
        elif called is not function:
            path[called] = iter(called_by(called))


def _circle(path: list[FunctionType], start: FunctionType) -> str:
    circle = path[path.index(start) :]
    names = " → ".join(one.__name__ for one in [*circle, start])
    places = ", ".join(place(one) for one in circle)
    return (
        f"kernels call each other in a circle: {names} ({places}). Machine code of that kind "
        "crashes when it is loaded from the cache: let a step set what comes next, and return"
    )


def lookups(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Each global that the code looks up, or what it takes out of one that is a module."""
    for code in codes(function.__code__):
        path, value = "", None
        for instruction in dis.get_instructions(code):
            name = str(instruction.argval)
            if instruction.opname == "EXTENDED_ARG":
                continue
            if isinstance(value, ModuleType) and instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                path, value = f"{path}.{name}", getattr(value, name, None)
                continue
            if path:
                yield path, value
            path, value = "", None
            if instruction.opname == "LOAD_GLOBAL":
                path, value = name, function.__globals__.get(name)


def _is_foreign(value: Any) -> bool:
    return isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in NO_KERNELS


def _refuse_calls_by_module(function: FunctionType) -> None:
    for path, value in lookups(function):
        root, _, inside = path.partition(".")
        if not _is_foreign(function.__globals__.get(root)):
            continue
        if _is_foreign(value):
            raise UncallableKernel(
                f"{function.__name__} ({place(function)}) takes the module {path} for a "
                "value: name what it needs of it, as in `from … import …`"
            )
        if inside and is_function(value):
            raise UncallableKernel(
                f"{function.__name__} ({place(function)}) calls {path} through a module, "
                "where plain Python and the lab cannot follow: import the kernel itself, "
                f"`from {source_of(value).__module__} import {path.rpartition('.')[2]}`"
            )


# --- copying ------------------------------------------------------------------------------------


def transplant(function: FunctionType, names: Mapping[str, Any], title: str) -> FunctionType:
    """A copy of ``function`` that finds ``names`` among its globals and goes by ``title``."""
    copy = FunctionType(
        function.__code__,
        {**globals_of(function), **names},
        title,
        function.__defaults__,
        tuple(CellType(cell.cell_contents) for cell in function.__closure__ or ()),
    )
    copy.__qualname__ = title  # by which its machine code is kept
    copy.__module__ = function.__module__
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy


def unchanged(copy: FunctionType, kernel: Any) -> Any:
    """What becomes of a copy that needs nothing more."""
    return copy


@dataclass(frozen=True)
class Copies:
    """Copies of kernels, each together with copies of those that it calls.

    They are made and kept here, so kernels that are copied one after another share what they call.
    """

    follows: Callable[[Any], bool] = is_function  # whether what is called is copied, too
    names: Mapping[str, Any] = field(default_factory=dict)  # globals that every copy finds
    instead: Mapping[CodeType, Any] = field(default_factory=dict)  # not copied, but replaced
    title: str = "{}"  # of a copy
    finish: Callable[[FunctionType, Any], Any] = unchanged  # what a copy that others call becomes
    made: dict[FunctionType, Any] = field(default_factory=dict)

    def called(self, kernel: Any) -> Any:
        """What other copies call in place of a kernel."""
        source = source_of(kernel)
        if source.__code__ in self.instead:
            return self.instead[source.__code__]
        if source not in self.made:
            copy = self._transplanted(source)
            self.made[source] = self.finish(copy, kernel)  # before the rest: it may call itself
            self._lead_on(copy)
        return self.made[source]

    def outermost(self, kernel: Any) -> FunctionType:
        """A copy that no other one calls: it is not finished, and not kept."""
        copy = self._transplanted(source_of(kernel))
        self._lead_on(copy)
        return copy

    def _transplanted(self, source: FunctionType) -> FunctionType:
        return transplant(source, self.names, self.title.format(source.__name__))

    def _lead_on(self, copy: FunctionType) -> None:
        """Let a copy call copies."""
        for name, value in globals_of(copy).items():
            if name not in self.names and self.follows(value):
                copy.__globals__[name] = self.called(value)
        for cell in copy.__closure__ or ():
            if self.follows(cell.cell_contents):
                cell.cell_contents = self.called(cell.cell_contents)
