"""Clauses 1 and 9: equal records give equal bytes, in every mode and environment."""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import numpy as np

from kermesse.core.conformance.case import Case, who
from kermesse.core.conformance.evidence import Broken, differences, first_difference
from kermesse.core.conformance.rules import MARK, OTHER_MARK, KernelRaised, Rules
from kermesse.core.conformance.walk import KEYS, Walk
from kermesse.core.graph import lookups, reached
from kermesse.core.kernel import PLAIN

COMPILED_PLIES = 200  # per walk
PLAIN_PLIES = 20  # per walk, in plain Python, where a kernel takes up to a millisecond
CLOCKS = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns")
COMPARABLE = (ArithmeticError, ValueError, TypeError, LookupError, Warning)
OUTSIDE = {"time", "random", "datetime", "secrets", "os", "uuid"}

Run = Callable[[Rules], Any]


def deterministic(case: Case) -> None:
    """Clause 1. Equal records and actions give equal bytes; nothing else is read.

    Every kernel runs twice on copies of the same record: compiled, then as plain Python with
    other global random states, other clocks and other leftovers in the buffers. Reading kernels
    may not write to the record or past their buffer. `setup` starts a match that was played to its
    end again, whatever that left behind: programs that play thousands of matches reuse records.
    Last, no kernel may name a source of chance or time at all: a clock with a resolution of days
    would not differ between two runs.
    """
    for walk in case.walks:
        _starts_anew(case, walk)
        _repeat(case, walk, case.rules, walk.sample(COMPILED_PLIES, "repeat"))
        _repeat(case, walk, case.plain, walk.sample(PLAIN_PLIES, "repeat plain"))
    for fault in (case.rules.fault, case.plain.fault):
        if fault:
            raise Broken("kernels that only read to write nothing but their buffer", fault)
    for name, kernel in case.game.kernels.items():
        for source in read_from_outside(kernel):
            raise Broken("kernels that read nothing but the record", f"{name} uses {source}")


def _starts_anew(case: Case, walk: Walk) -> None:
    key = walk.random("anew").randrange(KEYS)
    fresh = case.rules.setup(case.blank(key))
    used = case.rules.setup(case.rules.changed(walk.frames[-1], rng=key))
    promise = "setup to start a match anew, whatever the record held"
    case.require(fresh, used, promise, "something left over", walk, len(walk.frames) - 1)


def _repeat(case: Case, walk: Walk, rules: Rules, plies: list[int]) -> None:
    """Run everything in one set of surroundings, then again in another, and compare."""
    runs = [(ply, name, run) for ply in plies for name, run in _runs(case, walk, ply)]

    def result(run: Run) -> Any:
        return run(rules) if rules is case.rules else attempt(run, rules)

    with _surroundings(1):
        rules.mark = MARK
        once = [result(run) for _, _, run in runs]
    with _surroundings(2):
        rules.mark = OTHER_MARK
        twice = [result(run) for _, _, run in runs]
    rules.mark = MARK
    for (ply, name, _), one, two in zip(runs, once, twice, strict=True):
        if one != two:
            mode = "plain" if PLAIN or rules is case.plain else "compiled"
            promise = f"{name} to give the same on equal records ({mode})"
            details = _contrast(case, one, two)
            raise Broken(promise, "another result the second time", details, walk.number, ply)


def plain_is_compiled(case: Case) -> None:
    """Clause 9. Plain Python and machine code give the same bytes, kernel by kernel.

    Plain Python runs with NumPy's warnings turned into errors: an overflow that machine code
    would wrap silently. The third mode, CUDA, needs a GPU: the benchmark on the GPU compares it
    with the compiled mode, batch by batch.
    """
    if PLAIN:
        case.notes.append("clause 9: KERMESSE_PLAIN is set, plain code is compared with itself")
    for walk in case.walks:
        chosen = set(walk.sample(PLAIN_PLIES, "plain"))
        for ply in range(len(walk.frames)):
            for name, run in _runs(case, walk, ply):
                if ply in chosen or name in ("setup", "act", "step"):
                    _compare_modes(case, walk, ply, name, run)


