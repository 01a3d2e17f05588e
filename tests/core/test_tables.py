"""Tables of components: read whatever wrote them, refused by file, line and fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from kermesse.core.errors import TableRefused
from kermesse.core.tables import LARGEST, Tables, tidy

LINES = "kind,count,count_is\nR,6,printed\nP,4,derived\n"
COLUMNS = ("kind", "count")


def tables(text: str, name: str = "cards.csv") -> Tables:
    return Tables({name: tidy(name, text)})


def counted(text: str) -> list[tuple[int, str, int]]:
    rows = tables(text).rows("cards.csv", COLUMNS)
    return [(row.line, row.text("kind"), row.number("count", range(8))) for row in rows]


def refusal(text: str) -> str:
    with pytest.raises(TableRefused) as refused:
        counted(text)
    return str(refused.value)


def test_a_table_is_read_line_by_line() -> None:
    assert counted(LINES) == [(2, "R", 6), (3, "P", 4)]
    row = tables(LINES).rows("cards.csv", COLUMNS)[0]
    assert row.word("kind", ("R", "P")) == "R"
    with pytest.raises(TableRefused, match="line 2: kind is one of P, O, not 'R'"):
        row.word("kind", ("P", "O"))


@pytest.mark.parametrize(
    "text",
    [
        LINES.replace(",", ";"),
        LINES.replace("\n", "\r\n"),
        "\N{ZERO WIDTH NO-BREAK SPACE}" + LINES,
        LINES + ",,\n\n",
        LINES.replace("R,6", " R , 6 "),
        "count_is,count,kind\nprinted,6,R\nderived,4,P\n",
    ],
    ids=["semicolons", "other line ends", "a mark", "empty lines", "spaces", "another order"],
)
def test_whatever_spreadsheet_has_saved_it(text: str) -> None:
    assert counted(text) == [(2, "R", 6), (3, "P", 4)]


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("R,6", "R,six", "cards.csv, line 2: count is a whole number from 0 to 7, not 'six'"),
        ("P,4", "P,8", "cards.csv, line 3: count is a whole number from 0 to 7, not '8'"),
        ("P,4", "P,-4", "cards.csv, line 3: count is a whole number from 0 to 7, not '-4'"),
        ("P,4", "P,", "cards.csv, line 3: count is a whole number from 0 to 7, not ''"),
        ("P,4", "P,4.0", "cards.csv, line 3: count is a whole number from 0 to 7, not '4.0'"),
        ("P,4", "P,٤", "cards.csv, line 3: count is a whole number from 0 to 7, not '٤'"),
        ("R,6", ",6", "cards.csv, line 2: kind is left out"),
        ("R,6,", "R,6,7,", "cards.csv, line 2: 4 values in 3 columns"),
        ("R,6", 'R,"6', "cards.csv, line 3: no line of a table: unexpected end of data"),
        ("kind,count", "kind,number", "cards.csv: no column 'number'; known are kind, count"),
        ("kind,count,", "kind,", "cards.csv: the column count is missing"),
        ("count_is", "count", "cards.csv: the column count is there twice"),
    ],
)
def test_a_fault_is_named_with_its_line(before: str, after: str, complaint: str) -> None:
    assert before in LINES
    assert refusal(LINES.replace(before, after, 1)) == complaint


def test_a_table_has_lines() -> None:
    assert refusal("kind,count\n") == "cards.csv has no line below its heading"
    assert refusal("\n") == "cards.csv is empty"
    with pytest.raises(TableRefused, match=r"^other\.csv is missing$"):
        tables(LINES).rows("other.csv", COLUMNS)


def test_a_table_is_text_of_some_size() -> None:
    with pytest.raises(TableRefused, match="no text in UTF-8"):
        tidy("cards.csv", b"\xff\xfe")
    assert tidy("cards.csv", "x" * LARGEST)
    with pytest.raises(TableRefused, match="has 65,537 characters, more than 65,536"):
        tidy("cards.csv", "x" * (LARGEST + 1))


# --- TOML -----------------------------------------------------------------------------------------

BOX = 'hand = 5\nnames = ["a"]\nnumbers = [1, 2]\n[cards]\nregular = 126\n'
NAMES = ("hand", "names", "numbers", "cards")


def opened(text: str) -> tuple[int, list[str], list[int], int]:
    box = tables(text, "box.toml").toml("box.toml", NAMES)
    cards = box.section("cards", ("regular",)).number("regular", range(200))
    return box.number("hand", range(9)), box.texts("names"), box.numbers("numbers", range(3)), cards


def test_entries_are_read_by_name() -> None:
    assert opened(BOX) == (5, ["a"], [1, 2], 126)


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("hand = 5", "hand = ", "box.toml is no TOML: Invalid value (at line 1, column 7)"),
        ("hand = 5", "hand = 9", "box.toml: hand is a whole number from 0 to 8, not 9"),
        ("hand = 5", "hand = true", "box.toml: hand is a whole number from 0 to 8, not True"),
        ("hand = 5", "", "box.toml: hand is missing"),
        ("hand = 5", "hand = 5\nfoot = 1", "box.toml: there is no foot; known are hand, names, n"),
        ('["a"]', "[1]", "box.toml: names is a list of texts, not [1]"),
        ("[1, 2]", "[1, 3]", "box.toml: numbers has numbers from 0 to 2, not 3"),
        ("[1, 2]", "7", "box.toml: numbers is a list of numbers, not 7"),
        ("regular = 126", "pocket = 84", "box.toml: there is no cards.pocket; known are regular"),
        ("[cards]\nregular = 126", "cards = 3", "box.toml: cards is a table, not 3"),
    ],
)
def test_a_wrong_entry_is_named(before: str, after: str, complaint: str) -> None:
    assert before in BOX
    with pytest.raises(TableRefused) as refused:
        opened(BOX.replace(before, after, 1))
    assert str(refused.value).startswith(complaint)


# --- a game's folder ------------------------------------------------------------------------------


def test_tables_lie_in_the_folder_of_a_package() -> None:
    found = Tables.of_package("kermesse.games.viva")
    assert list(found.texts) == ["box.toml", "cards.csv", "frame.toml"]
    assert not found.changed


def test_changed_tables_are_no_longer_the_original(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(LINES)
    (tmp_path / "notes.txt").write_text("no table")
    found = Tables.in_folder(tmp_path)
    assert found.texts == {"cards.csv": LINES}
    assert not found.with_changes({"cards.csv": LINES}).changed
    changed = found.with_changes({"cards.csv": LINES.replace("6", "7")})
    assert (changed.changed, found.changed) == ({"cards.csv"}, frozenset())
    with pytest.raises(TableRefused, match=r"no table 'box\.toml'; known are cards\.csv"):
        found.with_changes({"box.toml": ""})
