"""The tables of VIVA: what can be played with reads, anything else is refused by name."""

from __future__ import annotations

import pytest

from kermesse.core.errors import TableRefused
from kermesse.core.tables import Tables
from kermesse.games.viva.components import BOX, DECK, EDITIONS, SIZES
from kermesse.games.viva.tables import Kind, read

TABLES = Tables.of_package("kermesse.games.viva")


def changed(*changes: tuple[str, str, str]) -> Tables:
    texts = dict(TABLES.texts)
    for file, old, new in changes:
        assert texts[file].count(old) == 1
        texts[file] = texts[file].replace(old, new)
    return TABLES.with_changes(texts)


@pytest.mark.rule("VV-T01")
def test_the_box_is_the_tables() -> None:
    box = read(TABLES)
    assert (box.deck, box.victory_cards) == (DECK, (12, 8))
    assert [box.size(edition) for edition in EDITIONS] == SIZES.tolist() == [126, 84]
    assert BOX.tolist() == [6] * 21


def test_another_list_reads_if_the_totals_agree() -> None:
    box = read(
        changed(
            ("cards.csv", "\nR,6,4", "\nR,7,0"),
            ("cards.csv", "YB,6,4,derived\n", ""),
            ("cards.csv", "\nGB,", "\nBG,"),
            ("box.toml", "regular = 126", "regular = 121"),
            ("box.toml", "pocket = 84", "pocket = 76"),
        )
    )
    assert box.deck[0] == Kind("R", 7, 0)
    assert box.deck[-1] == Kind("BG", 6, 4)
    assert len(box.deck) == 20


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("cards.csv", "\nR,6", "\nR,8", "cards.csv, line 2: regular is a whole number from 0 to 7"),
        ("cards.csv", "\nR,6", "\nR,-1", "cards.csv, line 2: regular is a whole number from 0 to"),
        ("cards.csv", "\nR,6,4", "\nR,0,0", "cards.csv, line 2: there is no card of kind R: leave"),
        ("cards.csv", "\nR,", "\nX,", "cards.csv, line 2: kind is one or two different letters of"),
        ("cards.csv", "\nRP,", "\nRR,", "cards.csv, line 8: kind is one or two different letters"),
        ("cards.csv", "\nRP,", "\nRPO,", "cards.csv, line 8: kind is one or two different letter"),
        ("cards.csv", "\nRP,", "\nR,", "cards.csv, line 8: kind R is there already"),
        ("cards.csv", "\nGB,", "\nPR,", "cards.csv, line 22: kind PR is there already"),
        ("cards.csv", "kind,", "colours,", "cards.csv: no column 'colours'; known are kind, reg"),
        ("cards.csv", "\nR,6", "\nR,5", "box.toml: cards.regular is 126, but cards.csv has 125"),
        ("box.toml", "pocket = 84", "pocket = 85", "box.toml: cards.pocket is 85, but cards.csv"),
        ("box.toml", "regular = 12\n", "regular = 0\n", "box.toml: victory_cards.regular is a who"),
        ("box.toml", "[cards]", "[card]", "box.toml: there is no card; known are cards, victory"),
        ("box.toml", "pocket = 8\n", "", "box.toml: victory_cards.pocket is missing"),
        ("frame.toml", "seats = 6", "seats = 7", "frame.toml: most_seats is a whole number from 2"),
        ("frame.toml", "fewest_dealt = 3", "fewest_dealt = 0", "frame.toml: fewest_dealt is a wh"),
        ("frame.toml", "most_dealt = 7", "most_dealt = 2", "frame.toml: most_dealt is a whole nu"),
        ("frame.toml", "turns = 50", "turns = 0", "frame.toml: fewest_turns is a whole number f"),
    ],
)
def test_a_broken_table_is_refused_by_name(file: str, old: str, new: str, complaint: str) -> None:
    with pytest.raises(TableRefused) as refused:
        read(changed((file, old, new)))
    assert str(refused.value).startswith(complaint)


@pytest.mark.rule("VV-04", "VV-05")
def test_there_are_cards_for_six_large_hands_and_a_blocking_card() -> None:
    """6 x 7 + 1 = 43 cards are needed: seven kinds of six, and one card more."""
    lines = TABLES.text("cards.csv").splitlines()
    few = ["kind,regular,pocket", *(f"{line.split(',')[0]},6,6" for line in lines[1:8])]
    short = TABLES.text("box.toml").replace("126", "42").replace("84", "42")
    with pytest.raises(TableRefused, match="42 regular cards are too few for 6 hands of 7 and a"):
        read(TABLES.with_changes({"cards.csv": "\n".join(few), "box.toml": short}))
    few[-1] = few[-1].replace("6,6", "7,7")
    enough = short.replace("42", "43")
    box = read(TABLES.with_changes({"cards.csv": "\n".join(few), "box.toml": enough}))
    assert box.size("pocket") == 43
