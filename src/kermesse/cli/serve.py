"""`kermesse serve`: the tables in the browser, for this machine or for everybody."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import click

from kermesse.cli.parameters import tried
from kermesse.cli.saved_matches import data_home
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.variants import variant, variant_files

PORT = 8765
LOCAL = ("127.0.0.1", "localhost", "::1")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(1, 65535), default=PORT, show_default=True, help="Port."
)
@click.option("--lan", is_flag=True, help="Also let in others on the local network.")
@click.option("--data", type=click.Path(path_type=Path), help="Folder for all data.")
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option(
    "--allow-host", "hosts", multiple=True, metavar="NAME", help="Another name of this server."
)
@click.option("--proxy", "proxies", multiple=True, metavar="ADDRESS", help="A trusted proxy.")
@click.option(
    "--admin-token-file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="File with the token of the admin page (or KERMESSE_ADMIN_TOKEN).",
)
@click.option(
    "--variants",
    "folders",
    multiple=True,
    type=click.Path(path_type=Path, exists=True),
    help="A variant file, or a folder of them, to offer as well.",
)
@click.option("--limit", "limits", multiple=True, metavar="NAME=VALUE", help="Change a limit.")
@click.option("--log-json", is_flag=True, help="Log as JSON, one object per line.")
def serve(
    host: str,
    port: int,
    lan: bool,
    data: Path | None,
    no_browser: bool,
    hosts: tuple[str, ...],
    proxies: tuple[str, ...],
    admin_token_file: Path | None,
    folders: tuple[Path, ...],
    limits: tuple[str, ...],
    log_json: bool,
) -> None:
    """Serve the tables in the browser."""
    from kermesse.table.limits import Limits

    if lan and host not in LOCAL:
        raise click.UsageError(
            f"--lan cannot be combined with --host {host}; leave one of them out."
        )
    chosen = Limits()
    for setting in limits:
        chosen = chosen.with_setting(setting)
    run(
        host=host,
        port=port,
        lan=lan,
        data=data or data_home() / "table",
        browser=not no_browser,
        hosts=hosts,
        proxies=proxies,
        admin_token=admin_token(admin_token_file),
        variants=variants_of(folders),
        limits=chosen,
        log_json=log_json or no_browser,
    )


def run(*, log_json: bool = False, **settings: object) -> None:
    """Start the server; everything heavy is imported only now."""
    from kermesse.table.logs import set_up_logs
    from kermesse.table.network import EVERYWHERE, bracketed, local_addresses
    from kermesse.table.server import Settings
    from kermesse.table.server import serve as serve_tables

    set_up_logs(pretty=not log_json)
    chosen = Settings(**settings)  # type: ignore[arg-type]

    def ready() -> None:
        click.echo(f"Kermesse is open at {chosen.address} (Ctrl+C closes it)")
        if chosen.lan or chosen.host in EVERYWHERE:
            numbers = local_addresses()
            for number in numbers:
                click.echo(f"On the local network: http://{bracketed(number)}:{chosen.port}")
            if not numbers:
                click.echo("This machine is not on a local network now.", err=True)
        if chosen.lan or chosen.host not in LOCAL:
            click.echo(
                "Others can reach it without encryption: use it on a network you trust, "
                "or behind a proxy with HTTPS.",
                err=True,
            )

    serve_tables(chosen, ready)


def variants_of(paths: Iterable[Path]) -> list[Game]:
    """The variants in some files and folders, each tried out; a refused one stops the server."""
    files = [file for path in paths for file in (variant_files(path) if path.is_dir() else [path])]
    return [tried(variant(file)) for file in files]


def admin_token(file: Path | None) -> str:
    """The token of the admin page; without one there is no such page."""
    token = os.environ.get("KERMESSE_ADMIN_TOKEN", "")
    if file is not None:
        try:
            token = file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as broken:
            raise KermesseError(f"{file} cannot be read: {broken}") from None
    if token and len(token) < 16:
        raise KermesseError("the admin token is too short: use at least 16 characters")
    return token
