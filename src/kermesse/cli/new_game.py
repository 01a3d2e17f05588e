"""`kermesse new-game`: a package of its own, with a small game that is complete, to be changed."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from string import Template

import click

from kermesse.core.errors import KermesseError, brief
from kermesse.core.registry import game_names

LONGEST_NAME = 30  # with more, lines of the package would be too long
LONGEST_TITLE = 50
# two letters at least, for the rules' ids; pip knows no package whose name ends with a hyphen
NAME = re.compile(r"[a-z][0-9_]*[a-z](?:[a-z0-9_]*[a-z0-9])?")
UNWRITABLE = set('"\\{}$')  # signs of the files that a title is put into
MOST_INITIALS = 4
SUFFIX = ".txt"  # of the templates: as Python files they would be checked as they stand
PLACES = {"project": "", "package": "src/{name}/", "checks": "tests/"}
RENAMED = {"gitignore": ".gitignore"}  # the template itself would be taken for a list of ours


class NoNewGame(KermesseError):
    """A game that cannot be started so."""


@click.command("new-game")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Where to write it (by default a new folder of its name).",
)
@click.option("--title", help="What people read (by default its name).")
def new_game(name: str, folder: Path | None, title: str | None) -> None:
    """Start a game of your own: a package with a small game to change.

    NAME is what people type, such as `top_card`.
    """
    checked = checked_name(name)
    heading = checked_title(checked.replace("_", " ").title() if title is None else title)
    home = Path(checked) if folder is None else folder
    files = rendered(checked, heading)
    check_free(home)
    write_all(home, files)
    click.echo(told(checked, heading, home, files))


def checked_name(text: str) -> str:
    """The name as Kermesse and Python know it; refuses one that cannot be used or is taken."""
    name = text.strip().lower().replace("-", "_").replace(" ", "_")  # as `kermesse.game` reads it
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise NoNewGame(
            f"{brief(text)} cannot be the name of a game: "
            f"write letters, digits and _, a letter first, no _ last, 2 to {LONGEST_NAME} in all"
        )
    if keyword.iskeyword(name):
        raise NoNewGame(f"{brief(text)} is a word of Python's own; choose another name")
    if name in game_names():
        raise NoNewGame(f"there is a game {name!r} already; choose another name")
    found = find_spec(name)
    if found is not None and found.origin is not None:  # else it is a mere folder
        raise NoNewGame(f"Python would find another package called {name!r}; choose another name")
    return name


def checked_title(text: str) -> str:
    """A title that fits on a page and into the files of a package."""
    title = " ".join(text.split())
    if not title or len(title) > LONGEST_TITLE or not title.isprintable():
        raise NoNewGame(f"a title has 1 to {LONGEST_TITLE} letters, not {brief(text)}")
    wrong = UNWRITABLE & set(title)
    if wrong:
        raise NoNewGame(f"a title cannot have the sign {min(wrong)}: {brief(text)}")
    return title


def rendered(name: str, title: str) -> dict[str, str]:
    """All files of the package by their paths in its folder."""
    words = {
        "name": name,
        "title": title,
        "distribution": name.replace("_", "-"),
        "rule": initials(name),
    }
    files = {}
    for room, place in PLACES.items():
        folder = resources.files("kermesse.cli") / "scaffold" / room
        for inside, template in templates(folder):
            target = RENAMED.get(inside, inside)
            text = Template(template.read_text(encoding="utf-8"))
            files[place.format(name=name) + target] = text.substitute(words)
    return dict(sorted(files.items()))


def templates(folder: Traversable, before: str = "") -> Iterator[tuple[str, Traversable]]:
    """Every template below a folder, by the path of the file that it makes."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from templates(entry, f"{before}{entry.name}/")
        elif entry.name.endswith(SUFFIX):
            yield before + entry.name.removesuffix(SUFFIX), entry


def initials(name: str) -> str:
    """What the ids of its rules begin with: TC for `top_card`, HU for `hush`."""
    firsts = [word[0] for word in name.split("_") if word[:1].isalpha()]
    letters = [sign for sign in name if sign.isalpha()]
    return "".join(firsts[:MOST_INITIALS] if len(firsts) > 1 else letters[:2]).upper()


def check_free(folder: Path) -> None:
    """Refuse a place where something lies already; only a fresh repository may."""
    try:
        if folder.exists() and not folder.is_dir():
            raise NoNewGame(f"{folder} is a file; choose another folder")
        inside = sorted(entry.name for entry in folder.iterdir()) if folder.exists() else []
    except OSError as broken:
        raise NoNewGame(f"{folder} cannot be read: {broken.strerror}") from None
    if set(inside) - {".git"}:
        raise NoNewGame(f"{folder} is not empty ({inside[0]} lies there); choose another folder")


def write_all(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files; if one of them cannot be written, none is left behind."""
    made: list[Path] = []
    try:
        for inside, text in files.items():
            path = folder / inside
            missing = [parent for parent in path.parents if not parent.exists()]
            for parent in reversed(missing):
                parent.mkdir()
                made.append(parent)
            made.append(path)
            path.write_text(text, encoding="utf-8")
    except OSError as broken:
        for one in reversed(made):
            take_back(one)
        raise NoNewGame(f"cannot write {path}: {broken.strerror}") from None


def take_back(path: Path) -> None:
    """Remove what was just made."""
    if path.is_dir():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


def told(name: str, title: str, folder: Path, files: Mapping[str, str]) -> str:
    """What was written, and what to type next."""
    lines = [f"{title} ({name}) is in {folder}: {len(files)} files.", ""]
    lines += [f"  {path}" for path in files]
    lines += [
        "",
        "It is a small card game that can be played as it is. Next:",
        "",
        f"  cd {quote(str(folder))}",
        "  pip install -e '.[dev]'",
        f"  kermesse play {name}",
        "  pytest",
        "",
        "Then make it yours, beginning with its rulebook.",
    ]
    return "\n".join(lines)
