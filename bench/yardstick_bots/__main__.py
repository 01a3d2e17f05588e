"""The command: a match-up against OpenSpiel's search, and how fast both search.

    python -m bench.yardstick_bots GAME [--games 20] [--simulations 1000] [--workers 1]
                                        [--seed 1] [--level strong] [--json FILE] [--keep]

Needs open_spiel (pip install 'kermesse[bench]'). With 0 games only the speed is measured. What is
kept goes onto the page by `python -m bench.yardstick_bots.page`.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

import click

from bench.findings import machine, processor, spread
from bench.tables import GAMES, Table
from bench.yardstick_bots.meeting import LEVELS, PART, SIDES, Meeting, Terms, blocks, fair_budget
from bench.yardstick_bots.page import kept_file
from bench.yardstick_bots.speed import SIMULATIONS, Speed, measure


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.argument("game", type=click.Choice(GAMES))
@click.option("--games", type=click.IntRange(0), default=20, show_default=True)
@click.option("--simulations", type=click.IntRange(2), default=1000, show_default=True)
@click.option("--workers", type=click.IntRange(1, 1024), default=1, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True)
@click.option("--level", type=click.Choice(LEVELS), default=LEVELS[0], show_default=True)
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="where figures go")
@click.option("--keep", is_flag=True, help="keep the figures for the page")
def main(
    game: str,
    games: int,
    simulations: int,
    workers: int,
    seed: int,
    level: str,
    json_file: Path | None,
    keep: bool,
) -> None:
    """Measure, show, write down."""
    kept = kept_file(game, level) if keep else None
    if kept and not games:
        check_speed_only(kept)
    table = Table(game)
    found: dict[str, Any] = {"game": game, "level": level, "options": dict(table.options)}
    found |= {"date": datetime.now(UTC).date().isoformat(), "where": processor()}
    found["machine"] = machine()
    say(f"{game}: search speed")
    found["speed"] = shown_speed(measure(table, seed))
    if games:
        say(f"{game}: what a tenth of the rival's time is")
        budget = fair_budget(table, simulations, seed, level)
        terms = Terms(table, simulations, budget, seed, level)
        found |= {"seed": seed, "simulations": simulations}
        found["budget"] = str(budget or "usual")
        found["meeting"] = shown_meeting(terms, played(terms, -(-games // SIDES), workers))
    for file in filter(None, (json_file, kept)):
        file.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        say(f"figures in {file}")


def check_speed_only(kept: Path) -> None:
    """Refuse to write over a match-up that took hours."""
    if kept.is_file() and "meeting" in json.loads(kept.read_text(encoding="utf-8")):
        raise click.ClickException(f"{kept} has a match-up, which --games 0 --keep would lose")


def played(terms: Terms, count: int, workers: int) -> Meeting:
    """All blocks, with a word after each."""
    meeting = Meeting([])
    for block in blocks(terms, count, workers):
        meeting.blocks.append(block)
        so_far = f"{meeting.games} of {SIDES * count} games"
        say(f"{so_far}: {terms.level} has {meeting.mean:.1%} of the wins")
    return meeting


def shown_speed(speed: Speed) -> dict[str, Any]:
    """Print how fast the searches are; return the same for the file."""
    click.echo(f"simulations per second of processor time, medians of {len(speed.ours)} decisions:")
    click.echo(f"  ours                       {median(speed.ours):12,.0f}")
    click.echo(f"  OpenSpiel in Python        {median(speed.theirs):12,.0f}")
    click.echo(f"  ratio                      {speed.ratio:12,.1f}")
    if speed.ratio_to_cpp is None:
        click.echo("  OpenSpiel in C++, gin_rummy     crashed")
    else:
        click.echo(f"  OpenSpiel in C++, gin_rummy {median(speed.cpp):11,.0f}")
        click.echo(f"  ratio                      {speed.ratio_to_cpp:12,.1f}")
    return {
        "simulations_each": SIMULATIONS,
        "ours": spread(speed.ours),
        "openspiel_python": spread(speed.theirs),
        "openspiel_cpp_gin_rummy": spread(speed.cpp) if speed.cpp else None,
        "ratio": speed.ratio,
        "ratio_to_cpp": speed.ratio_to_cpp,
    }


def shown_meeting(terms: Terms, meeting: Meeting) -> dict[str, Any]:
    """Print how the match-up went; return the same for the file."""
    rate, ours, theirs = meeting.rate, meeting.our_time, meeting.their_time
    interval = f" ({rate.low:.1%} to {rate.high:.1%})" if rate else ""
    click.echo(f"{terms.level} against {terms.simulations} simulations, {meeting.games} games:")
    click.echo(f"  won                        {meeting.mean:.1%}{interval}")
    click.echo(f"  median decision, ours      {1000 * ours:12,.1f} ms ({terms.budget or 'usual'})")
    click.echo(f"  median decision, OpenSpiel {1000 * theirs:12,.1f} ms")
    click.echo(f"  ratio of medians           {theirs / ours:12,.1f}")
    click.echo(f"  ratio of means             {meeting.mean_time_ratio:12,.1f}")
    if theirs < PART * ours:
        click.echo("  ours took more than a tenth: give the rival more simulations")
    return {
        "games": meeting.games,
        "won": meeting.mean,
        "interval": [rate.low, rate.high] if rate else None,
        "block_means": [sum(block.won) / SIDES for block in meeting.blocks],
        "decisions": {
            "ours": sum(len(block.ours) for block in meeting.blocks),
            "openspiel": sum(len(block.theirs) for block in meeting.blocks),
        },
        "median_seconds": {"ours": ours, "openspiel": theirs},
        "time_ratio_of_medians": theirs / ours,
        "time_ratio_of_means": meeting.mean_time_ratio,
    }


def say(line: str) -> None:
    """Progress, seen at once."""
    click.echo(line, err=True)


if __name__ == "__main__":
    main()
