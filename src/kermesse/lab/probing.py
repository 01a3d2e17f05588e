"""Copies of a game's rules that say which of their places run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from kermesse.core.game import Game
from kermesse.core.kernel import transplant
from kermesse.lab.citations import WATCHED, Place, definition, rule_functions, spot_of

RAN = "__ran__"  # the name by which a copy finds where to tell

Kernels = Mapping[str, Callable[..., Any]]


def probed_kernels(game: Game, places: Sequence[Place], ran: set[int]) -> Kernels:
    """The kernels that carry out rules, in plain Python; they add the places that run to a set."""
    probes: dict[Path, dict[tuple[int, int], list[int]]] = {}
    for number, place in enumerate(places):
        probes.setdefault(place.path, {}).setdefault(place.spot, []).append(number)
    codes = {
        function.__code__: probed(function, probes.get(Path(function.__code__.co_filename), {}))
        for function in rule_functions(game)
    }
    copies: dict[FunctionType, FunctionType] = {}
    return {name: copied(game.kernels[name], codes, ran, copies) for name in WATCHED}


def copied(
    kernel: Any,
    codes: Mapping[CodeType, CodeType],
    ran: set[int],
    copies: dict[FunctionType, FunctionType],
) -> FunctionType:
    """A kernel and all that it calls, with other code where there is some."""
    source: FunctionType = getattr(kernel, "py_func", kernel)
    if source not in copies:
        copy = transplant(source, {RAN: ran}, source.__name__)
        copy.__code__ = codes.get(source.__code__, source.__code__)
        copies[source] = copy
        for name in source.__code__.co_names:
            value = source.__globals__.get(name)
            if hasattr(value, "py_func") or getattr(value, "__code__", None) in codes:
                copy.__globals__[name] = copied(value, codes, ran, copies)
    return copies[source]


def probed(function: FunctionType, probes: Mapping[tuple[int, int], Sequence[int]]) -> CodeType:
    """The code of a function that tells of the statements at some spots before they run."""
    path = function.__code__.co_filename
    node = deepcopy(definition(Path(path), function.__code__.co_firstlineno))
    node.decorator_list = []
    for parent in ast.walk(node):
        for block in ("body", "orelse"):
            statements = getattr(parent, block, None)
            if isinstance(statements, list):
                setattr(parent, block, with_probes(statements, probes))
    made: dict[str, Any] = {}
    future = ast.parse("from __future__ import annotations").body
    module = ast.fix_missing_locations(ast.Module([*future, node], []))
    exec(compile(module, path, "exec"), made)
    code: CodeType = made[node.name].__code__
    return code


def with_probes(
    statements: Sequence[ast.stmt], probes: Mapping[tuple[int, int], Sequence[int]]
) -> list[ast.stmt]:
    """A block in which some statements come after a probe; a description stays the first."""
    found: list[ast.stmt] = []
    for statement in statements:
        for number in probes.get(spot_of(statement), ()) if hasattr(statement, "lineno") else ():
            found += ast.parse(f"{RAN}.add({number})").body
        found.append(statement)
    return found
