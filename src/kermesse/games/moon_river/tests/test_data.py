"""The tables of the box: what is printed has to hold; tables that break it are refused by name."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from kermesse.core.errors import TableRefused
from kermesse.core.tables import Tables
from kermesse.games import moon_river
from kermesse.games.moon_river.box import read
from kermesse.games.moon_river.components import BOX, TABLES
from kermesse.games.moon_river.tables import TERRAINS, Box
from kermesse.games.moon_river.tests.scenes import KINDS

DATA = Path(str(moon_river.__file__)).parent / "data"


def read_folder(folder: Path) -> Box:
    return read(Tables.in_folder(folder))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the tables, to be changed."""
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def change(folder: Path, name: str, before: str, after: str) -> None:
    text = (folder / name).read_text()
    assert before in text
    (folder / name).write_text(text.replace(before, after, 1))


@pytest.mark.rule("MR-04", "MR-05", "MR-07")
def test_the_numbers_of_the_box() -> None:
    plots = TABLES.plots
    assert {plot.kind: plot.copies for plot in plots} == KINDS
    terrains = Counter[str]()
    for plot in plots:
        terrains[plot.terrain] += plot.copies
    assert list(terrains.values()) == [21, 19, 18, 8, 10, 20]
    for symbol, n in (
        ("cows", 28), ("skulls", 11), ("circles", 12), ("nuggets", 12),
        ("beavers", 12), ("ears", 76),
    ):  # fmt: skip
        assert sum(getattr(plot, symbol) * plot.copies for plot in plots) == n
    backs = Counter[int]()
    for plot in plots:
        backs[plot.back] += plot.copies
    assert [backs[back] for back in range(1, 7)] == [11, 16, 25, 19, 15, 10]
    assert [specialist.copies for specialist in TABLES.specialists] == [5, 5, 3, 5, 2]
    assert (TABLES.cows, sum(plot.copies for plot in plots), BOX.sum()) == (
        32,
        96,
        96 + 20 + 32 + 2,
    )


def test_tables_are_marked_and_read_the_same_from_a_copy(folder: Path) -> None:
    assert read_folder(folder) == TABLES
    for name in ("plots.csv", "partners.csv", "boards.csv", "bonus.csv"):
        for line in (folder / name).read_text().splitlines()[1:]:
            assert {"printed", "derived", "reconstructed"} & set(line.split(","))


