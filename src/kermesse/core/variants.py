"""Variants: a game with other options and other tables, described by data and without code.

A variant file is TOML: `title`, `game`, `[options]`, and `[tables]`, which names files that lie
beside it or holds them as text. See docs/reference/variant-file.md.
"""

from __future__ import annotations

import json
import os
import re
import threading
import time
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from kermesse.core.cache import STALE_AFTER_DAYS, cache_home, write_whole
from kermesse.core.errors import (
    KermesseError,
    SetupRefused,
    UnknownGame,
    VariantRefused,
    brief,
)
from kermesse.core.game import Game
from kermesse.core.installed import installed_game
from kermesse.core.kernel import PLAIN
from kermesse.core.playout import playouts
from kermesse.core.remaking import remade
from kermesse.core.tables import LARGEST, original_tables, tidy
from kermesse.core.variant import SIGN, Origin, Variant

NAMES = ("title", "game", "options", "tables")
LONGEST_TITLE = 60
FOLDERS = "KERMESSE_VARIANTS"
TRIALS = 10 if PLAIN else 200  # random matches before a variant is offered

Source = str | os.PathLike[str] | Mapping[str, Any]

_known: dict[str, Game] = {}
_making = threading.RLock()


# --- reading --------------------------------------------------------------------------------------


def read_variant(source: Source) -> Variant:
    """The variant that a file or a mapping describes; refuses any other by what is wrong."""
    if isinstance(source, Mapping):
        return read_content(source, None)
    path = Path(source)
    try:
        content = tomllib.loads(tidy(path.name, path.read_bytes()))
        return read_content(content, path.parent)
    except OSError as broken:
        raise VariantRefused(f"cannot read {path}: {broken.strerror}") from None
    except tomllib.TOMLDecodeError as broken:
        raise VariantRefused(f"{path} is no TOML: {broken}") from None
    except KermesseError as refused:
        raise VariantRefused(f"{path}: {refused}") from None


def read_content(content: Mapping[str, Any], folder: Path | None) -> Variant:
    """A variant by its parts; tables may be in ``folder``, if given."""
    for name in content:
        if name not in NAMES:
            raise VariantRefused(f"there is no {brief(name)}; known are {', '.join(NAMES)}")
    title, game = checked_title(content.get("title")), original_name(content.get("game"))
    options = part(content, "options")
    for name, value in options.items():
        if not isinstance(value, int | str):
            raise VariantRefused(f"option {name} cannot be {brief(value)}")
    tables = {
        name: table_text(name, given, folder) for name, given in part(content, "tables").items()
    }
    known = original_tables(installed_game(game))
    changed = known.with_changes(tables).changed
    if not options and not changed:
        raise VariantRefused("it changes nothing: set an option, or name a table that differs")
    texts = {name: text for name, text in tables.items() if name in changed}
    return Variant(title, game, tuple(sorted(options.items())), tuple(sorted(texts.items())))


def checked_title(title: object) -> str:
    """The title of a variant: short, printable, on one line."""
    if not isinstance(title, str) or not title.isprintable() or not title.strip():
        raise VariantRefused(f"title is a line of text, not {brief(title)}")
    if len(title) > LONGEST_TITLE:
        raise VariantRefused(f"title has at most {LONGEST_TITLE} characters, not {len(title)}")
    return title.strip()


def original_name(name: object) -> str:
    """The game that a variant is of."""
    if not isinstance(name, str):
        raise VariantRefused(f"game names a game, not {brief(name)}")
    if SIGN in name:
        raise VariantRefused(f"a variant is of a game, not of the variant {brief(name)}")
    return installed_game(name).name


