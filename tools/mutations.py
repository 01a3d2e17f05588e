"""Small changes to a Python source, each of which ought to matter."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

COMPARISONS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
}
OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Mod: ast.Mult,
    ast.FloorDiv: ast.Mult,
}
# The shape of the record and the numbers behind names are no rules: any others would do.
SKIPPED_NAMES = ("FIELDS",)
SKIPPED_BASES = ("IntEnum",)


@dataclass(frozen=True)
class Mutation:
    """One changed source."""

    line: int
    where: str  # the function; empty outside of any
    before: str
    after: str
    source: str


def mutations(path: Path) -> list[Mutation]:
    """Every small change of a source file."""
    source = path.read_text()
    counter = Mutator(target=-1)
    counter.visit(ast.parse(source))
    found = []
    for target in range(counter.offered):
        mutator = Mutator(target)
        tree = ast.fix_missing_locations(mutator.visit(ast.parse(source)))
        place = mutator.line, mutator.where
        found.append(Mutation(*place, mutator.before, mutator.after, ast.unparse(tree)))
    return found


class Mutator(ast.NodeTransformer):
    """Walks a source and makes the one change whose turn it is."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.offered = 0
        self.line = 0
        self.inside = self.where = self.before = self.after = ""

    def offer(self, node: Any, alternatives: list[Any]) -> Any:
        """One of the alternatives if its turn has come, else the node."""
        for alternative in alternatives:
            self.offered += 1
            if self.offered - 1 == self.target:
                self.line, self.where, self.before = node.lineno, self.inside, ast.unparse(node)
                self.after = ast.unparse(alternative)
                return ast.copy_location(alternative, node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Change the body, never decorators, annotations or docstring."""
        has_docstring = ast.get_docstring(node) is not None
        kept = node.body[:1] if has_docstring else []
        self.inside = node.name
        node.body = kept + [self.visit(statement) for statement in node.body[len(kept) :]]
        self.inside = ""
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        """Leave numbered names alone."""
        skipped = any(isinstance(b, ast.Name) and b.id in SKIPPED_BASES for b in node.bases)
        return node if skipped else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """Leave the record's layout alone."""
        named = isinstance(node.target, ast.Name) and node.target.id in SKIPPED_NAMES
        return node if named else self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> Any:
        """Imports stay."""
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        """Imports stay."""
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Leave a statement out; a bare text is no statement."""
        if isinstance(node.value, ast.Constant):
            return node
        changed = self.offer(node, [ast.Pass()])
        return changed if changed is not node else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        """Leave out an assignment to a field."""
        field = any(not isinstance(target, ast.Name | ast.Tuple) for target in node.targets)
        changed = self.offer(node, [ast.Pass()]) if field else node
        return changed if changed is not node else self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """Leave it out, or operate the other way."""
        other = OPERATIONS.get(type(node.op))
        turned = [ast.AugAssign(node.target, other(), node.value)] if other else []
        changed = self.offer(node, [ast.Pass(), *turned])
        return changed if changed is not node else self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        """Compare otherwise."""
        others = COMPARISONS.get(type(node.ops[0]), [])
        turned = [ast.Compare(node.left, [op(), *node.ops[1:]], node.comparators) for op in others]
        changed = self.offer(node, turned)
        return changed if changed is not node else self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        """Operate otherwise."""
        other = OPERATIONS.get(type(node.op))
        changed = self.offer(node, [ast.BinOp(node.left, other(), node.right)] if other else [])
        return changed if changed is not node else self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        """Swap `and` and `or`."""
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        changed = self.offer(node, [ast.BoolOp(other, node.values)])
        return changed if changed is not node else self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        """Leave out a `not`, a minus, a complement."""
        changed = self.offer(node, [node.operand])
        return changed if changed is not node else self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        """Take always one side."""
        changed = self.offer(node, [node.body, node.orelse])
        return changed if changed is not node else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        """Swap `min` and `max`."""
        if isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
            other = ast.Name("min" if node.func.id == "max" else "max", ast.Load())
            changed = self.offer(node, [ast.Call(other, node.args, node.keywords)])
            if changed is not node:
                return changed
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> Any:
        """Another number, the other truth value; texts stay."""
        if isinstance(node.value, bool):
            return self.offer(node, [ast.Constant(not node.value)])
        if isinstance(node.value, int | float):
            return self.offer(node, [ast.Constant(node.value + 1)])
        return node


class Replacement(MetaPathFinder, Loader):
    """Loads one module from a changed source."""

    def __init__(self, module: str, source: str, path: Path) -> None:
        self.module, self.source, self.path = module, source, path

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """Answer for the one module."""
        if fullname != self.module:
            return None
        inside = [str(self.path.parent)] if self.path.stem == "__init__" else None
        return spec_from_file_location(
            fullname, self.path, loader=self, submodule_search_locations=inside
        )

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed source."""
        exec(compile(self.source, self.path, "exec"), module.__dict__)


def put_in_place(module: str, source: str) -> None:
    """From now on, importing ``module`` gives the changed source."""
    path = Path(__file__).resolve().parent.parent / "src" / Path(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    sys.meta_path.insert(0, Replacement(module, source, file))
