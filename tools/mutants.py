"""Break the rules of a game on purpose, one small change at a time, and see which tests notice.

    python -m tools.mutants GAME [--json FILE]

The changes are made to the source of rules, secrets and scoring; kernels run as plain Python. The
tests of the board are left out: they are slow, and what they see of the rules is a view. A mutant
that no test notices has survived: either a test is missing or the change changes nothing. Those of
the second kind are listed, each with its reason, in tools/survivors.toml.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tools.mutations import Mutation, mutations, put_in_place

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "secrets", "scoring")  # `rules` may be a folder of modules
LEFT_OUT = "test_board*.py"
# A mutant is stuck if a test takes so many times as long as with the unchanged rules, in seconds
# of processor time, and some more; or if all of them together take as long as this.
TIMES_AS_LONG, AND_SECONDS = 10, 2
SLOWEST = 600
MEMORY = 4 << 30


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant."""

    room: str
    line: int
    where: str
    before: str
    after: str
    fate: str  # killed, stuck, survived, explained

    @property
    def name(self) -> str:
        """How a survivor is listed: by its function, since lines move."""
        place = f"{self.room}.{self.where}" if self.where else self.room
        return f"{place}: {self.before} -> {self.after}"


def main() -> int:
    """Try every mutant of a game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--json", type=Path, help="write all verdicts here")
    parser.add_argument("--room", choices=ROOMS, help="only this room")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    with TemporaryDirectory(prefix="kermesse-mutants-") as cache:
        warm_up(cache)
        return try_all(arguments)


def try_all(arguments: argparse.Namespace) -> int:
    """Every mutant of the game, or of one room."""
    folder = ROOT / "src" / "kermesse" / "games" / arguments.game
    rooms = modules(folder, [arguments.room] if arguments.room else ROOMS)
    trial = Trial(arguments.game, folder)
    trial.check_control(rooms[0])
    work = [(room, mutation) for room in rooms for mutation in mutations(source_of(folder, room))]
    verdicts = list(trial.verdicts(work, arguments.workers))
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


def warm_up(cache: str) -> None:
    """Import what every child needs, but nothing of the game; what it compiles is kept.

    Most of a child's time would go into compiling sources, and into plugins that no test needs.
    """
    os.environ |= dict.fromkeys(
        ("KERMESSE_PLAIN", "KERMESSE_THOROUGH", "PYTEST_DISABLE_PLUGIN_AUTOLOAD"), "1"
    )
    sys.pycache_prefix, sys.dont_write_bytecode = cache, False
    for library in ("numpy", "pytest", "rich"):  # not hypothesis: pytest wants to load it itself
        import_module(library)


def explanations(game: str) -> dict[str, str]:
    """The changes of a game's rules that change nothing, with the reason why."""
    path = ROOT / "tools" / "survivors.toml"
    return dict(tomllib.loads(path.read_text()).get(game, {})) if path.exists() else {}


