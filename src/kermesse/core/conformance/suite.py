"""The suite: the ten clauses by number, and `check`, which checks a game against them all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from kermesse.core.conformance.case import MATCHES, Case, cases
from kermesse.core.conformance.components import a_view_remembers, conservation, undecided_piles
from kermesse.core.conformance.determinism import deterministic, plain_is_compiled
from kermesse.core.conformance.evidence import Broken, ConformanceError, Failure, Unjudged
from kermesse.core.conformance.rules import KernelRaised, place_of_error
from kermesse.core.conformance.secrecy import conceal_is_honest, legal_from_view, sealed_choices
from kermesse.core.conformance.totality import total
from kermesse.core.conformance.worlds import imagine_is_honest
from kermesse.core.game import Game

LINES_OF_ERROR = 4  # Numba's are pages long; the first lines say which call failed to compile

Progress = Callable[[str], None]


class Clause(NamedTuple):
    """One clause of the contract: its title, and the function that raises `Broken`."""

    title: str
    holds: Callable[[Case], None]


CLAUSES: Mapping[int, Clause] = {
    1: Clause("Deterministic", deterministic),
    2: Clause("Legality follows from the view", legal_from_view),
    3: Clause("Conceal is honest", conceal_is_honest),
    4: Clause("Imagine is honest", imagine_is_honest),
    5: Clause("Sealed choices", sealed_choices),
    6: Clause("Conservation", conservation),
    7: Clause("Total", total),
    8: Clause("Undecided piles", undecided_piles),
    9: Clause("Plain = compiled", plain_is_compiled),
    10: Clause("A view remembers", a_view_remembers),
}


def check(
    game: Game,
    seats: int | Sequence[int] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    variants: Iterable[Mapping[str, Any]] | None = None,
    matches: int = MATCHES,
    seed: int = 0,
    clauses: Collection[int] = tuple(CLAUSES),
    progress: Progress | None = None,
) -> None:
    """Raise `ConformanceError` unless the game keeps the contract.

    Without ``seats`` every seat count is tried, without ``options`` or ``variants`` the default
    options. All clauses run, whatever the others find, on ``matches`` random matches each.
    ``progress`` is called with a line of text as the suite proceeds.
    """
    chosen = [options or {}] if variants is None else list(variants)
    failures: list[Failure] = []
    looked_at = cases(game, chosen, seats, matches, seed)
    for case in looked_at:
        failures += failures_of(case, clauses, progress)
    if sum(failure.unjudged for failure in failures) < len(looked_at):
        failures = [failure for failure in failures if not failure.unjudged]
    if failures:
        raise ConformanceError(failures)


def check_case(case: Case, progress: Progress | None = None) -> None:
    """`check` for one of `cases`, in a parametrized test."""
    failures = failures_of(case, progress=progress)
    if failures:
        raise ConformanceError(failures)


def failures_of(
    case: Case, clauses: Collection[int] = tuple(CLAUSES), progress: Progress | None = None
) -> list[Failure]:
    """Every clause that does not hold in a case, with its first evidence."""
    failures = []
    case.rules.due(case.blank(0))  # a record that cannot be made is no finding but a plain error
    for number in sorted(clauses):
        if progress:
            progress(f"{case}: clause {number} ({CLAUSES[number].title})")
        failure = _failure(case, number)
        if failure:
            failures.append(failure)
        while progress and case.notes:
            progress(case.notes.pop(0))
    return failures


def _failure(case: Case, number: int) -> Failure | None:
    title = CLAUSES[number].title
    try:
        CLAUSES[number].holds(case)
    except Broken as broken:
        return Failure(
            number,
            title,
            str(case),
            broken.match,
            broken.ply,
            broken.expected,
            broken.found,
            broken.details,
            "" if broken.ply is None else _look(case, broken.match, broken.ply),
            isinstance(broken, Unjudged),
        )
    except KernelRaised as raised:  # it breaks the clause; the others still run
        return _raised(case, number, raised.error, f"`{raised.name}`", raised.place, raised.at)
    except Exception as error:  # outside kernels: `bound`, `teams`
        return _raised(case, number, error, "the game", place_of_error(error))
    return None


def _raised(
    case: Case, number: int, error: Exception, who: str, place: str, at: bytes = b""
) -> Failure:
    """A failure that names what raised, the line, and the position at which it did."""
    kind = type(error).__name__
    gist = [line for line in str(error).splitlines() if line.strip()][:LINES_OF_ERROR]
    found = f"{who} raises {kind}: " + "\n            ".join([*gist, f"at {place}"])
    match, ply = (case.place_in_walks(at) if at else None) or (0, None)
    details, look = "", ""
    if ply is not None:
        s = case.rules.load(at)
        phases = {int(phase): phase.name.lower() for phase in case.game.phases}
        phase = phases.get(int(s.phase), f"number {int(s.phase)}")
        details = (
            f"after {ply} of at most {case.bound} decisions and steps, in phase {phase}, "
            f"last event {case.event_name(at)}"
        )
        look = _look(case, match, ply)
    return Failure(
        number,
        CLAUSES[number].title,
        str(case),
        match,
        ply,
        "rules that raise nothing",
        found,
        details,
        look,
        error=f"{kind} {place}",
    )


def _look(case: Case, match: int, ply: int) -> str:
    how = f"{case.seats}, {dict(case.options)}, matches={case.matches}, seed={case.seed}"
    return f"Case(game, {how}).walk({match}).position({ply})"