REFUSED = [
    ("plots.csv", "D0,7,", "D0,8,", "plots.csv has 97 plots, not 96"),
    ("plots.csv", "D0,7,", "D0,6,", "plots.csv has 95 plots, not 96"),
    ("plots.csv", "Dc,2,", "Dc,1,", "95 plots"),
    ("plots.csv", "D0,7,desert,0,0,0,0,0", "D0,7,desert,0,0,0,0,1", "beavers, which desert"),
    ("plots.csv", "C0,6,canyon,0,0,0,0,0,0,2", "C0,6,canyon,0,0,0,0,0,1,2", "ears, which canyon"),
    ("plots.csv", "F1,4,forest,0,0,0,0", "F1,4,forest,0,0,0,1", "nuggets, which forest"),
    ("plots.csv", "K3,9,corn,0", "K3,9,corn,1", "a cow on corn"),
    ("plots.csv", "Mcc,2,meadow,2", "Mcc,2,meadow,3", "more than two cows"),
    ("plots.csv", "Mo,2,meadow,0,0,1", "Mo,2,meadow,0,0,2", "more than one circle"),
    ("plots.csv", "Ds,6,desert,0,1", "Ds,6,desert,0,2", "more than one skull"),
    ("plots.csv", "D0,7,desert", "D0,7,swamp", "line 2: terrain is one of .* not 'swamp'"),
    ("plots.csv", "Ds,", "D0,", "named once"),
    ("plots.csv", "Ds,", "D-s,", "letters and digits"),
    ("plots.csv", "Aco,4,farm,1,0,1", "Aco,4,farm,1,0,0", "no farm shows a cow and a circle"),
    ("plots.csv", "Cs,5,canyon,0,1", "Cs,5,canyon,0,0", "fewer than two canyons"),
    ("plots.csv", "Ds,6,desert,0,1", "Ds,6,desert,0,0", "no desert shows a skull"),
    ("plots.csv", "Dn,4,desert,0,0,0,1", "Dn,4,desert,0,0,0,0", "no desert shows a nugget"),
    ("plots.csv", "D0,7,desert,0,0,0,0,0,0,2", "D0,7,desert,0,0,0,0,0,0,7", "number 7 on its back"),
    ("plots.csv", "D0,7", "D0,seven", "line 2: count is a whole number from 0 to 99, not 'seven'"),
    ("plots.csv", "D0,7,desert", "D0,7,", "line 2: terrain is one of .* not ''"),
    ("plots.csv", "D0,7,desert,0", "D0,7,desert,0,0", "line 2: 14 values in 13 columns"),
    ("plots.csv", "D0,7", 'D0,"7', "no line of a table: unexpected end of data"),
    ("plots.csv", "Dn,4,desert,0,0,0,1", "Dn,4,desert,0,0,0,10", "nuggets is a whole number"),
    ("plots.csv", "D0,7,desert,0,0,0,0,0,0,2", "D0,7,desert,0,0,0,0,0,0,0", "number 0 on its back"),
    ("partners.csv", "desperado,5", "desperado,6", "partners.csv has 21 tokens, not 20"),
    ("partners.csv", "farmer,2", "farmer,1", "partners.csv has 19 tokens, not 20"),
    ("partners.csv", "desperado,", "sheriff,", "lists desperado"),
    ("boards.csv", "mary,purple,4", "mary,purple,5", "board mary has 4 spaces"),
    ("boards.csv", "1.1 1.5", "1.1 1.1", "a bridge leads to a free cell"),
    ("boards.csv", "1.1 1.5", "1.1 1.3", "a bridge leads to a free cell"),
    ("boards.csv", "1.1 1.5", "1.1 6.5", "a bridge leads to a free cell"),
    ("boards.csv", "1.1 1.5", "1.1", "board calamity has 2 bridges"),
    ("boards.csv", "1.1 1.5", "1.1 x", "written row.column"),
    ("boards.csv", "wesley,white", "wesley,pink", "wesley is white, not pink"),
    ("boards.csv", "wesley,", "doc,", "lists field"),
    ("bonus.csv", "1,Bc,canyon", "1,Bc,desert", "bonus tile 1 shows desert twice"),
    ("bonus.csv", "1,Bc,canyon,1", "1,Bc,canyon,2", "one circle on each side"),
    ("bonus.csv", "2,Bm", "3,Bm", "two tiles"),
    ("bonus.csv", "2,Bm,meadow", "2,Bm,swamp", "line 4: terrain is one of .* not 'swamp'"),
    ("box.toml", "cows = 32", "cows = 31", "31 cows, not 32"),
    ("box.toml", "cows = 32", "cows = 33", "33 cows, not 32"),
    ("box.toml", "cows = 32", "cows = true", "cows is a whole number"),
    ("box.toml", "cows = 32", "cows = ", "no TOML"),
    ("box.toml", "cows = 32", "sheep = 32", "there is no sheep"),
    ("box.toml", "saloon_places = 5", "saloon_places = 4", "saloon of 4 places"),
    ("box.toml", "columns = 5", "columns = 6", "columns is 2 to 5, not 6"),
    ("box.toml", "rows = 5", "rows = 6", "rows is 2 to 5, not 6"),
    ("box.toml", "rows_for_two = 10", "rows_for_two = 9", "rows_for_two is 10"),
    ("box.toml", 'centre = "1.3"', 'centre = "3.1"', "centre lies in row 1"),
    ("box.toml", 'centre = "1.3"', 'centre = "1.6"', "centre lies in row 1"),
    ("box.toml", '"1.5", "2.3"]', '"1.5", "6.3"]', "the river runs"),
    ("box.toml", '"1.5", "2.3"]', '"1.5", "1.3"]', "the river runs"),
    ("box.toml", '["1.1"', '1 # ["1.1"', "river is a list"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "before", "after", "reason"), REFUSED)
def test_tables_that_break_what_is_printed_are_refused_by_name(
    folder: Path, name: str, before: str, after: str, reason: str
) -> None:
    change(folder, name, before, after)
    with pytest.raises(TableRefused, match=reason):
        read_folder(folder)


Row = dict[str, str]
BARE = dict.fromkeys(("cows", "skulls", "circles", "nuggets", "beavers", "ears"), "0")


