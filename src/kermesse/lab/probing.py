"""Copies of a game's rules that say which of their places run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from kermesse.core.game import Game
from kermesse.core.graph import Copies
from kermesse.lab.citations import WATCHED, Place, definition, rule_functions

RAN = "__ran__"  # the name by which a copy finds where to tell

Kernels = Mapping[str, Callable[..., Any]]
Probes = Mapping[int, int]  # the places of a source by their lines


def probed_kernels(game: Game, places: Sequence[Place], ran: set[int]) -> Kernels:
    """The kernels that carry out rules, in plain Python; they add the places that run to a set."""
    probes: dict[Path, dict[int, int]] = {}
    for number, place in enumerate(places):
        probes.setdefault(place.path, {})[place.line] = number
    codes = {
        function.__code__: probed(function, probes.get(Path(function.__code__.co_filename), {}))
        for function in rule_functions(game)
    }

    def with_probes(copy: FunctionType, kernel: Any) -> FunctionType:
        copy.__code__ = codes.get(copy.__code__, copy.__code__)
        return copy

    copies = Copies(names={RAN: ran}, finish=with_probes)
    return {name: copies.called(game.kernels[name]) for name in WATCHED}


def probed(function: FunctionType, probes: Probes) -> CodeType:
    """The code of a function that reports when one of its places is reached."""
    path = function.__code__.co_filename
    node = deepcopy(definition(Path(path), function.__code__.co_firstlineno))
    node.decorator_list = []
    if node.lineno in probes:
        node.body[:1] = [node.body[0], probe(probes[node.lineno])]  # after the description
    made: dict[str, Any] = {}
    future = ast.parse("from __future__ import annotations").body
    module = ast.fix_missing_locations(ast.Module([*future, Placing(probes).visit(node)], []))
    exec(compile(module, path, "exec"), made)
    code: CodeType = made[node.name].__code__
    return code


class Placing(ast.NodeTransformer):
    """Puts probes in place of the statements that cite rules."""

    def __init__(self, probes: Probes) -> None:
        self.probes = probes

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """Of all statements, those that cite rules are the ones that are a text only."""
        is_text = isinstance(node.value, ast.Constant)
        return probe(self.probes[node.lineno]) if is_text and node.lineno in self.probes else node


def probe(number: int) -> ast.stmt:
    """The statement that reports that a place was reached."""
    return ast.parse(f"{RAN}.add({number})").body[0]
