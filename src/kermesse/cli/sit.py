"""`kermesse sit`: seat your own program at somebody's table."""

from __future__ import annotations

import click

from kermesse.core.errors import SetupRefused


@click.command()
@click.argument("link")
@click.option("--program", "command", required=True, metavar="COMMAND", help="What to run.")
@click.option("--name", help="Its name at the table (default: its file name).")
@click.option("--stay", is_flag=True, help="Wait for rematches after the end.")
def sit(link: str, command: str, name: str | None, stay: bool) -> None:
    """Let a program take a seat through an invitation LINK.

    The program's remarks and refusals are shown here. Everybody at the table sees that a program
    is playing.
    """
    from kermesse.bots.process import Program, read_command
    from kermesse.lab.strength.entrants import program_name
    from kermesse.table.forms import FormError, read_name
    from kermesse.table.programs.bridge import Bridge
    from kermesse.table.programs.remote_table import sit_down

    words = read_command(command)
    try:
        known_as = read_name(program_name(words) if name is None else name)
    except FormError as wrong:
        raise SetupRefused(f"{wrong.sentence} See --name.") from None
    visit = sit_down(link, known_as)
    click.echo(f"{known_as} sits at {visit.origin}{visit.table} (Ctrl+C leaves the table)")
    with Program(words) as program:
        bridge = Bridge(program, visit, click.echo, stay=stay)
        try:
            bridge.run()
        finally:
            bridge.close()
