"""The tables of Muvuca: what can be played with reads, anything else is refused by name."""

from __future__ import annotations

import pytest

from kermesse.core.errors import TableRefused
from kermesse.core.tables import Tables
from kermesse.games.muvuca.components import CARDS, FIRST_HAND, PAIRINGS, SECOND_HAND
from kermesse.games.muvuca.tables import read

TABLES = Tables.of_package("kermesse.games.muvuca")


def changed(*changes: tuple[str, str, str]) -> Tables:
    texts = dict(TABLES.texts)
    for file, old, new in changes:
        assert texts[file].count(old) == 1
        texts[file] = texts[file].replace(old, new)
    return TABLES.with_changes(texts)


@pytest.mark.rule("MV-06", "MV-07", "MV-08", "MV-T01")
def test_the_box_is_the_tables() -> None:
    assert read(TABLES) == (PAIRINGS, FIRST_HAND, SECOND_HAND, 4, 20)
    assert read(TABLES).cells == 16
    assert list(PAIRINGS) == [(food, jacket) for food in range(5) for jacket in range(5)]
    assert (CARDS, FIRST_HAND, SECOND_HAND) == (25, 5, 4)


@pytest.mark.rule("MV-12")
def test_fewer_cards_make_smaller_hands() -> None:
    box = read(
        changed(
            ("cards.csv", "fries,star,derived\n", ""),
            ("cards.csv", "drink,star,derived\n", ""),
            ("box.toml", "cards = 25", "cards = 23"),
            ("box.toml", "first_hand = 5", "first_hand = 4"),
            ("box.toml", "second_hand = 4", "second_hand = 3"),
        )
    )
    assert (len(box.pairings), box.first_hand, box.second_hand) == (23, 4, 3)
    assert box.pairings[0] == (0, 1)


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("cards.csv", "fries,star", "chips,star", "cards.csv, line 2: food is one of fries, drin"),
        ("cards.csv", "fries,star", "fries,coat", "cards.csv, line 2: jacket is one of star, dia"),
        ("cards.csv", "fries,star", "fries,crest", "cards.csv, line 5: fries-crest is there alre"),
        ("cards.csv", "fries,star,derived\n", "", "box.toml: cards is 25, but cards.csv has 24"),
        ("box.toml", "cards = 25", "cards = 26", "box.toml: cards is a whole number from 0 to 25"),
        ("box.toml", "second_hand = 4", "second_hand = 3", "box.toml: first_hand is one more than"),
        ("box.toml", "second_hand = 4", "second_hand = 12", "box.toml: second_hand is a whole nu"),
        ("frame.toml", "side = 4", "side = 5", "frame.toml: side is a whole number from 2 to 4"),
        ("frame.toml", "side = 4", "side = 3", "cards.csv: the Crowd takes 9 cards and the hands"),
        ("frame.toml", "turns = 20", "turns = 0", "frame.toml: fewest_turns is a whole number f"),
        ("box.toml", "cards = 25", "crowd = 25", "box.toml: there is no crowd; known are cards"),
    ],
)
def test_a_broken_table_is_refused_by_name(file: str, old: str, new: str, complaint: str) -> None:
    with pytest.raises(TableRefused) as refused:
        read(changed((file, old, new)))
    assert str(refused.value).startswith(complaint)


def test_all_cards_are_dealt() -> None:
    hands = (
        ("box.toml", "first_hand = 5", "first_hand = 4"),
        ("box.toml", "d_hand = 4", "d_hand = 3"),
    )
    with pytest.raises(TableRefused, match="16 cards and the hands 4 and 3, so there are 23 cards"):
        read(changed(*hands))
