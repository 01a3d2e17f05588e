"""`kermesse arena`: how strong bots are against each other."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.progress import Progress
from rich.table import Table

from kermesse.bots.budget import Budget
from kermesse.cli.parameters import game_argument, read_settings, seats_option
from kermesse.cli.progress import counting_bar, getting_ready, warm_up
from kermesse.core.game import Game
from kermesse.lab.files import CannotWrite, check_writable, write_whole
from kermesse.lab.intervals import Estimate
from kermesse.lab.strength import Hypotheses, Standings, Tournament, run
from kermesse.lab.strength.arena import Watch
from kermesse.lab.strength.entrants import split
from kermesse.lab.strength.picture import check_picture, drawn
from kermesse.lab.strength.sprt import LIMIT, SequentialTest
from kermesse.lab.strength.tournament import DEADLINE

STDOUT = Path("-")
RULES_ONLY = "random"  # a bot that needs only the rules to be compiled
ENDLESS = 10_000  # columns, where the output is no terminal
NAME = len("greedy")  # and RATE: how narrow a column of a table may become
RATE = len("100.0 %")

file_type = click.Path(path_type=Path)


@click.command()
@game_argument
@click.option("--bots", required=True, metavar="A,B,…", help="The bots; also NAME=program:COMMAND.")
@click.option("--games", type=int, default=200, show_default=True, help="Games of each pairing.")
@seats_option
@click.option(
    "-o",
    "--option",
    "--options",
    "options",
    multiple=True,
    metavar="NAME=VALUE,…",
    help="Set options of the game; repeatable.",
)
@click.option("--budget", metavar="BUDGET", help="Cost limit of a decision: 200it or 100ms.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of deals and bots.")
@click.option("--workers", type=int, help="Processes that play (default: one per core).")
@click.option(
    "--sprt", metavar="LOW:HIGH", help="Stop as soon as one of two win rates is likelier."
)
@click.option("--together", is_flag=True, help="All bots at one table.")
@click.option("--gauntlet", is_flag=True, help="Only the first bot, against each of the others.")
@click.option("--isolate", is_flag=True, help="Run each bot in a separate process.")
@click.option(
    "--deadline",
    type=float,
    default=DEADLINE,
    show_default=True,
    help="Seconds per decision of an isolated bot or a program.",
)
@click.option("--resume", type=file_type, help="Record deals in this file, and continue from it.")
@click.option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path, allow_dash=True),
    is_flag=False,
    flag_value=str(STDOUT),
    help="Write all figures to this file; without a file, print them instead of the tables.",
)
@click.option("--picture", type=file_type, help="Draw the result to an .svg or .png file.")
def arena(
    game: Game,
    bots: str,
    games: int,
    seats: int | None,
    options: tuple[str, ...],
    budget: str | None,
    seed: int,
    workers: int | None,
    sprt: str | None,
    together: bool,
    gauntlet: bool,
    isolate: bool,
    deadline: float,
    resume: Path | None,
    json_file: Path | None,
    picture: Path | None,
) -> None:
    """Let bots play GAME against each other and measure how strong they are.

    Every deal is played from every seat, and intervals are over deals.
    """
    tournament = Tournament.checked(
        game,
        split(bots, ","),
        games,
        seats=seats,
        options=read_settings(game, tuple(part for text in options for part in text.split(","))),
        budget=Budget.read(budget) if budget is not None else None,
        seed=seed,
        sprt=Hypotheses.read(sprt) if sprt is not None else None,
        together=together,
        gauntlet=gauntlet,
        isolate=isolate,
        deadline=deadline,
    )
    if picture:
        check_picture(picture)
    check_writable(*[path for path in (resume, json_file, picture) if path not in (None, STDOUT)])
    with getting_ready(game):
        for name in sorted({RULES_ONLY if m.command else m.name for m in tournament.members}):
            warm_up(game, name)
    try:
        with progress(tournament) as watch, ended_like_interrupted():
            report = run(tournament, workers=workers, results=resume, watch=watch)
    except KeyboardInterrupt:
        kept = f"; the same command continues from {resume}" if resume else ""
        raise click.ClickException(f"interrupted{kept}") from None
    tell(report, json_file, picture)


def tell(report: Standings, json_file: Path | None, picture: Path | None) -> None:
    """Write files first, so that a closed terminal does not lose the figures."""
    figures = json.dumps(report.as_json(), indent=2)
    kept: list[str] = []
    failed: CannotWrite | None = None
    try:
        if json_file and json_file != STDOUT:
            write_whole(json_file, figures.encode() + b"\n")
            kept.append(f"figures in {json_file}")
        if picture:
            write_whole(picture, drawn(report, picture.suffix))
            kept.append(f"picture in {picture}")
    except CannotWrite as refused:
        failed = refused
    if json_file == STDOUT:
        click.echo(figures)
    else:
        show(report)
    for line in kept:
        click.echo(line, err=json_file == STDOUT)
    if failed:
        raise failed


@contextmanager
def ended_like_interrupted() -> Iterator[None]:
    """Treat SIGTERM and SIGHUP like Ctrl-C, so that no program outlives the arena."""
    kinds = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    usual = [kind for kind in kinds if signal.getsignal(kind) == signal.SIG_DFL]  # not under nohup
    for kind in usual:
        signal.signal(kind, signal.default_int_handler)
    try:
        yield
    finally:
        for kind in usual:
            signal.signal(kind, signal.SIG_DFL)


def deals_bar(console: Console) -> Progress:
    """A bar over deals."""
    return counting_bar(console, "deals")


@contextmanager
def progress(tournament: Tournament) -> Iterator[Watch]:
    """A bar with the remaining time."""
    with deals_bar(Console(stderr=True)) as bar:
        task = bar.add_task(tournament.game.title, total=tournament.blocks)

        def watch(blocks: int, test: SequentialTest | None) -> None:
            likelihood = f" LLR {test.llr:+.2f} of ±{LIMIT:.2f}" if test else ""
            bar.update(task, completed=blocks, description=tournament.game.title + likelihood)

        yield watch


def show(report: Standings) -> None:
    """Print the results for people."""
    tournament = report.tournament
    even = report.even_share
    seats = "1 seat" if tournament.seats == 1 else f"{tournament.seats} seats"
    click.echo(
        f"{tournament.game.title}, {seats}, "
        f"seed {tournament.seed}: {report.games} games over {len(report.blocks)} deals"
        + ("" if even is None else f"; even is {percent(even)}")
    )
    show_table(bots_table(report))
    if len(tournament.entrants) > 2 and report.meetings:
        show_table(matrix_table(report))
    ended = ", ".join(f"{reason} {times}" for reason, times in report.endings.items())
    click.echo(f"Endings: {ended}")
    for label in tournament.labels:
        if complaint := report.complaint(label):
            count = report.forfeits(label)
            click.secho(
                f"{label} forfeited {count} decisions, the first for: {complaint}", fg="red"
            )
    if test := report.test:
        click.echo(
            f"Sequential test of {tournament.labels[0]}, {test.hypotheses.low:g} against "
            f"{test.hypotheses.high:g}: {test.verdict} after {test.blocks} deals "
            f"(LLR {test.llr:+.2f} of ±{LIMIT:.2f})"
        )


def show_table(table: Table) -> None:
    """Print a table: in a terminal long names are folded, elsewhere it is as wide as needed."""
    console = Console()
    if not console.is_terminal:
        endless = console.options.update(width=ENDLESS)
        console.width = console.measure(table, options=endless).maximum
    console.print(Padding(table, (1, 0)))


def empty_table() -> Table:
    """A compact table: with short names it fits into 80 columns."""
    return Table(box=SIMPLE_HEAD, collapse_padding=True, pad_edge=False, show_edge=False)


def bots_table(report: Standings) -> Table:
    """A row for each bot, the best first."""
    table = empty_table()
    table.add_column("bot", overflow="fold", min_width=NAME, style="bold")
    for heading in ("win\nrate", "95 %", "rating", "95 %", "decisions", "median", "99 %\nwithin"):
        table.add_column(heading, justify="right", no_wrap=True)
    labels = report.tournament.labels
    for number in sorted(range(len(labels)), key=by_rate(report)):
        spent = report.times(labels[number])
        rating = report.ratings[number] if report.ratings else None
        table.add_row(
            labels[number],
            *rate_cells(report.win_rate(number)),
            f"{report.rating_bound(number) or ''}{rating.points:.0f}" if rating else "–",
            f"{rating.low:.0f}–{rating.high:.0f}" if rating else "–",
            f"{spent.number}",
            f"{1000 * spent.quantile(0.5):.3g} ms",
            f"{1000 * spent.quantile(0.99):.3g} ms",
        )
    return table


def by_rate(report: Standings) -> Callable[[int], float]:
    """A sort key: the highest win rate first."""

    def order(number: int) -> float:
        rate = report.win_rate(number)
        return -rate.mean if rate else 0.0

    return order


def matrix_table(report: Standings) -> Table:
    """How often each bot wins against each other."""
    labels = report.tournament.labels
    ranked = sorted(range(len(labels)), key=by_rate(report))
    rates = {(meeting.bot, meeting.other): meeting.rate for meeting in report.meetings}
    table = empty_table()
    table.add_column(
        "finishes before" if report.tournament.together else "against", overflow="fold"
    )
    for other in ranked:
        table.add_column(labels[other], justify="right", overflow="fold", min_width=RATE)
    for bot in ranked:
        cells = [rates.get((bot, other)) for other in ranked]
        table.add_row(labels[bot], *(percent(rate.mean) if rate else "" for rate in cells))
    return table


def rate_cells(rate: Estimate | None) -> tuple[str, str]:
    """A win rate and its interval, for a table."""
    if rate is None:
        return "–", "–"
    return percent(rate.mean), f"{100 * rate.low:.1f}–{100 * rate.high:.1f}"


def percent(share: float) -> str:
    """A share as a percentage."""
    return f"{100 * share:.1f} %"