def _compare_modes(case: Case, walk: Walk, ply: int, name: str, run: Run) -> None:
    compiled = run(case.rules)
    with warnings.catch_warnings(), np.errstate(all="raise", under="ignore"):
        warnings.simplefilter("error")
        plain = attempt(run, case.plain)
    if plain != compiled:
        promise = f"{name} to give the same in plain Python as compiled"
        details = _contrast(case, compiled, plain)
        raise Broken(promise, "a different result in plain Python", details, walk.number, ply)


def _runs(case: Case, walk: Walk, ply: int) -> Iterator[tuple[str, Run]]:
    """Every kernel with what it is called with at this ply."""
    at = walk.frames[ply]
    key = walk.random(f"key {ply}").randrange(KEYS)
    if ply == 0:
        yield "setup", lambda rules: rules.setup(case.blank(key))
    if ply < len(walk.moments):
        _, _, seat, action, _ = walk.moments[ply]
        if seat is None or action is None:
            yield "step", lambda rules: rules.step(at)
        else:
            yield "act", lambda rules: rules.act(at, seat, action)
    yield "score", lambda rules: rules.score(at)
    yield "census", lambda rules: rules.census(at)
    yield "evaluate", lambda rules: rules.evaluate(at)
    yield "features", lambda rules: rules.features(at)
    if walk.over and ply == len(walk.moments):
        yield "outcome", lambda rules: rules.outcome(at)
    for viewer in case.viewers:
        view = walk.views[ply][viewer]
        yield from _viewer_runs(at, view, viewer, key)


def _viewer_runs(at: bytes, view: bytes, viewer: int, key: int) -> Iterator[tuple[str, Run]]:
    yield f"conceal for {who(viewer)}", lambda rules: rules.view(at, viewer)
    yield f"imagine for {who(viewer)}", lambda rules: rules.imagine(view, key)
    yield f"twin for {who(viewer)}", lambda rules: rules.twin(at, viewer, key)
    yield f"features of the view of {who(viewer)}", lambda rules: rules.features(view)
    yield f"evaluate on the view of {who(viewer)}", lambda rules: rules.evaluate(view)
    if viewer >= 0:
        yield f"legal for {who(viewer)}", lambda rules: rules.legal(at, viewer)


def attempt(run: Run, rules: Rules) -> Any:
    """What a plain kernel returns, or the error it raises where machine code might continue."""
    try:
        return run(rules)
    except KernelRaised as raised:
        if not isinstance(raised.error, COMPARABLE):
            raise
        return f"{type(raised.error).__name__}: {raised.error}"


def _contrast(case: Case, one: Any, two: Any) -> str:
    if isinstance(one, bytes) and isinstance(two, bytes):
        return differences(case.game, one, two)
    if isinstance(one, tuple) and isinstance(two, tuple):
        return first_difference(one, two)
    return f"expected {_brief(one)}, found {_brief(two)}"


def _brief(result: Any) -> str:
    return result if isinstance(result, str) else f"a result of {len(result)} numbers"


@contextmanager
def _surroundings(number: int) -> Iterator[None]:
    """Global random states and clocks that are different for each number, put back afterwards."""
    states = random.getstate(), np.random.get_state()
    clocks = {name: getattr(time, name) for name in CLOCKS}
    random.seed(number)
    np.random.seed(number)
    for name in CLOCKS:
        setattr(time, name, lambda: number * 100_003)
    try:
        yield
    finally:
        for name, clock in clocks.items():
            setattr(time, name, clock)
        random.setstate(states[0])
        np.random.set_state(states[1])


def read_from_outside(kernel: Any) -> Iterator[str]:
    """The clocks and sources of chance that a kernel, or one that it calls, refers to."""
    for function in reached(kernel):
        for path, value in lookups(function):
            root = function.__globals__.get(path.partition(".")[0])
            module = root if isinstance(root, ModuleType) else None
            home = module.__name__ if module else str(getattr(value, "__module__", None) or "")
            if home.partition(".")[0] in OUTSIDE or (module is np and ".random" in path):
                yield f"{path} in {function.__name__}"
