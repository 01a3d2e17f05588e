"""Break the rules of a game on purpose, one small change at a time, and see which tests notice.

    python -m tools.mutants GAME [--json FILE]

The changes are made to the source of rules, secrets and scoring; kernels run as plain Python. A
mutant that no test notices has survived: either a test is missing or the change changes nothing.
Those of the second kind are listed, each with its reason, in tools/survivors.toml.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tools.mutations import Mutation, mutations

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "secrets", "scoring")  # `rules` may be a folder of modules
SLOWEST = 240  # seconds; a mutant that runs longer is stuck, and somebody would notice


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant."""

    room: str
    line: int
    before: str
    after: str
    fate: str  # killed, stuck, survived, explained

    @property
    def name(self) -> str:
        """How a survivor is listed."""
        return f"{self.room}: {self.before} -> {self.after}"


def main() -> int:
    """Try every mutant of a game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--json", type=Path, help="write all verdicts here")
    parser.add_argument("--room", choices=ROOMS, help="only this room")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    package = f"kermesse.games.{arguments.game}"
    folder = ROOT / "src" / "kermesse" / "games" / arguments.game
    os.environ["KERMESSE_PLAIN"] = "1"
    warm_up()
    rooms = modules(folder, [arguments.room] if arguments.room else ROOMS)
    check_control(package, folder, rooms[0])
    work = [(room, mutation) for room in rooms for mutation in mutations(source_of(folder, room))]
    verdicts = list(trial(package, folder, work, arguments.workers))
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(v) for v in verdicts], indent=1) + "\n")
    return report(verdicts)


def modules(folder: Path, rooms: Sequence[str]) -> list[str]:
    """The modules of some rooms, as `scoring` or `rules.turn`; a folder's own file comes first."""
    found = []
    for room in rooms:
        inner = sorted((folder / room).glob("*.py"))
        found += [room, *(f"{room}.{path.stem}" for path in inner if path.stem != "__init__")]
    return found


def source_of(folder: Path, room: str) -> Path:
    """The file of a module."""
    path = folder.joinpath(*room.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def warm_up() -> None:
    """Import what every child needs, but nothing of the game."""
    for library in ("numpy", "pytest", "rich"):  # not hypothesis: pytest wants to load it itself
        import_module(library)


def check_control(package: str, folder: Path, room: str) -> None:
    """The unchanged source must pass, or every mutant would seem to be noticed."""
    source = source_of(folder, room).read_text()
    if fate(f"{package}.{room}", Mutation(0, "", "", source), folder) != "survived":
        sys.exit("the tests fail without any change: mend them first")


def trial(
    package: str, folder: Path, work: list[tuple[str, Mutation]], workers: int
) -> Iterator[Verdict]:
    """Run the game's tests against every mutant."""
    reasons = explanations(folder.name)
    columns = (TextColumn("mutants"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        Progress(*columns, console=Console(stderr=True)) as bar,
        ThreadPoolExecutor(workers) as pool,
    ):
        task = bar.add_task("mutants", total=len(work))
        fates = pool.map(lambda item: fate(f"{package}.{item[0]}", item[1], folder), work)
        for (room, mutation), found in zip(work, fates, strict=True):
            verdict = Verdict(room, mutation.line, mutation.before, mutation.after, found)
            if found == "survived" and verdict.name in reasons:
                verdict = Verdict(room, mutation.line, mutation.before, mutation.after, "explained")
            bar.advance(task)
            yield verdict


def explanations(game: str) -> dict[str, str]:
    """The changes of a game's rules that change nothing, with the reason why."""
    path = ROOT / "tools" / "survivors.toml"
    return dict(tomllib.loads(path.read_text()).get(game, {})) if path.exists() else {}


def fate(module: str, mutation: Mutation, folder: Path) -> str:
    """Fork, put the changed source in place of the module, run the tests until one fails."""
    child = os.fork()
    if child == 0:
        os._exit(run_tests(module, mutation.source, folder))
    deadline = time.monotonic() + SLOWEST
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return "survived" if status == 0 else "killed"
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "stuck"


def run_tests(module: str, source: str, folder: Path) -> int:
    """In the child: the exit status of the game's own tests with one module changed."""
    import pytest

    from tools.mutations import put_in_place

    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    put_in_place(module, source)
    flags = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(ROOT)]
    try:
        return int(pytest.main([*flags, "-c", str(ROOT / "pyproject.toml"), str(folder / "tests")]))
    except BaseException:
        return 1


def report(verdicts: list[Verdict]) -> int:
    """Say how many were noticed; name the survivors."""
    fates = Counter(verdict.fate for verdict in verdicts)
    console = Console()
    for verdict in verdicts:
        if verdict.fate == "survived":
            console.print(f"survived: {verdict.room}:{verdict.line}", style="red", end="  ")
            console.print(f"{verdict.before}  →  {verdict.after}", markup=False)
    noticed = fates["killed"] + fates["stuck"]
    console.print(f"{len(verdicts)} mutants: {dict(fates)}; score {noticed / len(verdicts):.1%}")
    return 1 if fates["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