def part(content: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The options, or the tables: a mapping of names, or nothing."""
    found = content.get(name, {})
    if not isinstance(found, Mapping) or not all(isinstance(key, str) for key in found):
        raise VariantRefused(f"[{name}] is a table of names and values, not {brief(found)}")
    return dict(found)


def table_text(name: str, given: object, folder: Path | None) -> str:
    """The text of a replaced table: given as several lines, or as the name of a file."""
    if not isinstance(given, str):
        raise VariantRefused(f"table {name} is the name of a file or a text, not {brief(given)}")
    if "\n" in given:
        return tidy(name, given)
    if folder is None:
        raise VariantRefused(f"table {name} has to be given as a text of several lines")
    if Path(given).name != given:
        raise VariantRefused(f"table {name} lies beside the variant file, not at {brief(given)}")
    try:
        with (folder / given).open("rb") as file:
            return tidy(given, file.read(4 * LARGEST + 1))
    except (OSError, ValueError) as broken:
        if isinstance(broken, KermesseError):
            raise
        reason = getattr(broken, "strerror", None) or broken
        raise VariantRefused(f"cannot read {given} for table {name}: {reason}") from None


# --- making ---------------------------------------------------------------------------------------


def variant(source: Source) -> Game:
    """The game that a variant file, or a mapping of the same content, describes."""
    described = read_variant(source)
    try:
        return made(described)
    except KermesseError as refused:
        if isinstance(source, Mapping):
            raise
        raise VariantRefused(f"{source}: {refused}") from None


def made(variant: Variant) -> Game:
    """The game of a variant; the same object each time."""
    with _making:
        known = _known.get(variant.name)
        if known is not None:
            if known.variant != variant:
                raise VariantRefused(f"another variant goes by the name {variant.name} already")
            return known
        original = installed_game(variant.game)
        base = remade(original, dict(variant.tables)) if variant.tables else original
        game = dressed(base, original, variant)
        _known[variant.name] = game
        write_down(variant)
        return game


def dressed(base: Game, original: Game, variant: Variant) -> Game:
    """A game under a variant's name, with its title and its options."""
    chosen = dict(variant.options)
    options = tuple(
        replace(option, default=option.value(option.code(chosen[option.name])))
        if option.name in chosen
        else option
        for option in base.options
    )
    base.choose(chosen)  # refuses names that are unknown, and what does not go together
    game = replace(
        base,
        name=variant.name,
        title=f"{original.title} · {variant.title}",
        options=options,
        origin=Origin(variant, original, base),
    )
    if not game.seats_for():
        refusals = [refusal(base, chosen, seats) for seats in base.seats]
        raise SetupRefused(f"no number of seats goes with these options: {'; '.join(refusals)}")
    return game


def refusal(game: Game, options: Mapping[str, Any], seats: int) -> str:
    """Why options cannot be chosen with so many seats."""
    try:
        game.choose(options, seats)
    except SetupRefused as refused:
        return str(refused)
    return ""


def from_text(text: str) -> Game:
    """The game of a variant written as JSON; what a pickled one comes back by."""
    return variant(json.loads(text))


def checked_variant(source: Source) -> Game:
    """The game of a variant that was tried: every random match ended within its bound."""
    game = variant(source)
    try_out(game)
    return game


def try_out(game: Game, matches: int = TRIALS) -> None:
    """Play random matches with every number of seats; refuse a game that does not end."""
    bound = game.bound(game.choose(None))
    moves = np.zeros(game.actions, np.int16)
    for seats in game.seats_for():
        batch = game.blank(-(-matches // len(game.seats)), seats)
        batch["rng"] = np.random.SeedSequence(seats).generate_state(len(batch), np.uint64)
        if game.bind(playouts)(batch, bound, moves) < 0:
            raise VariantRefused(
                f"{game.title} cannot be played: a random match with {seats} seats got stuck, "
                f"or had no end within {bound:,} decisions and steps"
            )


# --- finding --------------------------------------------------------------------------------------


def find(name: str) -> Game:
    """A variant by its name: of this process, of the folders in `KERMESSE_VARIANTS`, or one that
    this machine has played before."""
    known = _known.get(name)
    if known is not None:
        return known
    for variant in at_hand(name):
        if variant.name == name:
            return made(variant)
    raise UnknownGame(
        f"the variant {brief(name)} is not at hand: give its file, or put that into a folder "
        f"named in {FOLDERS}"
    )


def at_hand(name: str) -> Iterator[Variant]:
    """The variants that could be meant; files that cannot be read are passed over."""
    with suppress(OSError, ValueError):
        yield read_variant(json.loads(written_down(name).read_text(encoding="utf-8")))
    for folder in os.environ.get(FOLDERS, "").split(os.pathsep):
        for path in variant_files(Path(folder)) if folder else ():
            with suppress(KermesseError):
                yield read_variant(path)


def variant_files(folder: Path) -> list[Path]:
    """The variant files of a folder: TOML files that name a game, and not its tables."""
    return [path for path in sorted(folder.glob("*.toml")) if is_variant_file(path)]


def is_variant_file(path: Path) -> bool:
    """Whether a file looks like a variant: a table beside it has no title."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return True  # and is refused by name when it is read
    return "title" in content or "game" in content


def written_down(name: str) -> Path:
    """Where other processes of this machine find a variant by its name."""
    if not re.fullmatch(rf"\w+{SIGN}[0-9a-f]+", name, re.ASCII):
        raise ValueError(f"{brief(name)} names no variant")
    return cache_home().with_name("variants") / f"{name}.json"


def write_down(variant: Variant) -> None:
    """Let other processes know a variant; a folder that cannot be written is done without."""
    path = written_down(variant.name)
    with suppress(OSError):
        oldest = time.time() - STALE_AFTER_DAYS * 86_400
        for other in path.parent.glob(f"*{SIGN}*.json"):
            if other.stat().st_mtime < oldest:
                other.unlink(missing_ok=True)
        write_whole(path, variant.canonical.encode())
