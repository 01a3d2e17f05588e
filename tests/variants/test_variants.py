"""Variants: what a file may say, the game that comes of it, and that games do not mix."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.variants.scenes import CHANGED, FEWER_HANDS, QUICK, changed, forgotten, spec

import kermesse
from kermesse.core import remaking, variants
from kermesse.core.errors import KermesseError, SetupRefused, UnknownGame, VariantRefused
from kermesse.core.game import Game
from kermesse.core.playout import playouts
from kermesse.core.tables import original_tables
from kermesse.core.variant import Variant
from kermesse.core.variants import read_variant, try_out

MUVUCA = kermesse.game("muvuca")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and nothing known yet."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("KERMESSE_CACHE_DIR", str(folder))
    monkeypatch.delenv(variants.FOLDERS, raising=False)
    return folder


# --- what a file says -----------------------------------------------------------------------------


FILE = """
title = "Long hands"
game = "viva"

[options]
hand_size = 7

[tables]
"cards.csv" = "my-cards.csv"
"""


def test_a_file_names_options_and_tables_beside_it(tmp_path: Path) -> None:
    tables = changed("viva", ("cards.csv", "\nR,6,", "\nR,5,"), ("cards.csv", "\nP,6,", "\nP,7,"))
    (tmp_path / "my-cards.csv").write_text(tables["cards.csv"].replace("\n", "\r\n"))
    (tmp_path / "long.toml").write_text(FILE)
    found = read_variant(tmp_path / "long.toml")
    inline = {"title": "Long hands", "game": "VIVA", "options": {"hand_size": 7}, "tables": tables}
    assert found == read_variant(inline)
    assert found.content == inline | {"game": "viva"}
    assert found.name == f"viva~{found.digest[:8]}"
    assert found.digest != read_variant(inline | {"title": "Longer hands"}).digest


def test_a_table_that_is_the_original_is_no_difference() -> None:
    same = spec("Same", "viva", ("box.toml", "regular = 126", "regular = 126"), hand_size=4)
    assert read_variant(same).tables == ()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ({"title": ""}, "title is a line of text, not ''"),
        ({"title": "a\nb"}, "title is a line of text, not 'a\\nb'"),
        ({"title": 7}, "title is a line of text, not 7"),
        ({"title": "x" * 61}, "title has at most 60 characters, not 61"),
        ({"game": "vivo"}, "no game 'vivo'; did you mean 'viva'?"),
        ({"game": 7}, "game names a game, not 7"),
        ({"game": "viva~12345678"}, "a variant is of a game, not of the variant 'viva~12345678'"),
        ({"colour": "red"}, "there is no 'colour'; known are title, game, options, tables"),
        ({"options": {}}, "it changes nothing: set an option, or name a table that differs"),
        ({"options": [1]}, "[options] is a table of names and values, not [1]"),
        ({"options": {"hand_size": [1]}}, "option hand_size cannot be [1]"),
        ({"options": {"hand_size": 9}}, "option hand_size takes a whole number from 3 to 7, not 9"),
        ({"options": {"handsize": 5}}, "no option 'handsize'; did you mean 'hand_size'?"),
        ({"options": {"rounds": 9, "edition": "pocket"}}, "the pocket deck has 8 victory cards"),
        ({"tables": {"deck.csv": "a\nb"}}, "the game has no table 'deck.csv'; known are box.toml"),
        ({"tables": {"cards.csv": 7}}, "table cards.csv is the name of a file or a text, not 7"),
        ({"tables": {"cards.csv": "x.csv"}}, "table cards.csv has to be given as a text"),
        ({"tables": {"cards.csv": "kind\n"}}, "cards.csv: the column regular is missing"),
    ],
)
def test_what_cannot_be_a_variant_is_refused_by_name(
    content: dict[str, Any], complaint: str, cache: Path
) -> None:
    before = set(sys.modules)
    whole = {"title": "T", "game": "viva", "options": {"hand_size": 6}} | content
    with pytest.raises(KermesseError) as refused:
        kermesse.variant(whole)
    assert str(refused.value).startswith(complaint)
    assert not list(cache.rglob("*"))  # nothing is left of it
    assert not [name for name in set(sys.modules) - before if "variants" in name]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("title = ", "is no TOML"),
        ('title = "T"\ngame = "viva"\n[tables]\n"cards.csv" = "none.csv"', "cannot read none.csv"),
        ('title = "T"\ngame = "viva"\n[tables]\n"cards.csv" = "../c.csv"', "beside the variant fi"),
        ('title = "T"\ngame = "viva"\n[tables]\n"cards.csv" = "/c.csv"', "beside the variant file"),
        ('game = "viva"', "title is a line of text, not None"),
        (
            'title = "T"\ngame = "viva"\n[options]\nrounds = 99',
            "rounds takes a whole number from 1",
        ),
        ('title = "T"', "game names a game, not None"),
    ],
)
def test_a_wrong_file_is_named(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(VariantRefused) as refused:
        kermesse.variant(path)
    assert str(refused.value).startswith(str(path))
    assert complaint in str(refused.value)
    with pytest.raises(VariantRefused, match=r"cannot read .*absent.toml: No such file"):
        kermesse.variant(tmp_path / "absent.toml")


@pytest.mark.parametrize("game", CHANGED)
def test_a_variant_of_every_game_can_be_made(game: str) -> None:
    made, original = kermesse.variant(CHANGED[game]), kermesse.game(game)
    assert made.title == f"{original.title} · {CHANGED[game]['title']}"
    assert made.name.startswith(f"{game}~")
    assert made.package.startswith(f"kermesse_variants.{game}_")
    assert not np.array_equal(made.box, original.box) or game == "shuppa"
    assert {o.name: o.default for o in made.options if o.name in CHANGED[game]["options"]} == (
        CHANGED[game]["options"]
    )
    assert made.page is not None
    assert made.page.cover()
    assert made.page.art()


# --- one variant, one game ------------------------------------------------------------------------


def test_a_variant_of_options_plays_with_the_kernels_of_the_original() -> None:
    game = kermesse.variant(QUICK)
    assert game.kernels is MUVUCA.kernels
    assert game.bind(playouts) is MUVUCA.bind(playouts)
    table = game.new(seed=1)
    assert (table.record.rounds_to_win, table.record.end_lines) == (1, 1)
    assert game.choose({"end_lines": 3})["end_lines"] == 3
    assert MUVUCA.choose(None)["end_lines"] == 3


def test_the_same_variant_is_the_same_object() -> None:
    game = kermesse.variant(QUICK)
    assert kermesse.variant(dict(QUICK)) is game
    assert kermesse.game(game.name) is game
    assert kermesse.game(game.name.upper()) is game
    assert pickle.loads(pickle.dumps(game)) is game
    assert game.name not in kermesse.game_names()


def test_variants_of_the_same_tables_share_their_kernels() -> None:
    one = kermesse.variant(spec("One", "muvuca", *FEWER_HANDS))
    two = kermesse.variant(spec("Two", "muvuca", *FEWER_HANDS, end_lines=2))
    assert one is not two
    assert one.kernels["setup"] is two.kernels["setup"]
    assert one.kernels["setup"] is not MUVUCA.kernels["setup"]


def dealt(game: Game) -> tuple[int, int]:
    """How many cards each hand has, by the plain kernels: nothing has to be compiled."""
    batch = game.blank()
    batch["first_player"] = 1
    game.plain_kernels["setup"](batch[0])
    return int(batch[0].hand[0]).bit_count(), int(batch[0].hand[1]).bit_count()


def test_variants_and_the_original_live_side_by_side() -> None:
    three = spec(
        "Three",
        "muvuca",
        *FEWER_HANDS[:2],
        ("cards.csv", "candy,star,derived\n", ""),
        ("cards.csv", "candy,crest,derived\n", ""),
        ("box.toml", "cards = 25 ", "cards = 21 "),
        ("box.toml", "first_hand = 5", "first_hand = 3"),
        ("box.toml", "second_hand = 4", "second_hand = 2"),
    )
    games = [MUVUCA, kermesse.variant(CHANGED["muvuca"]), kermesse.variant(three)]
    for _ in range(2):
        assert [dealt(game) for game in games] == [(5, 4), (4, 3), (3, 2)]
    assert [game.actions for game in games] == [41, 39, 37]
    assert [game.notation.action_text(0) for game in games] == [
        "fries-star",
        "fries-diagonal",
        "fries-diagonal",
    ]


def test_a_position_of_a_variant_is_text_both_ways() -> None:
    game = kermesse.variant(CHANGED["muvuca"])
    batch = game.blank()
    game.plain_kernels["setup"](batch[0])
    text = game.notation.position_text(batch[0])
    again = game.blank()
    game.notation.read_position(text, again)
    assert game.notation.position_text(again[0]) == text


def test_a_match_without_an_end_is_refused() -> None:
    endless = replace(MUVUCA, title="Endless", bound=lambda options: 9)
    with pytest.raises(VariantRefused, match="Endless cannot be played: a random match with 2 sea"):
        try_out(endless)
    assert kermesse.checked_variant(QUICK) is kermesse.variant(QUICK)


# --- the copied package ---------------------------------------------------------------------------


def test_imports_are_moved_and_nothing_else() -> None:
    source = (
        "from games.toy import rules\n"
        "def late():\n    from games.toy.parts import piece  # games.toy\n    return piece\n"
        "from games.toys import other\nfrom . import near\nTEXT = 'from games.toy import x'\n"
    )
    moved = remaking.moved(source, "games.toy", "new.toy_1", "x.py")
    assert moved == (
        "from new.toy_1 import rules\n"
        "def late():\n    from new.toy_1.parts import piece  # games.toy\n    return piece\n"
        "from games.toys import other\nfrom . import near\nTEXT = 'from games.toy import x'\n"
    )
    with pytest.raises(KermesseError, match=r"x\.py, line 1: .* `from games\.toy import …`"):
        remaking.moved("import games.toy.rules\n", "games.toy", "new.toy_1", "x.py")


def test_a_damaged_copy_is_mended(cache: Path) -> None:
    with forgotten():
        home = kermesse.variant(CHANGED["muvuca"]).home
    if not home.is_relative_to(cache):  # this process had it from another cache
        home = remaking.placed(home.name, files_of("muvuca"))
    whole = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    (home / "rules.py").write_text("raise RuntimeError\n")
    (home / "data" / "cards.csv").unlink()
    with forgotten():
        assert remaking.placed(home.name, files_of("muvuca")) == home
    assert {path: path.read_bytes() for path in home.rglob("*") if path in whole} == whole


def files_of(game: str) -> remaking.Files:
    original = kermesse.game(game)
    tables = original_tables(original).with_changes(CHANGED[game]["tables"])
    return remaking.sources(original, tables, kermesse.variant(CHANGED[game]).package)


def test_an_edit_of_the_game_makes_another_copy() -> None:
    files = dict(files_of("muvuca"))
    assert remaking.digest(files) == remaking.digest(dict(reversed(files.items())))
    assert remaking.digest(files | {"board.css": b""}) != remaking.digest(files)
    assert not [path for path in files if path.startswith("tests/") or "__pycache__" in path]


# --- other processes ------------------------------------------------------------------------------

ASK = "import sys, kermesse; print(kermesse.game(sys.argv[1]).title)"
MAKE = "import sys, json, kermesse; print(kermesse.variant(json.loads(sys.argv[1])).name)"


def started(code: str, argument: str, **env: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, argument],
        env=os.environ | {"KERMESSE_PLAIN": "1"} | env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answer(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=120)
    return (out or err).strip().splitlines()[-1]


def test_several_processes_make_the_same_variant_at_once(cache: Path) -> None:
    text = read_variant(CHANGED["muvuca"]).canonical
    makers = [started(MAKE, text, KERMESSE_CACHE_DIR=str(cache)) for _ in range(3)]
    assert {answer(maker) for maker in makers} == {kermesse.variant(CHANGED["muvuca"]).name}
    assert not list(cache.rglob(".*"))  # no drafts


def test_a_variant_is_found_by_name_in_another_process(cache: Path, tmp_path: Path) -> None:
    name = read_variant(QUICK).name
    unknown = answer(started(ASK, name, KERMESSE_CACHE_DIR=str(cache)))
    assert unknown.endswith(
        f"UnknownGame: the variant '{name}' is not at hand: give its file, or put that into a "
        "folder named in KERMESSE_VARIANTS"
    )
    (tmp_path / "broken.toml").write_text("title = 'not this one'")
    (tmp_path / "quick.toml").write_text(
        'title = "Quick"\ngame = "muvuca"\n[options]\nrounds_to_win = 1\nend_lines = 1\n'
    )
    env = {"KERMESSE_CACHE_DIR": str(cache), "KERMESSE_VARIANTS": str(tmp_path)}
    assert answer(started(ASK, name, **env)) == "Muvuca · Quick"
    assert answer(started(ASK, name, KERMESSE_CACHE_DIR=str(cache))) == "Muvuca · Quick"


@pytest.mark.parametrize("name", ["muvuca~00000000", "muvuca~", "~", "viva~../../etc", "x~1"])
def test_an_unknown_variant_is_refused_by_name(name: str, cache: Path) -> None:
    with pytest.raises(UnknownGame, match="is not at hand"):
        kermesse.game(name)


def test_two_variants_cannot_share_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Variant, "name", "muvuca~00000000")
    with forgotten():
        kermesse.variant(QUICK)
        with pytest.raises(VariantRefused, match="another variant goes by the name"):
            kermesse.variant(QUICK | {"title": "Other"})


def test_options_of_a_variant_can_still_be_chosen_against_its_tables() -> None:
    game = kermesse.variant(CHANGED["muckle"])
    assert game.choose({"hand_size": 14})["hand_size"] == 14
    with pytest.raises(SetupRefused, match="from 5 to 13, not 14"):
        kermesse.game("muckle").choose({"hand_size": 14})
