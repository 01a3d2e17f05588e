"""The tables of Muckle: what can be played with reads, anything else is refused by name."""

from __future__ import annotations

import pytest

from kermesse.core.errors import TableRefused
from kermesse.core.tables import Tables
from kermesse.games.muckle.components import ACROSS, CARDS, LEFT, SET_SIZE
from kermesse.games.muckle.tables import read

TABLES = Tables.of_package("kermesse.games.muckle")
RUN, BOTH = "run,ru,run,,,,4,3,4", "tackle_both,tb,tackle,left right,,,1,0,0"
DODGE = "dodge_left,dl,dodge,,left,right,1,1,1"


def changed(*changes: tuple[str, str, str]) -> Tables:
    texts = dict(TABLES.texts)
    for file, old, new in changes:
        assert texts[file].count(old) == 1
        texts[file] = texts[file].replace(old, new)
    return TABLES.with_changes(texts)


@pytest.mark.rule("MK-02")
def test_the_box_is_the_tables() -> None:
    assert read(TABLES) == (CARDS, SET_SIZE, (5, 3, 20))
    assert SET_SIZE == 13
    assert [card.colour for card in CARDS] == ["green", *["orange"] * 3, *["white"] * 4]


def test_another_list_reads_if_every_set_is_full() -> None:
    box = read(
        changed(
            ("cards.csv", BOTH, "tackle_far,tf,tackle,across,,,2,1,1"),
            ("cards.csv", DODGE, "dodge_left,dl,dodge,,left,across,1,1,1"),
            ("box.toml", "set_size = 13", "set_size = 14"),
        )
    )
    assert (box.set_size, box.cards[3].targets, box.cards[3].word) == (14, (ACROSS,), "tackle_far")
    assert (box.cards[4].protects, box.cards[4].redirects) == (LEFT, ACROSS)


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("cards.csv", RUN, RUN.replace("4,3,4", "5,3,4"), "cards.csv: a set of the list standard"),
        ("cards.csv", RUN, RUN.replace("4,3,4", "4,3,3"), "cards.csv: a set of the list resting "),
        ("cards.csv", RUN, RUN.replace("4,3,4", "16,3,4"), "cards.csv, line 2: standard is a who"),
        ("cards.csv", RUN, RUN.replace("4,3,4", "0,0,0"), "cards.csv, line 2: no list has a card"),
        ("cards.csv", RUN, RUN.replace("run,ru,run", "run,ru,jump"), "cards.csv, line 2: action"),
        ("cards.csv", RUN, RUN.replace("run,ru", "Run,ru"), "cards.csv, line 2: card is a word"),
        ("cards.csv", RUN, RUN.replace("run,ru", "run,run"), "cards.csv, line 2: card is a word"),
        ("cards.csv", RUN, RUN.replace("run,,", "run,left,"), "cards.csv, line 2: hits names whom"),
        ("cards.csv", BOTH, BOTH.replace("left right", ""), "cards.csv, line 5: hits names whom"),
        (
            "cards.csv",
            BOTH,
            BOTH.replace("t right", "t left"),
            "cards.csv, line 5: hits names whom a",
        ),
        ("cards.csv", BOTH, BOTH.replace("left", "up"), "cards.csv, line 5: hits is one of left"),
        ("cards.csv", BOTH, BOTH.replace("tackle_both", "run"), "cards.csv, line 5: card run is"),
        ("cards.csv", BOTH, BOTH.replace("tb", "tl"), "cards.csv, line 5: code tl is there alread"),
        ("cards.csv", DODGE, DODGE.replace("left,right", "left,"), "cards.csv, line 6: protects a"),
        ("cards.csv", DODGE, DODGE.replace("left,right", "left,left"), "cards.csv, line 6: protec"),
        ("cards.csv", DODGE, DODGE.replace("left,right", "top,right"), "cards.csv, line 6: protec"),
        ("box.toml", "set_size = 13", "set_size = 16", "box.toml: set_size is a whole number from"),
        ("box.toml", "set_size = 13", "set_size = 4", "box.toml: set_size is a whole number from"),
        ("frame.toml", "kept = 5", "kept = 0", "frame.toml: fewest_kept is a whole number from"),
        ("frame.toml", "goal = 3", "goal = 13", "frame.toml: nearest_goal is a whole number fr"),
        ("box.toml", "set_size = 13", "size = 13", "box.toml: there is no size; known are set_si"),
    ],
)
def test_a_broken_table_is_refused_by_name(file: str, old: str, new: str, complaint: str) -> None:
    with pytest.raises(TableRefused) as refused:
        read(changed((file, old, new)))
    assert str(refused.value).startswith(complaint)


def test_a_list_needs_a_card_to_run_with() -> None:
    with pytest.raises(TableRefused, match="the list tackling has no card to run with"):
        read(
            changed(
                ("cards.csv", RUN, RUN.replace("4,3,4", "4,0,4")),
                ("cards.csv", "rest,re,rest,,,,1,1,2", "rest,re,rest,,,,1,4,2"),
            )
        )


def test_there_is_room_for_fifteen_kinds() -> None:
    line = "rest,re,rest,,,,1,1,2,printed,reconstructed\n"
    more = "".join(f"rest_{sign},r{sign},rest,,,,1,1,1,,\n" for sign in "abcdfghi")
    with pytest.raises(TableRefused, match="there are 16 kinds of cards, more than 15"):
        read(changed(("cards.csv", line, line + more)))
