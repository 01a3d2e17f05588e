"""Where the code of a game says which rule it carries out.

A function carries out the rules that its description cites. Where it can go several ways, a rule
may be cited by a separate statement: a string, at the head of what carries it out.

    if s.sticks == 0:
        "DW-04"
        s.due = 0

Neither Python nor Numba makes anything of such a statement. Here it says that its rule fires when
it is reached. A function that can go several ways, and cites several rules in its description only,
does not tell which of them it carries out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import FunctionType

from kermesse.core.contract import PLAY
from kermesse.core.game import Game
from kermesse.core.graph import reached

WATCHED = (*PLAY, "conceal")  # the kernels that carry out rules; bots and tests need the others
CITED = re.compile(  # VV-07, VV-07…09, VV-07 to VV-09
    r"\b(?P<kind>[A-Z]{2,4}-)(?P<first>\d+)(?:(?:…(?P=kind)?| to (?P=kind))(?P<last>\d+))?"
)
EXAMPLE = re.compile(r"-T\d+$")
FORKS = ast.If | ast.IfExp | ast.BoolOp | ast.While | ast.Match

Rules = tuple[str, ...]
Known = dict[tuple[str, int], str]  # rules by kind and number


class Tells(IntEnum):
    """How surely its rules fire when a place runs; the least is the surest."""

    HERE = 0  # a statement that says so
    SURELY = 1  # a function all of which runs, and carries out all of its rules
    BY_NAME = 2  # a function that can go several ways, but is about one rule only
    VAGUELY = 3  # several rules and several ways: perhaps only some of them fire


@dataclass(frozen=True)
class Place:
    """A statement or a function that cites rules."""

    rules: Rules
    path: Path
    line: int
    function: str
    tells: Tells

    @property
    def is_exact(self) -> bool:
        """Whether its rules fire when it runs."""
        return self.tells is not Tells.VAGUELY


def rules_of(game: Game) -> dict[str, str]:
    """The rules by their ids, in our own words; examples are none."""
    rules = game.rulebook("en").rules
    return {rule: text for rule, text in rules.items() if not EXAMPLE.search(rule)}


def places(game: Game) -> list[Place]:
    """All code of the rules that cites some, in the order of files and lines."""
    known = {number(rule): rule for rule in rules_of(game)}
    found: list[Place] = []
    for function in rule_functions(game):
        path = Path(function.__code__.co_filename)
        node = definition(path, function.__code__.co_firstlineno)
        found += cited_in(node, path, known)
    return sorted(found, key=lambda place: (str(place.path), place.line))


def rule_functions(game: Game) -> list[FunctionType]:
    """The functions of a game that its rules can call, as ordinary Python."""
    called = reached(*(game.kernels[name] for name in WATCHED))
    own = {each.__code__: each for each in called}  # of templates there are several copies
    return [each for code, each in own.items() if Path(code.co_filename).is_relative_to(game.home)]


# --- citations in a text ------------------------------------------------------------------------


def number(rule: str) -> tuple[str, int]:
    """The kind and the number of an id: VV-07 is the seventh of VV-."""
    kind, _, digits = rule.rpartition("-")
    return f"{kind}-", int(digits)


def ids_in(text: str, known: Known) -> Rules:
    """The rules that a text names, one by one or from one to another."""
    found: dict[str, None] = {}
    for cited in CITED.finditer(text):
        first = int(cited["first"])
        for each in range(first, int(cited["last"] or first) + 1):
            if (cited["kind"], each) in known:
                found[known[cited["kind"], each]] = None
    return tuple(found)


# --- citations in a source ----------------------------------------------------------------------


@cache
def tree(path: Path) -> ast.Module:
    """A source, read once."""
    return ast.parse(path.read_text(encoding="utf-8"))


def definition(path: Path, line: int) -> ast.FunctionDef:
    """The function whose first line, decorators included, is this one."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if first == line:
                return node
    raise LookupError(f"{path}:{line} is no function")


def cited_in(node: ast.FunctionDef, path: Path, known: Known) -> Iterator[Place]:
    """The places of one function: itself, and the statements that cite rules."""
    stated = [
        Place(rules, path, each.lineno, node.name, Tells.HERE)
        for each in ast.walk(node)
        if isinstance(each, ast.Expr) and each is not node.body[0]
        if (rules := ids_in(text_of(each), known))
    ]
    yield from stated
    described = ids_in(ast.get_docstring(node) or "", known)
    doubled = {rule for each in stated for rule in each.rules}
    others = tuple(rule for rule in described if rule not in doubled)
    if others:
        yield Place(others, path, node.lineno, node.name, tells(node, described))


def text_of(statement: ast.Expr) -> str:
    """The text of a statement that is only a string."""
    return str(statement.value.value) if isinstance(statement.value, ast.Constant) else ""


def tells(node: ast.FunctionDef, rules: Sequence[str]) -> Tells:
    """How surely the rules in a function's description fire."""
    if not any(isinstance(each, FORKS) for each in ast.walk(node)):
        return Tells.SURELY
    return Tells.BY_NAME if len(rules) == 1 else Tells.VAGUELY
