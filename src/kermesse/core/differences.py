"""In what a variant differs from the original, in words: the note above its rulebook."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from kermesse.core.options import word
from kermesse.core.tables import REMARKS, cells, original_tables
from kermesse.core.words import Words, words

if TYPE_CHECKING:
    from kermesse.core.game import Game

PACKAGE = "kermesse.core"
MOST_NAMED = 8  # differences of one table
MARKED = re.compile(r"([\\`*_{}\[\]<>#|~])")

Values = dict[str, dict[str, str]]  # by line and column


def note(game: Game, language: str) -> str:
    """A paragraph that names a variant and everything in which it differs."""
    assert game.origin is not None
    variant, original, _ = game.origin
    say = words(PACKAGE, language)
    sentences = [
        say("This is the variant “{title}” of {game}.", title=plain(variant.title),
            game=plain(original.title)),
        say("What differs: {list}.", list=", ".join(differences(game, language))),
    ]  # fmt: skip
    if variant.tables:
        sentences.append(say("The examples are those of the original."))
    return " ".join(sentences)


def differences(game: Game, language: str) -> list[str]:
    """Everything in which a variant differs, a piece of a sentence each."""
    assert game.origin is not None
    variant, original, _ = game.origin
    say, own = words(PACKAGE, language), original.words(language)
    before = {option.name: option for option in original.options}
    found = [
        say("{option}: {new} instead of {old}", option=plain(own(option.meaning)),
            new=word(option.default), old=word(before[option.name].default))
        for option in game.options
        if option.name in dict(variant.options)
        and option.default != before[option.name].default
    ]  # fmt: skip
    tables = original_tables(original)
    for file, text in variant.tables:
        found += shortened(list(changes(file, tables.text(file), text, say)), say)
    return found


def shortened(pieces: list[str], say: Words) -> list[str]:
    """The first of many pieces, and how many more there are."""
    left = len(pieces) - MOST_NAMED
    if left <= 0:
        return pieces
    more = say.count("{n} more difference", "{n} more differences", left)
    return [*pieces[:MOST_NAMED], more]


def changes(file: str, old: str, new: str, say: Words) -> Iterator[str]:
    """What is different in one table, line by line and value by value."""
    values_of = toml_values if file.endswith(".toml") else csv_values
    before, after = values_of(file, old), values_of(file, new)
    for line in [*before, *(line for line in after if line not in before)]:
        if line not in after:
            yield say("{line} is left out", line=f"`{line}`")
        elif line not in before:
            told = {name: value for name, value in after[line].items() if value not in ("", "0")}
            shown = ", ".join(f"{name} {value}" for name, value in told.items())
            new = say("{line} is new: {values}", line=f"`{line}`", values=plain(shown))
            yield new if shown else say("{line} is new", line=f"`{line}`")
        else:
            for name, value in after[line].items():
                if value != before[line].get(name):
                    yield say(
                        "{line}: {new} instead of {old}",
                        line=f"`{line}` {plain(name)}".rstrip(),
                        new=plain(value),
                        old=plain(before[line].get(name, "")),
                    )


def csv_values(file: str, text: str) -> Values:
    """The values of a CSV file; a line is identified by as many first cells as it takes."""
    (_, head), *lines = cells(file, text)
    rows = [row for _, row in lines]
    keys = next(
        (n for n in range(1, len(head) + 1) if len({tuple(row[:n]) for row in rows}) == len(rows)),
        len(head),
    )
    return {
        " ".join(row[:keys]): {
            name: value
            for name, value in list(zip(head, row, strict=False))[keys:]
            if not name.endswith(REMARKS)
        }
        for row in rows
    }


def toml_values(file: str, text: str) -> Values:
    """The values of a TOML file by name; each value of a list has a separate line."""
    found: Values = {}
    for name, value in flat(tomllib.loads(text)):
        if isinstance(value, list):
            found |= {f"{name} {item}": {} for item in value}
        else:
            found[name] = {"": str(value)}
    return found


def flat(content: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """The values of nested tables, with dotted names."""
    for name, value in content.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def plain(text: str) -> str:
    """A text that means nothing to markdown."""
    return MARKED.sub(r"\\\1", text)
