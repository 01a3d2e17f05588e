"""An arena from its first block to its last, on one core or on all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, nullcontext
from os import PathLike
from pathlib import Path

from kermesse.bots import bot
from kermesse.lab.strength.block import BlockResult, Crew, Recruit
from kermesse.lab.strength.results import ResultsFile
from kermesse.lab.strength.sprt import SequentialTest, Verdict
from kermesse.lab.strength.standings import Standings
from kermesse.lab.strength.tournament import Tournament
from kermesse.lab.strength.workers import checked_workers, play_blocks

Watch = Callable[[int, SequentialTest | None], None]


def run(
    tournament: Tournament,
    *,
    workers: int | None = 1,
    results: str | PathLike[str] | None = None,
    watch: Watch = lambda blocks, test: None,
    recruit: Recruit = bot,
) -> Standings:
    """Hold an arena and say what came out.

    Blocks are played by ``workers`` processes (None: one for each core) and taken in their order,
    so that the report does not depend on who was faster. With ``results``, every block is written
    down when it is played, and those that are there already are not played again.
    """
    number = checked_workers(workers)
    with Crew(tournament, recruit):  # refuses unknown bots before anything is written
        pass
    file = ResultsFile(Path(results), tournament) if results else None
    with file.held() if file else nullcontext():
        return held_arena(tournament, number, file, watch, recruit)


def held_arena(
    tournament: Tournament, workers: int, file: ResultsFile | None, watch: Watch, recruit: Recruit
) -> Standings:
    """Go on with what is there, to the end."""
    done = file.read() if file else []
    test = SequentialTest(tournament.sprt) if tournament.sprt else None
    finished = [judged(result, test, tournament) for result in done]
    if file:
        file.start(len(done))
    watch(len(done), test)
    if len(done) < tournament.blocks and not any(finished):
        jobs = [(tournament, block) for block in range(len(done), tournament.blocks)]
        with closing(play_blocks(jobs, workers, recruit)) as ahead:
            for result in ahead:
                if file:
                    file.add(result)
                done.append(result)
                stop = judged(result, test, tournament)
                watch(len(done), test)
                if stop:
                    break
    return Standings(tournament, done, test)


def judged(result: BlockResult, test: SequentialTest | None, tournament: Tournament) -> bool:
    """Whether a sequential test, if there is one, has come to a verdict with this block."""
    if test is None:
        return False
    won = [game.share(0, tournament.teams) for game in result.games]
    return test.add(sum(won) / len(won)) is not Verdict.NO_DECISION
