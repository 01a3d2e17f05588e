"""The command `kermesse`."""

from __future__ import annotations

import os
import sys
import traceback
from io import TextIOWrapper

import click

from kermesse import __version__
from kermesse.cli.arena import arena
from kermesse.cli.benchmark import bench
from kermesse.cli.completion import completion
from kermesse.cli.games import games, rules
from kermesse.cli.lab import lab
from kermesse.cli.lab_compare import compare
from kermesse.cli.lab_tune import tune
from kermesse.cli.lessons import lessons
from kermesse.cli.match_files import replay, verify
from kermesse.cli.new_game import new_game
from kermesse.cli.play import play
from kermesse.cli.serve import serve
from kermesse.cli.sit import sit
from kermesse.cli.variants import describe, tables
from kermesse.cli.warm import warm
from kermesse.core.errors import KermesseError


class FrontDoor(click.Group):
    """Shows errors as one sentence; with KERMESSE_DEBUG=1 also the traceback."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except KermesseError as refused:
            raise click.ClickException(str(refused)) from refused
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.exceptions.Exit(1) from None
        except Exception as broken:
            if os.environ.get("KERMESSE_DEBUG"):
                traceback.print_exc()
            raise click.ClickException(
                f"this should not have happened: {type(broken).__name__}: {broken} "
                "(KERMESSE_DEBUG=1 shows where)"
            ) from broken


@click.group(
    cls=FrontDoor,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="kermesse")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Modern tabletop games on one rules engine.

    Without a command, this opens the tables in the browser, like `kermesse serve`.
    """
    if isinstance(sys.stdout, TextIOWrapper):  # a terminal without "★" must not break a board
        sys.stdout.reconfigure(errors="replace")
    if ctx.invoked_subcommand is None:
        ctx.invoke(serve)


COMMANDS = (
    *(serve, sit, games, rules, play, replay, verify, arena, lab, bench, warm),
    *(tables, describe, lessons, new_game, completion),
)
for command in COMMANDS:
    main.add_command(command)
for command in (compare, tune):
    lab.add_command(command)