def change_rows(folder: Path, changed: Callable[[Row], Row]) -> None:
    """Change every row of the plots."""
    with (folder / "plots.csv").open(newline="") as file:
        found = [changed(row) for row in csv.DictReader(file)]
    with (folder / "plots.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(found[0]))
        writer.writeheader()
        writer.writerows(found)


def without_terrain(terrain: str) -> Callable[[Row], Row]:
    other = "canyon" if terrain == "desert" else "desert"
    return lambda row: row | BARE | {"terrain": other} if row["terrain"] == terrain else row


def without_symbol(symbol: str, terrain: str) -> Callable[[Row], Row]:
    return lambda row: row | {symbol: "0"} if row["terrain"] == terrain else row


def without_back(back: str) -> Callable[[Row], Row]:
    return lambda row: row | {"back": "6"} if row["back"] == back else row


def skulls_on(*kinds: str) -> Callable[[Row], Row]:
    """Of the canyons, only these kinds show a skull."""
    return lambda row: (
        row | {"skulls": str(int(row["kind"] in kinds))} if row["terrain"] == "canyon" else row
    )


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        *((without_terrain(name), f"no plot shows {name}") for name in TERRAINS),
        *(
            (without_symbol("nuggets", name), f"no {name} shows a nugget")
            for name in ("desert", "canyon", "meadow")
        ),
        (without_symbol("circles", "meadow"), "no meadow shows a circle"),
        (lambda row: row | {"cows": str(min(int(row["cows"]), 1))}, "no plot shows two cows"),
        *((without_back(n), f"no plot has the number {n} on its back") for n in "1234"),
        (skulls_on("Co"), "fewer than two canyons show a skull"),
    ],
)
def test_what_is_printed_somewhere_has_to_be_there(
    folder: Path, changed: Callable[[Row], Row], reason: str
) -> None:
    change_rows(folder, changed)
    with pytest.raises(TableRefused, match=reason):
        read_folder(folder)


def test_two_skulls_on_canyons_are_enough_and_six_backs_are_too(folder: Path) -> None:
    change_rows(folder, skulls_on("Co", "Ccc"))  # one plot of each kind
    change_rows(folder, without_back("5"))
    assert read_folder(folder) != TABLES


def test_counts_that_add_up_but_are_not_the_printed_ones_are_refused(folder: Path) -> None:
    change(folder, "plots.csv", "D0,7,", "D0,6,")
    change(folder, "plots.csv", "Ds,6,", "Ds,7,")
    with pytest.raises(TableRefused, match="in this order"):
        read_folder(folder)
    change(folder, "plots.csv", "D0,6,", "D0,7,")
    change(folder, "plots.csv", "Ds,7,", "Ds,6,")
    change(folder, "partners.csv", "prospector,3", "prospector,4")
    change(folder, "partners.csv", "farmer,2", "farmer,1")
    with pytest.raises(TableRefused, match="other numbers than 5, 5, 3, 5, 2"):
        read_folder(folder)


@pytest.mark.rule("MR-T01")
def test_the_example_of_89_points_has_to_be_possible(folder: Path) -> None:
    for kind, ears in (("K3", 3), ("K4", 4), ("K5", 5)):
        change(folder, "plots.csv", f",{ears},{ears},printed", f",1,{ears},printed")
        assert kind in (folder / "plots.csv").read_text()
    with pytest.raises(TableRefused, match="89 points, cannot be built"):
        read_folder(folder)


# --- what a variant needs -------------------------------------------------------------------------


def variant(*changes: tuple[str, str, str]) -> Box:
    """A box that is not the original's, so that nothing printed has to hold."""
    original = Tables.in_folder(DATA)
    texts = dict(original.texts)
    for name, before, after in changes:
        assert texts[name].count(before) == 1
        texts[name] = texts[name].replace(before, after)
    return read(original.with_changes(texts))


EIGHT_DESERTS = ("plots.csv", "D0,7,", "D0,8,")


