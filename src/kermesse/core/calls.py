"""Which kernels a kernel calls, and what no such graph may hold: circles, and calls by a module."""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterator
from contextlib import suppress
from types import CodeType, FunctionType, ModuleType
from typing import Any

from kermesse.core.errors import KermesseError

LIBRARIES = {"math", "numba", "numpy"}  # Numba knows what is in them
NO_KERNELS = LIBRARIES | sys.stdlib_module_names  # whose modules may be named as they are


class UncallableKernel(KermesseError):
    """A kernel calls another in a way that does not last."""


def source_of(function: Any) -> FunctionType:
    """The Python function of a kernel."""
    source: FunctionType = getattr(function, "py_func", function)
    return source


def check_calls(*kernels: Any) -> None:
    """Refuse circles, and kernels that are reached through a module.

    Machine code of kernels that call each other is right in the process that made it, and crashes
    every later one that loads it from the cache. A kernel that calls itself is fine. What is
    reached through a module (`bits.has(…)`) could not be exchanged for its plain twin.
    """
    cleared: set[FunctionType] = set()
    for kernel in kernels:
        source = source_of(kernel)
        if isinstance(source, FunctionType):
            _check(source, cleared)


def _check(source: FunctionType, cleared: set[FunctionType]) -> None:
    """Walk down from one function; those that are open are the path to where the walk is."""
    path = {source: called_by(source)}
    while path:
        function = next(reversed(path))
        called = next((one for one in path[function] if one not in cleared), None)
        if called is None:
            cleared.add(function)
            del path[function]
        elif called in path and called is not function:
            raise UncallableKernel(_circle([*path], called))
        elif called is not function:
            path[called] = called_by(called)


def _circle(path: list[FunctionType], start: FunctionType) -> str:
    circle = path[path.index(start) :]
    names = " → ".join(one.__name__ for one in [*circle, start])
    places = ", ".join(place(one) for one in circle)
    return (
        f"kernels call each other in a circle: {names} ({places}). Machine code of that kind "
        "crashes when it is loaded from the cache: let a step set what comes next, and return"
    )


def place(function: FunctionType) -> str:
    """File and line of a function."""
    return f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"


def called_by(function: FunctionType) -> Iterator[FunctionType]:
    """The functions that one names: globals, and those that it closes over."""
    known = function.__globals__
    names: set[str] = set()
    for code in codes(function.__code__):
        names.update(code.co_names)
    named = [known[name] for name in sorted(names) if name in known]
    if any(_is_foreign(value) for value in named):
        _refuse_calls_by_module(function)
    values = [*named, *held_by(function)]
    values += [part for value in values if isinstance(value, tuple) for part in value]
    return iter([source_of(value) for value in values if is_function(value)])


def held_by(function: FunctionType) -> list[Any]:
    """What a function closes over, as far as that exists yet."""
    held = []
    for cell in function.__closure__ or ():
        with suppress(ValueError):
            held.append(cell.cell_contents)
    return held


def is_function(value: Any) -> bool:
    """Whether a value is a kernel or could become one."""
    return isinstance(source_of(value), FunctionType)


def _is_foreign(value: Any) -> bool:
    return isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in NO_KERNELS


def _refuse_calls_by_module(function: FunctionType) -> None:
    """Follow every `module.name` in the code of a function."""
    for code in codes(function.__code__):
        value, path = None, ""
        for instruction in dis.get_instructions(code):
            name = str(instruction.argval)
            if instruction.opname == "LOAD_GLOBAL":
                value, path = function.__globals__.get(name), name
            elif _is_foreign(value) and instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                value, path = getattr(value, name, None), f"{path}.{name}"
                if is_function(value):
                    raise UncallableKernel(
                        f"{function.__name__} ({place(function)}) calls {path} through a module, "
                        "where plain Python and the lab cannot follow: import the kernel itself, "
                        f"`from {source_of(value).__module__} import {name}`"
                    )
            elif instruction.opname != "EXTENDED_ARG":
                if _is_foreign(value):
                    raise UncallableKernel(
                        f"{function.__name__} ({place(function)}) takes the module {path} for a "
                        "value: name what it needs of it, as in `from … import …`"
                    )
                value = None


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and all that are nested in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes(inner)
