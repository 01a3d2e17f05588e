"""Variants for tests: one of each game, with a changed table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import kermesse
from kermesse.core import remaking, variants
from kermesse.core.tables import original_tables

Change = tuple[str, str, str]  # a file, what stands there, and what takes its place


def changed(game: str, *changes: Change) -> dict[str, str]:
    """The tables of a game with some words written otherwise."""
    texts = dict(original_tables(kermesse.game(game)).texts)
    for file, old, new in changes:
        assert texts[file].count(old) == 1, (file, old)
        texts[file] = texts[file].replace(old, new)
    return {file: texts[file] for file, _, _ in changes}


def spec(title: str, game: str, *changes: Change, **options: Any) -> dict[str, Any]:
    """A variant as a mapping."""
    return {"title": title, "game": game, "options": options, "tables": changed(game, *changes)}


QUICK = {"title": "Quick", "game": "muvuca", "options": {"rounds_to_win": 1, "end_lines": 1}}

FEWER_HANDS: tuple[Change, ...] = (  # of Muvuca: 23 cards, hands of four and three
    ("cards.csv", "fries,star,derived\n", ""),
    ("cards.csv", "hotdog,triangles,derived\n", ""),
    ("box.toml", "cards = 25 ", "cards = 23 "),
    ("box.toml", "first_hand = 5", "first_hand = 4"),
    ("box.toml", "second_hand = 4", "second_hand = 3"),
)

CHANGED: dict[str, dict[str, Any]] = {
    "viva": spec(
        "More reds",
        "viva",
        ("cards.csv", "\nR,6,", "\nR,7,"),
        ("cards.csv", "GB,6,4,derived\n", ""),
        ("box.toml", "regular = 126", "regular = 121"),
        ("box.toml", "pocket = 84", "pocket = 80"),
        ("box.toml", "regular = 12\n", "regular = 9\n"),
        hand_size=4,
        rounds=1,
        turn_cap=50,
    ),
    "muvuca": spec("Small hands", "muvuca", *FEWER_HANDS, rounds_to_win=1, turn_cap=20),
    "muckle": spec(
        "A second pass",
        "muckle",
        ("cards.csv", "pass,pa,pass,,,,1,1,1", "pass,pa,pass,,,,2,2,2"),
        ("box.toml", "set_size = 13", "set_size = 14"),
        turn_cap=20,
        hand_size=6,
    ),
    "shuppa": spec(
        "Sweeter",
        "shuppa",
        ("deck.toml", "94, 99]", "94]"),
        ("deck.toml", "normal = 75", "normal = 74"),
        ("deck.toml", "right = 38", "right = 37"),
        ("box.toml", "multicolour_points = 2", "multicolour_points = 4"),
        rounds=2,
    ),
    "moon_river": spec(
        "Dry years",
        "moon_river",
        ("plots.csv", "Ccc,1,canyon,2,0,", "Css,5,canyon,0,1,"),
        ("box.toml", "plots = 96", "plots = 100"),
        ("box.toml", "cows = 32", "cows = 20"),
        ("boards.csv", "mary,purple,4", "mary,purple,5"),
    ),
}


@contextmanager
def forgotten() -> Iterator[None]:
    """As in a process that has not seen a variant yet."""
    kept = variants._known.copy(), remaking._remade.copy()
    variants._known.clear()
    remaking._remade.clear()
    try:
        yield
    finally:
        variants._known.update(kept[0])
        remaking._remade.update(kept[1])
