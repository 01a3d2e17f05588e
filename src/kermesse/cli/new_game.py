"""`kermesse new-game`: a new package with a small complete game to change."""

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

LONGEST_NAME = 30  # with a longer one, lines of the package would be too long
LONGEST_TITLE = 50
# at least two letters, for rule ids; pip allows no package name that ends with a hyphen
NAME = re.compile(r"[a-z][0-9_]*[a-z](?:[a-z0-9_]*[a-z0-9])?")
UNWRITABLE = set('"\\{}$')  # special characters in the files that a title is put into
MOST_INITIALS = 4
SUFFIX = ".txt"  # of the templates: as Python files they would be linted
PLACES = {"project": "", "package": "src/{name}/", "checks": "tests/"}
RENAMED = {"gitignore": ".gitignore"}  # git would obey the template itself


class NewGameRefused(KermesseError):
    """The new package cannot be made this way."""


@click.command("new-game")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Where to write it (default: a new folder of that name).",
)
@click.option("--title", help="The title people read (default: the name).")
def new_game(name: str, folder: Path | None, title: str | None) -> None:
    """Create a package with a small complete game for you to change.

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
    """The normalized name; refuses one that is invalid or taken."""
    name = text.strip().lower().replace("-", "_").replace(" ", "_")  # as `kermesse.game` reads it
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise NewGameRefused(
            f"{brief(text)} cannot be the name of a game: use 2 to {LONGEST_NAME} letters, digits "
            "and _, starting with a letter and not ending with _"
        )
    if keyword.iskeyword(name):
        raise NewGameRefused(f"{brief(text)} is a Python keyword; choose another name")
    if name in game_names():
        raise NewGameRefused(f"there already is a game {name!r}; choose another name")
    found = find_spec(name)
    if found is not None and found.origin is not None:  # otherwise it is just a folder
        raise NewGameRefused(f"there already is a Python package {name!r}; choose another name")
    return name


def checked_title(text: str) -> str:
    """A title that fits on a page and is valid in the files of a package."""
    title = " ".join(text.split())
    if not title or len(title) > LONGEST_TITLE or not title.isprintable():
        raise NewGameRefused(f"a title has 1 to {LONGEST_TITLE} characters, not {brief(text)}")
    wrong = UNWRITABLE & set(title)
    if wrong:
        raise NewGameRefused(f"a title cannot contain {min(wrong)}: {brief(text)}")
    return title


def rendered(name: str, title: str) -> dict[str, str]:
    """All files of the package, by path."""
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
    """Every template below a folder, with the path of the file that it makes."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from templates(entry, f"{before}{entry.name}/")
        elif entry.name.endswith(SUFFIX):
            yield before + entry.name.removesuffix(SUFFIX), entry


def initials(name: str) -> str:
    """The prefix of its rule ids: TC for `top_card`, HU for `hush`."""
    firsts = [word[0] for word in name.split("_") if word[:1].isalpha()]
    letters = [sign for sign in name if sign.isalpha()]
    return "".join(firsts[:MOST_INITIALS] if len(firsts) > 1 else letters[:2]).upper()


def check_free(folder: Path) -> None:
    """Refuse a folder that is not empty, apart from a fresh git repository."""
    try:
        if folder.exists() and not folder.is_dir():
            raise NewGameRefused(f"{folder} is a file; choose another folder")
        inside = sorted(entry.name for entry in folder.iterdir()) if folder.exists() else []
    except OSError as broken:
        raise NewGameRefused(f"{folder} cannot be read: {broken.strerror}") from None
    if set(inside) - {".git"}:
        raise NewGameRefused(f"{folder} is not empty ({inside[0]}); choose another folder")


def write_all(folder: Path, files: Mapping[str, str]) -> None:
    """Write all files, or leave nothing behind."""
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
        raise NewGameRefused(f"cannot write {path}: {broken.strerror}") from None


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
        "It is a small, playable card game. Next:",
        "",
        f"  cd {quote(str(folder))}",
        "  pip install -e '.[dev]'",
        f"  kermesse play {name}",
        "  pytest",
        "",
        "Then change it, starting with the rulebook.",
    ]
    return "\n".join(lines)
