"""`kermesse completion`: shell completion of commands and games."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a completion script for SHELL.

    \b
    bash:  eval "$(kermesse completion bash)"
    zsh:   eval "$(kermesse completion zsh)"
    fish:  kermesse completion fish | source
    """
    script = get_completion_class(shell)
    assert script is not None  # click knows all of SHELLS
    click.echo(script(ctx.find_root().command, {}, "kermesse", "_KERMESSE_COMPLETE").source())
