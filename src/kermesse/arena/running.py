"""An arena from its first block to its last, on one core or on all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, nullcontext
from os import PathLike
from pathlib import Path

from kermesse.arena.blocks import BlockResult, Crew, Recruit
from kermesse.arena.report import Report
from kermesse.arena.results import ResultsFile
from kermesse.arena.settings import Settings
from kermesse.arena.sprt import Test, Verdict
from kermesse.arena.workers import checked_workers, play_blocks
from kermesse.bots import bot

Watch = Callable[[int, Test | None], None]


def run(
    settings: Settings,
    *,
    workers: int | None = 1,
    results: str | PathLike[str] | None = None,
    watch: Watch = lambda blocks, test: None,
    recruit: Recruit = bot,
) -> Report:
    """Hold an arena and say what came out.

    Blocks are played by ``workers`` processes (None: one for each core) and taken in their order,
    so that the report does not depend on who was faster. With ``results``, every block is written
    down when it is played, and those that are there already are not played again.
    """
    number = checked_workers(workers)
    with Crew(settings, recruit):  # refuses unknown bots before anything is written
        pass
    file = ResultsFile(Path(results), settings) if results else None
    with file.held() if file else nullcontext():
        return held_arena(settings, number, file, watch, recruit)


def held_arena(
    settings: Settings, workers: int, file: ResultsFile | None, watch: Watch, recruit: Recruit
) -> Report:
    """Go on with what is there, to the end."""
    done = file.read() if file else []
    test = Test(settings.sprt) if settings.sprt else None
    finished = [judged(result, test, settings) for result in done]
    if file:
        file.start(len(done))
    watch(len(done), test)
    if len(done) < settings.blocks and not any(finished):
        jobs = [(settings, block) for block in range(len(done), settings.blocks)]
        with closing(play_blocks(jobs, workers, recruit)) as ahead:
            for result in ahead:
                if file:
                    file.add(result)
                done.append(result)
                stop = judged(result, test, settings)
                watch(len(done), test)
                if stop:
                    break
    return Report(settings, done, test)


def judged(result: BlockResult, test: Test | None, settings: Settings) -> bool:
    """Whether a sequential test, if there is one, has come to a verdict with this block."""
    if test is None:
        return False
    won = [game.share(0, settings.teams) for game in result.games]
    return test.add(sum(won) / len(won)) is not Verdict.NO_DECISION
