"""The commands: a match-up against OpenSpiel's search, and how fast both search.

    python -m bench.yardstick_bots match GAME [--games 20] [--level strong] [--tenth] [--keep]
                                              [--simulations 1000] [--quick] [--workers 1]
    python -m bench.yardstick_bots speed GAME [--keep]

Both need open_spiel (pip install 'kermesse[bench]'). A match-up that was interrupted goes on where
it was. What is kept goes onto the page by `python -m bench.yardstick_bots.page`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

import click

from bench.findings import machine, processor, spread
from bench.tables import GAMES, Table
from bench.yardstick_bots.kept import meeting_file, name_of, speed_file
from bench.yardstick_bots.meeting import LEVELS, PART, SIDES, Meeting, Terms, blocks, fair_budget
from bench.yardstick_bots.notes import Notes, OtherTerms, in_order, told_terms
from bench.yardstick_bots.speed import SIMULATIONS, Speed, measure
from kermesse.bots.budget import Budget

SEED = 1  # of all deals: a match-up that goes on must be the same one

game_argument = click.argument("game", type=click.Choice(GAMES))
keep_option = click.option("--keep", is_flag=True, help="keep the figures for the page")


@click.group(help=(__doc__ or "").partition("\n")[0])
def main() -> None:
    """Choose what is measured."""


@main.command()
@game_argument
@keep_option
def speed(game: str, keep: bool) -> None:
    """Measure simulations per second."""
    table = Table(game)
    found = beginning(table) | {"where": processor(), "speed": shown_speed(measure(table, SEED))}
    if keep:
        write(found, speed_file(game))


@main.command()
@game_argument
@click.option("--games", type=click.IntRange(2), default=20, show_default=True)
@click.option("--level", type=click.Choice(LEVELS), default=LEVELS[0], show_default=True)
@click.option("--tenth", is_flag=True, help="ours takes its whole tenth of the rival's time")
@click.option("--simulations", type=click.IntRange(2), default=1000, show_default=True)
@click.option("--quick", is_flag=True, help="the rival's rollouts in machine code")
@click.option("--workers", type=click.IntRange(1, 1024), default=1, show_default=True)
@click.option(
    "--folder", type=click.Path(path_type=Path), default=Path(".yardstick"), show_default=True,
    help="where blocks are written down",
)  # fmt: skip
@keep_option
def match(
    game: str, games: int, tenth: bool, workers: int, folder: Path, keep: bool, **asked: Any
) -> None:
    """Play against OpenSpiel's search."""
    terms = Terms(Table(game), budget=None, seed=SEED, **asked)
    name = name_of(game, terms.level, tenth, terms.quick)
    notes = Notes(folder / name)
    terms = replace(terms, budget=budget_of(terms, tenth, notes))
    try:
        notes.start(terms)
        meeting = played(terms, -(-games // SIDES), workers, notes)
    except OtherTerms as broken:
        raise click.ClickException(str(broken)) from None
    except KeyboardInterrupt:
        raise click.ClickException("interrupted; the same command goes on") from None
    found = beginning(terms.table) | told_terms(terms) | {"tenth": tenth}
    found |= {"where": ", ".join(notes.places()), "meeting": shown_meeting(terms, meeting)}
    if keep:
        write(found, meeting_file(name))


def beginning(table: Table) -> dict[str, Any]:
    """What is said of every run."""
    today = datetime.now(UTC).date().isoformat()
    options = dict(table.options)
    return {"game": table.name, "options": options, "date": today, "machine": machine()}


def budget_of(terms: Terms, tenth: bool, notes: Notes) -> Budget | None:
    """What ours may cost: as before, or by trying what a tenth of the rival's time is."""
    if notes.terms:
        text = str(notes.terms["budget"])
        return None if text == "usual" else Budget.read(text)
    say(f"{terms.table.name}: what a tenth of the rival's time is")
    return fair_budget(terms, tenth)


def played(terms: Terms, count: int, workers: int, notes: Notes) -> Meeting:
    """Play what is missing, with a word after each block; the first so many blocks count."""
    missing = [number for number in range(count) if number not in notes.played()]
    for number, block in blocks(terms, missing, workers):
        notes.add(number, block, processor())
        so_far = Meeting(list(notes.played().values()))
        click.echo(
            f"{so_far.games} of {SIDES * count} games: {terms.level} has {so_far.mean:.1%} "
            "of the wins", err=True,
        )  # fmt: skip
    return Meeting(in_order(notes.played())[:count])


def shown_speed(found: Speed) -> dict[str, Any]:
    """Print how fast the searches are; return the same for the file."""
    click.echo(f"simulations per second of processor time, medians of {len(found.ours)} decisions:")
    click.echo(f"  ours                       {median(found.ours):12,.0f}")
    click.echo(f"  OpenSpiel in Python        {median(found.theirs):12,.0f}")
    click.echo(f"  ratio                      {found.ratio:12,.1f}")
    if found.ratio_to_cpp is None:
        click.echo("  OpenSpiel in C++, gin_rummy     crashed")
    else:
        click.echo(f"  OpenSpiel in C++, gin_rummy {median(found.cpp):11,.0f}")
        click.echo(f"  ratio                      {found.ratio_to_cpp:12,.1f}")
    return {
        "simulations_each": SIMULATIONS,
        "ours": spread(found.ours),
        "openspiel_python": spread(found.theirs),
        "openspiel_cpp_gin_rummy": spread(found.cpp) if found.cpp else None,
        "ratio": found.ratio,
        "ratio_to_cpp": found.ratio_to_cpp,
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


def write(found: dict[str, Any], file: Path) -> None:
    """Keep figures."""
    file.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    say(f"figures in {file}")


def say(line: str) -> None:
    """Progress, seen at once."""
    click.echo(line, err=True)


if __name__ == "__main__":
    main()
