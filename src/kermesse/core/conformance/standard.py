"""The standard tests: what every game is tested for, from a short description of what is its own.

```python
STANDARD = StandardTests(
    game,
    folder=Path(__file__).parent,
    counts={"first turn": Perft(lambda: game.new(seed=1), {1: 5, 2: 80})},
    playthroughs={"one_round": match(game, seed=1, rounds=1)},
    tales={"two-nil": Tale(("greedy", "greedy"), "points", places=(1, 2))},
    variants=[{}, {"rounds": 3}],
)
test_standard = STANDARD.suite()
```

This lies in `test_standard.py` of the game's tests; the kept pages lie in `golden/` beside it, and
the match files of the tales in `finished/`. Decision counts, playthroughs, finished games, whole
matches in both modes of the kernels, and the contract each become tests of their own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kermesse.core.conformance.case import Case, cases
from kermesse.core.conformance.finished import Finished, Tale
from kermesse.core.conformance.matches import Tally, differing, mixed, watch
from kermesse.core.conformance.perft import Perft
from kermesse.core.conformance.playthrough import Playthrough, check_page
from kermesse.core.conformance.suite import check_case
from kermesse.core.game import Game
from kermesse.core.kernel import PLAIN
from kermesse.core.record import Records

REWRITE_PAGES = "make golden"
REWRITE_MATCHES = "python -m tools.finished_games"
THOROUGH = bool(os.environ.get("KERMESSE_THOROUGH"))  # `make check`; otherwise a short form
SHORTER = 4  # so much
LONG_MATCHES = int(os.environ.get("KERMESSE_LONG_PLAIN", "100000"))
WATCHED_MATCHES = int(os.environ.get("KERMESSE_LONG_WATCHED", "1000000"))
PARTS = 4  # of the matches that both modes play, so that several processes share them
LONG_PARTS = 10
PORTION = 500  # matches of a long walk between two lines of progress


def often(times: int) -> int:
    """How often to do what `make check` does so many times."""
    return times if THOROUGH else -(-times // SHORTER)


class StandardTest(NamedTuple):
    """One test: what it does, the rules that it would see broken, and when it is run."""

    name: str
    run: Callable[[], None]
    rules: Collection[str] = ()
    long: bool = False
    compiled: bool = False  # shows nothing in plain Python, or takes minutes there
    thorough: bool = False  # much like another one


@dataclass(frozen=True)
class StandardTests:
    """What is a game's own in the tests that every game has."""

    game: Game
    folder: Path
    counts: Mapping[str, Perft] = field(default_factory=dict)
    playthroughs: Mapping[str, Playthrough] = field(default_factory=dict)
    tales: Mapping[str, Tale] = field(default_factory=dict)
    tale_rules: Collection[str] = ()
    largest: int = 40_000  # bytes of a finished game
    every: int = 1  # of so many finished games one is replayed in plain Python
    # the contract: all variants with all seat counts, or these cases, and more on long walks
    variants: Sequence[Mapping[str, Any]] = ({},)
    everyday: Callable[[], Sequence[Case]] | None = None
    long_variants: Sequence[Mapping[str, Any]] = ()
    long_matches: int = 10
    contract_rules: Collection[str] = ()
    # whole matches: fields that keep them short; a row of values is repeated
    short: Mapping[str, Any] = field(default_factory=dict)
    compared: int = 160
    watched: int = 300  # for each seat count
    watched_plain: int = 4
    tallied: Callable[[Tally], None] = lambda tally: None
    match_rules: Collection[str] = ()

    @cached_property
    def finished(self) -> Finished:
        """The finished games."""
        return Finished(self.game, self.folder / "finished", self.tales, self.largest)

    def suite(self) -> Callable[..., None]:
        """All standard tests as one parametrized test for pytest."""
        import pytest

        def marks(test: StandardTest) -> Iterator[Any]:
            if test.rules:
                yield pytest.mark.rule(*test.rules)
            if test.long:
                yield pytest.mark.long
            if test.thorough:
                yield pytest.mark.thorough
            if test.compiled:
                yield pytest.mark.skipif(PLAIN, reason="shows nothing in plain Python")

        @pytest.mark.parametrize(
            "test", [pytest.param(test, marks=[*marks(test)], id=test.name) for test in self.all()]
        )
        def test_standard(test: StandardTest) -> None:
            test.run()

        return test_standard

    def all(self) -> Iterator[StandardTest]:
        """Every test, the everyday ones first."""
        for name, count in self.counts.items():
            yield StandardTest(f"count of {name}", count.check, count.rules)
        yield from self._of_pages()
        yield from self._of_finished_games()
        yield from self._of_matches()
        yield from self._of_contract()

    def _of_pages(self) -> Iterator[StandardTest]:
        golden = self.folder / "golden"

        def check_names() -> None:
            kept = {path.stem for path in golden.glob("*.txt")}
            assert kept == set(self.playthroughs), f"run `{REWRITE_PAGES}`: {golden} has {kept}"

        yield StandardTest("every page has its playthrough", check_names)
        for name, plan in self.playthroughs.items():
            run = partial(check_page, golden / f"{name}.txt", plan, REWRITE_PAGES)
            yield StandardTest(f"playthrough {name}", run, plan.rules)

    def _of_finished_games(self) -> Iterator[StandardTest]:
        command = f"{REWRITE_MATCHES} {self.game.name}"
        yield StandardTest(
            "every finished game has its tale", partial(self.finished.check_files, command)
        )
        for name in list(self.tales)[:: self.every if PLAIN else 1]:
            run = partial(self.finished.check, name, command)
            yield StandardTest(f"finished game {name}", run, self.tale_rules)

    def _of_matches(self) -> Iterator[StandardTest]:
        for part in range(PARTS):
            run = partial(self.compare, often(self.compared) // PARTS, part)
            yield StandardTest(f"plain is compiled, part {part}", run, compiled=True)
        for seats in self.game.seats:
            run = partial(self.count_components, seats)
            yield StandardTest(f"nothing is lost, {seats} seats", run, self.match_rules)
        for part in range(LONG_PARTS):
            run = partial(self.compare, LONG_MATCHES // LONG_PARTS, 1000 * (part + 1), loud=True)
            yield StandardTest(f"plain is compiled, long part {part}", run, (), True, True)
        for seats in self.game.seats:
            run = partial(self.count_components_for_long, seats)
            yield StandardTest(f"nothing is lost, {seats} seats, long", run, (), True, True)

    def _of_contract(self) -> Iterator[StandardTest]:
        """Every day one variant with each number of seats, then all of them, then long walks."""
        every = [{}, *self.variants, *self.long_variants]
        made = self.everyday or partial(cases, self.game, self.variants, matches=1)
        long = cases(self.game, every, matches=self.long_matches, seed=1)
        seen: set[int] = set()
        for case in made():
            yield self._contract(case, thorough=case.seats in seen)
            seen.add(case.seats)
        for case in long:
            yield self._contract(case, long=True)

    def _contract(self, case: Case, **when: bool) -> StandardTest:
        run, name = partial(check_case, case), f"contract: {case}"
        return StandardTest(name, run, self.contract_rules, compiled="long" not in when, **when)

    def matches(self, count: int, seed: int, **fixed: Any) -> Records:
        """Matches of all kinds, kept short."""
        short = {name: np.resize(value, count) for name, value in self.short.items()}
        return mixed(self.game, count, seed, **(short | fixed))

    def compare(self, count: int, seed: int, loud: bool = False) -> None:
        """Matches end in the same bytes in plain Python and as machine code.

        The last `rng` is part of the record: one draw more or less anywhere would show.
        """
        for done in range(0, count, PORTION):
            batch = self.matches(min(PORTION, count - done), seed + done)
            wrong = differing(self.game, batch)
            assert wrong == [], f"{len(wrong)} matches of {self.game.title} end in other bytes"
            if loud:
                print(f"{self.game.name}: plain = compiled, {done + len(batch):,} of {count:,}")

    def count_components(self, seats: int) -> None:
        """Every match ends, with nothing lost or doubled on the way."""
        count = self.watched_plain if PLAIN else often(self.watched)
        tally = watch(self.game, self.matches(count, seats, seats=seats))
        assert tally.endings.total() == len(tally.batch)
        self.tallied(tally)

    def count_components_for_long(self, seats: int) -> None:
        """The same in very many matches: with the default options, and of all kinds."""
        count = WATCHED_MATCHES // (2 * len(self.game.seats))
        chance = np.random.default_rng(seats)
        for options in ("default", "mixed"):
            total = None
            for done in range(0, count, 2000):
                n = min(2000, count - done)
                batch = self.game.blank(n, seats)
                if options == "mixed":
                    batch = self.matches(n, done + 1, seats=seats)
                batch["rng"] = chance.integers(0, 2**64, n, np.uint64)
                tally = watch(self.game, batch)
                total = total.plus(tally) if total else tally
            print(f"{self.game.name}, {seats} seats, {options} options: {count:,} matches; {total}")

    def rewrite_pages(self) -> None:
        """Write all playthroughs again; the diff is to be reviewed."""
        (self.folder / "golden").mkdir(exist_ok=True)
        for name, plan in self.playthroughs.items():
            path = self.folder / "golden" / f"{name}.txt"
            path.write_text(plan.page(), encoding="utf-8")
