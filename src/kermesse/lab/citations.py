"""Where the code of a game says which rule it carries out.

A rule is cited by its id. In the description of a function it is cited for the whole function; in
a comment for the statement beside or below it, and where that opens a block, for the block. Code
that cites several rules and can go several ways does not tell which of them it carries out; nor
does code that says so: "perhaps VV-07".
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from kermesse.core.contract import PLAY
from kermesse.core.game import Game

WATCHED = (*PLAY, "conceal")  # the kernels that carry out rules; bots and tests need the others
CITED = re.compile(  # VV-07, VV-07…09, VV-07 to VV-09
    r"\b(?P<kind>[A-Z]{2,4}-)(?P<first>\d+)(?:(?:…(?P=kind)?| to (?P=kind))(?P<last>\d+))?"
)
PERHAPS = "perhaps "  # the rules after it need not fire when the code runs
EXAMPLE = re.compile(r"-T\d+$")

GENERATED = "<"  # how the file of a function begins that was made from the order of play

Spot = tuple[int, int]  # line and column


class Tells(IntEnum):
    """How well a place tells that its rules fire when it runs; the best is the least."""

    BESIDE = 0  # a statement that carries out the rules beside it
    SURELY = 1  # a function all of which runs, and carries out all of its rules
    BY_NAME = 2  # a function that can go several ways, but is about one rule only
    VAGUELY = 3  # several rules and several ways: perhaps only some of them fire


@dataclass(frozen=True)
class Place:
    """Some lines of code, and the rules that they carry out."""

    rules: tuple[str, ...]
    path: Path
    line: int
    function: str
    spot: Spot  # the statement that runs when the place does
    tells: Tells

    @property
    def is_exact(self) -> bool:
        """Whether its rules fire when it runs."""
        return self.tells is not Tells.VAGUELY


@dataclass(frozen=True)
class Remark:
    """A comment."""

    line: int
    text: str
    is_alone: bool  # on a line of its own


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
    waiting: list[Any] = [game.kernels[name] for name in WATCHED]
    found: dict[Any, FunctionType] = {}
    while waiting:
        kernel = waiting.pop()
        function = getattr(kernel, "py_func", kernel)
        if not isinstance(function, FunctionType) or function.__code__ in found:
            continue
        file = function.__code__.co_filename
        if Path(file).is_relative_to(game.home) or file.startswith(GENERATED):
            found[function.__code__] = function
            known = function.__globals__
            waiting += [known[name] for name in function.__code__.co_names if name in known]
    return [each for code, each in found.items() if not code.co_filename.startswith(GENERATED)]


# --- citations in a text ------------------------------------------------------------------------


def number(rule: str) -> tuple[str, int]:
    """The kind and the number of an id: VV-07 is the seventh of VV-."""
    kind, _, digits = rule.rpartition("-")
    return f"{kind}-", int(digits)


def ids_in(text: str, known: dict[tuple[str, int], str]) -> tuple[str, ...]:
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


@cache
def comments(path: Path) -> tuple[Remark, ...]:
    """All comments of a source."""
    with path.open(encoding="utf-8") as source:
        tokens = list(tokenize.generate_tokens(source.readline))
    return tuple(
        Remark(token.start[0], token.string, token.line.lstrip().startswith("#"))
        for token in tokens
        if token.type == tokenize.COMMENT
    )


def definition(path: Path, line: int) -> ast.FunctionDef:
    """The function whose first line, decorators included, is this one."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if first == line:
                return node
    raise LookupError(f"{path}:{line} is no function")


def cited_in(
    node: ast.FunctionDef, path: Path, known: dict[tuple[str, int], str]
) -> Iterator[Place]:
    """The places of one function: itself, and what its comments speak of."""
    own = [each for each in comments(path) if node.lineno <= each.line <= (node.end_lineno or 0)]
    doubted = {rule for each in own for rule in ids_in(each.text.partition(PERHAPS)[2], known)}
    described = ids_in(ast.get_docstring(node) or "", known)
    whole = tuple(rule for rule in described if rule not in doubted)
    if whole:
        first = node.body[min(1, len(node.body) - 1)]  # after the description
        told = whole_tells(node, described)
        yield Place(whole, path, node.lineno, node.name, spot_of(first), told)
    for remark in own:
        sure, _, unsure = remark.text.partition(PERHAPS)
        for rules, is_sure in ((ids_in(sure, known), True), (ids_in(unsure, known), False)):
            if rules:
                header, spoken = spoken_of(node, remark)
                told = beside_tells(spoken, header, rules) if is_sure else Tells.VAGUELY
                yield Place(rules, path, remark.line, node.name, spot_of(spoken), told)


def spoken_of(node: ast.FunctionDef, remark: Remark) -> tuple[ast.stmt | None, ast.stmt]:
    """The statement that a comment is about; for one that opens a block, that and the first in it.

    An `else:` opens a block and is no statement's own.
    """
    statements = sorted(
        (each for each in ast.walk(node) if isinstance(each, ast.stmt) and each is not node),
        key=spot_of,
    )
    line = remark.line
    around = [each for each in statements if line in own_lines(each)]
    if not around and remark.is_alone:
        around = [each for each in statements if each.lineno > line][:1]
        line = max(own_lines(around[0]))
    if around and not hasattr(around[-1], "body"):
        return None, around[-1]
    inside = next(each for each in statements if each.lineno > line)
    return around[-1] if around else None, inside


def own_lines(statement: ast.stmt) -> range:
    """The lines of a statement without those of its blocks."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, statement.lineno) + 1)


def spot_of(statement: ast.stmt) -> Spot:
    """Where a statement begins."""
    return statement.lineno, statement.col_offset


def whole_tells(node: ast.FunctionDef, rules: Sequence[str]) -> Tells:
    """How well a function tells of the rules in its description."""
    if not is_forked(node):
        return Tells.SURELY
    return Tells.BY_NAME if len(rules) == 1 else Tells.VAGUELY


def beside_tells(spoken: ast.stmt, header: ast.stmt | None, rules: Sequence[str]) -> Tells:
    """How well a statement tells of the rules beside it.

    A conditional expression does not say to which of its arms a rule belongs.
    """
    if any(isinstance(each, ast.IfExp) for each in ast.walk(spoken)):
        return Tells.VAGUELY
    is_clear = len(rules) == 1 or not (is_forked(spoken) or has_alternatives(header))
    return Tells.BESIDE if is_clear else Tells.VAGUELY


def is_forked(node: ast.AST) -> bool:
    """Whether some of the code need not run when the rest does."""
    forks = ast.If | ast.IfExp | ast.BoolOp | ast.While | ast.Match
    return any(isinstance(each, forks) for each in ast.walk(node))


def has_alternatives(header: ast.stmt | None) -> bool:
    """Whether a block is entered for one reason or for another."""
    test = getattr(header, "test", None)
    return test is not None and any(isinstance(each, ast.Or) for each in ast.walk(test))
