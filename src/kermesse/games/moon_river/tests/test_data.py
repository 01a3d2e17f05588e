"""The tables of the box: what is printed holds; tables that cannot be played with are refused."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from kermesse.core.errors import TableRefused
from kermesse.core.tables import Tables
from kermesse.games import moon_river
from kermesse.games.moon_river.components import BOX, TABLES
from kermesse.games.moon_river.tables import SHOWN_ON, TERRAINS, Box, read
from kermesse.games.moon_river.tests.scenes import KINDS

DATA = Path(str(moon_river.__file__)).parent / "data"
Change = tuple[str, str, str]  # a file, what stands there, what shall stand there


def changed(*changes: Change) -> Box:
    """The box with some changes in its tables."""
    original = Tables.in_folder(DATA)
    texts = dict(original.texts)
    for name, before, after in changes:
        assert before in texts[name]
        texts[name] = texts[name].replace(before, after, 1)
    return read(original.with_changes(texts))


# --- what is printed ------------------------------------------------------------------------------


@pytest.mark.rule("MR-04", "MR-05", "MR-07")
def test_the_numbers_of_the_box() -> None:
    plots = TABLES.plots
    assert {plot.kind: plot.copies for plot in plots} == KINDS
    terrains, backs = Counter[str](), Counter[int]()
    for plot in plots:
        terrains[plot.terrain] += plot.copies
        backs[plot.back] += plot.copies
    assert [terrains[name] for name in TERRAINS] == [21, 19, 18, 8, 10, 20]
    assert [backs[back] for back in range(1, 7)] == [11, 16, 25, 19, 15, 10]
    for symbol, n in (
        ("cows", 28), ("skulls", 11), ("circles", 12), ("nuggets", 12),
        ("beavers", 12), ("ears", 76),
    ):  # fmt: skip
        assert sum(getattr(plot, symbol) * plot.copies for plot in plots) == n
    assert [specialist.copies for specialist in TABLES.specialists] == [5, 5, 3, 5, 2]
    assert (TABLES.cows, TABLES.saloon_places) == (32, 5)
    assert (TABLES.columns, TABLES.rows, TABLES.rows_for_two) == (5, 5, 10)
    boards = {board.name: (board.spaces, len(board.bridges)) for board in TABLES.boards}
    assert boards == {
        "field": (3, 3), "mary": (4, 1), "calamity": (3, 2), "big_jo": (2, 3), "wesley": (3, 2),
    }  # fmt: skip
    assert np.array_equal(BOX, [*KINDS.values(), 5, 5, 3, 5, 2, 32, 1, 1])


def test_what_is_printed_of_some_plot() -> None:
    shown = {
        (plot.terrain, symbol)
        for plot in TABLES.plots
        for symbol in ("cows", "skulls", "circles", "nuggets")
        if getattr(plot, symbol)
    }
    assert shown >= {(terrain, "nuggets") for terrain in SHOWN_ON["nuggets"]}
    assert shown >= {("desert", "skulls"), ("canyon", "skulls"), ("meadow", "circles")}
    assert any(plot.cows and plot.circles for plot in TABLES.plots if plot.terrain == "farm")


def test_tables_are_marked() -> None:
    for name in ("plots.csv", "partners.csv", "boards.csv", "bonus.csv"):
        for line in (DATA / name).read_text().splitlines()[1:]:
            assert {"printed", "derived", "reconstructed"} & set(line.split(","))


# --- what the game needs --------------------------------------------------------------------------

EIGHT_DESERTS = ("plots.csv", "D0,7,", "D0,8,")
REFUSED: list[tuple[list[Change], str]] = [
    ([EIGHT_DESERTS], "plots.csv has 97 plots, not 96 as box.toml says"),
    ([EIGHT_DESERTS, ("box.toml", "plots = 96", "plots = 97")], "a multiple of 4"),
    ([("plots.csv", "D0,7,", "D0,0,"), ("box.toml", "= 96", "= 89")], "a multiple of 4"),
    ([("plots.csv", "C0,6,", "C0,0,"), ("plots.csv", "D0,7,", "D0,13,")], "no plot of kind C0"),
    ([("partners.csv", "farmer,2", "farmer,5"), ("box.toml", "= 20", "= 22")], "23 tokens, n"),
    *(([(name, before, after)], reason) for name, before, after, reason in (
        ("plots.csv", "D0,7,desert,0,0,0,0,0", "D0,7,desert,0,0,0,0,1", "beavers, which desert"),
        ("plots.csv", "C0,6,canyon,0,0,0,0,0,0,2", "C0,6,canyon,0,0,0,0,0,1,2", "ears, which c"),
        ("plots.csv", "F1,4,forest,0,0,0,0", "F1,4,forest,0,0,0,1", "nuggets, which forest"),
        ("plots.csv", "K3,9,corn,0", "K3,9,corn,1", "a cow on corn"),
        ("plots.csv", "Mcc,2,meadow,2", "Mcc,2,meadow,3", "3 cows, more than 2"),
        ("plots.csv", "Mo,2,meadow,0,0,1", "Mo,2,meadow,0,0,2", "2 circles, more than 1"),
        ("plots.csv", "Ds,6,desert,0,1", "Ds,6,desert,0,2", "2 skulls, more than 1"),
        ("plots.csv", "D0,7,desert", "D0,7,swamp", "line 2: terrain is one of .* not 'swamp'"),
        ("plots.csv", "Ds,", "D0,", "named once"),
        ("plots.csv", "Ds,", "D-s,", "letters and digits"),
        ("plots.csv", "D0,7", "D0,seven", "line 2: count is a whole number from 0 to 99"),
        ("plots.csv", "Dn,4,desert,0,0,0,1", "Dn,4,desert,0,0,0,10", "nuggets is a whole number"),
        ("plots.csv", "D0,7,desert,0,0,0,0,0,0,2", "D0,7,desert,0,0,0,0,0,0,0", "number 0 on its"),
        ("partners.csv", "desperado,5", "desperado,6", "partners.csv has 21 tokens, not 20"),
        ("partners.csv", "desperado,", "sheriff,", "lists desperado"),
        ("boards.csv", "mary,purple,4", "mary,purple,7", "board mary has 2 to 6 spaces, not 7"),
        ("boards.csv", "1.1 1.5", "1.1 1.1", "a bridge leads to a free cell"),
        ("boards.csv", "1.1 1.5", "1.1 1.3", "a bridge leads to a free cell"),
        ("boards.csv", "1.1 1.5", "1.1 6.5", "a bridge leads to a free cell"),
        ("boards.csv", "1.1 1.5", "1.1 x", "written row.column"),
        ("boards.csv", "wesley,white", "wesley,pink", "wesley is white, not pink"),
        ("boards.csv", "wesley,", "doc,", "lists field"),
        ("bonus.csv", "1,Bc,canyon", "1,Bc,desert", "bonus tile 1 shows desert twice"),
        ("bonus.csv", "1,Bc,canyon,1", "1,Bc,canyon,2", "one circle on each side"),
        ("bonus.csv", "2,Bm", "3,Bm", "two tiles"),
        ("bonus.csv", "2,Bm,meadow", "2,Bm,swamp", "line 4: terrain is one of .* not 'swamp'"),
        ("box.toml", "cows = 32", "cows = 0", "cows is 1 to 99, not 0"),
        ("box.toml", "cows = 32", "cows = true", "cows is a whole number"),
        ("box.toml", "saloon_places = 5", "saloon_places = 2", "saloon_places is 3 to 8, not"),
        ("box.toml", "columns = 5", "columns = 6", "columns is 2 to 5, not 6"),
        ("box.toml", "rows = 5", "rows = 6", "rows is 2 to 5, not 6"),
        ("box.toml", "rows_for_two = 10", "rows_for_two = 4", "at least as many rows"),
        ("box.toml", 'centre = "1.3"', 'centre = "3.1"', "centre lies in row 1"),
        ("box.toml", 'centre = "1.3"', 'centre = "1.6"', "centre lies in row 1"),
        ("box.toml", '"1.5", "2.3"]', '"1.5", "6.3"]', "the river runs"),
        ("box.toml", '"1.5", "2.3"]', '"1.5", "1.3"]', "the river runs"),
        ("box.toml", '["1.1"', '1 # ["1.1"', "river is a list"),
    )),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "reason"), REFUSED)
def test_tables_that_cannot_be_played_with_are_refused(changes: list[Change], reason: str) -> None:
    with pytest.raises(TableRefused, match=reason):
        changed(*changes)


def test_there_are_tokens_for_any_saloon() -> None:
    few = [("partners.csv", f"{name},{n}", f"{name},1") for name, n in (
        ("desperado", 5), ("cattle_thief", 5), ("prospector", 3), ("trapper", 5), ("farmer", 2)
    )]  # fmt: skip
    with pytest.raises(TableRefused, match="5 tokens, not 8 to 99"):
        changed(*few, ("box.toml", "tokens = 20", "tokens = 5"))


def test_a_variant_may_break_what_is_printed_if_its_totals_say_so() -> None:
    box = changed(
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
    assert changed() == TABLES


# --- other tables in a copy of the game -----------------------------------------------------------

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
    plots = tmp_path / "kermesse" / "games" / "moon_river" / "data" / "plots.csv"
    assert before in plots.read_text()
    plots.write_text(plots.read_text().replace(before, after, 1))
    return subprocess.run(
        [sys.executable, "-c", GOLD.format(version=moon_river.game.version)],
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