def test_a_variant_may_break_what_is_printed_if_its_totals_say_so() -> None:
    box = variant(
        ("plots.csv", "D0,7,", "D0,11,"),
        ("plots.csv", "Mn,4,meadow,0,0,0,1", "Mn,4,meadow,0,0,0,2"),
        ("box.toml", "plots = 96", "plots = 100"),
        ("partners.csv", "farmer,2", "farmer,3"),
        ("box.toml", "tokens = 20", "tokens = 21"),
        ("box.toml", "cows = 32", "cows = 30"),
        ("boards.csv", "mary,purple,4", "mary,purple,6"),
    )
    assert sum(plot.copies for plot in box.plots) == 100
    assert (box.cows, box.boards[1].spaces, box.specialists[-1].copies) == (30, 6, 3)
    assert box.digest != TABLES.digest


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ([EIGHT_DESERTS], "plots.csv has 97 plots, not 96 as box.toml says"),
        ([EIGHT_DESERTS, ("box.toml", "plots = 96", "plots = 97")], "a multiple of 4"),
        ([("plots.csv", "D0,7,", "D0,0,"), ("box.toml", "= 96", "= 89")], "a multiple of 4"),
        ([("plots.csv", "C0,6,", "C0,0,"), ("plots.csv", "D0,7,", "D0,13,")], "no plot of kind C0"),
        ([("box.toml", "cows = 32", "cows = 0")], "cows is 1 to 99, not 0"),
        ([("box.toml", "saloon_places = 5", "saloon_places = 2")], "saloon_places is 3 to 8, not"),
        ([("boards.csv", "mary,purple,4", "mary,purple,7")], "board mary has 2 to 6 spaces, not 7"),
        ([("boards.csv", "mary,purple", "mary,pink")], "board mary is purple, not pink"),
        ([("box.toml", "rows = 5", "rows = 6")], "rows is 2 to 5, not 6"),
        ([("plots.csv", "K3,9,corn,0", "K3,9,corn,1")], "plot K3 shows a cow on corn"),
        ([("partners.csv", "farmer,2", "farmer,5"), ("box.toml", "= 20", "= 22")], "23 tokens, n"),
    ],
)
def test_a_variant_that_cannot_be_played_is_refused(
    changes: list[tuple[str, str, str]], reason: str
) -> None:
    with pytest.raises(TableRefused, match=reason):
        variant(*changes)


def test_a_variant_has_tokens_for_any_saloon() -> None:
    few = [("partners.csv", f"{name},{n}", f"{name},1") for name, n in (
        ("desperado", 5), ("cattle_thief", 5), ("prospector", 3), ("trapper", 5), ("farmer", 2)
    )]  # fmt: skip
    with pytest.raises(TableRefused, match="5 tokens, not 8 to 99"):
        variant(*few, ("box.toml", "tokens = 20", "tokens = 5"))


def test_a_missing_table_is_named(folder: Path) -> None:
    (folder / "bonus.csv").unlink()
    with pytest.raises(TableRefused, match=r"bonus\.csv is missing"):
        read_folder(folder)
    (folder / "bonus.csv").write_text("tile,code,terrain,circles\n")
    with pytest.raises(TableRefused, match=r"bonus\.csv has no line below its heading"):
        read_folder(folder)


GOLD = """
import numpy as np
from kermesse.games.moon_river import game
from kermesse.games.moon_river.tests.scenes import at_the_end, sheet
assert game.version != {version!r}
lines = dict(variant="legends", plan="gold")
three = {{"r2c2": "Mn", "r2c3": "Dn", "r3c3": "Cn", "r5c5": "D0"}}
two = {{"r2c2": "Mn", "r2c3": "Mn"}}
print(*(sheet(at_the_end({{0: ranch}}, **lines), 0)["scenario"] for ranch in (three, two)))
"""


def played_with(tmp_path: Path, before: str, after: str) -> subprocess.CompletedProcess[str]:
    """Score two ranches by a copy of the package with one change in its plots."""
    package = Path(str(moon_river.__file__)).parents[2]
    ignored = shutil.ignore_patterns("art", "*.svg", "__pycache__", "finished", "golden")
    shutil.copytree(package, tmp_path / "kermesse", ignore=ignored)
    data = tmp_path / "kermesse" / "games" / "moon_river" / "data"
    change(data, "plots.csv", before, after)
    version = moon_river.game.version
    return subprocess.run(
        [sys.executable, "-c", GOLD.format(version=version)],
        env=os.environ | {"PYTHONPATH": str(tmp_path), "KERMESSE_PLAIN": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.rule("MR-T23", "MR-106", "MR-108")
def test_other_tables_are_played_with_by_replacing_a_file(tmp_path: Path) -> None:
    """Meadows with two nuggets: 2 + 1 + 1 are worth 20, two plots of 2 nothing."""
    done = played_with(tmp_path, "Mn,4,meadow,0,0,0,1", "Mn,4,meadow,0,0,0,2")
    assert done.stdout.split() == ["20", "0"], done.stderr


def test_a_game_with_refused_tables_does_not_start(tmp_path: Path) -> None:
    done = played_with(tmp_path, "D0,7,", "D0,8,")
    assert done.returncode != 0
    assert done.stderr.endswith("TableRefused: plots.csv has 97 plots, not 96 as box.toml says\n")


def test_the_box_is_the_tables() -> None:
    copies = [plot.copies for plot in TABLES.plots]
    assert np.array_equal(BOX, [*copies, 5, 5, 3, 5, 2, 32, 1, 1])
