"""`kermesse replay` and `kermesse verify`: finished matches shown and checked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.rule import Rule

from kermesse.cli.progress import getting_ready
from kermesse.cli.saved_matches import load_text
from kermesse.core.errors import MatchFileError
from kermesse.core.match import Match
from kermesse.core.matchfile import read_match
from kermesse.core.position import Situation
from kermesse.core.record import SPECTATOR
from kermesse.core.verification import resume
from kermesse.core.verification import verify as find_problems

file_argument = click.argument("file", type=click.Path(path_type=Path))

MOST_PROBLEMS = 10
FORWARD = ("\r", "\n", " ", "n", "\x1b[C", "\x1bOC")
BACK = ("p", "b", "\x1b[D", "\x1bOD")
TURN_ON, TURN_BACK = ("]", "\x1b[B", "\x1bOB"), ("[", "\x1b[A", "\x1bOA")
KEYS = "→ next · ← back · ↓ next decision · ↑ previous decision · q quit"


@click.command()
@file_argument
@click.option("--seat", type=int, help="Show this seat's view (-1: a spectator; default: all).")
@click.option("--all", "everything", is_flag=True, help="Print every step without waiting.")
def replay(file: Path, seat: int | None, everything: bool) -> None:
    """Step through the match in FILE."""
    match = verified(file)
    situations = [frame if seat is None else frame.view(seat) for frame in match.frames]
    console = Console()
    if everything or not sys.stdin.isatty():
        for place in range(len(situations)):
            show(console, match, situations, place)
    else:
        step_through(console, match, situations)


def verified(file: Path) -> Match:
    """The finished match in a file, replayed; refuses a file that was altered."""
    text = load_text(file)
    content = read_match(text)
    if content.secret is None:
        raise MatchFileError(f"{file}: the match is not over, so its secret is not yet revealed")
    with getting_ready(content.game):
        problems = find_problems(text)
    if problems:
        shown = problems[:MOST_PROBLEMS]
        more = [f"… and {len(problems) - MOST_PROBLEMS} more"] * (len(problems) > MOST_PROBLEMS)
        raise MatchFileError("\n".join([f"{file} differs from what was played:", *shown, *more]))
    return resume(content)


def step_through(console: Console, match: Match, situations: Sequence[Situation]) -> None:
    """Step forward and back by key presses."""
    decisions = [0, *(decision.frame for decision in match.decisions), len(situations) - 1]
    place = 0
    while True:
        console.clear()
        show(console, match, situations, place)
        console.print(KEYS, style="dim")
        try:
            key = click.getchar()
        except (EOFError, KeyboardInterrupt):
            return
        if key in ("q", "\x1b"):
            return
        if key in FORWARD:
            place = min(place + 1, len(situations) - 1)
        elif key in BACK:
            place = max(place - 1, 0)
        elif key in TURN_ON:
            place = min(frame for frame in decisions if frame > place or frame == decisions[-1])
        elif key in TURN_BACK:
            place = max(frame for frame in decisions if frame < place or frame == 0)


def show(console: Console, match: Match, situations: Sequence[Situation], place: int) -> None:
    """One frame: the board and, below it, what happened."""
    situation = situations[place]
    names = match.players
    console.print(match.game.board(situation.record, names))
    console.print(Rule(f"{match.game.title} · step {place} of {len(situations) - 1}"))
    sentence = match.game.notation.event_text(situation.record, names)
    console.print(sentence, style="bold", markup=False)


@click.command()
@file_argument
def verify(file: Path) -> None:
    """Replay the match in FILE bit for bit, and check that the deal was fair."""
    match = verified(file)
    click.echo(f"{file}: verified. {match.tell(match.frames[-1], SPECTATOR).text}")
    click.echo(f"{len(match.decisions)} decisions, committed to {match.commitment}")