class Trial:
    """The tests of a game, run against one changed source after another."""

    def __init__(self, game: str, folder: Path) -> None:
        self.package, self.folder = f"kermesse.games.{game}", folder
        self.reasons = explanations(game)
        self.seconds: dict[str, float] = {}  # that each test takes
        self.kills: Counter[str] = Counter()  # mutants that each test has noticed

    def check_control(self, room: str) -> None:
        """The unchanged source must pass, or every mutant would seem to be noticed.

        It is run once more in the order of the times measured, as the mutants are.
        """
        source = source_of(self.folder, room).read_text()
        for _ in range(2):
            found, told = self.fate(room, source)
            if found != "survived":
                sys.exit(f"the tests fail without any change, mend them first: {told}")
            self.seconds = json.loads(told)

    def verdicts(self, work: list[tuple[str, Mutation]], workers: int) -> Iterator[Verdict]:
        """What becomes of every mutant."""
        columns = (TextColumn("mutants"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with (
            Progress(*columns, console=Console(stderr=True)) as bar,
            ThreadPoolExecutor(workers) as pool,
        ):
            task = bar.add_task("mutants", total=len(work))
            for verdict in pool.map(lambda item: self.judge(*item), work):
                bar.advance(task)
                if verdict.fate != "killed":  # seen at once, also in a log
                    bar.console.print(f"{verdict.fate}: {verdict.name}", markup=False)
                yield verdict

    def judge(self, room: str, mutation: Mutation) -> Verdict:
        """Run the tests against one mutant."""
        found, told = self.fate(room, mutation.source)
        if found == "killed":
            self.kills[told] += 1
        place = room, mutation.line, mutation.where
        verdict = Verdict(*place, mutation.before, mutation.after, found)
        if found == "survived" and verdict.name in self.reasons:
            return replace(verdict, fate="explained")
        return verdict

    def fate(self, room: str, source: str) -> tuple[str, str]:
        """Fork, put the source in place of a room, run the tests; and what the child told."""
        with TemporaryFile() as letter:
            child = os.fork()
            if child == 0:
                os._exit(self.run_tests(f"{self.package}.{room}", source, letter))
            status = wait_for(child)
            letter.seek(0)
            told = letter.read().decode()
        if os.WIFSIGNALED(status):
            return "stuck", told
        return ("survived" if status == 0 else "killed"), told

    def run_tests(self, module: str, source: str, letter: IO[bytes]) -> int:
        """In the child: the exit status of the game's tests with one module changed."""
        import pytest

        resource.setrlimit(resource.RLIMIT_CPU, (SLOWEST, SLOWEST))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        put_in_place(module, source)
        flags = ["-x", "-q", "-p", "no:cacheprovider", "--assert=plain"]
        flags += [
            f"--ignore-glob=*/{LEFT_OUT}",
            "--rootdir",
            str(ROOT),
            "-c",
            str(ROOT / "pyproject.toml"),
        ]
        watch = Watch(self.seconds, self.kills)
        try:
            status = int(pytest.main([*flags, str(self.folder / "tests")], plugins=[watch]))
        except BaseException:  # a mutant may do anything
            status = 1
        letter.write((json.dumps(watch.taken) if status == 0 else watch.failed).encode())
        letter.flush()
        return status


class Watch:
    """A plugin of pytest: the best tests first, a stopwatch for each, and which one fails."""

    def __init__(self, seconds: dict[str, float], kills: Counter[str]) -> None:
        self.seconds, self.kills = seconds, kills
        self.taken: dict[str, float] = {}
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Those that have noticed the most mutants first, then the quickest: only the order."""
        items.sort(key=lambda item: (-self.kills[item.nodeid], self.seconds.get(item.nodeid, 0)))

    def pytest_runtest_setup(self, item: Any) -> None:
        """From here the test has so much processor time; the signal ends the child."""
        if item.nodeid in self.seconds:
            limit = AND_SECONDS + TIMES_AS_LONG * self.seconds[item.nodeid]
            signal.setitimer(signal.ITIMER_PROF, limit)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Called after a test's set-up, after the test, and after its end."""
        self.taken[report.nodeid] = self.taken.get(report.nodeid, 0) + report.duration
        if report.failed:
            self.failed = report.nodeid


def wait_for(child: int) -> int:
    """The exit status of a child, which is not waited for forever even if it does nothing."""
    deadline = time.monotonic() + 4 * SLOWEST
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def report(verdicts: list[Verdict]) -> int:
    """Say how many were noticed, and name those that should have been."""
    fates = Counter(verdict.fate for verdict in verdicts)
    noticed = fates["killed"] + fates["stuck"]
    for verdict in verdicts:
        if verdict.fate == "survived":
            print(f"survived, line {verdict.line}: {verdict.name}")
    print(f"{len(verdicts)} mutants: {dict(fates)}; score {noticed / len(verdicts):.1%}")
    return 1 if fates["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
