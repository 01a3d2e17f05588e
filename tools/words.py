"""Translations: bring every catalogue up to date with the source (`make words`).

New sentences appear in the catalogues with an empty translation, for a person to fill in; those
that the source no longer says are removed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from kermesse.teach.first_match import FirstMatch
from kermesse.teach.lesson import FOLDER, Lesson, read_data
from kermesse.teach.page import HowTo

SOURCE = Path(__file__).resolve().parent.parent / "src" / "kermesse"
KEYWORDS = {"say": None, "mark": None, "count": (1, 2), "Count": (2, 3)}
LANGUAGES = ("fr", "pt")
WIDTH = 96
OTHERS = {"first.toml": FirstMatch, "page.toml": HowTo}  # of what lies among the lessons


def packages() -> list[Path]:
    """The folders that have words of their own: the core, the table and every game."""
    games = [folder.parent for folder in SOURCE.glob("games/*/locale")]
    return [SOURCE / "core", SOURCE / "table", *sorted(games)]


def said(package: Path) -> Catalog:
    """Everything that a package says, by its source."""
    found = Catalog(charset="utf-8")
    for file, line, sentence, comments, _ in extract_from_dir(
        package, [("**/tests/**", "ignore"), ("**.py", "python")], keywords=KEYWORDS
    ):
        found.add(sentence, locations=[(file, line)], auto_comments=comments)
    for sentence in taught(package):
        found.add(sentence)
    return found


def taught(package: Path) -> Iterator[str]:
    """All that a game's room `lessons/` says."""
    room = package / FOLDER
    for path in sorted(room.glob("*.toml")):
        if path.name != "needs.toml":
            kind = OTHERS.get(path.name, Lesson)
            yield from read_data(path, kind).sentences()


def catalogue(package: Path, language: str) -> Catalog:
    """The translations of a package into a language."""
    file = package / "locale" / f"{language}.po"
    if not file.is_file():
        return Catalog(locale=language, charset="utf-8")
    with file.open("rb") as lines:
        return read_po(lines, locale=language)


def missing(package: Path, language: str) -> Iterator[Message]:
    """What a package says and the language lacks."""
    known = catalogue(package, language)
    for message in said(package):
        if not message.id:
            continue
        found = known.get(message.id)
        texts = found.string if found and isinstance(found.string, tuple) else ()
        whole = all(texts) if texts else bool(found and found.string)
        if not whole or (found and found.fuzzy):
            yield message


def update(package: Path, language: str) -> int:
    """Write the catalogue anew; return how many sentences lack a translation."""
    known, now = catalogue(package, language), said(package)
    now.creation_date = (
        known.creation_date
    )  # a date that changes every time is in the way of merges
    known.update(now, no_fuzzy_matching=True)
    known.obsolete.clear()
    file = package / "locale" / f"{language}.po"
    file.parent.mkdir(exist_ok=True)
    with file.open("wb") as lines:
        write_po(lines, known, width=WIDTH, no_location=True, sort_output=True, omit_header=False)
    return sum(1 for _ in missing(package, language))


def main() -> None:
    """Bring all catalogues up to date and say what is still to be translated."""
    left = 0
    for package in packages():
        for language in LANGUAGES:
            count = update(package, language)
            left += count
            print(f"{package.name:12} {language}: {count} sentences to translate")
    sys.exit(1 if left else 0)


if __name__ == "__main__":
    main()
